// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief How leaves, the functions in vector instructions of a host, sum the rows.
#pragma once

#include <cstdint>

#include "policies/Sporos_HostLevel.hpp"

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

/// \brief The most columns in all patterns of bands together; 64 kB stay in a second-level cache.
inline constexpr std::int64_t max_pattern_columns = 16384;

/// \brief Whether patterns are looked up: `begun` groups of four rows begin a band, `continued` go on with one.
///
/// Speed of products with patterns over those without, double / float, one core of a Xeon with 2 MB of second-level
/// cache, level `avx512`; the matrix again and again, so that a cache holds it, and the least of 40 times:
///
/// | matrix              | groups that go on, for each that begins | speed       |
/// |---------------------|-----------------------------------------|-------------|
/// | four-dimensions-0.1 | 1                                       | 1.02 / 1.03 |
/// | stencil7:20         | 2                                       | 0.92 / 0.94 |
/// | queues-0.1          | 5                                       | 0.93 / 0.84 |
/// | stencil27:60        | 12                                      | 1.05 / 1.16 |
/// | queues              | 13                                      | 1.00 / 0.95 |
/// | splines-0.1         | 18                                      | 1.32 / 1.18 |
/// | stencil7:100        | 22                                      | 1.13 / 1.00 |
/// | cont-300_kkt        | 35                                      | 1.15 / 1.10 |
/// | stencil9:150        | 35                                      | 1.37 / 1.15 |
/// | splines             | 63                                      | 1.20 / 1.36 |
/// | stencil5:800        | 197                                     | 1.14 / 1.19 |
///
/// From memory they lose with one or two threads (stencil27:60 0.92 / 0.99, stencil7:100 0.95 / 0.95), although they
/// read a third fewer bytes; presumably two streams of addresses are prefetched better than one. With eight threads and
/// more, which share what the memory gives, the bytes count. The same with 16 and with 8 threads of a Xeon with 2 MB of
/// second-level cache a core and 300 MB of third-level cache (shared with others, medians of three times the least of
/// 0.4 seconds):
///
/// | matrix                | 16 threads  | 8 threads   |
/// |-----------------------|-------------|-------------|
/// | stencil7:90x110x100   | 1.26 / 1.45 | 1.04 / 0.98 |
/// | stencil9:900x1000     | 1.09 / 1.13 | 1.14 / 1.12 |
/// | stencil27:75x80x90    | 1.48 / 1.52 | 0.98 / 1.20 |
/// | stencil9:1700x1200    | 1.13 / 1.15 | 1.31 / 1.07 |
/// | stencil7:150x140x160  | 1.08 / 1.45 | 1.39 / 0.91 |
/// | stencil5:2500x1900    | 1.13 / 1.21 | 1.45 / 1.13 |
///
/// Only `avx512` was measured; the other levels have the same code. All of this is from when a band was four rows at
/// a multiple of four. Now that it has any number of rows, patterns make little difference with one thread (0.94
/// to 1.06 on stencils and lattices from a cache and from memory, once 1.13); more threads were not measured again.
constexpr bool patterns_pay(std::int64_t begun, std::int64_t continued, bool prefetches, int threads) {
  return continued >= 10 * begun && begun > 0 && (!prefetches || threads >= 8);
}

/// \brief The products that a leaf for uneven rows keeps in the first-level cache.
inline constexpr std::int64_t leaf_products = 2048;

/// \brief Of a group, the rows at its beginning by whose lengths it is judged uneven. Looking at 64 took 5 % of the
/// product where rows have four entries (wing), at all of them 10 to 20 %.
inline constexpr std::int64_t uneven_samples = 32;

/// \brief Which rows a leaf is for.
enum class LeafForm {
  few,       ///< of few entries
  some,      ///< of some
  many,      ///< of many
  uneven,    ///< whose lengths change so often that the processor cannot predict where they end
  far,       ///< which read x so far apart that its elements are prefetched, by the leaf for uneven rows
  scattered  ///< of eight and more, which read x at random
};

/// \brief Whether rows have so many entries in the mean that each is summed by itself.
constexpr bool are_many(std::int64_t num_rows, std::int64_t entries) { return entries > 128 * num_rows; }

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
/// With `avx512` `few` has two rows in each vector of eight, and is for rows of up to 4.5 entries. Microseconds of
/// vectors of four, which it had when this limit was set, and of `some`, on one core of a Xeon with 2 MB of
/// second-level cache, double / float:
///
/// | matrix (mean row)          | few         | some        |
/// |----------------------------|-------------|-------------|
/// | wing (3.9)                 | 154 / 120   | 187 / 138   |
/// | random (4, 60,000 of them) | 150 / 121   | 184 / 140   |
constexpr LeafForm leaf_form(HostLevel level, std::int64_t num_rows, std::int64_t entries) {
  const std::int64_t few_entries = level == HostLevel::avx512 ? 9 : 7;  // of two rows
  if (2 * entries <= few_entries * num_rows) return LeafForm::few;
  return are_many(num_rows, entries) ? LeafForm::many : LeafForm::some;
}

