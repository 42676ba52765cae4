// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Rows of random columns: over the whole width or in a window around the diagonal.
#pragma once

#include <algorithm>
#include <cstdint>

#include "formats/generate/Sporos_GenerateLengths.hpp"
#include "formats/generate/Sporos_GenerateRows.hpp"

namespace sporos {
namespace detail {

/// \brief A uniformly random set of `count <= width` columns of `[first, first + width)`, ascending.
///
/// O(count log count) where the set is sparse, otherwise O(width).
template <class Column>
void random_columns(const CounterRandom& random, std::int64_t first, std::int64_t width, std::int64_t count,
                    Column* out) {
  if (count > width / 16) {
    // Selection sampling: candidate c is taken with probability (still needed) / (candidates left).
    for (std::int64_t taken = 0, candidate = 0; taken < count; ++candidate) {
      out[taken] = static_cast<Column>(first + candidate);
      const auto left = static_cast<std::uint64_t>(width - candidate);
      const auto needed = static_cast<std::uint64_t>(count - taken);
      taken += random.below(static_cast<std::uint64_t>(candidate), left) < needed ? 1 : 0;
    }
    return;
  }
  std::uint64_t counter = 0;
  for (std::int64_t distinct = 0; distinct < count; distinct = std::unique(out, out + count) - out) {
    for (std::int64_t i = distinct; i < count; ++i) {
      const std::uint64_t candidate = random.below(counter++, static_cast<std::uint64_t>(width));
      out[i] = static_cast<Column>(first + static_cast<std::int64_t>(candidate));
    }
    std::sort(out, out + count);
  }
}

/// \brief Rows of random columns out of the `width` columns around the diagonal; a window that would leave the matrix
/// is shifted back into it, and a row longer than its window is spread over all columns.
template <class Lengths>
class RandomRows {
 public:
  RandomRows(const GeneratorDescription& description, std::int64_t num_rows, std::int64_t num_columns,
             std::int64_t width, const Lengths& lengths, std::uint64_t seed)
      : num_rows_(num_rows),
        num_columns_(num_columns),
        width_(width),
        lengths_(lengths),
        fewest_entries_(description.product(std::vector<std::int64_t>{num_rows, lengths.shortest})),
        random_(seed, RandomStream::columns) {}

  std::int64_t num_rows() const { return num_rows_; }
  std::int64_t num_columns() const { return num_columns_; }
  std::int64_t fewest_entries() const { return fewest_entries_; }
  std::int64_t row_length(std::int64_t row) const { return lengths_(row); }

  template <class Column>
  void fill_columns(std::int64_t row, Column* out) const {
    const std::int64_t length = lengths_(row);
    const std::int64_t width = length <= width_ ? width_ : num_columns_;
    const std::int64_t first = std::max<std::int64_t>(0, std::min(row - width / 2, num_columns_ - width));
    random_columns(random_.child(static_cast<std::uint64_t>(row)), first, width, length, out);
  }

