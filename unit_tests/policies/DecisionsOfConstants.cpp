// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "formats/bsr/Sporos_DetectBlockSize.hpp"
#include "formats/hyb/Sporos_HybMatrix.hpp"
#include "policies/Sporos_CacheRule.hpp"
#include "policies/Sporos_FoldRule.hpp"
#include "policies/Sporos_Options.hpp"
#include "policies/Sporos_RowShape.hpp"
#include "policies/Sporos_SymmetricRule.hpp"
#include "policies/crs/Sporos_ContiguousColumnsRule.hpp"
#include "policies/crs/Sporos_LaneWork.hpp"
#include "policies/crs/Sporos_LaunchBound.hpp"
#include "policies/crs/Sporos_LongRowRule.hpp"
#include "policies/crs/Sporos_PrefetchRule.hpp"
#include "policies/crs/Sporos_ScatterRule.hpp"
#include "policies/crs/Sporos_SetupRule.hpp"
#include "policies/crs/Sporos_UnevenRowsRule.hpp"
#include "policies/formats/Sporos_DeltaCrsRule.hpp"
#include "policies/formats/Sporos_DiaLeafRule.hpp"
#include "policies/formats/Sporos_ElementRule.hpp"
#include "policies/formats/Sporos_LanePerRowRule.hpp"
#include "policies/tuning/Sporos_TrialRounds.hpp"
#include "unit_tests/policies/DecisionTables.hpp"
#include "unit_tests/support/Machines.hpp"

