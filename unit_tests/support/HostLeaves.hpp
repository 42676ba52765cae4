// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Matrices in arrays without anything readable after them, and the leaves that this processor can run.
#pragma once

#include <cmath>
#include <limits>
#include <vector>

#include "core/device/host/Sporos_RowSumsLeaves.hpp"
#include "core/device/instance/Sporos_DetectHostLevel.hpp"
#include "unit_tests/support/Gallery.hpp"

namespace sporos_test {

/// \brief The levels above `portable` that can be tested here; none if no leaves are compiled.
inline std::vector<sporos::HostLevel> leaf_levels() {
  std::vector<sporos::HostLevel> levels;
  for (const auto level :
       {sporos::HostLevel::neon, sporos::HostLevel::avx2, sporos::HostLevel::avx512_masks, sporos::HostLevel::avx512}) {
    if (level == sporos::detail::host_level_for(name(level))) levels.push_back(level);
  }
  return levels;
}

/// \brief Rows of given lengths. Entries begin at `before` and are followed by others, which must not be read: their
/// values are NaN, and their columns far away.
template <class Value, class X, class Offset = int>
struct RowsAmongOthers {
  std::vector<Offset> offsets;
  std::vector<int> columns;
  std::vector<Value> values;
  std::vector<X> x;

  RowsAmongOthers(const std::vector<std::int64_t>& lengths, std::int64_t before = 0, std::int64_t behind = 0)
      : columns(static_cast<std::size_t>(before), std::numeric_limits<int>::max()),
        values(static_cast<std::size_t>(before), std::numeric_limits<Value>::quiet_NaN()) {
    Mixer mixer(lengths.size());
    for (int i = 0; i < 97; ++i) x.push_back(static_cast<X>(mixer.number()));
    offsets.push_back(static_cast<Offset>(before));
    for (const std::int64_t length : lengths) {
      for (std::int64_t k = 0; k < length; ++k) {
        columns.push_back(static_cast<int>(mixer.below(97)));
        values.push_back(static_cast<Value>(mixer.number()));
      }
      offsets.push_back(static_cast<Offset>(columns.size()));
    }
    columns.resize(columns.size() + static_cast<std::size_t>(behind), std::numeric_limits<int>::max());
    values.resize(columns.size(), std::numeric_limits<Value>::quiet_NaN());
    columns.shrink_to_fit();
    values.shrink_to_fit();
  }

  std::int64_t num_rows() const { return static_cast<std::int64_t>(offsets.size()) - 1; }

  sporos::detail::RowRun<Value, X, Offset> run(bool prefetches = false) const {
    return {offsets.data(), num_rows(), columns.data(),
            values.data(),  x.data(),   static_cast<std::int64_t>(offsets.back()),
            prefetches};
  }

  /// Whether `sum` is the sum of the row, except for rounding.
  bool is_sum(std::int64_t row, double sum) const {
    double exact = 0;
    double size = 0;
    const auto begin = static_cast<std::size_t>(offsets[static_cast<std::size_t>(row)]);
    const auto end = static_cast<std::size_t>(offsets[static_cast<std::size_t>(row) + 1]);
    for (std::size_t k = begin; k < end; ++k) {
      const double product =
          static_cast<double>(values[k]) * static_cast<double>(x[static_cast<std::size_t>(columns[k])]);
      exact += product;
      size += std::fabs(product);
    }
    const double bound = static_cast<double>(end - begin + 2) * static_cast<double>(std::numeric_limits<X>::epsilon());
    return std::fabs(sum - exact) <= bound * size;
  }
};

}  // namespace sporos_test
