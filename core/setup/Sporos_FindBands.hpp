// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Finds bands in a matrix on a host (four and more rows, each with the columns of the row above plus one, as in
/// a stencil), their patterns, and as many rows that are equally short.
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

/// \brief Of `rows` rows of `length` entries, the number of the first ones that have the columns of the row above moved
/// by one.
///
/// \param above  columns of the row above the first of them
template <class Column>
std::int64_t count_moved_by_one(const Column* above, std::int64_t length, std::int64_t rows) {
  using Bits = std::make_unsigned_t<Column>;
  const auto difference = [above, length](std::int64_t k) {
    return static_cast<Bits>(static_cast<Bits>(above[k + length]) - static_cast<Bits>(above[k]) - 1U);
  };
  // Most rows that are no band already differ in their first column. The loop over a block has no branch, so the
  // compiler vectorises it.
  constexpr std::int64_t block = 16;
  const std::int64_t entries = rows * length;
  std::int64_t k = 0;
  if (entries > 0 && difference(0) != 0) return 0;
  for (; k + block <= entries; k += block) {
    Bits differences = 0;
    for (std::int64_t i = 0; i < block; ++i) differences = static_cast<Bits>(differences | difference(k + i));
    if (differences != 0) break;
  }
  while (k < entries && difference(k) == 0) ++k;
  return length > 0 ? k / length : 0;
}

/// \brief What a row has in common with the row above.
enum class Likeness : unsigned char {
  none,
  short_length,  ///< both have one entry, both two or both three
  band           ///< the columns of the row above shifted by one
};

/// \brief Compares rows with the rows above, a group at a time.
template <class Matrix>
struct CompareRows {
  Matrix matrix;
  Likeness* likeness;

  void operator()(std::int64_t group) const {
    const std::int64_t begin = group * leaf_rows;
    const std::int64_t end = begin + leaf_rows < matrix.num_rows ? begin + leaf_rows : matrix.num_rows;
    std::int64_t row = begin;
    if (row == 0) likeness[row++] = Likeness::none;
    while (row < end) {
      const std::int64_t length = offset(row) - offset(row - 1);
      std::int64_t other = row;
      while (other < end && offset(other + 1) - offset(other) == length) ++other;
      const Likeness unmoved = length > 0 && length <= 3 ? Likeness::short_length : Likeness::none;
      while (row < other) {
        const std::int64_t moved = count_moved_by_one(matrix.columns + offset(row - 1), length, other - row);
        std::fill(likeness + row, likeness + row + moved, Likeness::band);
        row += moved;
        if (row < other) likeness[row++] = unmoved;
      }
      if (row < end) likeness[row++] = Likeness::none;
    }
  }

 private:
  std::int64_t offset(std::int64_t row) const { return static_cast<std::int64_t>(matrix.row_offsets[row]); }
};

/// \brief Whether the four rows from `row` on are a band, or equally short.
template <class Matrix>
bool are_alike(const Matrix& matrix, std::int64_t row) {
  const auto offset = [&](std::int64_t i) { return static_cast<std::int64_t>(matrix.row_offsets[row + i]); };
  const std::int64_t length = offset(1) - offset(0);
  if (length == 0 || offset(2) - offset(1) != length || offset(3) - offset(2) != length ||
      offset(4) - offset(3) != length) {
    return false;
  }
  return length <= 3 || count_moved_by_one(matrix.columns + offset(0), length, 3) == 3;
}

/// \brief What is found, in memory that products read.
template <class ExecutionSpace>
struct Bands {
  using memory_space = typename ExecutionSpace::memory_space;

  Kokkos::View<RowStretch*, memory_space> stretches;  ///< empty if only few of a sample are alike
  Kokkos::View<int*, memory_space> firsts;            ///< as in RowStretches
  Kokkos::View<int*, memory_space> patterns;

  RowStretches arrays() const { return {stretches.data(), firsts.data(), patterns.data()}; }
};

/// \brief Joins rows to stretches: bands where four or more go on, the others by their lengths.
class StretchList {
 public:
  static constexpr std::int64_t shortest = 4;

  StretchList(const Likeness* likeness, std::int64_t num_rows) {
    std::int64_t joined = 0;  // the rows before it are in stretches
    for (std::int64_t row = 0; row < num_rows;) {
      const std::int64_t next = end_of(likeness, row, num_rows, Likeness::band);
      if (next - row >= shortest) {
        join_others(likeness, joined, row);
        add(row, RowStretch::band);
        ++bands_;
        fours_ += (next - row) / shortest;
        joined = next;
      }
      row = next;
    }
    join_others(likeness, joined, num_rows);
    add(num_rows, RowStretch::loose);
  }

  std::vector<RowStretch>& stretches() { return stretches_; }
  std::int64_t bands() const { return bands_; }
  /// Groups of four rows in bands.
  std::int64_t fours() const { return fours_; }

 private:
  void add(std::int64_t row, RowStretch::Kind kind) { stretches_.push_back({static_cast<int>(row), kind}); }

  // Where a stretch that begins with `row` ends.
  static std::int64_t end_of(const Likeness* likeness, std::int64_t row, std::int64_t end, Likeness least) {
    ++row;
    while (row < end && likeness[row] >= least) ++row;
    return row;
  }

  void join_others(const Likeness* likeness, std::int64_t row, std::int64_t end) {
    bool is_loose = false;
    while (row < end) {
      const std::int64_t next = end_of(likeness, row, end, Likeness::short_length);
      const bool are_equal = next - row >= shortest;
      if (are_equal) {
        add(row, RowStretch::equal);
      } else if (!is_loose) {
        add(row, RowStretch::loose);
      }
      is_loose = !are_equal;
      row = next;
    }
  }

