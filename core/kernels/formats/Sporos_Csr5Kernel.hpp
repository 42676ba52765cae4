// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief `y = alpha*A*x + beta*y` for CSR5: a segmented sum over each tile.
///
/// Who computes what: group `g` of omega lanes takes tile `g`, each lane sigma entries of it. A row that begins and
/// ends in one lane is finished there; other sums are added over consecutive lanes. The partial sum of a row that
/// continues from the previous tile or into the next one goes to `carries`, for FixUpKernel. The groups after those of
/// the tiles take one row of the tail each. On hosts a thread is a group and goes through the lanes in order. Empty
/// rows are not touched: they are for EmptyRowsKernel. The launch must give a group for each tile and each row of the
/// tail, and SegmentedReduce's scratch.
///
/// Bytes: entries, x and y as in CoopKernel; instead of row offsets a `Csr5Lane` for sigma entries, and a `Csr5Tile`
/// and two Sums per tile. Source: Liu & Vinter 2015, section 3.4.
#pragma once

#include "core/device/Sporos_SegmentedReduce.hpp"
#include "core/kernels/Sporos_CrsOperand.hpp"
#include "core/kernels/Sporos_Epilogue.hpp"
#include "core/kernels/Sporos_StridedSum.hpp"
#include "formats/csr5/Sporos_Csr5Matrix.hpp"
#include "policies/crs/Sporos_LaneWork.hpp"

namespace sporos {
namespace detail {

template <class Operand, class Epilogue, Reduction How>
struct Csr5Kernel {
  using Sum = typename Operand::sum_t;
  using entry_index = typename Operand::entry_index;
  using Load = typename Operand::Load;
  using Segments = SegmentedReduce<typename Operand::execution_space, How, Sum>;
  static constexpr bool thread_is_group = How == Reduction::thread;

  static constexpr std::size_t scratch_bytes(int block_size) {
    return thread_is_group ? 0 : static_cast<std::size_t>(block_size) * Segments::scratch_bytes_per_lane;
  }

