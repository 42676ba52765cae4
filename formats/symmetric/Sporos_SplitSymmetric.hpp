// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief What is determined before a conversion to half storage: tiles, and which entries are near, halved or rest.
#pragma once

#include "formats/common/Sporos_Arguments.hpp"
#include "formats/common/Sporos_LaunchKernel.hpp"
#include "formats/common/Sporos_RowOffsets.hpp"
#include "formats/symmetric/Sporos_SymmetricPairs.hpp"

namespace sporos {
namespace detail {

/// \brief Finds the first row of each tile: tiles of `tile_rows` rows or, if that is 0, equal shares of rows and
/// entries.
template <class Offset>
struct FindSymmetricTile {
  const Offset* row_offsets;
  std::int64_t num_rows;
  std::int64_t num_tiles;
  std::int64_t tile_rows;
  std::int64_t* tile_begins;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t tile) const {
    if (tile == num_tiles) {
      tile_begins[tile] = num_rows;
    } else if (tile_rows > 0) {
      tile_begins[tile] = tile * tile_rows;
    } else {
      tile_begins[tile] = first_row(work_before(num_rows) / num_tiles * tile);
    }
  }

 private:
  KOKKOS_INLINE_FUNCTION std::int64_t work_before(std::int64_t row) const {
    return static_cast<std::int64_t>(row_offsets[row]) + row;
  }
  KOKKOS_INLINE_FUNCTION std::int64_t first_row(std::int64_t work) const {
    std::int64_t low = 0;
    for (std::int64_t high = num_rows; low < high;) {
      const std::int64_t middle = low + (high - low) / 2;
      if (work_before(middle) < work) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
};

struct SymmetricTotals {
  std::int64_t near_entries;
  std::int64_t halved;
  std::int64_t reach;  // the largest distance of a near entry
  std::int64_t tile_rows;
};

/// \brief Counts the entries of each kind, in total and for each row; one index per row.
template <class Value, class Column, class Offset>
struct CountSymmetricRow {
  using value_type = SymmetricTotals;

  SymmetricPairs<Value, Column, Offset> pairs;
  const std::int64_t* tile_begins;
  std::int64_t num_tiles;
  Offset* near_lengths;
  Offset* rest_lengths;

  KOKKOS_INLINE_FUNCTION void init(value_type& totals) const { totals = {0, 0, 0, 0}; }
  template <class Into, class From>
  KOKKOS_INLINE_FUNCTION void join(Into& into, const From& from) const {
    into.near_entries = into.near_entries + from.near_entries;
    into.halved = into.halved + from.halved;
    if (into.reach < from.reach) into.reach = from.reach;
    if (into.tile_rows < from.tile_rows) into.tile_rows = from.tile_rows;
  }

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row, value_type& totals) const {
    std::int64_t near_entries = 0;
    std::int64_t rest = 0;
    pairs.visit(
        row,
        [&](std::int64_t, std::int64_t distance, Offset) {
          ++near_entries;
          if (totals.reach < distance) totals.reach = distance;
        },
        [&](std::int64_t) { ++rest; }, [&] { ++totals.halved; });
    totals.near_entries += near_entries;
    if (row < num_tiles) {
      const std::int64_t rows = tile_begins[row + 1] - tile_begins[row];
      if (totals.tile_rows < rows) totals.tile_rows = rows;
    }
    near_lengths[row] = static_cast<Offset>(near_entries);
    rest_lengths[row] = static_cast<Offset>(rest);
  }
};

/// \brief The layout of half storage, before the entries are moved.
template <class View>
struct SymmetricSplit {
  using Value = typename View::value_type;
  using Column = typename View::column_type;
  using Offset = typename View::offset_type;
  using Matrix = SymmetricMatrix<Value, Column, Offset, typename View::memory_space>;

  SymmetricCounts counts;
  std::int64_t tile_rows = 0;
  std::int64_t reach = 0;
  decltype(Matrix::tile_begins) tile_begins;
  decltype(Matrix::near_offsets) near_offsets;
  decltype(Matrix::rest_offsets) rest_offsets;
  decltype(Matrix::near_map) mirrors;

