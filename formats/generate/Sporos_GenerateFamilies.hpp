// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Matrices that are hard to share among threads, or to keep in a cache: arrows, a full last row, alternating
/// lengths, periodic lattices, far diagonals, popular columns.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "formats/generate/Sporos_GenerateRandom.hpp"

namespace sporos {
namespace detail {

/// \brief The first `border` rows and columns are full; the rest of the matrix has dense blocks on its diagonal.
class ArrowRows {
 public:
  ArrowRows(const GeneratorDescription& description, std::int64_t size, std::int64_t border, std::int64_t block)
      : size_(size), border_(border), block_(block) {
    description.product(std::vector<std::int64_t>{2, size, border + block});  // fits 64 bits
    const std::int64_t rest = size - border;
    entries_ = (size + rest) * border + rest / block * block * block + (rest % block) * (rest % block);
  }

  std::int64_t num_rows() const { return size_; }
  std::int64_t num_columns() const { return size_; }
  std::int64_t fewest_entries() const { return entries_; }

  std::int64_t row_length(std::int64_t row) const {
    return row < border_ ? size_ : border_ + std::min(block_, size_ - first_of_block(row));
  }

  template <class Column>
  void fill_columns(std::int64_t row, Column* out) const {
    const std::int64_t length = row_length(row);
    for (std::int64_t i = 0; i < length; ++i) {
      const bool in_block = row >= border_ && i >= border_;
      out[i] = static_cast<Column>(in_block ? first_of_block(row) + i - border_ : i);
    }
  }

 private:
  std::int64_t first_of_block(std::int64_t row) const { return row - (row - border_) % block_; }

  std::int64_t size_;
  std::int64_t border_;
  std::int64_t block_;
  std::int64_t entries_ = 0;
};

/// \brief Short rows above one that is full.
struct LastRowLengths {
  UniformLengths short_rows;
  std::int64_t last_row;
  std::int64_t num_columns;
  std::int64_t shortest;
  std::int64_t operator()(std::int64_t row) const { return row == last_row ? num_columns : short_rows(row); }
};

/// \brief Lengths that repeat in turn.
struct AlternatingLengths {
  std::vector<std::int64_t> lengths;
  std::int64_t shortest;
  std::int64_t operator()(std::int64_t row) const { return lengths[static_cast<std::size_t>(row) % lengths.size()]; }
};

/// \brief A star of up to seven points on a periodic grid.
class PeriodicRows {
 public:
  PeriodicRows(const GeneratorDescription& description, const std::vector<std::int64_t>& extents)
      : extents_{extents[0], extents[1], extents[2]} {
    num_points_ = description.product(extents);
    for (const std::int64_t extent : extents_) length_ += std::min<std::int64_t>(extent - 1, 2);
    entries_ = description.product(std::vector<std::int64_t>{num_points_, length_});
  }

  std::int64_t num_rows() const { return num_points_; }
  std::int64_t num_columns() const { return num_points_; }
  std::int64_t fewest_entries() const { return entries_; }
  std::int64_t row_length(std::int64_t) const { return length_; }

  template <class Column>
  void fill_columns(std::int64_t row, Column* out) const {
    std::array<std::int64_t, 7> columns{row};
    std::size_t count = 1;
    std::int64_t stride = 1;
    for (const std::int64_t extent : extents_) {
      const std::int64_t place = row / stride % extent;
      columns[count++] = row + ((place + 1) % extent - place) * stride;
      columns[count++] = row + ((place + extent - 1) % extent - place) * stride;
      stride *= extent;
    }
    std::sort(columns.begin(), columns.end());
    const auto end = std::unique(columns.begin(), columns.end());
    std::transform(columns.begin(), end, out, [](std::int64_t column) { return static_cast<Column>(column); });
  }

 private:
  std::array<std::int64_t, 3> extents_;
  std::int64_t num_points_ = 0;
  std::int64_t length_ = 1;
  std::int64_t entries_ = 0;
};

/// \brief The main diagonal, and others in pairs at equal distances above and below it.
class DiagonalRows {
 public:
  DiagonalRows(const GeneratorDescription& description, std::int64_t size, std::vector<std::int64_t> distances)
      : size_(size), distances_(std::move(distances)) {
    std::sort(distances_.begin(), distances_.end());
    distances_.erase(std::unique(distances_.begin(), distances_.end()), distances_.end());
    description.product(
        std::vector<std::int64_t>{size, 1 + 2 * static_cast<std::int64_t>(distances_.size())});  // fits 64 bits
    entries_ = size;
    for (const std::int64_t distance : distances_) entries_ += 2 * (size - distance);
  }

  std::int64_t num_rows() const { return size_; }
  std::int64_t num_columns() const { return size_; }
  std::int64_t fewest_entries() const { return entries_; }

  std::int64_t row_length(std::int64_t row) const {
    std::int64_t length = 1;
    for (const std::int64_t distance : distances_)
      length += (row >= distance ? 1 : 0) + (row < size_ - distance ? 1 : 0);
    return length;
  }

  template <class Column>
  void fill_columns(std::int64_t row, Column* out) const {
    for (std::size_t i = distances_.size(); i-- > 0;) {
      if (row >= distances_[i]) *out++ = static_cast<Column>(row - distances_[i]);
    }
    *out++ = static_cast<Column>(row);
    for (const std::int64_t distance : distances_) {
      if (row < size_ - distance) *out++ = static_cast<Column>(row + distance);
    }
  }

