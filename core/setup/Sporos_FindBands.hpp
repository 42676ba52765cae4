// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Finds bands in a matrix on a host (four rows, each with the columns of the row above plus one, as in a
/// stencil), and four rows that are equally short.
#pragma once

#include "core/device/host/Sporos_RowSums.hpp"
#include "formats/common/Sporos_Arrays.hpp"
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

/// \brief The mark of each group of four rows. Empty if only few of a sample of groups have one.
/// \param matrix  CrsArrays that the host can read
template <class ExecutionSpace, class Matrix>
auto find_bands(const ExecutionSpace& exec, const Matrix& matrix) {
  using Bands = Kokkos::View<BandMark*, typename ExecutionSpace::memory_space>;
  const std::int64_t fours = matrix.num_rows / 4;
  const std::int64_t looked_at = fours < band_samples ? fours : band_samples;
  std::int64_t found = 0;
  for (std::int64_t i = 0; i < looked_at; ++i) {
    // Not at equal distances: in the matrix of a grid, all samples could then be at the ends of grid lines.
    const std::int64_t distance = fours / looked_at;
    found += mark_of(matrix, 4 * (distance * i + i * i * 37 % distance)) != BandMark::none ? 1 : 0;
  }
  if (looked_at == 0 || 4 * found < looked_at) return Bands();
  const auto bands = allocate<Bands>(exec, "sporos::setup[bands]", fours);
  Kokkos::parallel_for("sporos::setup[find bands]",
                       Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>(exec, 0, fours),
                       FindBands<Matrix>{matrix, bands.data()});
  return bands;
}

}  // namespace detail
}  // namespace sporos
