// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Rows on both sides of every limit that a rule for compressed rows has.
#pragma once

#include <string>
#include <vector>

#include "policies/Sporos_Machine.hpp"
#include "unit_tests/support/RowProfiles.hpp"

namespace sporos_test {

struct NamedRows {
  std::string name;
  sporos::RowProfile rows;
};

/// \brief The matrices that the rules were measured with.
inline std::vector<NamedRows> measured_rows() {
  return {{"no_rows", row_profile(0, 0, 0)},
          {"no_entries", row_profile(1000, 0, 0)},
          {"one_entry", row_profile(1, 1, 1)},
          {"band-short4", row_profile(4000000, 15999642, 6)},
          {"diagonals", row_profile(2600000, 10226668, 5)},
          {"stencil7-160", row_profile(4096000, 28518400, 7)},
          {"stencil9", row_profile(1000000, 8988004, 9)},
          {"uniform16", row_profile(1048576, 16777216, 16)},
          {"stencil27-110", row_profile(1331000, 35287552, 27)},
          {"fem3-68", row_profile(943296, 74088000, 81)},
          {"nd-long400", row_profile(72000, 27297535, 492)},
          {"wave", row_profile(156317, 2118662, 44)},
          {"wing", row_profile(62032, 243088, 4)},
          {"powerlaw3", row_profile(1000000, 3400000, 4496)},
          {"dc1-like", row_profile(1157143, 8100000, 726507)},
          {"rmat20x16", row_profile(1048576, 16100000, 39618)},
          {"wide-lp", row_profile(4284, 11643000, 5190)},
          {"census", row_profile(200, 6922021, 197539)},
          {"memplus", row_profile(17758, 126150, 574)},
          {"Maragal_6", row_profile(21255, 537694, 5941)},
          {"boyd1", row_profile(93279, 1211231, 93261)},
          {"one_row", row_profile(1, 50000000, 50000000)},
          {"many_rows", row_profile(3000000000, 3000000000, 1)}};
}

/// \brief Two profiles that differ by one entry in total; the second one is named with a `+`.
inline void add_by_entries(std::vector<NamedRows>& list, const std::string& name, std::int64_t num_rows,
                           std::int64_t nnz, std::int64_t longest_row) {
  list.push_back({name, row_profile(num_rows, nnz, longest_row)});
  list.push_back({name + "+", row_profile(num_rows, nnz + 1, longest_row)});
}

/// \brief Two profiles that differ by one entry of the longest row.
inline void add_by_longest(std::vector<NamedRows>& list, const std::string& name, std::int64_t num_rows,
                           std::int64_t nnz, std::int64_t longest_row) {
  list.push_back({name, row_profile(num_rows, nnz, longest_row)});
  list.push_back({name + "+", row_profile(num_rows, nnz, longest_row + 1)});
}

/// \brief Profiles next to limits that are the same for all machines.
inline std::vector<NamedRows> rows_at_limits() {
  std::vector<NamedRows> list;
  // Mean lengths at which the lanes, the tile or the algorithm change, for even rows and many entries.
  for (const std::int64_t mean : {2, 6, 8, 12, 14, 24, 32, 40, 128, 160, 300}) {
    const std::int64_t num_rows = mean < 6 ? 3000000 : 1000000;
    add_by_entries(list, sporos::detail::concat("mean_", mean), num_rows, mean * num_rows, mean + mean / 2);
  }
  add_by_entries(list, "mean_512", 10000, 5120000, 600);
  add_by_longest(list, "short", 1000000, 8000000, 32);
  add_by_longest(list, "even", 1000000, 5000000, 48);
  add_by_longest(list, "even_small", 100000, 500000, 48);
  add_by_longest(list, "warp_8_lanes", 500000, 50000000, 256);
  add_by_longest(list, "warp_16_lanes", 500000, 100000000, 512);
  add_by_longest(list, "warp_32_lanes", 500000, 200000000, 1024);
  add_by_longest(list, "long_even", 10000, 5120000, 4096);
  // The number of entries from which a GPU counts a matrix as large.
  add_by_entries(list, "large", 400000, 4194303, 20);
  add_by_entries(list, "large_mean_20", 200000, 4194303, 40);
  add_by_entries(list, "large_uneven", 400000, 4194303, 3000);
  // Vectors in double that take two thirds of the cache of an H100, and a row more.
  list.push_back({"vectors_fit", row_profile(2184533, 10922665, 5)});
  list.push_back({"vectors_fit+", row_profile(2184534, 10922670, 5)});
  // Teams and tiles for uneven rows.
  add_by_entries(list, "tile_256Ki", 20000, 262143, 1000);
  add_by_entries(list, "tile_576Ki", 100000, 589823, 3000);
  add_by_entries(list, "tile_1Mi", 100000, 1048575, 1500);
  add_by_entries(list, "tile_2Mi", 100000, 2097151, 3000);
  add_by_entries(list, "tile_mean_12", 1000000, 12000000, 5000);
  add_by_entries(list, "tile_mean_256", 2000, 512000, 5000);
  add_by_entries(list, "tile_mean_512", 1000, 512000, 8000);
  add_by_longest(list, "tile_longest", 100000, 1500000, 2048);
  add_by_longest(list, "tile_few_rows", 1000, 600000, 8192);
  // Rows that a plan cuts into segments.
  add_by_longest(list, "cut_small", 500000, 3000000, 2048);
  add_by_longest(list, "cut_large", 1000000, 5000000, 4096);
  add_by_longest(list, "cut_team_256", 93279, 1211231, 8192);
  add_by_longest(list, "cut_team_512", 186531, 423784, 8192);
  // What a host prefetches: 16 MiB of entries with 4, 8 and 16 bytes; and its partial sums with and without
  // prefetching.
  add_by_entries(list, "prefetch_4", 200000, 2097152, 20);
  add_by_entries(list, "prefetch_8", 130000, 1398101, 20);
  add_by_entries(list, "prefetch_16", 80000, 838860, 20);
  add_by_entries(list, "sums_1", 10000, 80000, 16);
  add_by_entries(list, "sums_2", 10000, 140000, 30);
  return list;
}

/// \brief Profiles next to limits that depend on the number of threads of `machine`.
inline std::vector<NamedRows> rows_at_limits_of(const sporos::Machine& machine) {
  std::vector<NamedRows> list;
  if (machine.kind == sporos::MachineKind::host) {
    // A row that is as long as a thread's share of the work.
    add_by_longest(list, "share", 10000, 90000, 100000 / (2 * machine.multiprocessors));
    add_by_longest(list, "rival", 10000, 90000, 99999 / (8 * machine.multiprocessors));
    for (const std::int64_t shares : {1, 2, 8, 64, 256}) {
      list.push_back({sporos::detail::concat("rows_", shares), row_profile(shares, 7 * shares, 7)});
      list.push_back({sporos::detail::concat("rows_", shares, "+"), row_profile(shares + 1, 7 * shares, 7)});
    }
    return list;
  }
  const std::int64_t threads = sporos::detail::resident_threads(machine);
  // Lanes for threads that would be idle: by rows, by entries, by the longest row.
  for (const std::int64_t num_rows : {threads / 2 - 1, threads / 2}) {
    list.push_back({sporos::detail::concat("idle_rows", num_rows == threads / 2 ? "+" : ""),
                    row_profile(num_rows, 8 * num_rows, 16)});
    list.push_back({sporos::detail::concat("idle_longest_rows", num_rows == threads / 2 ? "+" : ""),
                    row_profile(num_rows, 4 * num_rows, 33)});
  }
  add_by_entries(list, "idle_entries", threads / 32, threads / 8, 8);
  add_by_longest(list, "idle_longest", threads / 32, threads / 8, 32);
  // Work for all threads: two rows per group.
  for (const std::int64_t num_rows : {4 * threads, 4 * threads + 1}) {
    list.push_back(
        {sporos::detail::concat("repeat", num_rows > 4 * threads ? "+" : ""), row_profile(num_rows, 5 * num_rows, 10)});
  }
  return list;
}

/// \brief All these profiles for one machine.
inline std::vector<NamedRows> rows_for(const sporos::Machine& machine) {
  std::vector<NamedRows> list = measured_rows();
  for (const auto& more : {rows_at_limits(), rows_at_limits_of(machine)})
    list.insert(list.end(), more.begin(), more.end());
  return list;
}

}  // namespace sporos_test
