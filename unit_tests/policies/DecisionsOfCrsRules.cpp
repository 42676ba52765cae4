// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "policies/Sporos_FoldRule.hpp"
#include "policies/crs/Sporos_LaneWork.hpp"
#include "policies/crs/Sporos_LaunchBound.hpp"
#include "policies/crs/Sporos_ScatterRule.hpp"
#include "policies/tuning/Sporos_CrsCandidates.hpp"
#include "unit_tests/policies/DecisionTables.hpp"
#include "unit_tests/support/DecisionProfiles.hpp"
#include "unit_tests/support/Machines.hpp"

namespace sporos_test {
namespace {

using sporos::Machine;
using sporos::Options;
using sporos::RowShape;

std::string words(const RowShape& shape) {
  return sporos::detail::concat(shape.coop, ',', shape.repeat, ',', shape.block_size);
}

DecisionTable machines() {
  DecisionTable table("machines", "machine    threads  teams_of_512  target   reduction  gather");
  std::vector<NamedMachine> list = named_machines();
  for (const int capability : {0, 1, 29, 30, 49, 50}) {
    Machine machine = sporos::h100();
    machine.compute_capability = capability;
    list.push_back({sporos::detail::concat("cc_", capability), machine});
  }
  for (const auto& [machine_name, machine] : list) {
    const auto threads = static_cast<std::int64_t>(sporos::detail::resident_threads(machine));
    const auto primitives = sporos::detail::primitives_for(machine);
    const bool runs = sporos::detail::shape_fault({32, 1, 512}, machine) == nullptr;
    table.add(machine_name, threads, runs, name(sporos::detail::target_of(machine)), name(primitives.reduction),
              name(primitives.gather));
  }
  return table;
}

// Lanes by mean row length, next to each step, with and without work for all threads; and the paper's rule.
DecisionTable shapes() {
  DecisionTable table("row_shapes", "machine    rows        nnz          coop,repeat,block  prefetching      paper");
  std::vector<std::pair<std::int64_t, std::int64_t>> sizes{{0, 0}, {1, 0}, {1, 1}, {1, 1000000000}};
  for (const std::int64_t num_rows : {1000, 5000000}) {
    for (const std::int64_t mean : {1, 2, 4, 8, 12, 14, 16, 40, 64, 160, 256, 300, 1024}) {
      for (const std::int64_t more : {-1, 0, 1}) sizes.emplace_back(num_rows, mean * num_rows + more);
    }
  }
  // 1500 blocks in the sense of the paper, with 128, 64 and 32 rows each.
  for (const std::int64_t rows_of_a_block : {128, 64, 32}) {
    for (const std::int64_t repeat : {1, 2}) {
      const std::int64_t num_rows = (1499 * repeat + 1499) * rows_of_a_block;
      const std::int64_t mean = 128 / rows_of_a_block * 128 / rows_of_a_block / 2;
      for (const std::int64_t more : {0, 1}) sizes.emplace_back(num_rows + more, mean * (num_rows + more));
    }
  }
  for (const auto& [machine_name, machine] : typical_machines()) {
    if (!is_one_of(machine_name, {"h100", "host_1", "host_16"})) continue;
    for (const auto& [num_rows, nnz] : sizes) {
      table.add(machine_name, num_rows, nnz, words(sporos::detail::machine_rule(machine, num_rows, nnz)),
                words(sporos::detail::machine_rule(machine, num_rows, nnz, true)),
                words(sporos::detail::fixed_rule_2012(num_rows, nnz)));
    }
  }
  return table;
}

DecisionTable long_rows() {
  DecisionTable table("long_rows", "nnz         block  long_row  segment  alone  warp_row_of_8_lanes");
  for (const std::int64_t nnz :
       {std::int64_t{1000000}, sporos::detail::small_matrix - 1, sporos::detail::small_matrix}) {
    for (const int block_size : {32, 64, 128, 256, 512}) {
      const auto limits = sporos::detail::planned_long_rows(nnz, block_size);
      table.add(nnz, block_size, limits.long_row, limits.segment,
                sporos::detail::planned_long_rows(nnz, block_size, true).long_row, sporos::detail::warp_row_for(8));
    }
  }
  return table;
}

DecisionTable prefetching() {
  DecisionTable table("prefetch", "machine    algorithm     bytes  nnz       prefetch");
  for (const auto& [machine_name, machine] : typical_machines()) {
    if (!is_one_of(machine_name, {"h100", "host_16"})) continue;
    for (const auto algorithm : sporos::all_algorithms()) {
      for (const int bytes : {4, 8, 16}) {
        for (const std::int64_t more : {0, 1}) {
          const std::int64_t nnz = 16777216 / (bytes + 4) + more;
          table.add(machine_name, name(algorithm), bytes, nnz,
                    sporos::detail::prefetch_rule(machine, algorithm, nnz, bytes));
        }
      }
    }
  }
  table.add("any", "distance", "-", sporos::detail::prefetch_distance, "-");
  return table;
}

DecisionTable launch_bounds() {
  DecisionTable table("launch_bounds", "coop  sum_bytes  full_occupancy  in_flight");
  for (int coop = 1; coop <= sporos::detail::max_coop; coop *= 2) {
    for (const int bytes : {4, 8, 16}) {
      table.add(coop, bytes, sporos::detail::full_occupancy(coop, static_cast<std::size_t>(bytes)),
                sporos::detail::entries_in_flight(coop));
    }
  }
  return table;
}

// All shapes that exhaustive search tries, algorithm by algorithm.
DecisionTable grids() {
  DecisionTable table("crs_grids", "machine    profile        algorithm     coop,repeat,block");
  for (const NamedMachine& machine : typical_machines()) {
    if (machine.name == "c2050") continue;
    for (const NamedRows& one : measured_rows()) {
      if (!is_one_of(one.name, {"fem3-68", "wave"})) continue;
      for (const auto algorithm : sporos::all_algorithms()) {
        std::string shapes;
        for (const auto& decision : sporos::detail::all_crs_decisions(machine.machine, one.rows, Options(), 8)) {
          if (decision.algorithm == algorithm) shapes += (shapes.empty() ? "" : " ") + words(decision.shape);
        }
        table.add(machine.name, one.name, name(algorithm), shapes.empty() ? "none" : shapes);
      }
    }
  }
  return table;
}

// Next to the row length at which one lane is no longer tried: in searches while products run, and in exhaustive ones.
DecisionTable chains() {
  DecisionTable table("crs_chains", "machine    algorithm     longest  all  some");
  for (const NamedMachine& machine : typical_machines()) {
    const auto threads = static_cast<std::int64_t>(sporos::detail::resident_threads(machine.machine));
    const std::int64_t each = 100;
    for (const std::int64_t limit : {2 * each + 32, 64 * each + 4096}) {
      for (const auto algorithm : {sporos::Algorithm::scalar, sporos::Algorithm::vector, sporos::Algorithm::ipcsr,
                                   sporos::Algorithm::light_vector, sporos::Algorithm::coop}) {
        Options asked;
        asked.algorithm = algorithm;
        const bool by_lanes = algorithm != sporos::Algorithm::scalar && machine.machine.lanes > 1;
        const std::int64_t lanes = !by_lanes                               ? 1
                                   : algorithm == sporos::Algorithm::ipcsr ? 128
                                                                           : sporos::detail::max_coop;
        for (const std::int64_t longest : {lanes * (limit + 1) - 1, lanes * (limit + 1)}) {
          const auto rows = row_profile(threads, each * threads, longest);
          table.add(
              machine.name, name(algorithm), longest,
              static_cast<std::int64_t>(sporos::detail::all_crs_decisions(machine.machine, rows, asked, 8).size()),
              static_cast<std::int64_t>(sporos::detail::crs_candidates(machine.machine, rows, asked, 8).size()));
        }
      }
    }
  }
  return table;
}

// How many decisions a search may try, and which comes first.
DecisionTable candidates() {
  DecisionTable table("crs_candidates", "machine    profile          algorithm  bytes  all  some  first_of_some");
  for (const NamedMachine& machine : typical_machines()) {
    std::vector<NamedRows> profiles = measured_rows();
    for (const NamedRows& one : rows_at_limits_of(machine.machine)) {
      if (one.name == "share" || one.name == "share+" || one.name == "rival" || one.name == "rival+") {
        profiles.push_back(one);
      }
    }
    for (const NamedRows& one : profiles) {
      for (const auto algorithm :
           {sporos::Algorithm::automatic, sporos::Algorithm::coop, sporos::Algorithm::adaptive}) {
        Options asked;
        asked.algorithm = algorithm;
        for (const int bytes : {4, 8}) {
          if (bytes == 4 && (algorithm != sporos::Algorithm::automatic || machine.name != "h100")) continue;
          const auto some = sporos::detail::crs_candidates(machine.machine, one.rows, asked, bytes);
          const auto all = sporos::detail::all_crs_decisions(machine.machine, one.rows, asked, bytes);
          std::string first;
          for (std::size_t i = 0; i < some.size() && i < 6; ++i) {
            first += sporos::detail::concat(i == 0 ? "" : " ", name(some[i].algorithm), ':', words(some[i].shape));
          }
          table.add(machine.name, one.name, name(algorithm), bytes, static_cast<std::int64_t>(all.size()),
                    static_cast<std::int64_t>(some.size()), first);
        }
      }
    }
  }
  return table;
}

DecisionTable scatter() {
  DecisionTable table("scatter", "machine    entries  share  threads");
  for (const auto& [machine_name, machine] : typical_machines()) {
    for (const std::int64_t entries : {0, 1, 8, 9, 524288, 1000000, 1048576}) {
      const auto shape = sporos::detail::scatter_shape(machine, 8, entries);
      table.add(machine_name, entries, shape.share, shape.threads);
    }
  }
  return table;
}

DecisionTable scatter_rows() {
  DecisionTable table("scatter_rows", "rows      entries   threads  lanes  segment");
  const auto add = [&](std::int64_t rows, std::int64_t entries) {
    const auto shape = sporos::detail::scatter_rows_shape(rows, entries);
    table.add(rows, entries, shape.threads, 1 << shape.lanes_log2, shape.segment);
  };
  for (const std::int64_t mean : {1, 12, 13, 32, 33, 64, 65}) add(1000, 1000 * mean);
  for (const std::int64_t entries : {2097152, 2097153, 4194303, 4194304, 8388608, 8388609, 100000000}) {
    add(600000, entries);
  }
  for (const std::int64_t entries : {512000, 10000000}) add(1000, entries);
  return table;
}

DecisionTable scatter_shares() {
  DecisionTable table("scatter_shares", "rows      entries   has_shares  threads");
  for (const std::int64_t entries : {1, 524287, 524288, 1048576, 1048577}) {
    for (const std::int64_t rows : {std::int64_t{1}, entries, entries + 1}) {
      table.add(rows, entries, sporos::detail::scatters_in_shares(rows, entries),
                sporos::detail::scatter_shares_team(entries));
    }
  }
  return table;
}

// Long rows of a host in pieces, and vectors in chunks, at both sides of the limits.
DecisionTable pieces() {
  DecisionTable table("pieces", "length  leaf_segments  fold_chunk  fold_teams");
  for (const std::int64_t length : {0, 1, 1024, 1025, 8191, 8192, 12287, 12288, 1048576, 1048577, 1114112, 1114113}) {
    const auto fold = sporos::detail::fold_shape(length);
    table.add(length, sporos::detail::leaf_segments(length), fold.chunk, fold.teams);
  }
  return table;
}

}  // namespace

std::vector<DecisionTable> crs_rule_tables() {
  return {scatter(),   scatter_rows(), scatter_shares(), pieces(),     machines(), shapes(),
          long_rows(), prefetching(),  launch_bounds(),  candidates(), grids(),    chains()};
}

}  // namespace sporos_test
