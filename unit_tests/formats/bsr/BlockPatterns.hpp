// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Matrices that consist of blocks.
#pragma once

#include "unit_tests/support/FormatTests.hpp"

namespace sporos_test {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

/// \brief The pattern in which every entry of a coarse pattern is a full block.
inline Pattern blown_up(const Pattern& coarse, std::int64_t size) {
  Pattern pattern{coarse.name, coarse.num_columns * size, {}};
  for (const auto& blocks : coarse.rows) {
    std::vector<std::int64_t> row;
    for (const std::int64_t block : blocks) {
      for (std::int64_t i = 0; i < size; ++i) row.push_back(block * size + i);
    }
    for (std::int64_t i = 0; i < size; ++i) pattern.rows.push_back(row);
  }
  return pattern;
}

inline const Pattern coarse{"coarse", 12, {{0, 1, 5}, {2}, {}, {0, 3, 11}, {4, 6}}};

template <class Pattern>
auto on_device(const Pattern& pattern) {
  return sporos::copy_to<Space>(sporos_test::make_matrix<double>(pattern));
}

}  // namespace sporos_test
