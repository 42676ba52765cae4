// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief How a product finds the launches of a storage format, and what they are called.
#pragma once

#include <type_traits>

#include "core/launch/Sporos_Product.hpp"

namespace sporos {

template <class Value, class Column, class Offset, class MemorySpace>
class AnyMatrix;

namespace detail {

/// \brief Specialised for each storage format beside its launches. A specialisation has
///
///     static constexpr const char* name;  // "ell"
///     static constexpr bool in_parts;     // whether epilogues must be split, as LinearEpilogue can be
///     // A*x, each row's sum to product.epilogue; all checked, all on the device; num_rows > 0, nnz > 0. Allocates
///     // nothing.
///     template <class Product, class Matrix>
///     static void run(const Product& product, const Matrix& A);
///
/// and its matrix has `num_rows`, `num_columns`, `nnz()`, `bytes()` (what all its arrays take, but for the map of
/// update_values()), `shape_words()` for descriptions, and the types `value_type` and `memory_space`.
template <class Matrix>
struct FormatLaunch;

/// \brief Whether products of the same numbers are the same, bit for bit.
template <class Matrix, class ExecutionSpace>
inline constexpr bool sums_in_fixed_order = true;

template <class Matrix, class = void>
struct has_format_launch : std::false_type {};
template <class Matrix>
struct has_format_launch<Matrix, std::void_t<decltype(FormatLaunch<Matrix>::name)>> : std::true_type {};

/// \brief Whether `Matrix` is a storage format other than compressed rows whose launches are included.
template <class Matrix>
inline constexpr bool is_format = has_format_launch<Matrix>::value;

/// \brief Whether `Matrix` is an AnyMatrix, whose format is known at run time only.
template <class Matrix>
inline constexpr bool is_any_matrix = false;
template <class Value, class Column, class Offset, class MemorySpace>
inline constexpr bool is_any_matrix<AnyMatrix<Value, Column, Offset, MemorySpace>> = true;

}  // namespace detail
}  // namespace sporos
