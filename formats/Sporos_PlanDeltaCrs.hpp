// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief What is found out before compressed rows become delta CRS: tiles, base columns, how numbers can be stored.
#pragma once

#include <memory>

#include "formats/Sporos_DeltaTiles.hpp"
#include "formats/Sporos_DeltaValues.hpp"

namespace sporos {
namespace detail {

/// \brief The tiles of a matrix and the ways its numbers can be stored: all that is known before the entries move.
template <class View>
struct DeltaPlan {
  using Column = typename View::column_type;
  using MemorySpace = typename View::memory_space;
  using Matrix = DeltaCrsMatrix<typename View::value_type, Column, typename View::offset_type, MemorySpace>;

  DeltaCrsCounts counts;
  DeltaTileShape shape;
  decltype(Matrix::tiles) tiles;
  decltype(Matrix::split_rows) split_rows;
  decltype(Matrix::first_piece) first_piece;
  decltype(Matrix::end_piece) end_piece;
  std::shared_ptr<ValueTable<typename View::value_type, MemorySpace>> table;
};

template <class ExecutionSpace, class Functor>
void for_each_tile(const char* label, const ExecutionSpace& exec, std::int64_t num_tiles, const Functor& functor) {
  constexpr int threads = 64;
  Kokkos::parallel_for(label,
                       Kokkos::TeamPolicy<ExecutionSpace>(exec, static_cast<int>(num_tiles),
                                                          is_host_execution<ExecutionSpace> ? 1 : threads, 1),
                       functor);
}

template <class ExecutionSpace, class View>
void cut_tiles(const ExecutionSpace& exec, const View& view, DeltaPlan<View>& plan) {
  using Cut = CutDeltaTiles<typename View::column_type, typename View::offset_type>;
  const DeltaTileShape& shape = plan.shape;
  Cut cut{view.row_offsets.data(), view.num_rows, shape, nullptr, nullptr, nullptr, nullptr};
  const EntryRange<ExecutionSpace> stretches(exec, 0, (view.num_rows + shape.stretch_rows - 1) / shape.stretch_rows);
  DeltaTileCount count{0, 0, 0};
  if (view.num_rows > 0) {
    Kokkos::parallel_scan("sporos::delta_crs[count tiles]", stretches, cut, count);
    exec.fence();
  }
  require(count.tiles < INT32_MAX, "to_delta_crs", "the matrix needs ", count.tiles, " tiles; a launch has at most ",
          INT32_MAX - 1);
  plan.counts.tiles = count.tiles;
  plan.counts.pieces = count.pieces;
  plan.counts.split_rows = count.split_rows;
  plan.tiles = fresh_array<decltype(plan.tiles)>("sporos::tiles", count.tiles + 1);
  plan.split_rows = fresh_array<decltype(plan.split_rows)>("sporos::split_rows", count.split_rows);
  plan.first_piece = fresh_array<decltype(plan.first_piece)>("sporos::first_piece", count.split_rows);
  plan.end_piece = fresh_array<decltype(plan.end_piece)>("sporos::end_piece", count.split_rows);
  if (view.num_rows == 0) {
    Kokkos::deep_copy(exec, plan.tiles, DeltaTile<typename View::column_type>{0, 0, -1, 0, -1});
    return;
  }
  cut.tiles = plan.tiles.data();
  cut.split_rows = plan.split_rows.data();
  cut.first_piece = plan.first_piece.data();
  cut.end_piece = plan.end_piece.data();
  Kokkos::parallel_scan("sporos::delta_crs[write tiles]", stretches, cut);
}

template <class ExecutionSpace, class View>
void find_bases(const ExecutionSpace& exec, const View& view, DeltaColumns columns, DeltaPlan<View>& plan) {
  using Column = typename View::column_type;
  if (plan.counts.tiles == 0) return;
  for_each_tile("sporos::delta_crs[bases]", exec, plan.counts.tiles,
                FindDeltaBases<Column>{plan.tiles.data(), view.columns.data(), columns == DeltaColumns::wide});
  Kokkos::parallel_scan("sporos::delta_crs[upper bits]", EntryRange<ExecutionSpace>(exec, 0, plan.counts.tiles),
                        PlaceDeltaHighs<Column>{plan.tiles.data()}, plan.counts.wide_entries);
  exec.fence();
  require(columns != DeltaColumns::narrow || plan.counts.wide_entries == 0, "to_delta_crs", "columns = narrow, but ",
          plan.counts.wide_entries, " of ", view.nnz(), " entries are in tiles that are wider than 16 bits");
}

template <class ExecutionSpace, class View>
void choose_values(const ExecutionSpace& exec, const View& view, DeltaValues asked, DeltaPlan<View>& plan) {
  using Matrix = typename DeltaPlan<View>::Matrix;
  using Table = ValueTable<typename View::value_type, typename View::memory_space>;
  // With fewer entries there is nothing to gain, and new values would be refused for it.
  constexpr std::int64_t fewest_to_compress = 4096;
  const bool is_small = asked == DeltaValues::automatic && view.nnz() < fewest_to_compress;
  plan.counts.values = DeltaValues::plain;
  if (is_small) return;
  if (asked != DeltaValues::plain && asked != DeltaValues::narrow) {
    plan.table = std::make_shared<Table>(exec, view.values);
    require(asked != DeltaValues::table || plan.table->fits(), "to_delta_crs",
            "values = table, but there are more than ", delta_table_size, " different values");
    if (plan.table->fits()) {
      plan.counts.values = DeltaValues::table;
      return;
    }
    plan.table.reset();
  }
  if (asked != DeltaValues::plain) {
    require(asked != DeltaValues::narrow || Matrix::has_narrow, "to_delta_crs",
            "values = narrow, but there is no narrower type");
    if (!Matrix::has_narrow || view.nnz() == 0) return;
    const std::int64_t first = first_too_wide<typename Matrix::narrow_type>(exec, view.values);
    require(asked != DeltaValues::narrow || first == no_row, "to_delta_crs", "values = narrow, but values[", first,
            "] is not exact in single precision");
    if (first == no_row) plan.counts.values = DeltaValues::narrow;
  }
}

template <class ExecutionSpace, class View>
DeltaPlan<View> plan_delta_crs(const ExecutionSpace& exec, const ConvertibleCrs<View>& crs,
                               const DeltaCrsOptions& options) {
  DeltaPlan<View> plan;
  plan.shape = delta_tile_shape(options, crs.profile);
  // Columns that would need more than the upper bits have would need a larger x than there is memory.
  require(sizeof(typename View::column_type) <= 4 || crs.view.num_columns >> 48 == 0, "to_delta_crs", "the matrix has ",
          crs.view.num_columns, " columns; at most 2^48 are possible");
  plan.counts.num_rows = crs.view.num_rows;
  plan.counts.nnz = crs.view.nnz();
  cut_tiles(exec, crs.view, plan);
  find_bases(exec, crs.view, options.columns, plan);
  choose_values(exec, crs.view, options.values, plan);
  return plan;
}

}  // namespace detail

/// \brief What bytes_as_delta_crs() needs to know. About the cost of a few products, without a copy of the matrix;
/// waits.
/// \throws std::invalid_argument as to_delta_crs(), but for the memory
template <class ExecutionSpace, class Crs>
DeltaCrsCounts count_delta_crs(const ExecutionSpace& exec, const Crs& A, const DeltaCrsOptions& options = {}) {
  return detail::plan_delta_crs(exec, detail::convertible_crs(exec, A, "count_delta_crs"), options).counts;
}

}  // namespace sporos
