// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Row blocks: consecutive rows whose entries fit a tile.
#pragma once

#include "core/kernels/Sporos_RowEntry.hpp"
#include "formats/Sporos_CrsView.hpp"
#include "formats/Sporos_RowsThatFit.hpp"

namespace sporos {

/// \brief Limits of a row block; a single row may exceed `entries`.
struct RowBlockLimits {
  std::int64_t entries;  ///< of a tile
  std::int64_t rows;     ///< usually the threads of a team
};

namespace detail {

// Cuts stretches of rows into blocks. Stretches are independent of each other, hence the parallelism; within one,
// every block takes as many rows as fit.
template <class Offset>
struct CutRowBlocks {
  const Offset* row_offsets;
  std::int64_t num_rows;
  RowBlockLimits limits;

  // Eight full blocks, unless that makes the one thread that goes from block to block slow.
  KOKKOS_INLINE_FUNCTION std::int64_t stretch_rows() const {
    constexpr std::int64_t most = 1024;
    return 8 * limits.rows <= most ? 8 * limits.rows
           : limits.rows < most    ? most / limits.rows * limits.rows
                                   : limits.rows;
  }
  KOKKOS_INLINE_FUNCTION std::int64_t num_stretches() const { return (num_rows + stretch_rows() - 1) / stretch_rows(); }

  // The end of a block that begins at `row`, in a stretch that ends at `last`.
  KOKKOS_INLINE_FUNCTION std::int64_t block_end(std::int64_t row, std::int64_t last) const {
    const auto row_begin = [&](std::int64_t at) { return static_cast<std::int64_t>(row_offsets[at]); };
    return rows_that_fit(row, row + limits.rows < last ? row + limits.rows : last, limits.entries, row_begin);
  }
};

// One team a stretch. Where a team has many threads, they find for every row where a block that began there would
// end, and one of them then only follows these ends: of the two, the searches take the time.
template <class Offset>
struct RowBlocksPass {
  CutRowBlocks<Offset> cut;
  std::int64_t* first_block;  // of each stretch: written as a count where begins is null, else read
  RowEntry* begins;

  std::size_t scratch_bytes() const { return static_cast<std::size_t>(cut.stretch_rows()) * sizeof(int); }

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& member) const {
    const std::int64_t stretch = member.league_rank();
    const std::int64_t first = stretch * cut.stretch_rows();
    const std::int64_t last = first + cut.stretch_rows() < cut.num_rows ? first + cut.stretch_rows() : cut.num_rows;
    if (member.team_size() == 1) {
      follow(stretch, first, last, [&](std::int64_t row) { return cut.block_end(row, last); });
      return;
    }
    auto* const ends = static_cast<int*>(member.team_scratch(0).get_shmem(cut.stretch_rows() * sizeof(int)));
    for (std::int64_t row = first + member.team_rank(); row < last; row += member.team_size()) {
      ends[row - first] = static_cast<int>(cut.block_end(row, last) - first);
    }
    member.team_barrier();
    if (member.team_rank() == 0) {
      follow(stretch, first, last, [&](std::int64_t row) { return first + ends[row - first]; });
    }
  }

 private:
  template <class End>
  KOKKOS_INLINE_FUNCTION void follow(std::int64_t stretch, std::int64_t first, std::int64_t last,
                                     const End& end) const {
    if (begins == nullptr) {
      std::int64_t count = 0;
      for (std::int64_t row = first; row < last; row = end(row)) ++count;
      first_block[stretch] = count;
      return;
    }
    const auto entry = [&](std::int64_t row) { return static_cast<std::int64_t>(cut.row_offsets[row]); };
    std::int64_t block = first_block[stretch];
    for (std::int64_t row = first; row < last; row = end(row)) begins[block++] = {row, entry(row)};
    if (last == cut.num_rows) begins[block] = {last, entry(last)};
  }
};

// Turns counts into positions, in place; the total comes out as the result of the scan.
struct PositionsOfCounts {
  std::int64_t* counts;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i, std::int64_t& before, bool final) const {
    const std::int64_t count = counts[i];
    if (final) counts[i] = before;
    before += count;
  }
};

template <class ExecutionSpace>
using IndexRange = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>;

template <class View, class ExecutionSpace>
View allocate(const ExecutionSpace& exec, const char* label, std::int64_t count) {
  return View(Kokkos::view_alloc(exec, std::string(label), Kokkos::WithoutInitializing),
              static_cast<std::size_t>(count));
}

/// Replaces counts by the sums of those before them; returns the sum of all. Waits for it.
template <class ExecutionSpace, class Counts>
std::int64_t positions_of_counts(const ExecutionSpace& exec, const Counts& counts) {
  std::int64_t total = 0;
  Kokkos::parallel_scan("sporos::setup[positions]",
                        IndexRange<ExecutionSpace>(exec, 0, static_cast<std::int64_t>(counts.extent(0))),
                        PositionsOfCounts{counts.data()}, total);
  exec.fence();
  return total;
}

}  // namespace detail

/// \brief Where every block begins and, behind the last one, where the rows end.
///
/// Depends on the row offsets and the limits alone, not on the execution space. Two passes over the blocks, one host
/// synchronisation. Source: He & Gao 2016, section 3.1, with blocks that end at the end of a stretch, too.
template <class ExecutionSpace, class Matrix>
auto make_row_blocks(const ExecutionSpace& exec, const Matrix& matrix, const RowBlockLimits& limits) {
  using Counts = Kokkos::View<std::int64_t*, typename ExecutionSpace::memory_space>;
  using Begins = Kokkos::View<RowEntry*, typename ExecutionSpace::memory_space>;
  using Offset = typename Matrix::offset_type;
  const detail::CutRowBlocks<Offset> cut{matrix.row_offsets.data(), matrix.num_rows, limits};
  const std::int64_t stretches = cut.num_stretches();
  const auto run = [&](const char* label, const detail::RowBlocksPass<Offset>& pass) {
    Kokkos::TeamPolicy<ExecutionSpace> policy(exec, static_cast<int>(stretches),
                                              is_host_execution<ExecutionSpace> ? 1 : 128, 1);
    if (!is_host_execution<ExecutionSpace>) {
      policy.set_scratch_size(0, Kokkos::PerTeam(static_cast<int>(pass.scratch_bytes())));
    }
    Kokkos::parallel_for(label, policy, pass);
  };
  const auto first_block = detail::allocate<Counts>(exec, "sporos first block", stretches);
  run("sporos::setup[count row blocks]", {cut, first_block.data(), nullptr});
  const std::int64_t blocks = detail::positions_of_counts(exec, first_block);
  const auto begins = detail::allocate<Begins>(exec, "sporos row blocks", blocks + 1);
  run("sporos::setup[write row blocks]", {cut, first_block.data(), begins.data()});
  return begins;
}

}  // namespace sporos
