// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Checks of the vectors and results of fused operations, in constant time.
#pragma once

#include "core/kernels/Sporos_DeviceScalar.hpp"
#include "core/launch/Sporos_CheckProduct.hpp"

namespace sporos {
namespace detail {

/// \brief Checks a vector that is read: it must be contiguous and have `count` elements, as many as `other`.
template <class ExecutionSpace, class View>
void check_input(const char* function, const char* name, const View& view, std::size_t count, const char* other) {
  static_assert(static_cast<int>(View::rank) == 1,
                "sporos::apply_dots, residual, steps and updates of solvers: vectors must be rank-1 Views");
  static_assert(
      is_accessible<ExecutionSpace, typename View::memory_space>,
      "sporos::apply_dots, residual, steps and updates of solvers: the execution space cannot reach a vector");
  static_assert(VectorType<typename View::non_const_value_type>::is_taken);
  require(view.extent(0) == count, function, name, " has ", view.extent(0), " elements, but ", other, " has ", count);
  require_memory_of(function, name, view);
  if (count > 1) require_contiguous(function, name, view);
}

/// \brief Checks a vector that is written.
template <class ExecutionSpace, class View>
void check_output(const char* function, const char* name, const View& view, std::size_t count, const char* other) {
  static_assert(!std::is_const<typename View::value_type>::value,
                "sporos::apply_dots, residual, steps and updates of solvers: what is written must not be const");
  check_input<ExecutionSpace>(function, name, view, count, other);
}

/// \brief The elements of a vector that check_output() has checked. Where that has refused a const one, its message
/// remains the only error.
template <class View>
auto* written(const View& view) {
  return const_cast<typename View::non_const_value_type*>(view.data());
}

/// \brief Refuses types that no result can have. A class, as ValueType is.
template <class ExecutionSpace, class Result>
struct ResultType {
  static_assert(!std::is_const<typename Result::value_type>::value,
                "sporos::dot_with, squared_norm: results must not be const");
  static_assert(is_accessible<ExecutionSpace, typename Result::memory_space>,
                "sporos::dot_with, squared_norm: the execution space cannot reach a result");
  static_assert(
      is_value_type<typename Result::non_const_value_type>,
      "sporos::dot_with, squared_norm: the result of a dot product must be float, double, or Kokkos::complex of them");
  static constexpr bool is_taken = true;
};

/// \brief Checks a number that is written.
template <class ExecutionSpace, class Result>
void check_result(const char* function, const char* name, const Result& result) {
  static_assert(static_cast<int>(Result::rank) == 0, "sporos::dot_with, squared_norm: results are rank-0 Views");
  static_assert(ResultType<ExecutionSpace, Result>::is_taken);
  require(result.data() != nullptr, function, name, " has no memory; make it by Kokkos::View<double>(\"name\")");
}

template <class A, class B>
void must_be_apart(const char* function, const char* name_a, const A& a, const char* name_b, const B& b) {
  require(!overlap(a, b), function, name_a, " (", a.span(), " elements at ", static_cast<const void*>(a.data()),
          ") overlaps ", name_b, " (", b.span(), " elements at ", static_cast<const void*>(b.data()), ")");
}

/// \brief The two may be the same array, since each element is read before it is written, by the same thread. Otherwise
/// they must not overlap.
template <class A, class B>
void must_be_same_or_apart(const char* function, const char* name_a, const A& a, const char* name_b, const B& b) {
  constexpr bool same_type = std::is_same<typename A::non_const_value_type, typename B::non_const_value_type>::value;
  if (same_type && static_cast<const void*>(a.data()) == static_cast<const void*>(b.data())) return;
  must_be_apart(function, name_a, a, name_b, b);
}

/// \brief Checks a factor: a number in memory must have memory.
template <class Factor>
void check_factor(const char* function, const char* name, const Factor& factor) {
  [[maybe_unused]] const auto check = [&](const char* part, const auto& number) {
    require(number.data() != nullptr, function, part, name,
            " has no memory; make it by Kokkos::View<double>(\"name\")");
  };
  if constexpr (IsFactor<Factor>::is_quotient) {
    check("the numerator of ", factor.above);
    check("the divisor of ", factor.below);
  } else if constexpr (IsFactor<Factor>::is_view) {
    check("", factor);
  }
}

/// \brief What is written must not be a factor, because other teams may still be reading the factors.
template <class Written, class Factor>
void must_not_be_factor(const char* function, const char* name, const Written& written, const char* factor_name,
                        const Factor& factor) {
  if constexpr (IsFactor<Factor>::is_quotient) {
    must_be_apart(function, name, written, factor_name, factor.above);
    must_be_apart(function, name, written, factor_name, factor.below);
  } else if constexpr (IsFactor<Factor>::is_view) {
    must_be_apart(function, name, written, factor_name, factor);
  }
}

inline void check_results_apart(const char*) {}
template <class First, class... Rest>
void check_results_apart(const char* function, const First& first, const Rest&... rest) {
  (must_be_apart(function, "a result", first, "another", rest), ...);
  check_results_apart(function, rest...);
}

}  // namespace detail
}  // namespace sporos
