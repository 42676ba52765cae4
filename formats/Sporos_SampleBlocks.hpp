// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The block size that suits a matrix, from some of its rows.
#pragma once

#include <optional>

#include "formats/Sporos_BlockRows.hpp"

namespace sporos {
namespace detail {

inline constexpr int detected_sizes = largest_detected_block - 1;

// Blocks of every `step`th block row, and the entries in them.
struct SampledBlocks {
  Counts<detected_sizes> blocks;
  Counts<detected_sizes> entries;

  template <class Into, class From>
  KOKKOS_INLINE_FUNCTION static void join(Into& into, const From& from) {
    Counts<detected_sizes>::join(into.blocks, from.blocks);
    Counts<detected_sizes>::join(into.entries, from.entries);
  }
};

// Each number is that of one block row of one size from 2 to 8.
template <class Column, class Offset>
struct SampleBlocks {
  static constexpr std::int64_t most_samples = 16384;  // of a size

  BlockRowWalk<Column, Offset> walk;
  unsigned sizes;  // bit `size` is set where it is to be looked at

  KOKKOS_INLINE_FUNCTION std::int64_t step(int size) const {
    return (walk.num_rows + most_samples * size - 1) / (most_samples * size);
  }
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i, SampledBlocks& found) const {
    const auto size = static_cast<int>(i / most_samples) + 2;
    const std::int64_t block_row = i % most_samples * step(size);
    const std::int64_t first = block_row * size;
    if ((sizes >> size & 1) == 0 || first >= walk.num_rows) return;
    auto walk_of_size = walk;
    walk_of_size.block_size = size;
    const std::int64_t blocks = walk_of_size(block_row, FindNothing{});
    const std::int64_t end = first + size < walk.num_rows ? first + size : walk.num_rows;
    const auto entries =
        static_cast<std::int64_t>(walk.row_offsets[end]) - static_cast<std::int64_t>(walk.row_offsets[first]);
    // Not found.blocks.of[size - 2]: then all of them would be in memory, not in registers.
    for (int k = 0; k < detected_sizes; ++k) {
      found.blocks.of[k] += k == size - 2 ? blocks : 0;
      found.entries.of[k] += k == size - 2 ? entries : 0;
    }
  }
};

/// \brief Which share of the places in blocks of a size hold an entry, as far as was looked; waits for the numbers.
class SampledFill {
 public:
  /// \param is_candidate  from a size to whether it is worth a look
  template <class ExecutionSpace, class Rows, class IsCandidate>
  SampledFill(const ExecutionSpace& exec, const Rows& rows, const IsCandidate& is_candidate) {
    for (int size = 2; size <= largest_detected_block; ++size) {
      if (is_candidate(size)) sizes_ |= 1u << size;
    }
    if (sizes_ != 0) look(exec, walk_of(rows, largest_detected_block));
  }

  bool has(int size) const { return (sizes_ >> size & 1) != 0; }
  /// 1 where there are no blocks.
  double operator()(int size) const {
    const auto blocks = static_cast<double>(found_.blocks.of[size - 2]);
    return blocks == 0 ? 1 : static_cast<double>(found_.entries.of[size - 2]) / (blocks * size * size);
  }

 private:
  template <class ExecutionSpace, class Column, class Offset>
  void look(const ExecutionSpace& exec, const BlockRowWalk<Column, Offset>& walk) {
    using Sample = SampleBlocks<Column, Offset>;
    found_ = join_over<SampledBlocks>("sporos::sample_blocks", exec, detected_sizes * Sample::most_samples,
                                      Sample{walk, sizes_});
  }

  unsigned sizes_ = 0;
  SampledBlocks found_{};
};

/// \brief The size from 2 to 8 whose blocks take the fewest bytes, where that is fewer than compressed rows take.
///
/// Looks at 16384 block rows at most of each size that the runs of columns do not rule out; waits.
template <class ExecutionSpace, class Column, class Offset, class MemorySpace>
std::optional<int> sampled_block_size(const ExecutionSpace& exec, const RowsByColumn<Column, Offset, MemorySpace>& rows,
                                      std::int64_t value_bytes) {
  const auto of_a_place = [&](int size) {
    return static_cast<double>(value_bytes) + sizeof(Column) / static_cast<double>(size * size);
  };
  const double of_crs = static_cast<double>(value_bytes) + sizeof(Column);
  const SampledFill fill(exec, rows, [&](int size) {
    return of_a_place(size) * rows.runs.fewest_places(size) < of_crs * static_cast<double>(rows.nnz());
  });
  std::optional<int> best;
  double fewest = of_crs;
  for (int size = 2; size <= largest_detected_block; ++size) {
    if (!fill.has(size) || of_a_place(size) / fill(size) >= fewest) continue;
    fewest = of_a_place(size) / fill(size);
    best = size;
  }
  return best;
}

}  // namespace detail
}  // namespace sporos
