// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief How leaves, the functions in vector instructions of a host, go through diagonals.
#pragma once

#include <cstdint>

namespace sporos {
namespace detail {

/// \brief How many diagonals a leaf adds at once to the sums of a tile of rows.
///
/// GB/s of a trial program: all diagonals of 32 rows at once with prefetches as before, and without, and tiles of 512
/// rows by up to two, four and nine diagonals at once. One core of an EPYC of the third generation, AVX2, double,
/// values in huge pages, medians of 15; docs/results/2026-11-27-host-formats.md has more, and the library's own times.
/// A Xeon with AVX-512 has the same speed with all of these:
///
/// | diagonals | MB  | before | without | two  | four | nine |
/// |-----------|-----|--------|---------|------|------|------|
/// | 3         | 80  | 16.3   | 17.0    | 12.2 | 11.5 | 11.3 |
/// | 5         | 56  | 15.6   | 15.8    | 13.6 | 11.1 | 14.4 |
/// | 7         | 72  | 9.4    | 14.0    | 10.0 | 8.8  | 10.1 |
/// | 9         | 88  | 8.6    | 13.5    | 11.2 | 12.6 | 16.3 |
/// | 27        | 50  | 4.5    | 3.3     | 10.1 | 11.0 | 15.8 |
/// | 7         | 4.6 | 27.4   | 27.5    | 39.2 | 36.3 | 34.0 |
/// | 27        | 1.9 | 18.9   | 18.4    | 39.1 | 42.5 | 48.2 |
inline constexpr int dia_at_once = 9;

/// \brief Into how many groups a leaf divides diagonals.
constexpr int dia_groups(int num_diagonals) { return (num_diagonals + dia_at_once - 1) / dia_at_once; }

/// \brief The most rows that a leaf goes through together.
inline constexpr std::int64_t dia_most_rows = 1024;

/// \brief The rows that a leaf goes through together, group by group: their sums stay in the first-level cache, and
/// each diagonal is read over a page of memory. With one group nothing is gained by more rows, and y is written in
/// shorter bursts; 128 was not measured apart.
constexpr std::int64_t dia_rows(int num_diagonals, int sum_bytes) {
  return dia_groups(num_diagonals) == 1 ? 128 : 4096 / sum_bytes;
}

}  // namespace detail
}  // namespace sporos