  std::vector<RowStretch> stretches_;
  std::int64_t bands_ = 0;
  std::int64_t fours_ = 0;
};

/// \brief Numbers the patterns of bands: each once, up to `max_pattern_columns` in all of them.
class BandPatterns {
 public:
  /// Where the columns of the pattern of the band that begins with `row` begin; `RowStretch::band` if there is no room
  /// for it.
  template <class Matrix>
  int place_of(const Matrix& matrix, std::int64_t row) {
    const auto begin = static_cast<std::int64_t>(matrix.row_offsets[row]);
    const std::int64_t length = static_cast<std::int64_t>(matrix.row_offsets[row + 1]) - begin;
    if (length > max_pattern_columns) return RowStretch::band;
    pattern_.clear();
    for (std::int64_t k = begin; k < begin + length; ++k) {
      pattern_.push_back(static_cast<int>(static_cast<std::int64_t>(matrix.columns[k]) - row));
    }
    // The lines of a grid mostly have the pattern of the line before.
    if (!is_at(last_.place, last_.length)) last_ = {look_up(), pattern_.size()};
    return last_.place;
  }

  const std::vector<int>& columns() const { return columns_; }

 private:
  struct Known {
    int place;
    std::size_t length;
  };

  bool is_at(int place, std::size_t length) const {
    return place >= 0 && length == pattern_.size() &&
           std::equal(pattern_.begin(), pattern_.end(), columns_.begin() + place);
  }

  int look_up() {
    std::uint64_t hash = pattern_.size();
    for (const int column : pattern_) {
      hash = (hash ^ static_cast<std::uint32_t>(column)) * 0x9e3779b97f4a7c15U;
      hash ^= hash >> 32;
    }
    const auto known = places_.find(hash);
    // Two patterns may have one hash.
    if (known != places_.end()) {
      return is_at(known->second.place, known->second.length) ? known->second.place : RowStretch::band;
    }
    if (columns_.size() + pattern_.size() > static_cast<std::size_t>(max_pattern_columns)) return RowStretch::band;
    const int place = static_cast<int>(columns_.size());
    places_.emplace(hash, Known{place, pattern_.size()});
    columns_.insert(columns_.end(), pattern_.begin(), pattern_.end());
    return place;
  }

  std::vector<int> columns_;
  std::vector<int> pattern_;
  Known last_{RowStretch::band, 0};
  std::unordered_map<std::uint64_t, Known> places_;  // by hash
};

/// \brief Finds bands and their patterns; waits.
/// \param matrix      CrsArrays that the host can read
/// \param prefetches  whether products prefetch entries
template <class ExecutionSpace, class Matrix>
Bands<ExecutionSpace> find_bands(const ExecutionSpace& exec, const Matrix& matrix, bool prefetches) {
  using Memory = typename ExecutionSpace::memory_space;
  Bands<ExecutionSpace> bands;
  const std::int64_t fours = matrix.num_rows / 4;
  const std::int64_t looked_at = fours < band_samples ? fours : band_samples;
  std::int64_t found = 0;
  for (std::int64_t i = 0; i < looked_at; ++i) {
    // Not at equal distances: in the matrix of a grid, all samples could then be at the ends of grid lines.
    const std::int64_t distance = fours / looked_at;
    found += are_alike(matrix, 4 * (distance * i + i * i * 37 % distance)) ? 1 : 0;
  }
  // Stretches and patterns have numbers of rows, and columns relative to them, of type int.
  if (looked_at == 0 || 4 * found < looked_at || matrix.num_rows > INT32_MAX) return bands;
  const std::int64_t groups = (matrix.num_rows + leaf_rows - 1) / leaf_rows;
  const auto likeness =
      allocate<Kokkos::View<Likeness*, Memory>>(exec, "sporos::setup[likeness of rows]", matrix.num_rows);
  launch_kernel("sporos::setup[find bands]",
                Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>(exec, 0, groups),
                CompareRows<Matrix>{matrix, likeness.data()});
  wait_for(exec, "sporos::setup[wait]");
  StretchList list(likeness.data(), matrix.num_rows);
  const auto copied = [&](const auto& numbers, const char* label) {
    using Number = typename std::decay_t<decltype(numbers)>::value_type;
    const auto view = allocate<Kokkos::View<Number*, Memory>>(exec, label, static_cast<std::int64_t>(numbers.size()));
    std::copy(numbers.begin(), numbers.end(), view.data());
    return view;
  };
  auto& stretches = list.stretches();
  if (patterns_pay(list.bands(), list.fours() - list.bands(), prefetches, concurrency(exec))) {
    BandPatterns patterns;
    for (auto& stretch : stretches) {
      if (stretch.columns == RowStretch::band) stretch.columns = patterns.place_of(matrix, stretch.first_row);
    }
    bands.patterns = copied(patterns.columns(), "sporos::setup[patterns]");
  }
  std::vector<int> firsts(static_cast<std::size_t>(groups));
  std::size_t place = 0;
  for (std::int64_t group = 0; group < groups; ++group) {
    while (stretches[place + 1].first_row <= group * leaf_rows) ++place;
    firsts[static_cast<std::size_t>(group)] = static_cast<int>(place);
  }
  bands.stretches = copied(stretches, "sporos::setup[bands]");
  bands.firsts = copied(firsts, "sporos::setup[bands]");
  return bands;
}

}  // namespace detail
}  // namespace sporos
