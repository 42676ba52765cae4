// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief A compressed row matrix that owns its arrays.
#pragma once

#include <cstdint>
#include <string>

#include "formats/common/Sporos_Kokkos.hpp"
#include "formats/common/Sporos_RequireKokkos.hpp"

namespace sporos {

/// \brief Compressed row storage with its own (reference-counted) arrays: what readers and generators return.
///
/// \tparam Value   `float`, `double` or `Kokkos::complex` of them; `half_t` or `bhalf_t` of Kokkos, where it has them
/// \tparam Column  signed integer, holds a column index
/// \tparam Offset  integer, holds the number of entries
///
/// Row `i` holds the entries `row_offsets(i) <= k < row_offsets(i + 1)`: column `columns(k)`, value `values(k)`.
/// Columns of a row may come in any order. `row_offsets` has `num_rows + 1` elements, also for an empty matrix.
template <class Value, class Column = int, class Offset = int,
          class MemorySpace = Kokkos::DefaultExecutionSpace::memory_space>
struct CrsMatrix {
  using value_type = Value;          ///< type of the numbers
  using column_type = Column;        ///< type of the column indices
  using offset_type = Offset;        ///< type of the row offsets
  using memory_space = MemorySpace;  ///< where the arrays are

  std::int64_t num_rows = 0;     ///< of the matrix
  std::int64_t num_columns = 0;  ///< of the matrix
  /// \brief The first entry of each row, then the number of entries.
  Kokkos::View<Offset*, Kokkos::LayoutRight, MemorySpace> row_offsets;
  Kokkos::View<Column*, Kokkos::LayoutRight, MemorySpace> columns;  ///< of each entry
  Kokkos::View<Value*, Kokkos::LayoutRight, MemorySpace> values;    ///< of each entry

  /// \brief Number of stored entries.
  std::int64_t nnz() const { return static_cast<std::int64_t>(values.extent(0)); }
};

namespace detail {

/// \brief An uninitialised matrix of the given shape; the caller fills all three arrays.
template <class Matrix>
Matrix allocate_crs(std::int64_t num_rows, std::int64_t num_columns, std::int64_t nnz) {
  const auto fresh = [](const char* label) {
    return Kokkos::view_alloc(std::string(label), Kokkos::WithoutInitializing);
  };
  Matrix matrix;
  matrix.num_rows = num_rows;
  matrix.num_columns = num_columns;
  matrix.row_offsets =
      decltype(matrix.row_offsets)(fresh("sporos::crs[row offsets]"), static_cast<std::size_t>(num_rows) + 1);
  matrix.columns = decltype(matrix.columns)(fresh("sporos::crs[columns]"), static_cast<std::size_t>(nnz));
  matrix.values = decltype(matrix.values)(fresh("sporos::crs[values]"), static_cast<std::size_t>(nnz));
  return matrix;
}

/// \brief Refuses everything but a memory space with a message.
template <class MemorySpace>
struct CopyTarget {
  static_assert(Kokkos::is_memory_space<MemorySpace>::value,
                "sporos::copy_to: the target is a memory space: copy_to<ExecutionSpace::memory_space>(A)");
  static constexpr bool is_taken = true;
};

}  // namespace detail

/// \brief The matrix in another memory space: a deep copy, or the same arrays where the space is the same.
template <class MemorySpace, class Value, class Column, class Offset, class Source>
CrsMatrix<Value, Column, Offset, MemorySpace> copy_to(const CrsMatrix<Value, Column, Offset, Source>& matrix) {
  static_assert(detail::CopyTarget<MemorySpace>::is_taken);
  detail::require_kokkos("copy_to");
  return {matrix.num_rows, matrix.num_columns, Kokkos::create_mirror_view_and_copy(MemorySpace{}, matrix.row_offsets),
          Kokkos::create_mirror_view_and_copy(MemorySpace{}, matrix.columns),
          Kokkos::create_mirror_view_and_copy(MemorySpace{}, matrix.values)};
}

}  // namespace sporos