/// \brief Whether a group of rows is so short that it may be uneven; asked first, since it costs nothing.
///
/// Time of `uneven` over that of the other forms with vectors of eight, one core of a Xeon with 2 MB of second-level
/// cache, level `avx512`, least of 0.4 seconds:
///
/// | matrix (mean row)       | double | float |
/// |-------------------------|--------|-------|
/// | SLAM_spheric_hgr (4.5)  | 0.70   | 0.70  |
/// | ca-CondMat (8.1)        | 1.14   | 0.97  |
/// | cnr-2000 (9.9)          | 0.90   | 0.86  |
/// | cit-HepTh (12.7)        | 0.98   | 0.81  |
/// | wave (13.6)             | 1.22   | 1.21  |
/// | astro-ph (14.5)         | 0.97   | 0.84  |
/// | bcsstk25_pattern (16.3) | 1.27   | 1.25  |
///
/// Families of families.py in double: spin-chain (9.5) 1.23, sites (10.6) 1.17, preferential (13.0) 1.11, roads (3.7)
/// 0.55.
constexpr bool may_be_uneven(HostLevel level, int value_bytes, std::int64_t num_rows, std::int64_t entries) {
  const std::int64_t most = level == HostLevel::avx512 && value_bytes == 8 ? 10 : 20;
  return entries > 2 * num_rows && entries <= most * num_rows;
}

/// \brief Rows after which lengths may repeat themselves, so that a processor predicts them: those of Lagrange elements
/// of degree 2 to 4 do after as many.
inline constexpr int longest_period = 4;

/// \brief The periods to look for: none where rows are short, whose products that would delay.
///
/// Speed over `uneven`, double / float, on the core above: 500,000 rows of elements of degree 2 (as those of
/// `sporos_fem`) 1.6 / 1.35; degree 3 1.2 / 1.5; degree 4 1.05 / 1.1.
constexpr int periods_to_look_for(std::int64_t num_rows, std::int64_t entries) {
  return entries > 8 * num_rows ? longest_period : 1;
}

/// \brief Whether a group of rows is uneven: `changes` of `num_rows` of its rows fill another number of vectors of four
/// than the row before, and the matrix of `matrix_rows` rows would have more such changes than a processor remembers
/// from one product to the next.
///
/// Time of the faster of `few` and `some` over that of `uneven`, one core of an EPYC of the fifth generation, best of
/// three tenths of a second, AVX2 with the masks of AVX-512:
///
/// | matrix (mean row)       | rows that change | in all  | double | float |
/// |-------------------------|------------------|---------|--------|-------|
/// | wing (3.9)              | 0                | 0       | 0.71   | 0.73  |
/// | landmark (15.9)         | 0.02             | 1,100   | 0.92   | 0.93  |
/// | Dubcova1 (15.7)         | 0.06             | 1,000   | 0.89   | 0.95  |
/// | wiki-Vote (12.5)        | 0.64             | 5,300   | 0.74   | 0.78  |
/// | memplus (7.1)           | 0.33             | 5,900   | 0.87   | 0.92  |
/// | bcsstk25_pattern (16.3) | 0.76             | 11,700  | 0.88   | 0.92  |
/// | boyd1 (13.0)            | 0.10             | 9,700   | 1.59   | 1.71  |
/// | astro-ph (14.5)         | 0.62             | 10,400  | 1.71   | 2.12  |
/// | ca-CondMat (8.1)        | 0.70             | 16,200  | 1.71   | 2.38  |
/// | cit-HepTh (12.7)        | 0.80             | 22,300  | 1.89   | 2.43  |
/// | ibm14_hgr (3.6)         | 0.13             | 20,000  | 1.49   | 1.69  |
/// | delaunay:600 (7.0)      | 0.15             | 53,000  | 1.16   | 1.61  |
/// | powerlaw:500000 (3.4)   | 0.20             | 97,000  | 1.17   | 1.19  |
/// | wave (13.6)             | 0.64             | 100,000 | 0.98   | 1.16  |
/// | cnr-2000 (9.9)          | 0.28             | 92,000  | 1.19   | 1.32  |
/// | band:1000000 (4.0)      | 0.48             | 480,000 | 2.88   | 3.57  |
/// | stencil27:60 (26)       | 0.03             | 7,000   | 0.76   | 0.83  |
/// | air04 (88.7)            | 0.86             | 700     | 0.71   | 0.74  |
constexpr bool is_uneven(std::int64_t num_rows, std::int64_t changes, std::int64_t matrix_rows) {
  return 10 * changes >= num_rows && changes >= 8000 * num_rows / (matrix_rows > 0 ? matrix_rows : 1);
}

