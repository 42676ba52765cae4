// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief How leaves, the functions in vector instructions of a host, sum the rows.
#pragma once

#include <cstdint>

namespace sporos {
namespace detail {

/// \brief Rows of a group: all rows between two multiples of this are summed in the same way. The groups do not depend
/// on the number of threads, so neither do the bits of a sum.
inline constexpr std::int64_t leaf_rows = 256;

/// \brief Entries of a piece of a long row. A row of at least twice as many is summed piece by piece, and the sums of
/// the pieces are added in order, so that threads may share the row. A piece takes a few microseconds.
inline constexpr std::int64_t leaf_segment = 4096;

/// \brief Groups of four rows that are sampled before all rows are searched for bands. A quarter of the samples must be
/// bands, or the search is skipped.
inline constexpr std::int64_t band_samples = 64;

/// \brief Which rows a leaf is for.
enum class LeafForm { few, some, many };

/// \brief The form for rows of a mean length.
///
/// Fitted on matrices in a cache, one core of an EPYC of the third generation, AVX2, double; microseconds of four rows
/// at a time with one vector of sums each (`some`), and of one row at a time with four vectors (`many`):
///
/// | matrix (mean row)     | some | many |
/// |-----------------------|------|------|
/// | powerlaw:40000 (3.4)  | 257  | 291  |
/// | band:20000 (10)       | 126  | 172  |
/// | landmark (15.9)       | 458  | 571  |
/// | stencil27:20 (25)     | 73   | 84   |
/// | fem3:8 (65)           | 30.5 | 31.8 |
/// | long:300 (379)        | 27.0 | 25.4 |
///
/// `few` is `some` with a path for four rows of four entries at most. Speed over `some` and over one entry at a time,
/// double / float, on the same core:
///
/// | matrix (mean row)     | over some   | over one at a time |
/// |-----------------------|-------------|--------------------|
/// | arrow (2)             | 1.47 / 1.92 | 1.15 / 1.68        |
/// | BOYD2_A (2.3)         | 1.66 / 1.95 | 1.25 / 2.24        |
/// | powerlaw:500000 (3.4) | 1.02 / 0.69 | 0.99 / 0.95        |
/// | ibm14_hgr (3.6)       | 1.08 / 1.20 | 1.09 / 1.37        |
/// | wing (3.9)            | 0.96 / 0.96 | 0.98 / 1.21        |
///
/// `few` uses vectors of four even where the processor has vectors of eight: half of these would be idle for rows
/// of fewer than six entries.
constexpr LeafForm leaf_form(std::int64_t num_rows, std::int64_t entries) {
  return 2 * entries <= 7 * num_rows ? LeafForm::few : entries <= 128 * num_rows ? LeafForm::some : LeafForm::many;
}

/// \brief The number of pieces of a row; the last piece also has what is left over.
constexpr std::int64_t leaf_segments(std::int64_t entries) {
  return entries < 2 * leaf_segment ? 1 : entries / leaf_segment;
}

}  // namespace detail
}  // namespace sporos