  SymmetricPairs<Value, Column, Offset> pairs(const View& view) const {
    return {view.row_offsets.data(), view.columns.data(), view.values.data(), mirrors.data()};
  }
};

template <class ExecutionSpace>
std::int64_t symmetric_tiles(const ExecutionSpace& exec, std::int64_t num_rows, std::int64_t tile_rows) {
  if (tile_rows > 0) return num_rows / tile_rows + (num_rows % tile_rows > 0 ? 1 : 0);
  const std::int64_t threads = concurrency(exec);
  return threads < num_rows ? threads : num_rows;
}

/// \brief The sums that a thread of a host keeps for later rows. When it is at the end of its window, it moves `reach`
/// sums to the beginning; so the window has room for at least as many further rows before that. It needs no more than
/// the rows of the tile, and is rounded up to whole cache lines.
constexpr std::int64_t symmetric_window(std::int64_t reach, std::int64_t tile_rows) {
  constexpr std::int64_t fewest_rows = 1024;
  const std::int64_t wanted = reach + (reach > fewest_rows ? reach : fewest_rows);
  const std::int64_t window = wanted < tile_rows ? wanted : tile_rows;
  constexpr std::int64_t multiple = 8;
  return (window + multiple - 1) / multiple * multiple;
}

/// \brief Splits the entries of a square matrix; waits for the counts.
template <class ExecutionSpace, class View>
SymmetricSplit<View> split_symmetric(const ExecutionSpace& exec, const View& view, const SymmetricOptions& options) {
  constexpr bool on_host = is_host_execution<ExecutionSpace>;
  require_square("to_symmetric", view, " for half storage");
  require(options.tile_rows >= 0, "to_symmetric", "tile_rows is ", options.tile_rows, ", but must not be negative");
  require(on_host || options.tile_rows <= symmetric_max_tile_rows, "to_symmetric", "tile_rows is ", options.tile_rows,
          ", but a team can take ", symmetric_max_tile_rows, " at most");
  const std::int64_t tile_rows = on_host || options.tile_rows > 0 ? options.tile_rows : symmetric_max_tile_rows;
  using Split = SymmetricSplit<View>;
  Split split;
  split.counts.num_rows = view.num_rows;
  split.counts.tiles = symmetric_tiles(exec, view.num_rows, tile_rows);
  require(split.counts.tiles < INT32_MAX, "to_symmetric", "tiles of ", tile_rows, " rows would be ", split.counts.tiles,
          "; a launch has at most ", INT32_MAX - 1);
  split.tile_begins =
      fresh_array<decltype(split.tile_begins)>(exec, "sporos::symmetric[tiles]", split.counts.tiles + 1);
  split.near_offsets =
      fresh_array<decltype(split.near_offsets)>(exec, "sporos::symmetric[near rows]", view.num_rows + 1);
  split.rest_offsets =
      fresh_array<decltype(split.rest_offsets)>(exec, "sporos::symmetric[rest rows]", view.num_rows + 1);
  split.mirrors = fresh_array<decltype(split.mirrors)>(exec, "sporos::symmetric[mirrors]", view.nnz());
  const auto ascends = fresh_array<Kokkos::View<std::uint8_t*, typename View::memory_space>>(
      exec, "sporos::symmetric[ascends]", view.num_rows);
  using Value = typename View::value_type;
  using Column = typename View::column_type;
  using Offset = typename View::offset_type;
  launch_kernel("sporos::to_symmetric[tiles]", RowRange<ExecutionSpace>(exec, 0, split.counts.tiles + 1),
                FindSymmetricTile<Offset>{view.row_offsets.data(), view.num_rows, split.counts.tiles, tile_rows,
                                          split.tile_begins.data()});
  const RowRange<ExecutionSpace> rows(exec, 0, view.num_rows);
  launch_kernel("sporos::to_symmetric[ascends]", rows,
                SeeWhetherRowAscends<Column, Offset>{view.row_offsets.data(), view.columns.data(), ascends.data()});
  Kokkos::deep_copy(exec, split.mirrors, static_cast<Offset>(-1));
  launch_kernel("sporos::to_symmetric[mirrors]", rows,
                FindMirrors<Value, Column, Offset>{view.row_offsets.data(), view.columns.data(), view.values.data(),
                                                   ascends.data(), split.tile_begins.data(), split.counts.tiles,
                                                   split.mirrors.data()});
  SymmetricTotals totals{0, 0, 0, 0};
  Kokkos::parallel_reduce(
      "sporos::to_symmetric[count]", rows,
      CountSymmetricRow<Value, Column, Offset>{split.pairs(view), split.tile_begins.data(), split.counts.tiles,
                                               split.near_offsets.data(), split.rest_offsets.data()},
      totals);
  lengths_to_offsets(exec, view.num_rows, split.near_offsets.data());
  lengths_to_offsets(exec, view.num_rows, split.rest_offsets.data());
  wait_for(exec, "sporos::to_symmetric[wait]");
  split.tile_rows = totals.tile_rows;
  split.reach = totals.reach;
  split.counts.near_entries = totals.near_entries;
  split.counts.halved_entries = totals.halved;
  split.counts.rest_entries = view.nnz() - totals.near_entries - totals.halved;
  if (on_host) split.counts.window = symmetric_window(totals.reach, totals.tile_rows);
  return split;
}

}  // namespace detail

/// \brief What to_symmetric() would store, for bytes_as_symmetric(); as much work as half the conversion.
template <class ExecutionSpace, class Matrix, class = detail::if_space<ExecutionSpace>>
SymmetricCounts count_symmetric(const ExecutionSpace& exec, const Matrix& A, const SymmetricOptions& options = {}) {
  const detail::Caller caller("count_symmetric");
  return detail::split_symmetric(exec, detail::convertible_crs(exec, A, "count_symmetric").view, options).counts;
}

/// \brief Refuses other arguments at compile time.
template <class... Given, class = detail::if_wrong<
                              detail::Parameters<2, detail::AnInstance, detail::AMatrix, SymmetricOptions>, Given...>>
SymmetricCounts count_symmetric(const Given&...) {
  static_assert(detail::are_right<Given...>,
                "sporos::count_symmetric: the arguments are exec, A (, options); A is in compressed rows, and options "
                "are sporos::SymmetricOptions");
  return SymmetricCounts();
}

}  // namespace sporos
