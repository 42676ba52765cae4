// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief How rows are handed to the vector instructions of a host.
#pragma once

#include <cstdint>

namespace sporos {
namespace detail {

/// \brief Rows between two multiples of this are summed in the same way. Their number does not depend on the threads,
/// so neither do the bits of a sum.
inline constexpr std::int64_t leaf_rows = 256;

/// \brief A row of at least twice as many entries is summed in pieces of so many, in their order, so that threads may
/// share it. A piece takes a few microseconds.
inline constexpr std::int64_t leaf_segment = 4096;

/// \brief Fours of rows that are looked at before all are looked through for bands; a quarter of them must be some.
inline constexpr std::int64_t band_samples = 64;

/// \brief Which rows a leaf is for.
enum class LeafForm { one_or_two, few, some, many };

/// \brief The form for rows of a mean length.
///
/// Microseconds on one core (EPYC of the third generation, AVX2, double), matrices in a cache: one entry at a time
/// (`one_or_two`), four rows at a time with one vector of sums each (`few`, `some`), one row at a time with four
/// vectors
/// (`many`):
///
/// | matrix (mean row)     | one_or_two | some | many |
/// |-----------------------|------------|------|------|
/// | arrow (2)             | 1278       | 1639 |      |
/// | BOYD2_A (2.3)         | 388        | 498  |      |
/// | tallthin (3.4)        | 9574       | 10270|      |
/// | powerlaw:40000 (3.4)  | 334        | 257  | 291  |
/// | wing (3.9)            | 255        | 304  |      |
/// | ibm14_hgr (3.6)       | 938        | 1066 |      |
/// | SLAM (4.5)            | 1413       | 1334 |      |
/// | band:20000 (10)       |            | 126  | 172  |
/// | landmark (15.9)       |            | 458  | 571  |
/// | stencil27:20 (25)     |            | 73   | 84   |
/// | fem3:8 (65)           |            | 30.5 | 31.8 |
/// | long:300 (379)        |            | 27.0 | 25.4 |
///
/// In float `some` is the faster of the two from powerlaw on. `few` takes vectors of four where the processor has
/// larger ones: half of a vector of eight would be idle below six entries.
constexpr LeafForm leaf_form(std::int64_t num_rows, std::int64_t entries) {
  return 2 * entries <= 5 * num_rows ? LeafForm::one_or_two
         : entries <= 6 * num_rows   ? LeafForm::few
         : entries <= 128 * num_rows ? LeafForm::some
                                     : LeafForm::many;
}

/// \brief How many pieces a row is summed in: the last one has the rest as well.
constexpr std::int64_t leaf_segments(std::int64_t entries) {
  return entries < 2 * leaf_segment ? 1 : entries / leaf_segment;
}

}  // namespace detail
}  // namespace sporos