 private:
  std::int64_t num_rows_;
  std::int64_t num_columns_;
  std::int64_t width_;
  Lengths lengths_;
  std::int64_t fewest_entries_;
  CounterRandom random_;
};

template <class Matrix, class Lengths>
Matrix build_random(GeneratorDescription& description, std::int64_t num_rows, std::int64_t num_columns,
                    std::int64_t width, const Lengths& lengths) {
  const std::uint64_t seed = description.seed();
  description.finish();
  auto matrix =
      build_pattern<Matrix>(description, RandomRows<Lengths>(description, num_rows, num_columns, width, lengths, seed));
  fill_random_values(matrix, seed);
  return matrix;
}

/// \brief A parameter for row lengths, from 1 to `widest`; the default is lowered if the matrix is too small for it.
inline std::int64_t length_parameter(GeneratorDescription& description, const char* key, std::int64_t otherwise,
                                     std::int64_t widest) {
  const std::int64_t length = description.whole(key, std::min(otherwise, widest));
  description.check(length <= widest, key, '=', length, " is more than the ", widest, " that are possible here");
  return length;
}

/// \brief All rows of one length.
inline UniformLengths uniform_length(GeneratorDescription& description, std::int64_t length) {
  return {CounterRandom(description.seed(), RandomStream::lengths), length, length};
}

/// \brief The parameters `shortest` and `longest` of rows with up to `widest` entries.
inline UniformLengths uniform_lengths(GeneratorDescription& description, std::int64_t shortest, std::int64_t longest,
                                      std::int64_t widest) {
  const std::int64_t upper = length_parameter(description, "longest", longest, widest);
  const std::int64_t lower = length_parameter(description, "shortest", shortest, upper);
  return {CounterRandom(description.seed(), RandomStream::lengths), lower, upper};
}

/// \brief The width of a window of `radius` columns on both sides of the diagonal.
inline std::int64_t window_width(GeneratorDescription& description, std::int64_t radius, std::int64_t num_columns) {
  const std::int64_t given = description.whole("radius", radius);
  return given > (num_columns - 1) / 2 ? num_columns : 2 * given + 1;
}

/// \brief `dense:N[xM][,seed=S]`
template <class Matrix>
Matrix generate_dense(GeneratorDescription& description) {
  const auto size = description.sizes(2, true);
  return build_random<Matrix>(description, size[0], size[1], size[1], uniform_length(description, size[1]));
}

/// \brief `uniform:N[xM][,entries=16][,seed=S]`: all rows of one length.
template <class Matrix>
Matrix generate_uniform(GeneratorDescription& description) {
  const auto size = description.sizes(2, true);
  const std::int64_t entries = length_parameter(description, "entries", 16, size[1]);
  return build_random<Matrix>(description, size[0], size[1], size[1], uniform_length(description, entries));
}

/// \brief `lp:NxM[,shortest=][,longest=][,seed=S]`: few long rows over many columns.
template <class Matrix>
Matrix generate_lp(GeneratorDescription& description) {
  const auto size = description.sizes(2, false);
  return build_random<Matrix>(description, size[0], size[1], size[1], uniform_lengths(description, 246, 5190, size[1]));
}

/// \brief `NAME:N[,shortest=][,longest=][,radius=][,seed=S]`: rows near the diagonal; `band` and `long` differ in
/// their defaults only.
template <class Matrix>
Matrix generate_band(GeneratorDescription& description, std::int64_t shortest, std::int64_t longest,
                     std::int64_t radius) {
  const std::int64_t size = description.sizes(1, false)[0];
  const std::int64_t width = window_width(description, radius, size);
  return build_random<Matrix>(description, size, size, width, uniform_lengths(description, shortest, longest, width));
}

/// \brief `powerlaw:N[xM][,longest=][,exponent=][,seed=S]`
template <class Matrix>
Matrix generate_powerlaw(GeneratorDescription& description) {
  const auto size = description.sizes(2, true);
  const std::int64_t largest = 1 << 24;  // a table has one number for each length
  const std::int64_t longest = length_parameter(description, "longest", 4559, std::min(size[1], largest));
  const std::int64_t exponent = description.thirty_seconds("exponent", 71);
  description.check(exponent <= 8 * 32, "exponent must not be larger than 8");
  check_fits<Matrix>(description, size[1], size[0]);  // before there is a table
  const CounterRandom random(description.seed(), RandomStream::lengths);
  return build_random<Matrix>(description, size[0], size[1], size[1], PowerLawLengths(random, longest, exponent));
}

/// \brief `dc1:N[,heavy=AxB...][,shortest=][,longest=][,radius=][,seed=S]`: a few rows that fill much of the width, in
/// a matrix of short rows near the diagonal (a circuit with supply lines).
template <class Matrix>
Matrix generate_dc1(GeneratorDescription& description) {
  const std::int64_t size = description.sizes(1, false)[0];
  const std::int64_t five_eighths = size / 8 * 5 + size % 8 * 5 / 8;
  const auto heavy = description.list("heavy", {std::max<std::int64_t>(1, five_eighths), size / 3 + 1});
  for (const std::int64_t length : heavy) {
    description.check(length <= size, "heavy=", length, " is more than the ", size, " columns");
  }
  const auto heavy_rows = static_cast<std::int64_t>(heavy.size());
  description.check(heavy_rows < size, heavy_rows, " heavy rows need a matrix of more than ", size, " rows");
  const std::int64_t width = window_width(description, 100, size);
  const UniformLengths short_rows = uniform_lengths(description, 2, 10, width);
  const std::int64_t shortest = std::min(short_rows.shortest, *std::min_element(heavy.begin(), heavy.end()));
  return build_random<Matrix>(description, size, size, width,
                              HeavyLengths{short_rows, heavy, size / (heavy_rows + 1), shortest});
}

}  // namespace detail
}  // namespace sporos
