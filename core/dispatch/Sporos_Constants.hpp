// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Run-time values become template arguments here and nowhere else.
#pragma once

#include <type_traits>

#include "core/device/Sporos_GroupSum.hpp"
#include "core/device/Sporos_VectorReader.hpp"
#include "policies/Sporos_RowShape.hpp"

namespace sporos {
namespace detail {

template <auto value>
using Constant = std::integral_constant<decltype(value), value>;

/// Calls `f` with the constant that equals `coop`, a power of two up to max_coop.
template <int Candidate = max_coop, class F>
void with_coop(int coop, const F& f) {
  if (coop == Candidate) {
    f(Constant<Candidate>{});
  } else if constexpr (Candidate > 1) {
    with_coop<Candidate / 2>(coop, f);
  }
}

/// Calls `f` with the constants of `primitives`, which `ExecutionSpace` must support.
template <class ExecutionSpace, class F>
void with_primitives(const Primitives& primitives, const F& f) {
  const auto with_gather = [&](auto reduction) {
    const auto try_gather = [&](auto gather) {
      if constexpr (VectorBinder<ExecutionSpace>::supports(gather())) {
        if (primitives.gather == gather()) f(reduction, gather);
      }
    };
    try_gather(Constant<Gather::plain>{});
    try_gather(Constant<Gather::read_only>{});
    try_gather(Constant<Gather::texture>{});
  };
  const auto try_reduction = [&](auto reduction) {
    if constexpr (Reductions<ExecutionSpace>::supports(reduction())) {
      if (primitives.reduction == reduction()) with_gather(reduction);
    }
  };
  try_reduction(Constant<Reduction::shuffle>{});
  try_reduction(Constant<Reduction::scratch>{});
  try_reduction(Constant<Reduction::thread>{});
}

/// Calls `f` with the usual primitives of `ExecutionSpace`: one instantiation instead of all.
template <class ExecutionSpace, class F>
void with_usual_primitives(const F& f) {
  f(Constant<Reductions<ExecutionSpace>::usual>{}, Constant<VectorBinder<ExecutionSpace>::usual>{});
}

}  // namespace detail
}  // namespace sporos
