// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The matrices that every kernel must multiply correctly: the shapes with which products usually fail.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "formats/crs/Sporos_CrsMatrix.hpp"

namespace sporos_test {

/// \brief A matrix without its numbers: the columns of each row, in storage order.
struct Pattern {
  std::string name;
  std::int64_t num_columns;
  std::vector<std::vector<std::int64_t>> rows;

  std::int64_t nnz() const {
    std::int64_t entries = 0;
    for (const auto& row : rows) entries += static_cast<std::int64_t>(row.size());
    return entries;
  }
};

/// \brief A small generator of well mixed numbers, the same on every machine.
class Mixer {
 public:
  explicit Mixer(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  std::int64_t below(std::int64_t bound) {
    return static_cast<std::int64_t>(next() % static_cast<std::uint64_t>(bound));
  }
  /// In [-1, 1), never zero.
  double number() { return (static_cast<double>(next() >> 12) + 0.5) / 2251799813685248.0 - 1.0; }

 private:
  std::uint64_t state_;
};

/// \brief `num_rows` rows of `length(row)` random columns each; unsorted, and possibly repeated.
template <class Length>
Pattern random_pattern(std::string name, std::int64_t num_rows, std::int64_t num_columns, const Length& length) {
  Mixer mixer(static_cast<std::uint64_t>(num_rows * 7919 + num_columns));
  Pattern pattern{std::move(name), num_columns, {}};
  for (std::int64_t row = 0; row < num_rows; ++row) {
    std::vector<std::int64_t> columns(static_cast<std::size_t>(length(row)));
    for (auto& column : columns) column = mixer.below(num_columns);
    pattern.rows.push_back(std::move(columns));
  }
  return pattern;
}

// Rows just below, at and above every number that may be the size of a tile or the limit of a long row.
inline Pattern rows_around_powers_of_two() {
  std::vector<std::int64_t> lengths;
  for (std::int64_t power = 128; power <= 4096; power *= 2) {
    for (const std::int64_t length : {power - 1, power, power + 1, power / 128}) lengths.push_back(length);
  }
  return random_pattern("rows around powers of two", static_cast<std::int64_t>(lengths.size()), 5000,
                        [&](auto row) { return lengths[static_cast<std::size_t>(row)]; });
}

/// \brief If SPOROS_GALLERY_PART is k/n, every n-th matrix from the k-th on; for tools under which all would take too
/// long.
/// \throws std::runtime_error if it is anything else, or no matrix is left
inline std::vector<Pattern> part_of_gallery(std::vector<Pattern> all) {
  const char* const wanted = std::getenv("SPOROS_GALLERY_PART");
  if (wanted == nullptr) return all;
  unsigned part = 0;
  unsigned parts = 0;
  char behind = 0;
  if (std::sscanf(wanted, "%u/%u%c", &part, &parts, &behind) != 2 || part < 1 || part > parts || parts > all.size()) {
    throw std::runtime_error(std::string("SPOROS_GALLERY_PART = ") + wanted + " is no part of " +
                             std::to_string(all.size()) + " matrices");
  }
  std::vector<Pattern> some;
  for (std::size_t i = part - 1; i < all.size(); i += parts) some.push_back(std::move(all[i]));
  return some;
}

inline std::vector<Pattern> gallery() {
  const auto constant = [](std::int64_t length) { return [length](std::int64_t) { return length; }; };
  std::vector<Pattern> all{
      {"0 x 0", 0, {}},
      {"0 x 5", 5, {}},
      {"5 x 0", 0, std::vector<std::vector<std::int64_t>>(5)},
      {"all rows empty", 7, std::vector<std::vector<std::int64_t>>(300)},
      {"1 x 1", 1, {{0}}},
      {"unsorted and repeated columns", 4, {{3, 0, 3, 1}, {}, {2, 2, 2}, {1, 0}}},
      random_pattern("one column", 257, 1, constant(1)),
      random_pattern("one dense row", 1, 1000, constant(1000)),
      random_pattern("wide", 3, 5000, constant(700)),
      random_pattern("tall", 5000, 3, constant(2)),
      random_pattern("one very long row among short ones", 700, 900, [](auto row) { return row == 350 ? 20000 : 3; }),
      random_pattern("long row first", 40, 50, [](auto row) { return row == 0 ? 3000 : 1; }),
      random_pattern("long row last", 40, 50, [](auto row) { return row == 39 ? 3000 : 0; }),
      random_pattern("every other row empty", 501, 64, [](auto row) { return row % 2 == 0 ? 9 : 0; }),
      random_pattern("lengths 0 to 70", 1065, 300, [](auto row) { return row % 71; }),
      random_pattern("many rows of one", 20000, 100, constant(1)),
      random_pattern("very long neighbours, a very long end", 300, 900,
                     [](auto row) { return row == 100 || row == 101 ? 30000
                                           : row == 299             ? 10001
                                                                    : row % 5; }),
      random_pattern("thousands of empty rows between long ones", 5002, 900,
                     [](auto row) { return row == 0 || row == 5001 ? 6000 : 0; }),
      random_pattern("thousands of empty rows, then one row", 5001, 70, [](auto row) { return row == 5000 ? 1 : 0; }),
      rows_around_powers_of_two(),
  };
  // Rows just below, at and above each number of lanes.
  for (std::int64_t lanes = 2; lanes <= 64; lanes *= 2) {
    for (std::int64_t length = lanes - 1; length <= lanes + 1; ++length) {
      all.push_back(random_pattern("rows of " + std::to_string(length), 129, 200, constant(length)));
    }
  }
  return part_of_gallery(std::move(all));
}

template <class T>
T make_number(Mixer& mixer) {
  return static_cast<T>(mixer.number());
}
template <>
inline Kokkos::complex<float> make_number(Mixer& mixer) {
  const auto real = static_cast<float>(mixer.number());
  return {real, static_cast<float>(mixer.number())};
}
template <>
inline Kokkos::complex<double> make_number(Mixer& mixer) {
  const double real = mixer.number();
  return {real, mixer.number()};
}

/// \brief The pattern with random numbers, on the host.
template <class Value, class Column = int, class Offset = int>
sporos::CrsMatrix<Value, Column, Offset, Kokkos::HostSpace> make_matrix(const Pattern& pattern) {
  using Matrix = sporos::CrsMatrix<Value, Column, Offset, Kokkos::HostSpace>;
  auto matrix = sporos::detail::allocate_crs<Matrix>(static_cast<std::int64_t>(pattern.rows.size()),
                                                     pattern.num_columns, pattern.nnz());
  Mixer mixer(42);
  std::size_t entry = 0;
  matrix.row_offsets(0) = 0;
  for (std::size_t row = 0; row < pattern.rows.size(); ++row) {
    for (const std::int64_t column : pattern.rows[row]) {
      matrix.columns(entry) = static_cast<Column>(column);
      matrix.values(entry++) = make_number<Value>(mixer);
    }
    matrix.row_offsets(row + 1) = static_cast<Offset>(entry);
  }
  return matrix;
}

/// \brief The same matrix in larger arrays: `before` entries before the first row and `after` after the last one, all
/// NaN in column 0.
template <class Matrix>
Matrix with_unused_entries(const Matrix& matrix, std::int64_t before, std::int64_t after) {
  using Offset = typename Matrix::offset_type;
  auto larger =
      sporos::detail::allocate_crs<Matrix>(matrix.num_rows, matrix.num_columns, before + matrix.nnz() + after);
  Kokkos::deep_copy(larger.columns, 0);
  Kokkos::deep_copy(larger.values, typename Matrix::value_type(std::numeric_limits<float>::quiet_NaN()));
  for (std::size_t row = 0; row <= static_cast<std::size_t>(matrix.num_rows); ++row) {
    larger.row_offsets(row) = static_cast<Offset>(static_cast<std::int64_t>(matrix.row_offsets(row)) + before);
  }
  for (std::size_t entry = 0; entry < matrix.values.extent(0); ++entry) {
    larger.columns(entry + static_cast<std::size_t>(before)) = matrix.columns(entry);
    larger.values(entry + static_cast<std::size_t>(before)) = matrix.values(entry);
  }
  return larger;
}

/// \brief A vector of random numbers, on the host.
template <class T>
Kokkos::View<T*, Kokkos::HostSpace> make_vector(std::int64_t count, std::uint64_t seed) {
  Kokkos::View<T*, Kokkos::HostSpace> vector("vector", static_cast<std::size_t>(count));
  Mixer mixer(seed);
  for (std::size_t i = 0; i < vector.extent(0); ++i) vector(i) = make_number<T>(mixer);
  return vector;
}

}  // namespace sporos_test
