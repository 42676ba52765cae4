// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Symmetric matrices for tests of half storage.
#pragma once

#include <set>
#include <utility>

#include "unit_tests/support/Gallery.hpp"

namespace sporos_test {

/// \brief The pattern with the mirror image of each entry; columns ascend.
inline Pattern mirrored(const Pattern& pattern) {
  std::vector<std::set<std::int64_t>> rows(pattern.rows.size());
  for (std::size_t row = 0; row < rows.size(); ++row) {
    for (const std::int64_t column : pattern.rows[row]) {
      rows[row].insert(column);
      rows[static_cast<std::size_t>(column)].insert(static_cast<std::int64_t>(row));
    }
  }
  Pattern result{pattern.name, pattern.num_columns, {}};
  for (const auto& row : rows) result.rows.emplace_back(row.begin(), row.end());
  return result;
}

inline Pattern symmetric_band(std::string name, std::int64_t num_rows, const std::vector<std::int64_t>& distances) {
  Pattern upper{std::move(name), num_rows, {}};
  for (std::int64_t row = 0; row < num_rows; ++row) {
    std::vector<std::int64_t> columns;
    for (const std::int64_t distance : distances) {
      if (row + distance < num_rows) columns.push_back(row + distance);
    }
    upper.rows.push_back(std::move(columns));
  }
  return mirrored(upper);
}

inline std::vector<Pattern> symmetric_gallery() {
  std::vector<std::int64_t> many(70);
  for (std::size_t i = 0; i < many.size(); ++i) many[i] = static_cast<std::int64_t>(i);
  const auto random = [](std::string name, std::int64_t num_rows, const auto& length) {
    return mirrored(random_pattern(std::move(name), num_rows, num_rows, length));
  };
  return {symmetric_band("diagonal", 1000, {0}),
          symmetric_band("tridiagonal", 257, {0, 1}),
          symmetric_band("no diagonal", 300, {1, 17}),
          symmetric_band("seven points", 1000, {0, 1, 10, 100}),
          symmetric_band("dense", 70, many),
          symmetric_band("corners", 300, {299}),
          symmetric_band("wide and long", 7000, {0, 1, 1500}),
          symmetric_band("at the largest distance and beyond", 70000, {0, 65535, 65536, 69999}),
          random("random", 900, [](auto) { return 4; }),
          random("empty rows", 501, [](auto row) { return row % 7 == 0 ? 3 : 0; }),
          random("arrow", 3000, [](auto row) { return row == 1700 ? 3000 : 1; })};
}

/// \brief The same with numbers that depend on the position, but are equal for (i, j) and (j, i).
template <class Value, class Column = int, class Offset = int>
auto make_symmetric(const Pattern& pattern, std::uint64_t seed = 42) {
  auto matrix = make_matrix<Value, Column, Offset>(pattern);
  std::size_t entry = 0;
  for (std::size_t row = 0; row < pattern.rows.size(); ++row) {
    for (const std::int64_t column : pattern.rows[row]) {
      const auto other = static_cast<std::uint64_t>(column);
      Mixer mixer(seed + 1000003 * std::min<std::uint64_t>(row, other) + std::max<std::uint64_t>(row, other));
      matrix.values(entry++) = make_number<Value>(mixer);
    }
  }
  return matrix;
}

}  // namespace sporos_test
