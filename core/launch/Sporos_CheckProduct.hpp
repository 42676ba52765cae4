// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Checks of the arguments of every product, in constant time.
#pragma once

#include <cstdint>

#include "core/kernels/Sporos_CallerEpilogue.hpp"
#include "core/kernels/Sporos_SumType.hpp"
#include "core/launch/Sporos_TransposedShape.hpp"
#include "core/launch/Sporos_VectorColumns.hpp"
#include "core/launch/Sporos_VectorTypes.hpp"
#include "formats/common/Sporos_RequireKokkos.hpp"
#include "formats/common/Sporos_ValueTypes.hpp"

namespace sporos {
namespace detail {

template <class View, class Other>
bool overlap(const View& a, const Other& b) {
  if constexpr (may_be_apart<View> || may_be_apart<Other>) return share_elements(vector_columns(a), vector_columns(b));
  const auto begin = [](const auto& view) { return reinterpret_cast<std::uintptr_t>(view.data()); };
  const auto end = [&](const auto& view) {
    return begin(view) + view.span() * sizeof(typename std::decay_t<decltype(view)>::value_type);
  };
  return begin(a) < end(b) && begin(b) < end(a);
}

/// \brief What the caller calls the vectors of a product, for messages, and whether the matrix must be square.
struct VectorNames {
  const char* x = "x";
  const char* y = "y";
  bool of_square = false;
};

template <class View, class Y>
void must_not_overlap(const char* function, const char* name, const View& view, const Y& y, const char* y_name = "y") {
  require(!overlap(view, y), function, y_name, " (", y.extent(0), " elements at ", static_cast<const void*>(y.data()),
          ") overlaps ", name, " (", view.extent(0), " elements at ", static_cast<const void*>(view.data()), ")");
}

/// The type in which a product is summed. Refuses types that no product can have. A class, as ValueType is.
template <class ExecutionSpace, class Alpha, class Matrix, class X, class Beta, class Y>
struct ProductTypes {
  static_assert(rank_of<X> == rank_of<Y> && (rank_of<X> == 1 || rank_of<X> == 2),
                "sporos::spmv, Plan::apply: x and y must both be rank-1 Views, or both rank-2 Views");
  static_assert(!std::is_const<typename Y::value_type>::value, "sporos::spmv, Plan::apply: y must not be const");
  static_assert(is_accessible<ExecutionSpace, typename Matrix::memory_space>,
                "sporos::spmv, Plan::apply: the execution space cannot reach the matrix");
  static_assert(is_accessible<ExecutionSpace, typename X::memory_space>,
                "sporos::spmv, Plan::apply: the execution space cannot reach x");
  static_assert(is_accessible<ExecutionSpace, typename Y::memory_space>,
                "sporos::spmv, Plan::apply: the execution space cannot reach y");
  using Value = typename Matrix::value_type;
  using XValue = typename X::non_const_value_type;
  using YValue = typename Y::non_const_value_type;
  static_assert(matrix_values_are_taken<Value>);
  static_assert(XType<XValue>::is_taken && YType<YValue>::is_taken);
  static_assert(
      !is_narrow_value<Value> || !is_complex<YValue>::value,
      "sporos::spmv, Plan::apply: matrices of half_t and bhalf_t are multiplied by vectors of float or double");
  static_assert(is_complex<YValue>::value || is_std_complex<YValue> ||
                    (!is_complex<XValue>::value && !is_complex<Value>::value),
                "sporos::spmv, Plan::apply: y must be complex where the matrix or x is");
  using Scalar = sum_type<Value, XValue, YValue>;
  static constexpr bool are_real_enough =
      is_complex<YValue>::value ||
      (!is_complex<Alpha>::value && !is_std_complex<Alpha> && !is_complex<Beta>::value && !is_std_complex<Beta>);
  static_assert(are_real_enough, "sporos::spmv, Plan::apply: alpha and beta must be real where y is real");
  static_assert(!are_real_enough ||
                    (std::is_constructible<Scalar, Alpha>::value && std::is_constructible<Scalar, Beta>::value),
                "sporos::spmv, Plan::apply: alpha and beta must be numbers that the type of the sums can be made from");
  static constexpr bool are_taken = true;
};

template <class ExecutionSpace, class Alpha, class Matrix, class X, class Beta, class Y>
using scalar_of_product = typename ProductTypes<ExecutionSpace, Alpha, Matrix, X, Beta, Y>::Scalar;

/// \brief alpha or beta in the type of the sums. If ProductTypes has refused it, any value will do: the compiler should
/// report the error only once.
template <class Scalar, class Factor>
Scalar factor_as(const Factor& factor) {
  if constexpr (std::is_constructible<Scalar, const Factor&>::value) {
    return static_cast<Scalar>(factor);
  } else {
    return Scalar{};
  }
}

/// The word for the matrix in messages.
template <class Matrix>
inline constexpr const char* matrix_word = "matrix";
template <class Matrix>
inline constexpr const char* matrix_word<TransposedShape<Matrix>> = "transposed matrix";

/// \brief The type in which a product is summed if its sums go to the function `F`.
template <class ExecutionSpace, class Matrix, class X, class F>
struct FunctionTypes {
  static_assert(rank_of<X> == 1 || rank_of<X> == 2, "sporos::Plan::apply_with: x must be a rank-1 or rank-2 View");
  static_assert(is_accessible<ExecutionSpace, typename Matrix::memory_space>,
                "sporos::Plan::apply_with: the execution space cannot reach the matrix");
  static_assert(is_accessible<ExecutionSpace, typename X::memory_space>,
                "sporos::Plan::apply_with: the execution space cannot reach x");
  static_assert(matrix_values_are_taken<typename Matrix::value_type> &&
                XType<typename X::non_const_value_type>::is_taken);
  static_assert(
      !is_narrow_value<typename Matrix::value_type> || !is_complex<typename X::non_const_value_type>::value,
      "sporos::Plan::apply_with: matrices of half_t and bhalf_t are multiplied by vectors of float or double");
  using Sum = sum_for_function<F, typename Matrix::value_type, typename X::non_const_value_type>;
  static_assert(value_types_are_taken<Sum>);
  static_assert(rank_of<X> == 2 || std::is_invocable<const F&, std::int64_t, const Sum&>::value,
                "sporos::Plan::apply_with: the function must be callable as f(row, sum), with a std::int64_t and the "
                "type of the sums, "
                "and const");
  static_assert(
      rank_of<X> != 2 || std::is_invocable<const F&, std::int64_t, std::int64_t, const Sum&>::value,
      "sporos::Plan::apply_with: with several columns the function must be callable as f(row, column, sum), with two "
      "std::int64_t and the type of the sums, and const");
};
template <class ExecutionSpace, class Matrix, class X, class F>
using sum_of_function = typename FunctionTypes<ExecutionSpace, Matrix, X, F>::Sum;

/// \brief Checks the extent and the memory of x or y.
template <class Matrix, class View>
void check_vector(const char* function, const Matrix& matrix, const char* name, const View& view, std::int64_t wanted,
                  const char* what) {
  require(static_cast<std::int64_t>(view.extent(0)) == wanted, function, name, " has ", view.extent(0),
          rank_of<View> == 2 ? " rows" : " elements", ", but the ", matrix_word<Matrix>, " (", matrix.num_rows, " x ",
          matrix.num_columns, ") has ", wanted, " ", what);
  require_memory_of(function, name, view);
}

/// \brief Checks x of a product with a function. A single column must be contiguous.
template <class Matrix, class X>
void check_x(const char* function, const Matrix& matrix, const X& x) {
  require_kokkos(function);
  check_vector(function, matrix, "x", x, matrix.num_columns, "columns");
  if constexpr (rank_of<X> == 1) {
    if (matrix.num_columns > 1) require_contiguous(function, "x", x);
  }
}

/// The checks that do not depend on how the matrix is stored.
template <class Matrix, class X, class Y>
void check_vectors(const char* function, const Matrix& matrix, const X& x, const Y& y, const VectorNames& names = {}) {
  require_kokkos(function);
  require(!names.of_square || matrix.num_rows == matrix.num_columns, function, "the matrix is ", matrix.num_rows, " x ",
          matrix.num_columns, ", but must be square");
  check_vector(function, matrix, names.x, x, matrix.num_columns, "columns");
  check_vector(function, matrix, names.y, y, matrix.num_rows, "rows");
  if constexpr (rank_of<X> == 2) {
    require(x.extent(1) == y.extent(1), function, names.x, " has ", x.extent(1), " columns, but ", names.y, " has ",
            y.extent(1));
  }
  if constexpr (may_be_apart<Y>) {
    const auto elements = vector_columns(y);
    const bool has_elements = elements.rows > 0 && elements.columns > 0;
    const bool is_folded =
        (elements.columns > 1 && elements.column_stride == 0) || (elements.rows > 1 && elements.row_stride == 0);
    require(!has_elements || !is_folded, function, names.y, " has stride 0: elements of it are the same");
  }
  must_not_overlap(function, names.x, x, y, names.y);
}

template <class Matrix, class Y>
void check_arrays(const char* function, const Matrix& matrix, const Y& y, const char* y_name = "y") {
  must_not_overlap(function, "the matrix' values", matrix.values, y, y_name);
  must_not_overlap(function, "the matrix' columns", matrix.columns, y, y_name);
  must_not_overlap(function, "the matrix' row offsets", matrix.row_offsets, y, y_name);
}

template <class Matrix, class X, class Y>
void check_product(const char* function, const Matrix& matrix, const X& x, const Y& y, const VectorNames& names = {}) {
  check_vectors(function, matrix, x, y, names);
  check_arrays(function, matrix, y, names.y);
}

}  // namespace detail
}  // namespace sporos