namespace sporos_test {
namespace {

using sporos::detail::InFlight;
using sporos::detail::SetupRule;

DecisionTable constants() {
  DecisionTable table("constants", "name                           number");
  const sporos::Options options;
  table.add("band_samples", sporos::detail::band_samples);
  table.add("column_lanes_in_flight", InFlight::in_column_lanes);
  table.add("column_row_in_flight", InFlight::in_column_row);
  table.add("column_lanes_team", sporos::detail::column_lanes_team);
  table.add("column_lanes_teams_of_512", static_cast<int>(sporos::detail::ColumnOccupancy::least_teams));
  table.add("column_leaf_rows", sporos::detail::column_leaf_rows);
  table.add("columns_block_entries", sporos::detail::columns_block_entries);
  table.add("columns_block_rows", sporos::detail::columns_block_rows);
  table.add("csr5_in_flight", InFlight::in_csr5_lane);
  table.add("dia_pairs_at_once", sporos::detail::dia_pairs_at_once);
  table.add("even_products_until_next_look", sporos::detail::even_products_until_next_look);
  table.add("expected_products", options.expected_products);
  table.add("fix_up_lanes", sporos::detail::fix_up_lanes);
  table.add("fix_up_team", sporos::detail::fix_up_team);
  table.add("largest_block", sporos::detail::largest_block);
  table.add("largest_host_block", sporos::detail::largest_host_block);
  table.add("largest_tile", sporos::detail::largest_tile);
  table.add("leaf_prefetch_distance", sporos::detail::leaf_prefetch_distance);
  table.add("leaf_products", sporos::detail::leaf_products);
  table.add("leaf_rows", sporos::detail::leaf_rows);
  table.add("log_column_share", sporos::detail::log_column_share);
  table.add("long_row_in_flight", InFlight::in_long_row);
  table.add("longest_moderate_row", sporos::detail::longest_moderate_row);
  table.add("crowd", sporos::detail::crowd);
  table.add("crowd_samples", sporos::detail::crowd_samples);
  table.add("crowd_slots", sporos::detail::crowd_slots);
  table.add("longest_row_of_a_team", sporos::detail::longest_row_of_a_team);
  table.add("max_carries_of_lane", sporos::detail::max_carries_of_lane);
  table.add("max_coop", sporos::detail::max_coop);
  table.add("max_fold_sums", sporos::detail::max_fold_sums);
  table.add("max_lane_blocks", sporos::detail::max_lane_blocks);
  table.add("max_lane_columns", sporos::detail::max_lane_columns);
  table.add("max_pattern_columns", sporos::detail::max_pattern_columns);
  table.add("max_products_of_lane", sporos::detail::max_products_of_lane);
  table.add("most_column_teams", sporos::detail::most_column_teams);
  table.add("most_marked_shares", sporos::detail::most_marked_shares);
  table.add("prefetch_distance", sporos::detail::prefetch_distance);
  table.add("products_until_next_look", sporos::detail::products_until_next_look);
  table.add("sampled_entries", sporos::detail::sampled_entries);
  table.add("scattered_at_once", sporos::detail::scattered_at_once);
  table.add("scattered_entries_a_lane", sporos::detail::scattered_entries_a_lane);
  table.add("scattered_samples", sporos::detail::scattered_samples);
  table.add("short_row", std::int64_t{sporos::RowProfile::short_row});
  table.add("unplanned_group_entries", sporos::detail::unplanned_group_entries);
  table.add("small_matrix", sporos::detail::small_matrix);
  table.add("tile_in_flight", InFlight::in_tile);
  table.add("uneven_samples", sporos::detail::uneven_samples);
  table.add("longest_period", sporos::detail::longest_period);
  table.add("x_prefetch_distance", sporos::detail::x_prefetch_distance);
  table.add("warp_row_in_flight", InFlight::in_warp_row);
  return table;
}

DecisionTable format_constants() {
  DecisionTable table("format_constants", "name                     gpu   host");
  const auto both = [&](const char* name, std::int64_t number) { table.add(name, number, number); };
  const auto add = [&](const char* name, const auto& of) { table.add(name, of(false), of(true)); };
  add("dia_entries", [](bool on_host) { return sporos::detail::dia_loads(on_host).entries; });
  add("dia_rows", [](bool on_host) { return sporos::detail::dia_loads(on_host).rows; });
  add("elements_at_once", [](bool on_host) { return sporos::detail::elements_at_once(on_host); });
  add("ell_entries", [](bool on_host) { return sporos::detail::ell_loads(on_host).entries; });
  add("ell_rows", [](bool on_host) { return sporos::detail::ell_loads(on_host).rows; });
  add("fold_block_size",
      [](bool on_host) { return sporos::detail::fold_block_size(on_host ? sporos::host_machine(2) : sporos::h100()); });
  both("bsr_min_fill_in_percent", static_cast<std::int64_t>(100 * sporos::detail::default_min_fill + 0.5));
  both("dia_at_once", sporos::detail::dia_at_once);
  both("dia_rows_of_9", sporos::detail::dia_rows(9, 8));
  both("dia_rows_of_10", sporos::detail::dia_rows(10, 8));
  both("dia_rows_of_10_floats", sporos::detail::dia_rows(10, 4));
  both("element_prefetch_slots", sporos::detail::element_prefetch_slots);
  both("ell_prefetch_rows", sporos::detail::ell_prefetch_rows);
  both("half_leaf_misses", sporos::detail::half_leaf_misses);
  both("half_leaf_retries", sporos::detail::half_leaf_retries);
  both("hyb_ell_speed", sporos::HybRule().ell_speed);
  both("hyb_fewest_rows", sporos::HybRule().fewest_rows);
  return table;
}

// Around the limits of each machine's cache: four fifths of it.
DecisionTable eviction() {
  DecisionTable table("eviction", "machine    matrix      vectors   evicts_first");
  for (const auto& [machine_name, machine] : named_machines()) {
    const std::int64_t room = 4 * machine.cache_bytes / 5;
    for (const std::int64_t vectors : {std::int64_t{0}, room / 2, room, room + 1}) {
      for (const std::int64_t more : {0, 1, 2}) {
        const std::int64_t matrix = room - vectors + more;
        if (matrix < 0 || (more > 1 && room > 0)) continue;
        table.add(machine_name, matrix, vectors, sporos::detail::evicts_first(machine, matrix, vectors));
      }
    }
  }
  return table;
}

// Tiles that a thread of a host takes one after the other.
DecisionTable delta_shares() {
  DecisionTable table("delta_shares", "machine    tiles  of_a_share");
  for (const auto& [machine_name, machine] : named_machines()) {
    if (!is_one_of(machine_name, {"host_1", "host_2", "host_16"})) continue;
    for (const std::int64_t tiles : {0, 1, 16, 17, 128, 129, 1000}) {
      table.add(machine_name, tiles, sporos::detail::delta_tiles_per_share(machine, tiles));
    }
  }
  return table;
}

// Who inspects rows or entries while a plan is made: threads of a host with sixteen, and teams of a GPU that has room
// for 528, without and with teams that list rows.
DecisionTable inspection() {
  DecisionTable table("setup_inspection", "count       threads  teams  teams_beside_100  teams_beside_500");
  for (const std::int64_t count :
       {0, 1, 1024, 1025, 2048, 2049, 16384, 16385, 180000, 1000000, 5000000, 7000000, 11000000, 1000000000}) {
    table.add(count, SetupRule::inspecting_threads(count, 16), SetupRule::inspecting_teams(count, 0, 528),
              SetupRule::inspecting_teams(count, 100, 528), SetupRule::inspecting_teams(count, 500, 528));
  }
  table.add("at_once", "-", SetupRule::teams_at_once(132 * 2048), "-", "-");
  table.add("a_team", "-", SetupRule::team_size, "-", "-");
  return table;
}

// The rows that a team lists, by the tile and the rows of a block; and of segments of long rows.
DecisionTable listing() {
  DecisionTable table("setup_listing", "rows      entries     tile  block_rows  listed  listed_of_segments");
  for (const auto& [rows, nnz] : {std::pair<std::int64_t, std::int64_t>{1, 1},
                                  {1000, 0},
                                  {1000, 16000},
                                  {65536, 196608},
                                  {65537, 196611},
                                  {1000000, 3000000},
                                  {1000000, 16000000},
                                  {1000000, 130000000},
                                  {1000000, 1000000000}}) {
    for (const auto& [tile, block_rows] :
         {std::pair<std::int64_t, std::int64_t>{512, 128}, {1024, 128}, {1024, 256}, {2048, 512}, {1024, 2000}}) {
      table.add(rows, nnz, tile, block_rows, SetupRule::listed_rows(tile, block_rows, rows, nnz),
                SetupRule::listed_rows(tile, rows, nnz));
    }
  }
  return table;
}

// The products of a round of trials, by the microseconds of one.
DecisionTable trials() {
  DecisionTable table("trial_rounds", "microseconds  products  rounds  first_looks  absurd");
  for (const int microseconds : {0, 1, 4, 5, 66, 67, 100, 101, 199, 1000}) {
    table.add(microseconds, sporos::detail::TrialRounds::products(microseconds * 1e-6 + 1e-12),
              sporos::detail::TrialRounds::rounds, sporos::detail::TrialRounds::first_looks,
              static_cast<int>(sporos::detail::TrialRounds::absurd));
  }
  return table;
}

// Dot products that products make themselves.
DecisionTable team_dots() {
  DecisionTable table("team_dots", "cache_bytes  bytes_of_y  pays");
  sporos::Machine machine;
  for (const std::int64_t cache : {0, 50000000}) {
    machine.cache_bytes = cache;
    for (const std::int64_t bytes : {0, 1, 12500000, 12500001}) {
      table.add(cache, bytes, sporos::detail::team_dots_pay(machine, bytes));
    }
  }
  return table;
}

}  // namespace

std::vector<DecisionTable> constant_tables() {
  return {constants(), format_constants(), delta_shares(), inspection(), listing(), trials(), eviction(), team_dots()};
}

}  // namespace sporos_test
