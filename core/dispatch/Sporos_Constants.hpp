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

}  // namespace detail

/// \brief Kernels are compiled for the usual primitives of an execution space alone: short compile times.
struct UsualPrimitives {
  template <class ExecutionSpace>
  static bool has(const Primitives& primitives) {
    return primitives.reduction == Reductions<ExecutionSpace>::usual &&
           primitives.gather == VectorBinder<ExecutionSpace>::usual;
  }

  template <class ExecutionSpace, class F>
  static void with(const Primitives&, const F& f) {
    f(detail::Constant<Reductions<ExecutionSpace>::usual>{}, detail::Constant<VectorBinder<ExecutionSpace>::usual>{});
  }
};

/// \brief Kernels are compiled for all primitives that an execution space has: every target can be asked for.
struct EveryPrimitive {
  template <class ExecutionSpace>
  static bool has(const Primitives& primitives) {
    return Reductions<ExecutionSpace>::supports(primitives.reduction) &&
           VectorBinder<ExecutionSpace>::supports(primitives.gather);
  }

  template <class ExecutionSpace, class F>
  static void with(const Primitives& primitives, const F& f) {
    const auto with_gather = [&](auto reduction) {
      const auto try_gather = [&](auto gather) {
        if constexpr (VectorBinder<ExecutionSpace>::supports(gather())) {
          if (primitives.gather == gather()) f(reduction, gather);
        }
      };
      try_gather(detail::Constant<Gather::plain>{});
      try_gather(detail::Constant<Gather::read_only>{});
      try_gather(detail::Constant<Gather::texture>{});
    };
    const auto try_reduction = [&](auto reduction) {
      if constexpr (Reductions<ExecutionSpace>::supports(reduction())) {
        if (primitives.reduction == reduction()) with_gather(reduction);
      }
    };
    try_reduction(detail::Constant<Reduction::shuffle>{});
    try_reduction(detail::Constant<Reduction::scratch>{});
    try_reduction(detail::Constant<Reduction::thread>{});
  }
};

}  // namespace sporos
