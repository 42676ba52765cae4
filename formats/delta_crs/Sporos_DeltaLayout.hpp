// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief What is determined before a conversion to delta CRS: tiles, base columns, and how numbers can be stored.
#pragma once

#include <memory>

#include "formats/common/Sporos_Arguments.hpp"
#include "formats/common/Sporos_LaunchKernel.hpp"
#include "formats/common/Sporos_RowOffsets.hpp"
#include "formats/delta_crs/Sporos_DeltaTiles.hpp"
#include "formats/delta_crs/Sporos_DeltaValues.hpp"

namespace sporos {
namespace detail {

/// \brief The tiles of a matrix and the ways its numbers can be stored: all that is known before the entries move.
template <class View>
struct DeltaLayout {
  using Column = typename View::column_type;
  using MemorySpace = typename View::memory_space;
  using Matrix = DeltaCrsMatrix<typename View::value_type, Column, typename View::offset_type, MemorySpace>;

  DeltaCrsCounts counts;
  DeltaTileShape shape;
  Kokkos::View<std::int64_t*, MemorySpace> tiles_of_segments;  ///< until the tiles are written
  decltype(Matrix::tiles) tiles;
  decltype(Matrix::split_rows) split_rows;
  decltype(Matrix::first_piece) first_piece;
  decltype(Matrix::end_piece) end_piece;
  std::shared_ptr<ValueTable<typename View::value_type, MemorySpace>> table;
};

template <class ExecutionSpace, class Functor>
void for_each_tile(const char* label, const ExecutionSpace& exec, std::int64_t num_tiles, const Functor& functor) {
  constexpr int threads = 64;
  launch_kernel(label,
                Kokkos::TeamPolicy<ExecutionSpace>(exec, static_cast<int>(num_tiles),
                                                   is_host_execution<ExecutionSpace> ? 1 : threads, 1),
                functor);
}

template <class ExecutionSpace, class Cut>
void for_each_segment(const char* label, const ExecutionSpace& exec, std::int64_t num_segments, const Cut& cut) {
  constexpr int threads = 64;
  Kokkos::TeamPolicy<ExecutionSpace> policy(exec, static_cast<int>(num_segments),
                                            is_host_execution<ExecutionSpace> ? 1 : threads, 1);
  policy.set_scratch_size(0, scratch_of_team(cut.scratch_bytes()));
  launch_kernel(label, policy, cut);
}

// Launches have a team per segment and later a team per tile.
inline void require_teams(std::int64_t teams) {
  require(teams < INT32_MAX, "to_delta_crs", "the matrix needs ", teams, " tiles or more; a launch has at most ",
          INT32_MAX - 1);
}

// Writes the tiles; even tiles are written later, together with their base columns.
template <class ExecutionSpace, class View>
void cut_tiles(const ExecutionSpace& exec, const ConvertibleCrs<View>& crs, DeltaLayout<View>& plan) {
  const View& view = crs.view;
  const DeltaTileShape& shape = plan.shape;
  const std::int64_t num_segments = (view.num_rows + shape.segment_rows - 1) / shape.segment_rows;
  const bool is_cut = !shape.is_even && num_segments > 0;
  const bool cuts_rows = is_cut && crs.profile.longest_row > DeltaTileShape::longest_whole_row;
  using Cut = CutDeltaTiles<typename View::column_type, typename View::offset_type>;
  const bool is_staged = !is_host_execution<ExecutionSpace> && shape.segment_rows <= Cut::max_staged_rows;
  Cut cut{view.row_offsets.data(), view.num_rows, shape, is_staged};
  DeltaCrsCounts& counts = plan.counts;
  counts.tiles = num_segments;
  require_teams(num_segments);
  if (is_cut) {
    const std::int64_t length = num_segments + 1;
    auto& of_segments = plan.tiles_of_segments;
    of_segments = fresh_array<std::decay_t<decltype(of_segments)>>(exec, "sporos::delta_crs[counts]",
                                                                   cuts_rows ? 3 * length : length);
    std::int64_t* const first = of_segments.data();
    cut.counts = {first, cuts_rows ? first + length : nullptr, cuts_rows ? first + 2 * length : nullptr};
    for_each_segment("sporos::delta_crs[count tiles]", exec, num_segments, cut);
    counts.tiles = sum_lengths(exec, num_segments, cut.counts.tiles);
    if (cuts_rows) {
      counts.pieces = sum_lengths(exec, num_segments, cut.counts.pieces);
      counts.split_rows = sum_lengths(exec, num_segments, cut.counts.split_rows);
    }
  }
  require_teams(counts.tiles);
  plan.tiles = fresh_array<decltype(plan.tiles)>(exec, "sporos::delta_crs[tiles]", counts.tiles + 1);
  plan.split_rows = fresh_array<decltype(plan.split_rows)>(exec, "sporos::delta_crs[split rows]", counts.split_rows);
  plan.first_piece = fresh_array<decltype(plan.first_piece)>(exec, "sporos::delta_crs[first piece]", counts.split_rows);
  plan.end_piece = fresh_array<decltype(plan.end_piece)>(exec, "sporos::delta_crs[end piece]", counts.split_rows);
  if (!is_cut) return;
  cut.tiles = plan.tiles.data();
  cut.split_rows = plan.split_rows.data();
  cut.first_piece = plan.first_piece.data();
  cut.end_piece = plan.end_piece.data();
  for_each_segment("sporos::delta_crs[write tiles]", exec, num_segments, cut);
}

template <class ExecutionSpace, class View>
void find_bases(const ExecutionSpace& exec, const View& view, DeltaColumns columns, DeltaLayout<View>& plan) {
  using Column = typename View::column_type;
  const std::int64_t num_tiles = plan.counts.tiles;
  if (num_tiles == 0) {
    Kokkos::deep_copy(exec, plan.tiles, DeltaTile<Column>{0, 0, 0, 0, -1});
    return;
  }
  for_each_tile("sporos::delta_crs[bases]", exec, num_tiles + 1,
                FindDeltaBases<Column, typename View::offset_type>{
                    plan.tiles.data(), num_tiles, view.row_offsets.data(), view.num_rows,
                    plan.shape.is_even ? plan.shape.rows : 0, view.columns.data(), columns == DeltaColumns::wide});
  Kokkos::parallel_scan("sporos::delta_crs[upper bits]", EntryRange<ExecutionSpace>(exec, 0, num_tiles + 1),
                        PlaceDeltaHighs<Column>{plan.tiles.data(), num_tiles});
}

/// \brief What only the last kernel of the layout finds.
struct DeltaFindings {
  ValueFit values;
  std::int64_t wide_entries = 0;

