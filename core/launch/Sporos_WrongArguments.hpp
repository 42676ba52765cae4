// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief What the compiler says if the arguments of a product are wrong: one sentence.
///
/// Products take part in overload resolution if a matrix, x and y are in their places; all other calls come here. So do
/// calls of any_matrix() without its header.
#pragma once

#include <cstdint>

#include "core/launch/Sporos_FormatLaunch.hpp"
#include "formats/common/Sporos_ViewTypes.hpp"
#include "policies/Sporos_Operation.hpp"

namespace sporos {

template <class ExecutionSpace, class Matrix, class PrimitiveSet, class>
class Plan;

namespace detail {

template <class T>
inline constexpr bool is_plan = false;
template <class ExecutionSpace, class Matrix, class PrimitiveSet, class Enabled>
inline constexpr bool is_plan<Plan<ExecutionSpace, Matrix, PrimitiveSet, Enabled>> = true;

/// \brief Whether `T` is a matrix of any kind, including kinds that are refused with a message of their own.
template <class T>
inline constexpr bool is_matrix = is_format<T> || is_any_matrix<T> || is_some_matrix<T>;

/// \brief Whether matrix, x and y have types that fit their places.
template <class Matrix, class X, class Y>
inline constexpr bool are_in_place = is_matrix<Matrix>&& are_views<X, Y>;

/// \brief The matrix in the list alpha, A, x, beta, y; void if the list is another one.
template <class... Arguments>
struct MatrixInPlace {
  using type = void;
};
template <class Alpha, class Matrix, class X, class Beta, class Y>
struct MatrixInPlace<Alpha, Matrix, X, Beta, Y> {
  using type = std::conditional_t<is_matrix<Matrix>, Matrix, void>;
  static constexpr bool has_views = are_views<X, Y>;
};

/// \brief The same for the arguments of spmv(), which may begin with an instance and an operation.
template <class... Arguments>
struct MatrixOfProduct {
  using type = void;
};
template <class First, class... Others>
struct MatrixOfProduct<First, Others...>
    : std::conditional_t<Kokkos::is_execution_space<First>::value || std::is_same<First, Op>::value,
                         MatrixOfProduct<Others...>, MatrixInPlace<First, Others...>> {};

template <class... Arguments>
void refuse_product() {
  using Found = MatrixOfProduct<Arguments...>;
  if constexpr ((is_plan<Arguments> || ...)) {
    static_assert((!is_plan<Arguments> && ...),
                  "sporos::spmv: a plan multiplies by itself: plan.apply((op,) alpha, x, beta, y)");
  } else if constexpr (std::is_void<typename Found::type>::value) {
    static_assert(
        !std::is_void<typename Found::type>::value,
        "sporos::spmv: A is not a matrix, or an argument is missing: they are (exec,) (op,) alpha, A, x, beta, y; "
        "arrays of your own become a matrix by sporos::crs_view(...)");
  } else if constexpr (Found::has_views) {
    static_assert(!Found::has_views,
                  "sporos::spmv: products of an AnyMatrix are in another header, Sporos_AnyPlan.hpp");
  } else {
    static_assert(
        Found::has_views,
        "sporos::spmv: x and y must be Kokkos Views in their places: (exec,) (op,) alpha, A, x, beta, y; of a "
        "DualView take view_device(), of another array on the host "
        "Kokkos::View<double*, Kokkos::HostSpace>(pointer, size)");
  }
}

template <class T, class = void>
struct IsComplete : std::false_type {};
template <class T>
struct IsComplete<T, std::void_t<decltype(sizeof(T))>> : std::true_type {};

template <class... Given>
void refuse_any_matrix() {
  using Value = std::conditional_t<sizeof...(Given) == SIZE_MAX, float, double>;  // so that it is looked at in the call
  constexpr bool is_included = IsComplete<AnyMatrix<Value, int, int, Kokkos::HostSpace>>::value;
  static_assert(is_included, "sporos::any_matrix: it is in another header, Sporos_AnyPlan.hpp");
  static_assert(!is_included, "sporos::any_matrix: the argument is A; it takes no instance");
}

template <class Given>
bool refuse_const_plan() {
  static_assert(sizeof(Given) == 0,
                "sporos::Plan::update_values: the plan is const, but new values change it: declare it without const");
  return false;
}

template <class... Arguments>
struct BeginsWithMode : std::false_type {};
template <class First, class... Others>
struct BeginsWithMode<First, Others...> : std::is_convertible<const First&, const char*> {};

template <class... Arguments>
void refuse_apply() {
  constexpr bool is_mode = BeginsWithMode<Arguments...>::value;
  static_assert(!is_mode,
                "sporos::Plan::apply takes no mode: apply(alpha, x, beta, y) multiplies by A as it is, "
                "apply(sporos::Op::transpose, alpha, x, beta, y) by its transpose");
  static_assert(is_mode || sizeof...(Arguments) == SIZE_MAX,
                "sporos::Plan::apply: the arguments are (op,) alpha, x, beta, y, and x and y are Kokkos Views; of a "
                "DualView take view_device(), of another array on the host "
                "Kokkos::View<double*, Kokkos::HostSpace>(pointer, size)");
}

template <class... Arguments>
void refuse_apply_with() {
  static_assert(
      sizeof...(Arguments) == SIZE_MAX,
      "sporos::Plan::apply_with: the arguments are (op,) x, f: x is a Kokkos View, and f a function of a row and its "
      "sum, or of a row, a column and its sum");
}

}  // namespace detail

/// \brief Refuses calls without the header of any_matrix(), and wrong arguments, at compile time.
template <class... Given>
auto any_matrix(const Given&...) {
  detail::refuse_any_matrix<Given...>();
  return detail::NoCrsView();
}

}  // namespace sporos