  Operand a;
  Epilogue epilogue;
  Csr5Shape shape;
  std::int64_t num_tiles;
  const Csr5Tile* tiles;
  const Csr5Lane* lanes;
  const std::int32_t* start_rows;
  std::int64_t first_tail_row;
  std::int64_t end_tail_row;
  Sum* carries;

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& member) const {
    if constexpr (thread_is_group) {
      const std::int64_t group = member.league_rank();
      if (group < num_tiles) {
        walk_tile(group);
      } else {
        finish_tail_row(first_tail_row + group - num_tiles, tail_sum(first_tail_row + group - num_tiles, 0, 1));
      }
    } else {
      const int groups = member.team_size() / shape.omega;
      run_group(member, static_cast<std::int64_t>(member.league_rank()) * groups + member.team_rank() / shape.omega,
                member.team_rank() % shape.omega);
    }
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION entry_index first_entry(std::int64_t tile) const {
    return static_cast<entry_index>(tile * shape.entries());
  }

  // Hands over the sum of the whole row that begins with start number `start` of the tile.
  KOKKOS_FORCEINLINE_FUNCTION void finish(const Csr5Tile& tile, std::int64_t first_row, int start,
                                          const Sum& sum) const {
    const std::int64_t row = tile.first_start_row < 0
                                 ? first_row + start
                                 : tile.first_row + Load::load(start_rows + tile.first_start_row + start);
    epilogue(row, sum);
  }

  // The row of the first start in the tile, if there are no empty rows.
  KOKKOS_FORCEINLINE_FUNCTION std::int64_t row_of_first_start(const Csr5Tile& tile, std::int64_t t) const {
    return tile.first_row + ((Load::load(&lanes[t * shape.omega].row_starts) & 1u) != 0 ? 0 : 1);
  }

  KOKKOS_FORCEINLINE_FUNCTION Csr5Tile load_tile(std::int64_t t) const {
    return {Load::load(&tiles[t].first_row), Load::load(&tiles[t].first_start_row), Load::load(&tiles[t].num_starts),
            Load::load(&tiles[t].ends_inside_row)};
  }

  // One thread goes through all lanes.
  KOKKOS_INLINE_FUNCTION void walk_tile(std::int64_t t) const {
    const Csr5Tile tile = load_tile(t);
    const std::int64_t first_row = row_of_first_start(tile, t);
    Sum sum(0);
    Sum entering(0);
    int starts = 0;
    for (int lane = 0; lane < shape.omega; ++lane) {
      std::uint32_t row_starts = lanes[t * shape.omega + lane].row_starts;
      for (int i = 0; i < shape.sigma; ++i, row_starts >>= 1) {
        if ((row_starts & 1u) != 0) {
          if (starts == 0) {
            entering = sum;
          } else {
            finish(tile, first_row, starts - 1, sum);
          }
          ++starts;
          sum = Sum(0);
        }
        sum += a.product(a.entry(first_entry(t) + static_cast<entry_index>(i * shape.omega + lane)));
      }
    }
    leave_tile(tile, first_row, t, starts, starts == 0 ? sum : entering, sum);
  }

  // Finishes or carries over the last row of the tile, and the row that was continued from the previous tile.
  KOKKOS_FORCEINLINE_FUNCTION void leave_tile(const Csr5Tile& tile, std::int64_t first_row, std::int64_t t, int starts,
                                              const Sum& entering, const Sum& last) const {
    carries[2 * t] = entering;
    if (starts == 0) {
      carries[2 * t + 1] = Sum(0);
    } else {
      finish_or_leave(tile, first_row, t, starts, last);
    }
  }

  KOKKOS_FORCEINLINE_FUNCTION void finish_or_leave(const Csr5Tile& tile, std::int64_t first_row, std::int64_t t,
                                                   int starts, const Sum& sum) const {
    if (starts == tile.num_starts && tile.ends_inside_row != 0) {
      carries[2 * t + 1] = sum;
    } else {
      finish(tile, first_row, starts - 1, sum);
    }
  }

  // The work of one lane of a group. All groups of a team make the same calls to primitives.
  template <class Member>
  KOKKOS_INLINE_FUNCTION void run_group(const Member& member, std::int64_t group, int lane) const {
    const Segments segments(member);
    const bool has_tile = group < num_tiles;
    const std::int64_t tail_row = first_tail_row + group - num_tiles;
    const bool has_tail_row = !has_tile && tail_row < end_tail_row;
    Csr5Tile tile{0, -1, 0, 0};
    std::int64_t first_row = 0;
    Csr5Lane mine{0, 0, static_cast<std::uint16_t>(shape.omega - 1 - lane)};
    int starts = 0;
    Sum before(0);  // sum of the entries before the first start in this lane
    Sum last(0);    // sum of those from the last start on
    if (has_tile) {
      tile = load_tile(group);
      first_row = row_of_first_start(tile, group);
      const Csr5Lane* const address = lanes + group * shape.omega + lane;
      mine = {Load::load(&address->row_starts), Load::load(&address->starts_before), Load::load(&address->run_after)};
      starts = mine.starts_before;
      walk_lane(tile, first_row, first_entry(group) + static_cast<entry_index>(lane), mine.row_starts, starts, before,
                last);
    } else if (has_tail_row) {
      before = tail_sum(tail_row, lane, shape.omega);
    }
    const Sum run = segments.sum_of_run(member, before, mine.run_after, shape.omega);
    const Sum following = segments.from_next(member, run, shape.omega);
    if (has_tile) {
      if (mine.row_starts != 0) finish_or_leave(tile, first_row, group, starts, last + following);
      if (lane == 0) {
        carries[2 * group] = run;
        if (tile.num_starts == 0) carries[2 * group + 1] = Sum(0);
      }
    } else if (has_tail_row && lane == 0) {
      finish_tail_row(tail_row, run);
    }
  }

  // The entries of one lane: finishes the rows that begin and end in it.
  KOKKOS_FORCEINLINE_FUNCTION void walk_lane(const Csr5Tile& tile, std::int64_t first_row, entry_index first,
                                             std::uint32_t row_starts, int& starts, Sum& before, Sum& last) const {
    constexpr int in_flight = InFlight::in_csr5_lane;
    bool has_start = false;
    Sum sum(0);
    for (int i = 0; i < shape.sigma; i += in_flight) {
      typename Operand::Entry loaded[in_flight];
      for (int j = 0; j < in_flight; ++j) {
        if (i + j < shape.sigma) loaded[j] = a.entry(first + static_cast<entry_index>((i + j) * shape.omega));
      }
      for (int j = 0; j < in_flight; ++j) {
        if (i + j >= shape.sigma) break;
        if ((row_starts >> (i + j) & 1u) != 0) {
          if (has_start) {
            finish(tile, first_row, starts - 1, sum);
          } else {
            before = sum;
          }
          has_start = true;
          ++starts;
          sum = Sum(0);
        }
        sum += a.product(loaded[j]);
      }
    }
    (has_start ? last : before) = sum;
  }

  KOKKOS_INLINE_FUNCTION Sum tail_sum(std::int64_t row, int lane, int width) const {
    const entry_index tail = first_entry(num_tiles);
    const entry_index begin = a.row_begin(row) > tail ? a.row_begin(row) : tail;
    return strided_sum<1>(a, begin + static_cast<entry_index>(lane), a.row_begin(row + 1), width);
  }

  KOKKOS_INLINE_FUNCTION void finish_tail_row(std::int64_t row, const Sum& sum) const {
    if (a.row_begin(row) < first_entry(num_tiles)) {
      carries[2 * num_tiles] = sum;
    } else if (a.row_begin(row) < a.row_begin(row + 1)) {
      epilogue(row, sum);
    }
  }
};

}  // namespace detail
}  // namespace sporos