  template <class Into, class From>
  KOKKOS_INLINE_FUNCTION static void join(Into& into, const From& from) {
    ValueFit::join(into.values, from.values);
    into.wide_entries = into.wide_entries + from.wide_entries;
  }
};

// Inspects the numbers and also fetches the number of wide entries, to save a wait: on a GPU each takes as long as a
// small product.
template <class Value, class Narrow, class Column>
struct FindForDelta {
  FitValues<Value, Narrow> fit;
  std::int64_t num_values;
  const DeltaTile<Column>* past_last;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t k, DeltaFindings& found) const {
    if (k < num_values) fit(k, found.values);
    if (k == 0) found.wide_entries = past_last->first_high;
  }
};

/// \brief Chooses how numbers are stored, and counts the entries of wide tiles; waits.
template <class ExecutionSpace, class View>
void choose_values(const ExecutionSpace& exec, const View& view, const DeltaCrsOptions& options,
                   DeltaLayout<View>& plan) {
  using Value = typename View::value_type;
  using Matrix = typename DeltaLayout<View>::Matrix;
  using Table = ValueTable<Value, typename View::memory_space>;
  const DeltaValues asked = options.values;
  require(asked != DeltaValues::narrow || Matrix::has_narrow, "to_delta_crs",
          "values = narrow, but there is no narrower type");
  // With fewer entries there is nothing to gain, while update_values() would refuse new values that do not fit.
  constexpr std::int64_t fewest_to_compress = 4096;
  const bool chooses = asked == DeltaValues::automatic && view.nnz() >= fewest_to_compress;
  const bool may_be_table = chooses || asked == DeltaValues::table;
  const bool may_be_narrow = (chooses || asked == DeltaValues::narrow) && Matrix::has_narrow;
  if (may_be_table) plan.table = std::make_shared<Table>(exec, view.values);
  const ValueSlots<Value> no_slots{view.values.data(), nullptr};
  const std::int64_t num_values = may_be_table || may_be_narrow ? view.nnz() : 0;
  const FindForDelta<Value, typename Matrix::narrow_type, typename View::column_type> find{
      {may_be_table ? plan.table->slots() : no_slots, may_be_narrow},
      num_values,
      plan.tiles.data() + plan.counts.tiles};
  const auto found = join_over<DeltaFindings>("sporos::delta_crs[values]", exec, num_values > 0 ? num_values : 1, find);
  plan.counts.wide_entries = found.wide_entries;
  require(options.columns != DeltaColumns::narrow || found.wide_entries == 0, "to_delta_crs", "columns = narrow, but ",
          found.wide_entries, " of ", view.nnz(), " entries are in tiles that are wider than 16 bits");
  const bool fits_table = may_be_table && found.values.fits_table();
  const bool is_narrow = may_be_narrow && found.values.first_too_wide == no_row;
  require(asked != DeltaValues::table || fits_table, "to_delta_crs", "values = table, but there are more than ",
          delta_table_size, " different values");
  require(asked != DeltaValues::narrow || is_narrow, "to_delta_crs", "values = narrow, but values[",
          found.values.first_too_wide, "] is not exact in single precision");
  plan.counts.values = fits_table ? DeltaValues::table : is_narrow ? DeltaValues::narrow : DeltaValues::plain;
  if (!fits_table) plan.table.reset();
}

template <class ExecutionSpace, class View>
DeltaLayout<View> lay_out_delta_crs(const ExecutionSpace& exec, const ConvertibleCrs<View>& crs,
                                    const DeltaCrsOptions& options) {
  require_known("to_delta_crs", "values", options.values);
  require_known("to_delta_crs", "columns", options.columns);
  DeltaLayout<View> plan;
  plan.shape = delta_tile_shape(options, crs.profile);
  // Upper bits have room for 2^48 columns; x would not fit into memory with more.
  require(sizeof(typename View::column_type) <= 4 || crs.view.num_columns >> 48 == 0, "to_delta_crs", "the matrix has ",
          crs.view.num_columns, " columns; at most 2^48 are possible");
  plan.counts.num_rows = crs.view.num_rows;
  plan.counts.nnz = crs.view.nnz();
  cut_tiles(exec, crs, plan);
  find_bases(exec, crs.view, options.columns, plan);
  choose_values(exec, crs.view, options, plan);
  return plan;
}

}  // namespace detail

/// \brief The counts for bytes_as_delta_crs(). Costs about a few products, does not copy the matrix; waits.
/// \throws std::invalid_argument as to_delta_crs(), except for the memory limit
template <class ExecutionSpace, class Crs, class = detail::if_space<ExecutionSpace>>
DeltaCrsCounts count_delta_crs(const ExecutionSpace& exec, const Crs& A, const DeltaCrsOptions& options = {}) {
  const detail::Caller caller("count_delta_crs");
  return detail::lay_out_delta_crs(exec, detail::convertible_crs(exec, A, "count_delta_crs"), options).counts;
}

/// \brief Refuses other arguments at compile time.
template <class... Given, class = detail::if_wrong<
                              detail::Parameters<2, detail::AnInstance, detail::AMatrix, DeltaCrsOptions>, Given...>>
DeltaCrsCounts count_delta_crs(const Given&...) {
  static_assert(detail::are_right<Given...>,
                "sporos::count_delta_crs: the arguments are exec, A (, options); A is in compressed rows, and options "
                "are sporos::DeltaCrsOptions");
  return DeltaCrsCounts();
}

}  // namespace sporos
