// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Block sparse rows: one column index for a dense square block.
///
/// Blocks of 2 x 2:
///
///     | 1 . | . . |    block_offsets  0 2 3
///     | 2 3 | 4 . |    block_columns  0 1 1
///     |-----------|
///     | . . | 6 7 |    values, block_by_block   1 0 2 3   0 0 4 0   6 7 8 0
///     | . . | 8 . |    values, row_by_row       1 0 0 0   2 3 4 0   6 7 8 0
///
/// Inside a block row, `block_by_block` stores one block after the other, each row by row, as `KokkosSparse::BsrMatrix`
/// does. `row_by_row` stores the first rows of all its blocks, then the second rows, and so on, as
/// `KokkosSparse::Experimental::BlockCrsMatrix` does; with it neighbouring lanes read neighbouring values for any block
/// size.
#pragma once

#include <cstdint>
#include <string>

#include "formats/common/Sporos_Enumerators.hpp"
#include "formats/conversion/Sporos_ConvertibleCrs.hpp"

namespace sporos {

/// \brief How the numbers of a block row lie in memory.
enum class BlockLayout {
  block_by_block,  ///< one block after the other, each row by row
  row_by_row       ///< the first rows of all blocks, then the second rows, and so on
};

namespace detail {

template <>
struct Enumerators<BlockLayout> {
  static constexpr const char* type = "BlockLayout";
  static constexpr Enumerator<BlockLayout> all[] = {{BlockLayout::block_by_block, "block_by_block"},
                                                    {BlockLayout::row_by_row, "row_by_row"}};
};

}  // namespace detail

/// \brief The name of the enumerator.
constexpr const char* name(BlockLayout layout) { return detail::enumerator_name(layout); }

/// \brief A matrix of blocks; to_bsr() makes it. The rows and columns that pad the last blocks are internal: x and y
/// are as long as for the original matrix.
///
/// Places of a block without an entry of the matrix hold zeros, and these are multiplied by x: where x is infinite or
/// NaN, y becomes NaN in all rows of the block.
template <class Value, class Column = int, class Offset = int,
          class MemorySpace = Kokkos::DefaultExecutionSpace::memory_space>
struct BsrMatrix {
  using value_type = Value;          ///< type of the numbers
  using column_type = Column;        ///< type of the column indices
  using offset_type = Offset;        ///< type of the row offsets
  using memory_space = MemorySpace;  ///< where the arrays are
  using storage_format = BsrMatrix;  ///< no compressed rows
  template <class T>
  using array = Kokkos::View<T*, Kokkos::LayoutRight, MemorySpace>;  ///< type of the arrays

  std::int64_t num_rows = 0;                         ///< of the matrix, not in blocks
  std::int64_t num_columns = 0;                      ///< of the matrix, not in blocks
  std::int64_t num_entries = 0;                      ///< of the matrix it came from
  int block_size = 1;                                ///< rows and columns of a block
  BlockLayout layout = BlockLayout::block_by_block;  ///< of `values`
  array<const Offset> block_offsets;                 ///< first block of each block row, and the number of blocks
  array<const Column> block_columns;                 ///< of each block
  array<Value> values;                               ///< block_size * block_size for each block
  array<Offset> row_offsets;                         ///< those of the compressed rows, for to_crs(); may be empty
  array<Offset> places;  ///< the place of each entry in `values`, for update_values(); may be empty

  std::int64_t nnz() const { return num_entries; }  ///< entries, explicit zeros included
  /// \brief Blocks that are stored.
  std::int64_t num_blocks() const { return static_cast<std::int64_t>(block_columns.extent(0)); }
  /// 0 for a block size below 1, which products and validate() refuse.
  std::int64_t num_block_rows() const { return block_size < 1 ? 0 : (num_rows + block_size - 1) / block_size; }
  bool has_map() const { return row_offsets.extent(0) > 0; }  ///< whether update_values() works

  /// \brief The bytes of the arrays, without the map of update_values().
  std::int64_t bytes() const { return detail::bytes_of(block_offsets, block_columns, values); }
  /// \brief How the entries lie, for descriptions.
  std::string shape_words() const {
    const double places = static_cast<double>(num_blocks()) * block_size * block_size;
    const double filled = places == 0 ? 100 : 100 * static_cast<double>(num_entries) / places;
    return detail::concat("blocks of ", block_size, " x ", block_size, ", ", static_cast<int>(filled),
                          "% of them entries");
  }
  /// \brief `f(array)` for each array that new numbers or products are written to.
  template <class F>
  void each_written(const F& f) {
    f(values);
  }
};

/// \brief Bytes of a BsrMatrix without the map of update_values(); count_blocks() finds `num_blocks`.
/// \throws std::invalid_argument where a number is negative
constexpr std::int64_t bytes_as_bsr(std::int64_t num_rows, std::int64_t num_blocks, int block_size,
                                    std::int64_t value_bytes, std::int64_t column_bytes, std::int64_t offset_bytes) {
  detail::require_none_negative("bytes_as_bsr", {{"num_rows", num_rows},
                                                 {"num_blocks", num_blocks},
                                                 {"value_bytes", value_bytes},
                                                 {"column_bytes", column_bytes},
                                                 {"offset_bytes", offset_bytes}});
  if (block_size < 1) detail::require(false, "bytes_as_bsr", "block_size = ", block_size, " must be at least 1");
  const std::int64_t block_rows = (num_rows + block_size - 1) / block_size;
  const std::int64_t of_a_block =
      detail::saturating_sum(static_cast<std::int64_t>(block_size) * block_size * value_bytes, column_bytes);
  return detail::saturating_sum(detail::saturating_product(num_blocks, of_a_block), (block_rows + 1) * offset_bytes);
}

namespace detail {

/// \brief The place of value (row, column) of block `k` in a block row of `blocks` blocks, relative to the first value
/// of the block row.
struct BlockStrides {
  std::int64_t block;
  std::int64_t row;

  KOKKOS_FORCEINLINE_FUNCTION BlockStrides(BlockLayout layout, std::int64_t block_size, std::int64_t blocks)
      : block(layout == BlockLayout::block_by_block ? block_size * block_size : block_size),
        row(layout == BlockLayout::block_by_block ? block_size : block_size * blocks) {}

  KOKKOS_FORCEINLINE_FUNCTION std::int64_t place(std::int64_t k, int row_in_block, int column_in_block) const {
    return k * block + row_in_block * row + column_in_block;
  }
};

}  // namespace detail
}  // namespace sporos
