// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The caching estimate of Reguly & Giles 2012, section 5.5: what a product moves if blocks share no cache.
#pragma once

#include <cstdint>
#include <vector>

#include "formats/common/Sporos_Require.hpp"
#include "perf_tests/support/ByteModel.hpp"

namespace sporos::perf {

/// \brief Bytes of a cache line: 128 on every CUDA device so far.
inline constexpr int cache_line_bytes = 128;

/// \brief How many cache lines of x all blocks load together.
///
/// A block is `rows_per_block` consecutive rows. It loads a line once and keeps it until the block ends; blocks share
/// no lines. x begins at the start of a line. Time: rows + nnz. Memory: one number for each line of x.
///
/// \param row_offsets,columns  of a valid matrix, on the host
/// \param vector_bytes         size of an element of x; a divisor of `line_bytes`
/// \throws std::invalid_argument where rows_per_block is not positive or elements do not fill lines
template <class RowOffsets, class Columns>
std::int64_t cache_lines_loaded(const RowOffsets& row_offsets, const Columns& columns, std::int64_t num_columns,
                                std::int64_t rows_per_block, int vector_bytes, int line_bytes = cache_line_bytes) {
  sporos::detail::require(rows_per_block > 0, "cache_lines_loaded", "rows_per_block must be positive, not ",
                          rows_per_block);
  sporos::detail::require(vector_bytes > 0 && line_bytes > 0 && line_bytes % vector_bytes == 0, "cache_lines_loaded",
                          "lines of ", line_bytes, " bytes do not hold a whole number of elements of ", vector_bytes,
                          " bytes");
  const std::int64_t elements_per_line = line_bytes / vector_bytes;
  const auto num_lines = static_cast<std::size_t>((num_columns + elements_per_line - 1) / elements_per_line);
  std::vector<std::int64_t> last_block(num_lines, -1);  // the last block that loaded each line
  const std::int64_t num_rows = row_offsets.size() == 0 ? 0 : static_cast<std::int64_t>(row_offsets.size()) - 1;
  std::int64_t loaded = 0;
  for (std::int64_t row = 0; row < num_rows; ++row) {
    const std::int64_t block = row / rows_per_block;
    const auto end = static_cast<std::size_t>(row_offsets[static_cast<std::size_t>(row) + 1]);
    for (auto k = static_cast<std::size_t>(row_offsets[static_cast<std::size_t>(row)]); k < end; ++k) {
      const auto line = static_cast<std::size_t>(static_cast<std::int64_t>(columns[k]) / elements_per_line);
      if (last_block[line] == block) continue;
      last_block[line] = block;
      ++loaded;
    }
  }
  return loaded;
}

/// \brief The lines of x, and every other array once: matrix, row offsets and y are streamed.
constexpr double caching_bytes(const ByteModel& bytes, std::int64_t lines_loaded, int line_bytes = cache_line_bytes) {
  const double streamed = bytes.minimum() - static_cast<double>(bytes.num_columns) * bytes.vector_bytes;
  return streamed + static_cast<double>(lines_loaded) * line_bytes;
}

}  // namespace sporos::perf
