// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief How many registers a kernel may take, and how many entries a lane keeps in flight.
///
/// Fewer registers allow more resident threads; more registers allow more loads in flight per thread. Microseconds on
/// an H100, of trial kernels that differed in nothing else, at the best `repeat` and block size:
///
/// | double             | coop | 32 registers | 32 registers, 2 in flight | 64 registers (unrolled by the compiler) |
/// |--------------------|------|--------------|---------------------------|-----------------------------------------|
/// | stencil7-160       | 1    | 160          | 159                       | 156                                     |
/// | band-short4        | 1    | 106          | 102                       | 119                                     |
/// | band-short4, float | 1    | 84           | 75                        | 91                                      |
/// | stencil27-110      | 4    | 185          | 189                       | 172                                     |
/// | fem3-68            | 8    | 365          | 364                       | 326                                     |
/// | fem3-68, float     | 8    | 228          | 236                       | 232                                     |
/// | nd-long400         | 32   | 124          | 127                       | 120                                     |
#pragma once

#include <cstddef>
#include <type_traits>

namespace sporos {
namespace detail {

/// \brief A launch bound: `teams` teams of at most `threads` threads run on a multiprocessor at once, which limits the
/// registers of a thread.
template <unsigned threads, unsigned teams>
struct Occupancy {
  static constexpr unsigned most_threads = threads;
  static constexpr unsigned least_teams = teams;
};

/// \brief 32 registers a thread, which keep a multiprocessor full.
using FullOccupancy = Occupancy<512, 4>;
/// \brief 40 registers: nearly full.
using HighOccupancy = Occupancy<512, 3>;
/// \brief 64 registers: half full.
using HalfOccupancy = Occupancy<512, 2>;

/// \brief For kernels whose threads hold a few sums and products: 40 registers, but 64 for sums of 16 bytes.
template <class Sum>
using TileOccupancy = std::conditional_t<(sizeof(Sum) <= 8), HighOccupancy, HalfOccupancy>;

/// \brief For teams that find their share of the work by themselves: 40 registers for narrow sums, else 64.
template <class Sum>
using EqualWorkOccupancy = std::conditional_t<(sizeof(Sum) <= 4), HighOccupancy, HalfOccupancy>;

/// \brief For threads that hold numbers of an element, which are loaded ahead of their use: 64 registers, but 128 for
/// sums of 16 bytes. With 40 they were spilled: 264 instead of 196 us at degree 2 (docs/results/2026-11-24-fem.md). One
/// team, since more of them may not find room for their scratch.
template <class Sum>
using ElementOccupancy = std::conditional_t<(sizeof(Sum) <= 8), Occupancy<1024, 1>, Occupancy<512, 1>>;

/// \brief For lanes that sum blocks of columns: ColumnsRule has the measurements.
using ColumnOccupancy = HighOccupancy;
/// \brief For groups of lanes that have a row: with 40 registers short rows take up to 1.15 times as long
/// (stencil7:150, 16 columns, on an H200: 450 instead of 389 us). Without wide loads 32 were not tried.
template <bool IsWide>
using ColumnRowsOccupancy = std::conditional_t<IsWide, FullOccupancy, HighOccupancy>;
/// \brief For groups of lanes that sum a tile for blocks of columns: 48 registers.
using ColumnTileOccupancy = Occupancy<256, 5>;

/// \brief Whether 32 registers, with which a multiprocessor is full, are faster than 40 or more: for short rows and for
/// narrow sums. (Allowed 64, the compiler uses 36 to 40 for sums of 8 bytes.)
constexpr bool full_occupancy(int coop, std::size_t sum_bytes) {
  return sum_bytes <= 4 || (sum_bytes <= 8 && coop < 4);
}

/// \brief For lanes that share rows.
template <int Coop, class Sum>
using CoopOccupancy = std::conditional_t<full_occupancy(Coop, sizeof(Sum)), FullOccupancy, TileOccupancy<Sum>>;

/// \brief For rows with patterns: 32, 40 and 64 registers are equal within 3 % (fem3:46, stencil7:150, stencil27:90).
/// And for ScatterRowsKernel.
template <class Sum>
using PatternOccupancy = std::conditional_t<(sizeof(Sum) <= 8), FullOccupancy, HalfOccupancy>;

/// \brief Entries that a lane loads before it adds up the first of them.
constexpr int entries_in_flight(int coop) { return coop == 1 ? 2 : 1; }

}  // namespace detail
}  // namespace sporos