/// \brief Of a group, the rows at its beginning by whose columns it is judged scattered: what is read there is read
/// soon after by the leaf, and mostly prefetched already.
inline constexpr std::int64_t scattered_samples = 8;

/// \brief Whether it matters how far apart rows read x.
constexpr bool may_be_scattered(HostLevel level, int value_bytes) {
  return level == HostLevel::avx2 && value_bytes == 8;
}

/// \brief Whether a group is scattered: the mean distance between the middle columns of neighbouring rows, in elements,
/// is well beyond a first-level cache of 32 kB. Asked of rows of at least eight entries, before they are judged uneven.
///
/// Speed of `scattered` over `some`, which give the same bits, and over `uneven`; one core of an EPYC of the third
/// generation with 32 MB of third-level cache, AVX2, double, medians, in turn:
///
/// | matrix (mean row)                      | distance | over some | over uneven |
/// |----------------------------------------|----------|-----------|-------------|
/// | stencil27:60 (26)                      | 1        | 0.97      | 1.56        |
/// | fem3:30 (76)                           | 1        | 0.89      | 1.53        |
/// | band:1000000, radius 300 (19)          | 79       | 0.99      | 1.11        |
/// | zipf:300000 (15)                       | 2,800    | 1.11      | 0.98        |
/// | uniform:40000 (16)                     | 5,200    | 0.99      | 1.20        |
/// | rmat:16 (15)                           | 6,900    | 0.94      | 1.09        |
/// | uniform:100000,entries=60 (60)         | 7,300    | 0.93      | 1.11        |
/// | uniform:60000 (16)                     | 8,000    | 1.40      | 1.24        |
/// | uniform:100000,entries=24 (24)         | 11,000   | 1.17      | 1.45        |
/// | near-points-0.5 (21)                   | 12,000   | 1.11      | 1.12        |
/// | uniform:100000,entries=12 (12)         | 15,000   | 1.44      | 1.10        |
/// | uniform:200000,entries=32 (32)         | 20,000   | 1.19      | 1.47        |
/// | preferential-0.5 (13)                  | 20,000   | 1.16      | 1.23        |
/// | rmat:18 (15)                           | 31,000   | 0.99      | 1.13        |
/// | uniform:300000 (16)                    | 40,000   | 1.18      | 1.47        |
/// | uniform:400000,entries=8 (8)           | 72,000   | 1.15      | 1.33        |
/// | rmat:20 (15)                           | 131,000  | 1.06      | 1.13        |
///
/// With `float` values it gained nothing (0.82 to 1.03 on uniform). Rows of 5 and 7 entries gained nothing. Of other
/// levels no processor was measured.
constexpr bool is_scattered(std::int64_t distance) { return distance >= 6000; }

/// \brief Whether the rows of a group read x so far apart that its elements are prefetched, by the leaf for uneven
/// rows, which knows the next columns whatever the lengths of rows: the same distance, but 1.3 MB.
///
/// Speed over `some` and over the leaf for uneven rows without such prefetches, as above; two runs where there are two
/// numbers:
///
/// | matrix (mean row)                       | distance | over some  | over uneven |
/// |-----------------------------------------|----------|------------|-------------|
/// | uniform:300000 (16)                     | 40,000   | 0.96       | 1.01        |
/// | uniform:400000,entries=8 (8)            | 72,000   | 1.13       | 1.07        |
/// | uniform:600000,entries=8 (8)            | 109,000  | 1.11       | 1.01        |
/// | rmat:20 (15)                            | 131,000  | 1.06, 1.13 | 1.03, 1.21  |
/// | uniform:1000000 (16)                    | 134,000  | 1.16       | 1.03        |
/// | powerlaw:500000 (3.4)                   | 155,000  | 0.92, 1.14 | 0.98, 1.06  |
/// | uniform:1000000,entries=8 (8)           | 180,000  | 2.99       | 1.46        |
/// | uniform:400000x2000000,entries=30 (30)  | 199,000  | 1.41       | 1.30        |
/// | uniform:1000000,entries=5 (5)           | 217,000  | 3.11       | 1.80        |
/// | uniform:500000x1000000,entries=4 (4)    | 231,000  | 1.14       | 0.99        |
/// | powerlaw:800000,exponent=2.5 (2.1)      | 254,000  | 2.11       | 1.07        |
/// | uniform:400000x2000000,entries=10 (10)  | 328,000  | 1.70, 1.98 | 1.06, 1.28  |
/// | powerlaw:1500000 (3.4)                  | 463,000  | 2.01, 2.42 | 1.20, 1.27  |
///
/// Only where the entries of the matrix are prefetched, too.
constexpr bool is_far(std::int64_t distance) { return distance >= 160000; }

/// \brief The number of pieces of a row; the last piece also has what is left over.
constexpr std::int64_t leaf_segments(std::int64_t entries) {
  return entries < 2 * leaf_segment ? 1 : entries / leaf_segment;
}

}  // namespace detail
}  // namespace sporos
