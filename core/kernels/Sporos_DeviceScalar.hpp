// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief A factor that is passed to a kernel, or that the kernel reads from memory where an earlier kernel stored it.
#pragma once

#include <type_traits>

#include "core/kernels/Sporos_SumType.hpp"

namespace sporos {

/// \brief One number in memory divided by another. 0 / 0 is 0, so that an iteration that has converged stays where it
/// is.
/// \tparam Above  a rank-0 View, like Below
template <class Above, class Below>
struct ScalarQuotient {
  Above above;  ///< the numerator
  Below below;  ///< the denominator
};

/// \brief `above / below`, for two rank-0 Views that are read when the kernel runs.
template <class Above, class Below>
ScalarQuotient<Above, Below> quotient(const Above& above, const Below& below) {
  constexpr bool are_views = Kokkos::is_view<Above>::value && Kokkos::is_view<Below>::value;
  static_assert(are_views,
                "sporos::quotient: the arguments are two rank-0 Views, Kokkos::View<double>(\"name\"); a quotient of "
                "numbers is a number, which is a factor as it is");
  if constexpr (are_views) {
    static_assert(static_cast<int>(Above::rank) == 0 && static_cast<int>(Below::rank) == 0,
                  "sporos::quotient: rank-0 Views are wanted");
  }
  return {above, below};
}

namespace detail {

/// \brief A factor that is known before the launch.
template <class T>
struct GivenScalar {
  T value;
  KOKKOS_FORCEINLINE_FUNCTION T get() const { return value; }
};

template <class T, class Stored>
struct StoredScalar {
  const Stored* value;
  KOKKOS_FORCEINLINE_FUNCTION T get() const { return static_cast<T>(*value); }
};

template <class T, class Above, class Below>
struct DividedScalar {
  const Above* above;
  const Below* below;
  KOKKOS_FORCEINLINE_FUNCTION T get() const {
    const T divided = static_cast<T>(*above);
    const T divisor = static_cast<T>(*below);
    return divided == T(0) && divisor == T(0) ? T(0) : divided / divisor;
  }
};

/// \brief Whether a type is allowed as a factor: a number, a rank-0 View or a ScalarQuotient.
template <class T>
struct IsFactor {
  static constexpr bool is_view = Kokkos::is_view<T>::value;
  static constexpr bool is_quotient = false;
  static constexpr bool is_number = !is_view;
};
template <class Above, class Below>
struct IsFactor<ScalarQuotient<Above, Below>> {
  static constexpr bool is_view = false;
  static constexpr bool is_quotient = true;
  static constexpr bool is_number = false;
};

/// \brief The factor in the form that kernels in `ExecutionSpace` take, with type `T`.
template <class ExecutionSpace, class T, class Factor>
auto device_scalar(const Factor& factor) {
  if constexpr (IsFactor<Factor>::is_quotient) {
    using Above = decltype(factor.above);
    using Below = decltype(factor.below);
    static_assert(is_accessible<ExecutionSpace, typename Above::memory_space> &&
                      is_accessible<ExecutionSpace, typename Below::memory_space>,
                  "sporos::apply_dots, steps and updates of solvers: the execution space cannot reach a factor");
    return DividedScalar<T, typename Above::non_const_value_type, typename Below::non_const_value_type>{
        factor.above.data(), factor.below.data()};
  } else if constexpr (IsFactor<Factor>::is_view) {
    static_assert(static_cast<int>(Factor::rank) == 0,
                  "sporos::apply_dots, steps and updates of solvers: factors are numbers or rank-0 Views");
    static_assert(is_accessible<ExecutionSpace, typename Factor::memory_space>,
                  "sporos::apply_dots, steps and updates of solvers: the execution space cannot reach a factor");
    return StoredScalar<T, typename Factor::non_const_value_type>{factor.data()};
  } else {
    constexpr bool is_taken = std::is_constructible<T, Factor>::value;
    static_assert(is_taken,
                  "sporos::apply_dots, steps and updates of solvers: a factor must be a number that the type of the "
                  "sums can be made from");
    if constexpr (is_taken) {
      return GivenScalar<T>{static_cast<T>(factor)};
    } else {
      return GivenScalar<T>{T()};
    }
  }
}

}  // namespace detail
}  // namespace sporos
