// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief How a product finds the launches of a storage format, and what they are called.
#pragma once

#include <string>
#include <type_traits>

#include "formats/common/Sporos_Require.hpp"

namespace sporos {

template <class Value, class Column, class Offset, class MemorySpace>
class AnyMatrix;

namespace detail {

/// Labels of the launches of a format and of the region around them, made once: a product allocates nothing.
struct FormatLabels {
  std::string product;  ///< the region and the first launch
  std::string scale;    ///< alpha is zero
  std::string rest;     ///< a second part of the matrix, added onto y
  std::string fix_up;   ///< pieces of rows that teams share
};

inline FormatLabels format_labels(const char* format) {
  const auto label = [&](const char* step) { return concat("sporos::spmv[", format, step, "]"); };
  return {label(""), label(",scale"), label(",rest"), label(",fix_up")};
}

/// \brief Specialised for each storage format beside its launches. A specialisation has
///
///     static constexpr const char* name;  // "ell"
///     // y = alpha*A*x + beta*y; all checked, all on the device; alpha != 0, num_rows > 0, nnz > 0. Allocates nothing.
///     template <class ExecutionSpace, class Matrix, class Reader, class Scalar, class Y>
///     static void run(const ExecutionSpace& exec, const Machine& machine, const FormatLabels& labels, const Matrix& A,
///                     const Reader& x, Scalar alpha, Scalar beta, Y* y);
///
/// and its matrix has `num_rows`, `num_columns`, `nnz()`, `bytes()` (what all its arrays take, but for the map of
/// update_values()), and the types `value_type` and `memory_space`.
template <class Matrix>
struct FormatLaunch;

/// \brief Whether products of the same numbers are the same, bit for bit.
template <class Matrix, class ExecutionSpace>
inline constexpr bool sums_in_fixed_order = true;

template <class Matrix, class = void>
struct has_format_launch : std::false_type {};
template <class Matrix>
struct has_format_launch<Matrix, std::void_t<decltype(FormatLaunch<Matrix>::name)>> : std::true_type {};

}  // namespace detail

/// \brief Whether `Matrix` is a storage format other than compressed rows whose launches are included.
template <class Matrix>
inline constexpr bool is_format = detail::has_format_launch<Matrix>::value;

/// \brief Whether `Matrix` is an AnyMatrix, whose format is known at run time only.
template <class Matrix>
inline constexpr bool is_any_matrix = false;
template <class Value, class Column, class Offset, class MemorySpace>
inline constexpr bool is_any_matrix<AnyMatrix<Value, Column, Offset, MemorySpace>> = true;

}  // namespace sporos
