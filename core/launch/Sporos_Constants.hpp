// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Turns run-time values into template arguments. Nothing else does.
#pragma once

#include <string>
#include <type_traits>

#include "core/device/Sporos_GroupSum.hpp"
#include "core/device/Sporos_VectorReader.hpp"
#include "formats/common/Sporos_Enumerators.hpp"
#include "formats/common/Sporos_Require.hpp"
#include "policies/Sporos_RowShape.hpp"

namespace sporos {
namespace detail {

template <auto value>
using Constant = std::integral_constant<decltype(value), value>;

template <class T>
std::string value_words(T value) {
  if constexpr (std::is_enum<T>::value) {
    const char* const known = find_name(value);
    const int number = static_cast<int>(value);
    return known == nullptr ? concat(number) : concat(known, " (", number, ')');
  } else {
    return concat(value);
  }
}

/// Calls `f` with the constant in the list that equals `value`.
/// \param what  the name of `value` in the message
/// \throws std::invalid_argument if no constant does, because no product may end without a launch
template <auto... candidates, class T, class F>
void with_value(T value, const char* what, const F& f) {
  const bool found = (... || (value == candidates && (f(Constant<candidates>{}), true)));
  if (found) return;
  std::string list;
  ((list += concat(list.empty() ? "" : ", ", value_words(candidates))), ...);
  require(false, "spmv", what, " = ", value_words(value), " is none of ", list);
}

/// The same for the number of lanes that share a row.
template <class F>
void with_lanes(int lanes, const char* what, const F& f) {
  static_assert(max_coop == 32, "the list below ends there");
  with_value<1, 2, 4, 8, 16, 32>(lanes, what, f);
}

/// Calls `f` with the constant that equals `primitive`, which `Offers` must support.
template <class Offers, auto... candidates, class Primitive, class F>
void with_primitive(Primitive primitive, const char* what, const F& f) {
  with_value<candidates...>(primitive, what, [&](auto candidate) {
    if constexpr (Offers::supports(candidate())) {
      f(candidate);
    } else {
      require(false, "spmv", what, " = ", value_words(primitive), " is not available on this execution space");
    }
  });
}

template <class ExecutionSpace, class F>
void with_gather(Gather gather, const F& f) {
  with_primitive<VectorBinder<ExecutionSpace>, Gather::plain, Gather::read_only, Gather::texture>(gather, "gather", f);
}

template <class ExecutionSpace, class F>
void with_reduction(Reduction reduction, const F& f) {
  with_primitive<Reductions<ExecutionSpace>, Reduction::shuffle, Reduction::scratch, Reduction::thread>(reduction,
                                                                                                        "reduction", f);
}

}  // namespace detail

/// \brief Kernels are compiled only for the default primitives of an execution space, for short compile times.
struct DefaultPrimitives {
  /// \brief Whether kernels with these primitives are compiled.
  template <class ExecutionSpace>
  static bool has(const Primitives& primitives) {
    return primitives.reduction == detail::Reductions<ExecutionSpace>::preferred &&
           primitives.gather == detail::VectorBinder<ExecutionSpace>::preferred;
  }

  /// \brief Calls `f(reduction, gather)` with both as constants; throws std::invalid_argument for what is not compiled.
  template <class ExecutionSpace, class F>
  static void with(const Primitives&, const F& f) {
    f(detail::Constant<detail::Reductions<ExecutionSpace>::preferred>{},
      detail::Constant<detail::VectorBinder<ExecutionSpace>::preferred>{});
  }
};

/// \brief Kernels are compiled for the default reduction and every way to read x.
struct EveryGather {
  /// \brief Whether kernels with these primitives are compiled.
  template <class ExecutionSpace>
  static bool has(const Primitives& primitives) {
    return primitives.reduction == detail::Reductions<ExecutionSpace>::preferred &&
           detail::VectorBinder<ExecutionSpace>::supports(primitives.gather);
  }

  /// \brief Calls `f(reduction, gather)` with both as constants; throws std::invalid_argument for what is not compiled.
  template <class ExecutionSpace, class F>
  static void with(const Primitives& primitives, const F& f) {
    detail::with_gather<ExecutionSpace>(primitives.gather, [&](auto gather) {
      f(detail::Constant<detail::Reductions<ExecutionSpace>::preferred>{}, gather);
    });
  }
};

/// \brief Kernels are compiled for all primitives of an execution space, so that options can choose any target.
struct EveryPrimitive {
  /// \brief Whether kernels with these primitives are compiled.
  template <class ExecutionSpace>
  static bool has(const Primitives& primitives) {
    return detail::Reductions<ExecutionSpace>::supports(primitives.reduction) &&
           detail::VectorBinder<ExecutionSpace>::supports(primitives.gather);
  }

  /// \brief Calls `f(reduction, gather)` with both as constants; throws std::invalid_argument for what is not compiled.
  template <class ExecutionSpace, class F>
  static void with(const Primitives& primitives, const F& f) {
    detail::with_reduction<ExecutionSpace>(primitives.reduction, [&](auto reduction) {
      detail::with_gather<ExecutionSpace>(primitives.gather, [&](auto gather) { f(reduction, gather); });
    });
  }
};

}  // namespace sporos