 private:
  std::int64_t size_;
  std::vector<std::int64_t> distances_;
  std::int64_t entries_ = 0;
};

/// \brief Column k (from 1) is drawn with a probability proportional to `(k + 1/8)^-exponent`; a column that a row
/// draws twice counts once.
class ZipfRows {
 public:
  ZipfRows(std::int64_t num_rows, std::int64_t num_columns, std::int64_t draws, std::int64_t exponent_32nds,
           std::uint64_t seed)
      : num_rows_(num_rows),
        num_columns_(num_columns),
        draws_(static_cast<std::size_t>(draws)),
        random_(seed, RandomStream::columns),
        law_(random_, num_columns, exponent_32nds) {}

  std::int64_t num_rows() const { return num_rows_; }
  std::int64_t num_columns() const { return num_columns_; }
  std::int64_t fewest_entries() const { return num_rows_; }
  std::int64_t row_length(std::int64_t row) const { return static_cast<std::int64_t>(columns_of(row).size()); }

  template <class Column>
  void fill_columns(std::int64_t row, Column* out) const {
    for (const std::int64_t column : columns_of(row)) *out++ = static_cast<Column>(column);
  }

 private:
  const std::vector<std::int64_t>& columns_of(std::int64_t row) const {
    const CounterRandom random = random_.child(static_cast<std::uint64_t>(row));
    columns_.resize(draws_);
    for (std::size_t i = 0; i < draws_; ++i) columns_[i] = law_.drawn(random.bits(i)) - 1;
    std::sort(columns_.begin(), columns_.end());
    columns_.erase(std::unique(columns_.begin(), columns_.end()), columns_.end());
    return columns_;
  }

  std::int64_t num_rows_;
  std::int64_t num_columns_;
  std::size_t draws_;
  CounterRandom random_;
  PowerLawLengths law_;
  mutable std::vector<std::int64_t> columns_;  // its memory serves all rows
};

template <class Matrix, class Rows>
Matrix build_with_random_values(const GeneratorDescription& description, const Rows& rows) {
  auto matrix = build_pattern<Matrix>(description, rows);
  fill_random_values(matrix, description.seed());
  return matrix;
}

/// \brief `arrow:N[,border=1][,block=1][,seed=S]`
template <class Matrix>
Matrix generate_arrow(GeneratorDescription& description) {
  const std::int64_t size = description.sizes(1, false)[0];
  const std::int64_t border = length_parameter(description, "border", 1, size);
  const std::int64_t block = length_parameter(description, "block", 1, size);
  description.finish();
  return build_with_random_values<Matrix>(description, ArrowRows(description, size, border, block));
}

/// \brief `lastrow:N[,shortest=2][,longest=6][,radius=32][,seed=S]`
template <class Matrix>
Matrix generate_last_row(GeneratorDescription& description) {
  const std::int64_t size = description.sizes(1, false)[0];
  const std::int64_t width = window_width(description, 32, size);
  const UniformLengths short_rows = uniform_lengths(description, 2, 6, width);
  return build_random<Matrix>(description, size, size, width,
                              LastRowLengths{short_rows, size - 1, size, short_rows.shortest});
}

/// \brief `alternating:N[xM][,lengths=1x300][,seed=S]`
template <class Matrix>
Matrix generate_alternating(GeneratorDescription& description) {
  const auto size = description.sizes(2, true);
  const auto lengths = description.list("lengths", {1, std::min<std::int64_t>(300, size[1])});
  for (const std::int64_t length : lengths) {
    description.check(length <= size[1], "lengths=", length, " is more than the ", size[1], " columns");
  }
  return build_random<Matrix>(description, size[0], size[1], size[1],
                              AlternatingLengths{lengths, *std::min_element(lengths.begin(), lengths.end())});
}

/// \brief `periodic:N[xMxK][,seed=S]`
template <class Matrix>
Matrix generate_periodic(GeneratorDescription& description) {
  const auto extents = description.sizes(3, true);
  description.finish();
  return build_with_random_values<Matrix>(description, PeriodicRows(description, extents));
}

/// \brief `diagonals:N[,distances=AxB...][,seed=S]`; without them a fifth and a third of the rows.
template <class Matrix>
Matrix generate_diagonals(GeneratorDescription& description) {
  const std::int64_t size = description.sizes(1, false)[0];
  std::vector<std::int64_t> otherwise;
  if (size > 1) otherwise = {std::max<std::int64_t>(1, size / 5), std::max<std::int64_t>(1, size / 3)};
  const auto distances = description.list("distances", otherwise);
  for (const std::int64_t distance : distances) {
    description.check(distance < size, "distances=", distance, " leaves no entry in ", size, " rows");
  }
  description.finish();
  return build_with_random_values<Matrix>(description, DiagonalRows(description, size, distances));
}

/// \brief `zipf:N[xM][,entries=16][,exponent=1][,seed=S]`
template <class Matrix>
Matrix generate_zipf(GeneratorDescription& description) {
  const auto size = description.sizes(2, true);
  const std::int64_t entries = description.whole("entries", 16);
  const std::int64_t exponent = description.thirty_seconds("exponent", 32);
  const std::int64_t largest = 1 << 24;  // a table has one number for each column
  description.check(size[1] <= largest, size[1], " columns are more than the ", largest, " that are possible here");
  description.check(entries <= largest, "entries=", entries, " is more than the ", largest, " that are possible here");
  description.check(exponent <= 8 * 32, "exponent must not be larger than 8");
  description.finish();
  check_fits<Matrix>(description, size[1], size[0]);  // before there is a table
  return build_with_random_values<Matrix>(description,
                                          ZipfRows(size[0], size[1], entries, exponent, description.seed()));
}

}  // namespace detail
}  // namespace sporos
