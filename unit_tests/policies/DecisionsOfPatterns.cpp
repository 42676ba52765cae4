// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "policies/crs/Sporos_DecideCrs.hpp"
#include "unit_tests/policies/DecisionTables.hpp"
#include "unit_tests/support/DecisionProfiles.hpp"
#include "unit_tests/support/Machines.hpp"

namespace sporos_test {
namespace {

using sporos::Options;
using sporos::RowProfile;

// Square matrices with rows of one length, at both sides of each limit.
DecisionTable row_patterns() {
  DecisionTable table("row_patterns",
                      "machine  rows     nnz        bytes  share   seeks  algorithm  coop  repeat  block  evict  adds");
  const auto add = [&](const char* name_of_machine, const sporos::Machine& machine, std::int64_t num_rows,
                       std::int64_t nnz, int bytes, double share, std::int64_t longest_row = 0) {
    RowProfile rows = row_profile(num_rows, nnz, longest_row > 0 ? longest_row : (nnz + num_rows - 1) / num_rows);
    rows.num_columns = num_rows;
    rows.pattern_share = share;
    const auto decision = sporos::detail::decide_crs(machine, rows, Options(), bytes);
    table.add(name_of_machine, num_rows, nnz, bytes, sporos::detail::concat(share),
              sporos::detail::seeks_patterns(machine, rows, Options(), bytes), name(decision.algorithm),
              decision.shape.coop, decision.shape.repeat, decision.shape.block_size, decision.evicts_first,
              decision.adds_lengths);
  };
  const sporos::Machine h100 = sporos::h100();
  for (const double share : {0.0, 0.979, 0.98, 1.0}) add("h100", h100, 1000000, 7000000, 8, share);
  for (const std::int64_t nnz : {768 * 1024 - 1, 768 * 1024}) add("h100", h100, 100000, nnz, 8, 1);
  for (const std::int64_t more : {0, 1}) add("h100", h100, 100000, 12800000 + more, 8, 1);
  // Lanes by the entries of a row; those of 16 bytes count twice.
  for (const int bytes : {4, 8, 16}) {
    for (const std::int64_t of_row : {10, 16, 36}) {
      const std::int64_t nnz = 1600000 * of_row / (bytes > 8 ? 2 : 1);
      for (const std::int64_t more : {0, 1}) add("h100", h100, 1600000, nnz + more, bytes, 1);
    }
  }
  // Rows for two fifths of the threads, with 8 lanes each; rows that are uneven.
  for (const std::int64_t num_rows : {13516, 13517}) add("h100", h100, num_rows, 80 * num_rows, 8, 1);
  for (const std::int64_t nnz : {sporos::detail::small_matrix - 1, sporos::detail::small_matrix}) {
    add("h100", h100, 1000000, nnz, 8, 1, 100);
  }
  // Vectors of two fifths of the cache.
  for (const std::int64_t more : {0, 1}) add("h100", h100, h100.cache_bytes / 40 + more, 20000000, 8, 1);
  // Values and vectors of three fourths of the cache, or seven fifths.
  for (const std::int64_t more : {0, 1}) {
    add("h100", h100, 600000, (3 * h100.cache_bytes / 4 - 2 * 8 * 600000) / 8 + more, 8, 1);
    add("h100", h100, 2000000, (7 * h100.cache_bytes / 5 - 2 * 4 * 2000000) / 4 + more, 4, 1);
  }
  for (const NamedMachine& machine : named_machines()) {
    if (is_one_of(machine.name, {"v100", "host_16"}))
      add(machine.name.c_str(), machine.machine, 1000000, 27000000, 8, 1);
  }
  return table;
}

// Even rows that lanes sum in batches, at both sides of each limit, and whether they are streamed instead.
DecisionTable batches() {
  DecisionTable table("batches", "rows     nnz       longest  bytes  algorithm  batches  coop  repeat  block");
  const auto add = [&](std::int64_t num_rows, std::int64_t nnz, std::int64_t longest_row, int bytes) {
    const RowProfile rows = row_profile(num_rows, nnz, longest_row);
    const auto decision = sporos::detail::decide_crs(sporos::h100(), rows, Options(), bytes);
    table.add(num_rows, nnz, longest_row, bytes, name(decision.algorithm), decision.in_batches, decision.shape.coop,
              decision.shape.repeat, decision.shape.block_size);
  };
  for (const int bytes : {2, 4, 8, 16}) {
    for (const std::int64_t mean : {3, 7, 8, 12, 20, 24}) {
      for (const std::int64_t more : {0, 1}) add(100000, 100000 * mean + more, 30, bytes);
    }
    add(100000, 700000, 65, bytes);
    for (const std::int64_t mean : {3, 7, 24}) add(2000000, 2000000 * mean + 1, 30, bytes);
  }
  // Two rows of a group, in larger teams.
  for (const std::int64_t less : {1, 0}) add(262144, 5 * 1024 * 1024 - less, 30, 8);
  // More lanes where threads would be idle, as long as each has two entries.
  for (const std::int64_t num_rows : {15000, 31000, 60000, 120000}) {
    for (const std::int64_t mean : {2, 4, 6}) add(num_rows, num_rows * mean, 10, 8);
  }
  return table;
}

// Half of the rows have `shorter` entries, the others `longer`.
DecisionTable kinds() {
  DecisionTable table("row_kinds", "rows    shorter  longer  bytes  several  algorithm");
  const auto add = [&](std::int64_t num_rows, std::int64_t shorter, std::int64_t longer) {
    RowProfile rows = row_profile(num_rows, num_rows / 2 * (shorter + longer), longer);
    rows.sum_of_squares = static_cast<double>(num_rows / 2 * (shorter * shorter + longer * longer));
    for (const int bytes : {4, 8}) {
      table.add(num_rows, shorter, longer, bytes, sporos::detail::are_of_several_kinds(rows),
                name(sporos::detail::decide_crs(sporos::h100(), rows, Options(), bytes).algorithm));
    }
  };
  for (const std::int64_t longer : {54, 55}) add(100000, 26, longer);
  for (const std::int64_t longer : {30, 31}) add(100000, 10, longer);
  for (const std::int64_t longer : {206, 207}) add(100000, 50, longer);
  for (const std::int64_t num_rows : {26214, 26216}) add(num_rows, 20, 60);
  // Shorter rows are summed in batches, or else streamed.
  for (const std::int64_t longer : {20, 21}) add(600000, 5, longer);
  return table;
}

// Only plans that choose the algorithm look for patterns.
DecisionTable pattern_options() {
  DecisionTable table("row_pattern_options", "asked              seeks");
  RowProfile rows = row_profile(1000000, 7000000, 7);
  const auto add = [&](const char* what, const Options& options) {
    table.add(what, sporos::detail::seeks_patterns(sporos::h100(), rows, options, 8));
  };
  add("nothing", {});
  Options options;
  options.algorithm = sporos::Algorithm::coop;
  add("coop", options);
  options.algorithm = sporos::Algorithm::patterns;
  add("patterns", options);
  options = {};
  options.shape = sporos::RowShape{1, 1, 256};
  add("a_shape", options);
  options = {};
  options.rule = sporos::RowRule::reguly_giles_2012;
  add("the_rule_of_2012", options);
  options = {};
  options.tuning = sporos::Tuning::exhaustive;
  add("tuning", options);
  return table;
}

}  // namespace

std::vector<DecisionTable> pattern_tables() { return {row_patterns(), batches(), kinds(), pattern_options()}; }

}  // namespace sporos_test
