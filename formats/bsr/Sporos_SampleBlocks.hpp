// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The block size that suits a matrix, from a sample of its entries.
#pragma once

#include <optional>

#include "formats/bsr/Sporos_BlockRows.hpp"

namespace sporos {
namespace detail {

inline constexpr int detected_sizes = largest_detected_block - 1;

/// \brief The entries that are sampled for each size. On one core 16384 entries took 5 of the 8 ms of the conversion of
/// fem3:8; 4096 take 1 ms. The fill that they find is wrong by 3 % at most (fem3:8, 12 and 30, blocks of 6).
template <class ExecutionSpace>
inline constexpr std::int64_t max_sampled_entries = is_host_execution<ExecutionSpace> ? 4096 : 16384;

// An index stands for a sampled entry and a size from 2 to 8. An entry adds its share of a block, one over the number
// of entries in its block, so that all entries of a block together add 1, however long the rows are. Where duplicate
// entries make several blocks of one place, they together add the number of these blocks.
template <class Column, class Offset>
struct SampleBlocks {
  // Stands for 1 in fixed-point sums, since sums of integers do not depend on the order. It is a multiple of all
  // squares from 2 * 2 to 8 * 8, so that full blocks come out as exactly full; the sum of all samples is below 2^46.
  static constexpr std::int64_t unit = std::int64_t(4096) * 64 * 9 * 25 * 49;

  BlockRowWalk<Column, Offset> walk;
  std::int64_t nnz;
  unsigned sizes;  // bit `size` is set if that size is sampled
  std::int64_t step;
  std::int64_t samples;

  SampleBlocks(const BlockRowWalk<Column, Offset>& walk_, std::int64_t nnz_, unsigned sizes_, std::int64_t max_samples)
      : walk(walk_),
        nnz(nnz_),
        sizes(sizes_),
        step(nnz > max_samples ? (nnz + max_samples - 1) / max_samples : 1),
        samples((nnz + step - 1) / step) {}

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i, Counts<detected_sizes>& found) const {
    const auto size = static_cast<int>(i / samples) + 2;
    if ((sizes >> size & 1) == 0) return;
    const std::int64_t share = share_of_block(entry_of(i % samples), size);
    // Indexing found.of[size - 2] would move the whole array from registers to memory.
    for (int k = 0; k < detected_sizes; ++k) found.of[k] += k == size - 2 ? share : 0;
  }

  /// \brief Whether the block of a sample is full. Blocks of unsorted rows are any answer.
  KOKKOS_INLINE_FUNCTION bool is_full(std::int64_t sample, int size) const {
    return share_of_block(entry_of(sample), size) * size * size == unit;
  }

