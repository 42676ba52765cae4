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

/// Calls `f(reduction, gather)` with the constant that equals `gather`, if the execution space has it.
template <class ExecutionSpace, class Reduction, class F>
void with_gather(Reduction reduction, Gather gather, const F& f) {
  const auto try_gather = [&](auto candidate) {
    if constexpr (VectorBinder<ExecutionSpace>::supports(candidate())) {
      if (gather == candidate()) f(reduction, candidate);
    }
  };
  try_gather(Constant<Gather::plain>{});
  try_gather(Constant<Gather::read_only>{});
  try_gather(Constant<Gather::texture>{});
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

/// \brief Kernels are compiled for the usual reduction and every way to read x.
struct EveryGather {
  template <class ExecutionSpace>
  static bool has(const Primitives& primitives) {
    return primitives.reduction == Reductions<ExecutionSpace>::usual &&
           VectorBinder<ExecutionSpace>::supports(primitives.gather);
  }

  template <class ExecutionSpace, class F>
  static void with(const Primitives& primitives, const F& f) {
    detail::with_gather<ExecutionSpace>(detail::Constant<Reductions<ExecutionSpace>::usual>{}, primitives.gather, f);
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
    const auto try_reduction = [&](auto reduction) {
      if constexpr (Reductions<ExecutionSpace>::supports(reduction())) {
        if (primitives.reduction == reduction()) detail::with_gather<ExecutionSpace>(reduction, primitives.gather, f);
      }
    };
    try_reduction(detail::Constant<Reduction::shuffle>{});
    try_reduction(detail::Constant<Reduction::scratch>{});
    try_reduction(detail::Constant<Reduction::thread>{});
  }
};

}  // namespace sporos
