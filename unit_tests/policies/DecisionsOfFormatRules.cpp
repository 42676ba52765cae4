// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "formats/csr5/Sporos_Csr5Shape.hpp"
#include "formats/delta_crs/Sporos_DeltaTiles.hpp"
#include "policies/Sporos_SymmetricRule.hpp"
#include "policies/formats/Sporos_BsrRule.hpp"
#include "policies/formats/Sporos_CooRule.hpp"
#include "policies/formats/Sporos_Csr5Rule.hpp"
#include "policies/formats/Sporos_DeltaCrsRule.hpp"
#include "policies/formats/Sporos_ElementRule.hpp"
#include "policies/formats/Sporos_LanePerRowRule.hpp"
#include "policies/formats/Sporos_PacketRule.hpp"
#include "policies/formats/Sporos_SellRule.hpp"
#include "unit_tests/policies/DecisionTables.hpp"
#include "unit_tests/support/DecisionProfiles.hpp"
#include "unit_tests/support/Machines.hpp"

namespace sporos_test {
namespace {

using sporos::Machine;
using sporos::RowProfile;

// What depends only on the machine, or on nothing.
DecisionTable teams() {
  DecisionTable table("format_teams", "machine    coo  csr5  bsr  sell  delta_rows  delta_fix_up");
  for (const auto& [machine_name, machine] : named_machines()) {
    table.add(machine_name, sporos::detail::coo_block_size(machine), sporos::detail::csr5_block_size(machine),
              sporos::detail::bsr_block_size, sporos::detail::sell_block_size, sporos::detail::delta_rows_block_size,
              sporos::detail::delta_fix_up_block_size(machine));
  }
  return table;
}

DecisionTable shares() {
  DecisionTable table("format_shares", "machine    count      lane_per_row    bsr_rows   sell_slices");
  for (const auto& [machine_name, machine] : named_machines()) {
    if (!is_one_of(machine_name, {"h100", "host_1", "host_2", "host_16"})) continue;
    for (const std::int64_t count : {0, 1, 8, 9, 64, 65, 256, 257, 512, 513, 4096, 4097, 1000000}) {
      const sporos::detail::LaneTeams of_rows = sporos::detail::lane_per_row_teams(machine, count);
      table.add(machine_name, count, sporos::detail::concat(of_rows.block_size, ',', of_rows.rows),
                sporos::detail::block_rows_per_share(machine, count), sporos::detail::slice_shares(machine, count));
    }
  }
  return table;
}

DecisionTable dia() {
  DecisionTable table("dia", "machine    rows     bytes  takes_pairs");
  for (const auto& [machine_name, machine] : typical_machines()) {
    const std::int64_t held = 1536LL * machine.multiprocessors;
    for (const std::int64_t rows : {std::int64_t{1}, held, held + 1}) {
      for (const int bytes : {2, 4, 8}) {
        table.add(machine_name, rows, bytes,
                  sporos::detail::takes_dia_pairs(machine, rows, static_cast<std::size_t>(bytes)));
      }
    }
  }
  return table;
}

DecisionTable bsr() {
  DecisionTable table("bsr", "block  block_rows  blocks    lanes  in_flight  row_tile");
  for (const int size : {0, 1, 2, 3, 4, 5, 6, 8}) {
    const int of_a_block = size == 0 ? 10 : size;
    for (int lanes = 1; lanes <= 32; lanes *= 2) {
      // The smallest number of blocks for which one more lane pays, and one block less.
      const std::int64_t blocks = (6LL * lanes * 1000 + of_a_block - 1) / of_a_block;
      for (const std::int64_t less : {0, 1}) {
        table.add(size, 1000, blocks - less, sporos::detail::bsr_lanes(1000, blocks - less, of_a_block),
                  sporos::detail::bsr_in_flight(size), sporos::detail::bsr_row_tile);
      }
    }
  }
  return table;
}

DecisionTable elements() {
  DecisionTable table("element", "machine    elements  lanes  scatter    unit   scratch  threads");
  for (const auto& [machine_name, machine] : typical_machines()) {
    for (const std::int64_t count : {0, 1, 128, 129, 100000}) {
      // Of a thread: quadrilaterals of degree 1 and 4, and the most nodes.
      for (const int scratch : {64, 384, 400, 4096}) {
        table.add(machine_name, count, sporos::detail::element_lanes(machine),
                  name(sporos::detail::element_scatter(machine)), sporos::detail::element_unit(machine, count), scratch,
                  sporos::detail::element_block_size(machine, static_cast<std::size_t>(scratch)));
      }
    }
  }
  return table;
}

DecisionTable delta_lanes() {
  DecisionTable table("delta_rows", "machine    rows        nnz         lanes  in_flight");
  for (const auto& [machine_name, machine] : typical_machines()) {
    const auto threads = static_cast<std::int64_t>(sporos::detail::resident_threads(machine));
    std::vector<std::pair<std::int64_t, std::int64_t>> sizes{{0, 0}, {1, 1}, {1, 4}, {1, 1000}};
    for (const std::int64_t mean : {10, 40, 160, 1000}) {
      for (const std::int64_t more : {0, 1}) {
        sizes.emplace_back(1000000, 1000000 * mean + more);
        sizes.emplace_back(threads / 4, threads / 4 * mean + more);
        sizes.emplace_back(threads / 4 - 1, (threads / 4 - 1) * mean + more);
      }
    }
    for (const std::int64_t less : {0, 1}) sizes.emplace_back(threads / 8, 4 * (threads / 8) - less);
    for (const auto& [num_rows, nnz] : sizes) {
      const int lanes = sporos::detail::delta_row_lanes(machine, num_rows, nnz);
      table.add(machine_name, num_rows, nnz, lanes, sporos::detail::delta_entries_in_flight(lanes));
    }
  }
  return table;
}

// Tiles as a conversion makes them, and their teams.
DecisionTable delta_tiles() {
  DecisionTable table("delta_tiles", "profile          entries  rows  segment_rows  even  h100  other_gpu  host_1");
  std::vector<NamedRows> profiles = measured_rows();
  profiles.push_back({"rows_4095", row_profile(4095, 40950, 10)});
  profiles.push_back({"rows_4096", row_profile(4096, 40960, 10)});
  profiles.push_back({"rows_4096_mean_11", row_profile(4096, 45056, 11)});
  profiles.push_back({"longest_8192", row_profile(5000, 10000000, 8192)});
  profiles.push_back({"longest_8193", row_profile(5000, 10000000, 8193)});
  for (const std::int64_t mean : {2, 8, 16, 31, 33}) {
    profiles.push_back({sporos::detail::concat("uneven_mean_", mean), row_profile(100000, 100000 * mean, 50000)});
  }
  for (const NamedRows& one : profiles) {
    const auto tile = sporos::detail::delta_tile_shape(sporos::DeltaCrsOptions(), one.rows);
    const int entries = tile.is_even ? 2048 : static_cast<int>(tile.entries);
    const auto team = [&](const char* name) {
      for (const NamedMachine& machine : named_machines()) {
        if (machine.name == name) return sporos::detail::delta_block_size(machine.machine, entries);
      }
      return -1;
    };
    table.add(one.name, tile.entries, tile.rows, tile.segment_rows, tile.is_even, team("h100"), team("other_gpu"),
              team("host_1"));
  }
  return table;
}

DecisionTable csr5() {
  DecisionTable table("csr5", "where  rows     nnz        omega  sigma");
  for (const std::int64_t mean : {0, 1, 4, 5, 7, 31, 32, 33, 256, 257}) {
    for (const bool host : {false, true}) {
      const auto shape = sporos::detail::csr5_shape(host, 10000, 10000 * mean);
      table.add(host ? "host" : "gpu", 10000, 10000 * mean, shape.omega, shape.sigma);
    }
  }
  table.add("gpu", 0, 0, sporos::detail::csr5_shape(false, 0, 0).omega, sporos::detail::csr5_shape(false, 0, 0).sigma);
  return table;
}

DecisionTable packets() {
  DecisionTable table("packets", "machine    lanes  block  rows_4  rows_8  rows_16  default_lanes  in_flight");
  for (const auto& [machine_name, machine] : named_machines()) {
    if (!is_one_of(machine_name, {"h100", "other_gpu", "host_1"})) continue;
    const bool host = machine.kind == sporos::MachineKind::host;
    for (const int lanes : {1, 31, 32, 33, 64, 65, 256, 512}) {
      table.add(machine_name, lanes, sporos::detail::packet_block_size(machine, lanes),
                sporos::detail::default_packet_shape(host, 4).rows, sporos::detail::default_packet_shape(host, 8).rows,
                sporos::detail::default_packet_shape(host, 16).rows,
                sporos::detail::default_packet_shape(host, 8).lanes, sporos::detail::packet_in_flight);
    }
  }
  return table;
}

// The deviation is an exact fraction of the mean row length: rows have 10 entries each, or 10 - d and 10 + d.
DecisionTable sell() {
  DecisionTable table("sell", "machine    mean  deviation  slice  window  in_flight");
  for (const auto& [machine_name, machine] : named_machines()) {
    if (!is_one_of(machine_name, {"h100", "other_gpu", "host_1"})) continue;
    for (const int mean : {0, 10}) {
      for (const int deviation : {0, 1, 3, 9, 11, 30}) {
        if (mean == 0 && deviation > 0) continue;
        RowProfile rows = row_profile(1000, 1000 * mean, mean + deviation);
        rows.sum_of_squares = 1000.0 * (mean * mean + deviation * deviation);
        const sporos::SellShape shape = sell_rule(machine, rows);
        table.add(machine_name, mean, deviation, shape.slice_height, shape.sorting_window,
                  sporos::detail::sell_in_flight);
      }
    }
  }
  return table;
}

DecisionTable symmetric_tiles() {
  DecisionTable table("symmetric_tiles", "machine    rows      tile_rows  block");
  std::vector<NamedMachine> machines = typical_machines();
  for (const int scratch_bytes : {32767, 32768}) {
    Machine machine = sporos::h100();
    machine.scratch_bytes = scratch_bytes;
    machines.push_back({sporos::detail::concat("s_", scratch_bytes), machine});
  }
  for (const int threads : {255, 256}) {
    Machine machine = sporos::h100();
    machine.max_block_size = threads;
    machines.push_back({sporos::detail::concat("team_", threads), machine});
  }
  for (const auto& [machine_name, machine] : machines) {
    for (std::int64_t tile = 128; tile <= 2048; tile *= 2) {
      // As many rows as make two tiles per multiprocessor, and one fewer.
      for (const std::int64_t less : {0, 1}) {
        const std::int64_t num_rows = 2 * tile * machine.multiprocessors - less;
        const std::int64_t found = symmetric_tile_rows(machine, num_rows);
        table.add(machine_name, num_rows, found, sporos::detail::symmetric_block_size(machine, found));
      }
    }
    for (const std::int64_t tile : {1, 256, 257, 512, 513, 1024, 1025, 4096}) {
      table.add(machine_name, "-", tile, sporos::detail::symmetric_block_size(machine, tile));
    }
  }
  return table;
}

DecisionTable symmetric_lanes() {
  DecisionTable table("symmetric_lanes", "machine    rows  stored  lanes");
  for (const auto& [machine_name, machine] : named_machines()) {
    if (!is_one_of(machine_name, {"h100", "other_gpu", "host_1"})) continue;
    for (std::int64_t lanes = 1; lanes <= 32; lanes *= 2) {
      for (const std::int64_t more : {0, 1}) {
        const std::int64_t stored = 4000 * lanes + more;
        table.add(machine_name, 1000, stored, sporos::detail::symmetric_lanes(machine, stored, 1000));
      }
    }
  }
  return table;
}

}  // namespace

std::vector<DecisionTable> format_rule_tables() {
  return {teams(), shares(),   bsr(),     dia(),  delta_lanes(),     delta_tiles(),
          csr5(),  elements(), packets(), sell(), symmetric_tiles(), symmetric_lanes()};
}

}  // namespace sporos_test
