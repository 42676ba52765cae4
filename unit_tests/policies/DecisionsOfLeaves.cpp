// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "policies/crs/Sporos_LeafRule.hpp"
#include "unit_tests/policies/DecisionTables.hpp"

namespace sporos_test {
namespace {

// Rows on both sides of the limits of their mean length.
DecisionTable leaf_forms() {
  DecisionTable table("leaf_forms", "level   rows  entries  form");
  const char* const names[] = {"few", "some", "many", "uneven"};
  for (const auto level : {sporos::HostLevel::avx2, sporos::HostLevel::avx512}) {
    for (const std::int64_t entries : {0, 100, 349, 350, 351, 449, 450, 451, 12799, 12800, 12801, 100000}) {
      table.add(name(level), 100, entries, names[static_cast<int>(sporos::detail::leaf_form(level, 100, entries))]);
    }
  }
  return table;
}

// Whether the columns of bands become patterns.
DecisionTable patterns() {
  DecisionTable table("patterns", "begun  continued  prefetches  threads  pays");
  for (const std::int64_t begun : {0, 1, 100}) {
    for (const std::int64_t continued : {0, 9, 10, 999, 1000}) {
      for (const bool prefetches : {false, true}) {
        for (const int threads : {1, 7, 8, 64}) {
          const bool pays = sporos::detail::patterns_pay(begun, continued, prefetches, threads);
          table.add(begun, continued, prefetches, threads, pays);
        }
      }
    }
  }
  return table;
}

// Whether the columns of a group are looked at, and what they mean.
DecisionTable scattered_rows() {
  DecisionTable table("scattered_rows", "level         bytes  distance  looked_at  scattered  far");
  for (const auto level : {sporos::HostLevel::avx2, sporos::HostLevel::avx512_masks, sporos::HostLevel::avx512}) {
    for (const int bytes : {4, 8}) {
      for (const int distance : {5999, 6000, 159999, 160000}) {
        table.add(name(level), bytes, distance, sporos::detail::may_be_scattered(level, bytes),
                  sporos::detail::is_scattered(distance), sporos::detail::is_far(distance));
      }
    }
  }
  return table;
}

// Groups of 32 rows on both sides of the limits.
DecisionTable uneven_rows() {
  DecisionTable table("uneven_rows", "level  bytes  rows  entries  changes  matrix_rows  may_be  is  periods");
  const auto add = [&](sporos::HostLevel level, int bytes, std::int64_t entries, std::int64_t changes,
                       std::int64_t matrix_rows) {
    table.add(name(level), bytes, 32, entries, changes, matrix_rows,
              sporos::detail::may_be_uneven(level, bytes, 32, entries),
              sporos::detail::is_uneven(32, changes, matrix_rows), sporos::detail::periods_to_look_for(32, entries));
  };
  for (const auto level : {sporos::HostLevel::avx2, sporos::HostLevel::avx512_masks, sporos::HostLevel::avx512}) {
    for (const int bytes : {4, 8}) {
      for (const std::int64_t entries : {64, 65, 256, 257, 320, 321, 640, 641}) add(level, bytes, entries, 32, 1000000);
    }
  }
  for (const std::int64_t changes : {0, 3, 4, 31}) {
    for (const std::int64_t matrix_rows : {0, 32, 8000, 8257, 8258, 63999, 64000, 85333, 85334, 1000000}) {
      add(sporos::HostLevel::avx2, 8, 160, changes, matrix_rows);
    }
  }
  return table;
}

}  // namespace

std::vector<DecisionTable> leaf_tables() { return {leaf_forms(), patterns(), scattered_rows(), uneven_rows()}; }

}  // namespace sporos_test
