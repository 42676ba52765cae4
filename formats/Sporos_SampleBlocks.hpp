// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The block size that suits a matrix, from some of its rows.
#pragma once

#include <optional>

#include "formats/Sporos_BlockRows.hpp"
#include "formats/Sporos_RowOffsets.hpp"

namespace sporos {
namespace detail {

// Blocks of every `step`th block row.
template <class Column, class Offset>
struct SampleBlocks {
  BlockRowWalk<Column, Offset> walk;
  std::int64_t step;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t sample, std::int64_t& blocks) const {
    blocks += walk(sample * step, FindNothing{});
  }
};

// And their entries.
template <class Offset>
struct SampleEntries {
  const Offset* row_offsets;
  std::int64_t num_rows;
  int block_size;
  std::int64_t step;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t sample, std::int64_t& entries) const {
    const std::int64_t first = sample * step * block_size;
    const std::int64_t end = first + block_size < num_rows ? first + block_size : num_rows;
    entries += static_cast<std::int64_t>(row_offsets[end]) - static_cast<std::int64_t>(row_offsets[first]);
  }
};

/// \brief Which share of the places in blocks of a size hold an entry; 1 where there are no blocks.
template <class ExecutionSpace, class Column, class Offset, class MemorySpace>
double sampled_fill(const ExecutionSpace& exec, const RowsByColumn<Column, Offset, MemorySpace>& rows, int block_size) {
  constexpr std::int64_t most_samples = 16384;
  const std::int64_t block_rows = (rows.num_rows + block_size - 1) / block_size;
  const std::int64_t step = (block_rows + most_samples - 1) / most_samples;
  const RowRange<ExecutionSpace> samples(exec, 0, (block_rows + step - 1) / step);
  std::int64_t blocks = 0;
  std::int64_t entries = 0;
  Kokkos::parallel_reduce("sporos::sample_blocks[blocks]", samples,
                          SampleBlocks<Column, Offset>{walk_of(rows, block_size), step}, blocks);
  Kokkos::parallel_reduce("sporos::sample_blocks[entries]", samples,
                          SampleEntries<Offset>{rows.row_offsets.data(), rows.num_rows, block_size, step}, entries);
  exec.fence();
  const double places = static_cast<double>(blocks) * block_size * block_size;
  return blocks == 0 ? 1 : static_cast<double>(entries) / places;
}

/// \brief The size from 2 to 8 whose blocks take the fewest bytes, where that is fewer than compressed rows take.
///
/// Looks at 16384 block rows at most of each size that the runs of columns do not rule out; waits.
template <class ExecutionSpace, class Column, class Offset, class MemorySpace>
std::optional<int> sampled_block_size(const ExecutionSpace& exec, const RowsByColumn<Column, Offset, MemorySpace>& rows,
                                      std::int64_t value_bytes) {
  std::optional<int> best;
  double fewest = static_cast<double>(value_bytes) + sizeof(Column);
  for (int size = 2; size <= largest_detected_block && rows.num_rows > 0; ++size) {
    const double of_a_place = static_cast<double>(value_bytes) + sizeof(Column) / static_cast<double>(size * size);
    if (of_a_place * rows.runs.fewest_places(size) >= fewest * static_cast<double>(rows.nnz())) continue;
    const double fill = sampled_fill(exec, rows, size);
    if (of_a_place / fill >= fewest) continue;
    fewest = of_a_place / fill;
    best = size;
  }
  return best;
}

}  // namespace detail
}  // namespace sporos
