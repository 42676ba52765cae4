// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief What a matrix in BSR is made of, for files.
#pragma once

#include "formats/bsr/Sporos_BsrMatrix.hpp"
#include "formats/bsr/Sporos_DetectBlockSize.hpp"
#include "formats/common/Sporos_StoredParts.hpp"

namespace sporos {
namespace detail {

template <class V, class C, class O, class M>
struct StoredParts<BsrMatrix<V, C, O, M>> {
  using Matrix = BsrMatrix<V, C, O, M>;
  static constexpr const char* format = "bsr";

  template <class Visit>
  static void each(Matrix& A, Visit& visit) {
    visit.number("num_rows", A.num_rows);
    visit.number("num_columns", A.num_columns);
    visit.number("num_entries", A.num_entries);
    visit.number("block_size", A.block_size);
    visit.choice("row_by_row", A.layout, BlockLayout::row_by_row);
    visit.array("block_offsets", A.block_offsets);
    visit.array("block_columns", A.block_columns);
    visit.array("values", A.values);
    visit.array("row_offsets", A.row_offsets);
    visit.array("places", A.places);
  }

  static void check(const Matrix& A, const StoredChecks& checks) {
    checks.shape(A);
    checks.require(A.block_size >= 1 && A.block_size <= largest_block_size, "block_size = ", A.block_size,
                   " is not in [1, ", largest_block_size, "]");
    const std::int64_t places = static_cast<std::int64_t>(A.block_size) * A.block_size;
    checks.size("values", A.values, saturating_product(A.num_blocks(), places));
    checks.offsets("block_offsets", A.block_offsets, A.num_block_rows(), A.num_blocks());
    checks.range("block_columns", A.block_columns, 0, (A.num_columns + A.block_size - 1) / A.block_size);
    const auto most = static_cast<std::int64_t>(A.values.extent(0));
    checks.require(A.num_entries >= 0 && A.num_entries <= most, "num_entries = ", A.num_entries, " is not in [0, ",
                   most, "]");
    checks.size("places", A.places, A.has_map() ? A.num_entries : 0);
    if (A.has_map()) check_places(A, checks);
  }

  template <class ExecutionSpace>
  static void complete(const ExecutionSpace&, Matrix&) {}

 private:
  // Each entry lies in a block of its row, and in the matrix.
  static void check_places(const Matrix& A, const StoredChecks& checks) {
    checks.offsets("row_offsets", A.row_offsets, A.num_rows, A.num_entries);
    const auto block_offsets = host_copy(A.block_offsets);
    const auto block_columns = host_copy(A.block_columns);
    const auto row_offsets = host_copy(A.row_offsets);
    const auto places = host_copy(A.places);
    const std::int64_t size = A.block_size;
    for (std::int64_t row = 0; row < A.num_rows; ++row) {
      const auto block_row = static_cast<std::size_t>(row / size);
      const auto first = static_cast<std::int64_t>(block_offsets(block_row));
      const std::int64_t blocks = static_cast<std::int64_t>(block_offsets(block_row + 1)) - first;
      const BlockStrides strides(A.layout, size, blocks);
      const std::int64_t row_place = first * size * size + (row % size) * strides.row;
      const auto end = static_cast<std::size_t>(row_offsets(static_cast<std::size_t>(row) + 1));
      for (auto entry = static_cast<std::size_t>(row_offsets(static_cast<std::size_t>(row))); entry < end; ++entry) {
        const auto place = static_cast<std::int64_t>(places(entry));
        const std::int64_t in_row = place - row_place;
        // This also finds places outside of the array.
        const bool is_in_block = place >= row_place && in_row / strides.block < blocks && in_row % strides.block < size;
        checks.require(
            is_in_block &&
                column_of(block_columns, first + in_row / strides.block, size) + in_row % strides.block < A.num_columns,
            "places[", entry, "] = ", place, " is not in the blocks of row ", row);
      }
    }
  }

  template <class Columns>
  static std::int64_t column_of(const Columns& block_columns, std::int64_t block, std::int64_t size) {
    return static_cast<std::int64_t>(block_columns(static_cast<std::size_t>(block))) * size;
  }
};

}  // namespace detail
}  // namespace sporos
