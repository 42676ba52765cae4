// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief R-MAT graphs: the adjacency matrix of a Kronecker graph with the Graph500 probabilities.
///
/// Chakrabarti, Zhan, Faloutsos, "R-MAT: a recursive model for graph mining", SDM 2004. An edge descends through the
/// quarters of the matrix, taking each with probability 0.57, 0.19, 0.19, 0.05; parallel edges are merged. Vertices
/// keep their numbers (Graph500 would shuffle them), so heavy rows and columns gather at low numbers.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "formats/generate/Sporos_GenerateRows.hpp"

namespace sporos {
namespace detail {

/// \brief The places of the entries, each packed into `row * 2^levels + column`, ascending and without duplicates.
class RmatRows {
 public:
  RmatRows(std::int64_t levels, std::int64_t num_edges, std::uint64_t seed)
      : levels_(levels), places_(static_cast<std::size_t>(num_edges)) {
    const CounterRandom random(seed, RandomStream::edges);
    for (std::size_t i = 0; i < places_.size(); ++i) places_[i] = random_place(random.child(i));
    std::sort(places_.begin(), places_.end());
    places_.erase(std::unique(places_.begin(), places_.end()), places_.end());

    begins_.resize(static_cast<std::size_t>(num_rows()) + 1);
    for (const std::uint64_t place : places_) ++begins_[(place >> levels_) + 1];
    for (std::size_t row = 1; row < begins_.size(); ++row) begins_[row] += begins_[row - 1];
  }

  std::int64_t num_rows() const { return std::int64_t{1} << levels_; }
  std::int64_t num_columns() const { return num_rows(); }
  std::int64_t fewest_entries() const { return static_cast<std::int64_t>(places_.size()); }

  std::int64_t row_length(std::int64_t row) const {
    return begins_[static_cast<std::size_t>(row) + 1] - begins_[static_cast<std::size_t>(row)];
  }

  template <class Column>
  void fill_columns(std::int64_t row, Column* out) const {
    const std::uint64_t column_mask = (std::uint64_t{1} << levels_) - 1;
    const auto first = places_.begin() + begins_[static_cast<std::size_t>(row)];
    std::transform(first, first + row_length(row), out,
                   [=](std::uint64_t place) { return static_cast<Column>(place & column_mask); });
  }

 private:
  static constexpr std::uint64_t one = std::uint64_t{1} << 32;

  std::uint64_t random_place(const CounterRandom& random) const {
    std::uint64_t row = 0;
    std::uint64_t column = 0;
    std::uint64_t word = 0;
    for (std::int64_t level = 0; level < levels_; ++level) {
      word = level % 2 == 0 ? random.bits(static_cast<std::uint64_t>(level)) : word << 32;  // 32 bits a level
      const std::uint64_t draw = word >> 32;
      // Quarters 0 to 3 are upper left, upper right, lower left, lower right.
      const std::uint64_t quarter =
          reaches(draw, one / 100 * 57) + reaches(draw, one / 100 * 76) + reaches(draw, one / 100 * 95);
      row = 2 * row + quarter / 2;
      column = 2 * column + quarter % 2;
    }
    return row << levels_ | column;
  }

  // 1 if draw >= threshold, both below 2^63. It uses the sign of the difference, since a branch would be unpredictable.
  static std::uint64_t reaches(std::uint64_t draw, std::uint64_t threshold) { return 1 - ((draw - threshold) >> 63); }

  std::int64_t levels_;
  std::vector<std::uint64_t> places_;
  std::vector<std::int64_t> begins_;
};

/// \brief `rmat:LEVELS[,factor=16][,seed=S]`: 2^LEVELS vertices, `factor` edges for each before merging.
template <class Matrix>
Matrix generate_rmat(GeneratorDescription& description) {
  const std::int64_t levels = description.sizes(1, false)[0];
  const std::int64_t factor = description.whole("factor", 16);
  const std::uint64_t seed = description.seed();
  description.finish();
  description.check(levels <= 31, "2^", levels, " rows are more than 2^31");
  const std::int64_t num_rows = std::int64_t{1} << levels;
  const std::int64_t num_edges = description.product(std::vector<std::int64_t>{factor, num_rows});
  check_fits<Matrix>(description, num_rows, num_edges);

  auto matrix = build_pattern<Matrix>(description, RmatRows(levels, num_edges, seed));
  fill_random_values(matrix, seed);
  return matrix;
}

}  // namespace detail
}  // namespace sporos
