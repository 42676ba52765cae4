// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Finds bands in a matrix on a host (four rows, each with the columns of the row above plus one, as in a
/// stencil), their patterns, and four rows that are equally short.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/device/host/Sporos_RowSums.hpp"
#include "formats/common/Sporos_Arrays.hpp"
#include "formats/common/Sporos_LaunchKernel.hpp"
#include "policies/crs/Sporos_LeafRule.hpp"

namespace sporos {
namespace detail {

/// \brief Whether `Rows` rows of `length` entries, from `columns` on, have the columns of the row above moved by one.
template <int Rows, class Column>
bool are_moved_by_one(const Column* columns, std::int64_t length) {
  // Most groups of rows that are no band already differ in their first column. The loops below have no branch, so the
  // compiler vectorises them.
  if (columns[length] - columns[0] != 1) return false;
  using Bits = std::make_unsigned_t<Column>;
  const auto column = [columns](std::int64_t entry) { return static_cast<Bits>(columns[entry]); };
  Bits differences = 0;
  for (std::int64_t j = 0; j < length; ++j) {
    for (int i = 1; i < Rows; ++i) {
      differences = static_cast<Bits>(differences | static_cast<Bits>(column(i * length + j) - column(j) - i));
    }
  }
  return differences == 0;
}

/// \brief What the four rows from `row` on are.
template <class Matrix>
BandMark mark_of(const Matrix& matrix, std::int64_t row) {
  const auto offset = [&](std::int64_t i) { return static_cast<std::int64_t>(matrix.row_offsets[row + i]); };
  const std::int64_t length = offset(1) - offset(0);
  if (length == 0 || offset(2) - offset(1) != length || offset(3) - offset(2) != length ||
      offset(4) - offset(3) != length) {
    return BandMark::none;
  }
  const auto* const columns = matrix.columns + offset(0);
  if (!are_moved_by_one<4>(columns, length)) return length <= 3 ? BandMark::equal : BandMark::none;
  const bool continues = row >= 4 && offset(0) - offset(-1) == length && offset(-1) - offset(-2) == length &&
                         offset(-2) - offset(-3) == length && offset(-3) - offset(-4) == length &&
                         are_moved_by_one<5>(columns - 4 * length, length);
  return continues ? BandMark::continued : BandMark::band;
}

template <class Matrix>
struct FindBands {
  Matrix matrix;
  BandMark* bands;

  void operator()(std::int64_t i) const { bands[i] = mark_of(matrix, 4 * i); }
};

/// \brief What is found, in memory that products read.
template <class ExecutionSpace>
struct Bands {
  using memory_space = typename ExecutionSpace::memory_space;

  Kokkos::View<BandMark*, memory_space> marks;  ///< of each group of four rows; empty if only few of a sample have one
  Kokkos::View<int*, memory_space> starts;      ///< of patterns, as in BandMarks
  Kokkos::View<int*, memory_space> columns;

  BandMarks arrays() const { return {marks.data(), starts.data(), columns.data()}; }
};

/// \brief Numbers the patterns of bands: each once, up to `max_pattern_columns` in all of them.
class BandPatterns {
 public:
  /// The mark of the band of four rows that begins with `row`; `band` where there is no room for its pattern.
  template <class Matrix>
  BandMark mark_of_band(const Matrix& matrix, std::int64_t row) {
    const auto begin = static_cast<std::int64_t>(matrix.row_offsets[row]);
    const std::int64_t length = static_cast<std::int64_t>(matrix.row_offsets[row + 1]) - begin;
    // The columns relative to a row are of type int.
    if (row > INT32_MAX || length > max_pattern_columns) return BandMark::band;
    pattern_.clear();
    auto hash = static_cast<std::uint64_t>(length);
    for (std::int64_t k = begin; k < begin + length; ++k) {
      pattern_.push_back(static_cast<int>(static_cast<std::int64_t>(matrix.columns[k]) - row));
      hash = (hash ^ static_cast<std::uint32_t>(pattern_.back())) * 0x9e3779b97f4a7c15U;
      hash ^= hash >> 32;
    }
    const auto known = numbers_.find(hash);
    if (known != numbers_.end()) return has(known->second, pattern_) ? mark(known->second) : BandMark::band;
    if (static_cast<std::int64_t>(columns_.size()) + length > max_pattern_columns) return BandMark::band;
    const std::size_t number = numbers_.size();
    numbers_.emplace(hash, number);
    columns_.insert(columns_.end(), pattern_.begin(), pattern_.end());
    starts_.push_back(static_cast<int>(columns_.size()));
    return mark(number);
  }