 private:
  // One of each `step` neighbours, at a varying position, since stencils repeat after a fixed number of entries.
  // Multiples of the golden ratio spread the positions evenly.
  KOKKOS_INLINE_FUNCTION std::int64_t entry_of(std::int64_t sample) const {
    const std::int64_t first = sample * step;
    const std::int64_t left = nnz - first < step ? nnz - first : step;
    const std::uint64_t fraction = static_cast<std::uint64_t>(sample) * 2654435769u & 0xffffffffu;
    return first + static_cast<std::int64_t>(fraction * static_cast<std::uint64_t>(left) >> 32);
  }
  KOKKOS_INLINE_FUNCTION std::int64_t share_of_block(std::int64_t entry, int size) const {
    const std::int64_t row = first_not_below(walk.row_offsets, 0, walk.num_rows, static_cast<Offset>(entry + 1)) - 1;
    const std::int64_t first_row = row / size * size;
    const std::int64_t past_last = first_row + size < walk.num_rows ? first_row + size : walk.num_rows;
    const auto width = static_cast<Column>(size);
    const Column first_column = walk.columns[entry] / width * width;
    std::int64_t entries = 0;
    std::int64_t blocks = 1;
    for (std::int64_t r = first_row; r < past_last; ++r) {
      const auto end = static_cast<std::int64_t>(walk.row_offsets[r + 1]);
      std::int64_t k = first_not_below(walk.columns, walk.row_offsets[r], end, first_column);
      while (k < end && walk.columns[k] - first_column < width) {
        const std::int64_t repeats = end_of_repeats(k, end) - k;
        if (repeats > blocks) blocks = repeats;
        entries += repeats;
        k += repeats;
      }
    }
    return entries == 0 ? unit : blocks * unit / entries;  // none are found where a row is unsorted
  }
  // One past the entries of the same column, of which there may be many.
  KOKKOS_INLINE_FUNCTION std::int64_t end_of_repeats(std::int64_t k, std::int64_t end) const {
    const Column column = walk.columns[k];
    if (k + 1 == end || walk.columns[k + 1] != column) return k + 1;
    return first_not_below(walk.columns, k + 2, end, static_cast<Column>(static_cast<std::int64_t>(column) + 1));
  }
};

/// \brief The sizes (bits) among `sizes` of which no block that is looked at lacks an entry. Looks at up to 64 blocks
/// of each size, on the host, and leaves a size at the first block with a gap: of most matrices a few blocks are
/// enough, where a whole sample takes as long as several products.
/// \param walk  through rows that a thread of a host can read; if they are not sorted, any sizes may be left out
template <class Column, class Offset>
unsigned sizes_without_gaps(const BlockRowWalk<Column, Offset>& walk, std::int64_t nnz, unsigned sizes) {
  constexpr std::int64_t first_looks = 64;
  const SampleBlocks<Column, Offset> sample(walk, nnz, sizes, first_looks);
  for (int size = 2; size <= largest_detected_block; ++size) {
    for (std::int64_t i = 0; i < sample.samples && (sizes >> size & 1) != 0; ++i) {
      if (!sample.is_full(i, size)) sizes &= ~(1u << size);
    }
  }
  return sizes;
}

/// \brief Whether full blocks of any size may be found; reads a few of the rows, and only on a host. If not, there are
/// none, or the rows are not sorted.
template <class ExecutionSpace, class Column, class Offset, class MemorySpace>
bool may_have_full_blocks([[maybe_unused]] const RowsByColumn<Column, Offset, MemorySpace>& rows) {
  if constexpr (is_host_execution<ExecutionSpace>) {
    constexpr unsigned all_sizes = (1u << (largest_detected_block + 1)) - 4;
    return sizes_without_gaps(walk_of(rows, largest_detected_block), rows.nnz(), all_sizes) != 0;
  } else {
    return true;
  }
}

/// \brief The share of places in blocks of a size that hold an entry, estimated from the sample; waits for it.
class SampledFill {
 public:
  /// \param is_candidate  called with a size: whether to sample it
  /// \param full_only     whether sizes of which a block has a gap need not be sampled
  template <class ExecutionSpace, class Rows, class IsCandidate>
  SampledFill(const ExecutionSpace& exec, const Rows& rows, const IsCandidate& is_candidate, bool full_only = false) {
    for (int size = 2; size <= largest_detected_block; ++size) {
      if (is_candidate(size)) sizes_ |= 1u << size;
    }
    if (full_only && is_host_execution<ExecutionSpace>) {
      sizes_ = sizes_without_gaps(walk_of(rows, largest_detected_block), rows.nnz(), sizes_);
    }
    if (sizes_ != 0) look(exec, walk_of(rows, largest_detected_block), rows.nnz());
  }

  bool has(int size) const { return (sizes_ >> size & 1) != 0; }
  /// 1 where there are no blocks.
  double operator()(int size) const {
    const auto blocks = static_cast<double>(blocks_.of[size - 2]);
    return blocks == 0 ? 1 : entries_ / (blocks * size * size);
  }

 private:
  template <class ExecutionSpace, class Column, class Offset>
  void look(const ExecutionSpace& exec, const BlockRowWalk<Column, Offset>& walk, std::int64_t nnz) {
    using Sample = SampleBlocks<Column, Offset>;
    const Sample sample(walk, nnz, sizes_, max_sampled_entries<ExecutionSpace>);
    entries_ = static_cast<double>(sample.samples * Sample::unit);
    blocks_ = join_over<Counts<detected_sizes>>("sporos::sample_blocks", exec, detected_sizes * sample.samples, sample);
  }

  unsigned sizes_ = 0;
  double entries_ = 0;  // both in the unit of the sample
  Counts<detected_sizes> blocks_{};
};

/// \brief The size from 2 to 8 whose blocks take the fewest bytes, where that is fewer than compressed rows take.
/// \param full_only  whether only sizes count whose sampled blocks are all full
///
/// Samples the blocks of at most 16384 entries, 4096 on a host, for each size that the column runs do not rule out;
/// waits.
template <class ExecutionSpace, class Column, class Offset, class MemorySpace>
std::optional<int> sampled_block_size(const ExecutionSpace& exec, const RowsByColumn<Column, Offset, MemorySpace>& rows,
                                      std::int64_t value_bytes, bool full_only = false) {
  const auto of_a_place = [&](int size) {
    return static_cast<double>(value_bytes) + sizeof(Column) / static_cast<double>(size * size);
  };
  const double of_crs = static_cast<double>(value_bytes) + sizeof(Column);
  const SampledFill fill(
      exec, rows,
      [&](int size) {
        return of_a_place(size) * rows.runs.fewest_places(size) < of_crs * static_cast<double>(rows.nnz());
      },
      full_only);
  std::optional<int> best;
  double fewest = of_crs;
  for (int size = 2; size <= largest_detected_block; ++size) {
    if (!fill.has(size) || of_a_place(size) / fill(size) >= fewest) continue;
    if (full_only && fill(size) < 1) continue;
    fewest = of_a_place(size) / fill(size);
    best = size;
  }
  return best;
}

}  // namespace detail
}  // namespace sporos