  const std::vector<int>& starts() const { return starts_; }
  const std::vector<int>& columns() const { return columns_; }

 private:
  static BandMark mark(std::size_t number) {
    return static_cast<BandMark>(number + static_cast<std::size_t>(BandMark::first_pattern));
  }
  // Two patterns may have one hash.
  bool has(std::size_t number, const std::vector<int>& pattern) const {
    return std::equal(columns_.begin() + starts_[number], columns_.begin() + starts_[number + 1], pattern.begin(),
                      pattern.end());
  }

  std::vector<int> starts_{0};
  std::vector<int> columns_;
  std::vector<int> pattern_;
  std::unordered_map<std::uint64_t, std::size_t> numbers_;  // by hash
};

/// \brief Marks the bands of patterns where that pays, in one thread, which reads the columns where a band begins.
template <class ExecutionSpace, class Matrix>
void number_patterns(const ExecutionSpace& exec, const Matrix& matrix, bool prefetches, Bands<ExecutionSpace>& bands) {
  BandMark* const marks = bands.marks.data();
  const auto fours = static_cast<std::int64_t>(bands.marks.extent(0));
  const std::int64_t begun = std::count(marks, marks + fours, BandMark::band);
  const std::int64_t continued = std::count(marks, marks + fours, BandMark::continued);
  if (!patterns_pay(begun, continued, prefetches, concurrency(exec))) return;
  BandPatterns patterns;
  for (std::int64_t i = 0; i < fours; ++i) {
    if (marks[i] == BandMark::band) marks[i] = patterns.mark_of_band(matrix, 4 * i);
    if (marks[i] == BandMark::continued && marks[i - 1] >= BandMark::first_pattern) marks[i] = marks[i - 1];
  }
  const auto copied = [&](const std::vector<int>& numbers, const char* label) {
    const auto view = allocate<Kokkos::View<int*, typename ExecutionSpace::memory_space>>(
        exec, label, static_cast<std::int64_t>(numbers.size()));
    std::copy(numbers.begin(), numbers.end(), view.data());
    return view;
  };
  bands.starts = copied(patterns.starts(), "sporos::setup[patterns]");
  bands.columns = copied(patterns.columns(), "sporos::setup[patterns]");
}

/// \brief Finds bands and their patterns; waits.
/// \param matrix      CrsArrays that the host can read
/// \param prefetches  whether products prefetch entries
template <class ExecutionSpace, class Matrix>
Bands<ExecutionSpace> find_bands(const ExecutionSpace& exec, const Matrix& matrix, bool prefetches) {
  Bands<ExecutionSpace> bands;
  const std::int64_t fours = matrix.num_rows / 4;
  const std::int64_t looked_at = fours < band_samples ? fours : band_samples;
  std::int64_t found = 0;
  for (std::int64_t i = 0; i < looked_at; ++i) {
    // Not at equal distances: in the matrix of a grid, all samples could then be at the ends of grid lines.
    const std::int64_t distance = fours / looked_at;
    found += mark_of(matrix, 4 * (distance * i + i * i * 37 % distance)) != BandMark::none ? 1 : 0;
  }
  if (looked_at == 0 || 4 * found < looked_at) return bands;
  bands.marks = allocate<decltype(bands.marks)>(exec, "sporos::setup[bands]", fours);
  launch_kernel("sporos::setup[find bands]",
                Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>(exec, 0, fours),
                FindBands<Matrix>{matrix, bands.marks.data()});
  wait_for(exec, "sporos::setup[wait]");
  number_patterns(exec, matrix, prefetches, bands);
  return bands;
}

}  // namespace detail
}  // namespace sporos
