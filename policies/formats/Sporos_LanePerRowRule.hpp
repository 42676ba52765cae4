// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Teams for formats in which one lane sums a row.
#pragma once

#include <cstddef>
#include <cstdint>

#include "policies/Sporos_Machine.hpp"

namespace sporos {
namespace detail {

/// \brief The threads of a team and its number of consecutive rows.
struct LaneTeams {
  int block_size = 1;
  std::int64_t rows = 1;
};

/// \brief What a thread loads at once: on a host one entry of several neighbouring rows, which the compiler vectorises;
/// on a GPU several entries of one row.
struct LaneLoads {
  int rows;
  int entries;
};
constexpr LaneLoads ell_loads(bool on_host) { return on_host ? LaneLoads{16, 1} : LaneLoads{1, 4}; }
constexpr LaneLoads dia_loads(bool on_host) { return on_host ? LaneLoads{32, 1} : LaneLoads{1, 4}; }

/// \brief On a GPU teams of 128 threads and rows. On a host teams of one thread, with one share of the rows for a
/// single thread and four for each of several, all of them multiples of 64 rows.
constexpr LaneTeams lane_per_row_teams(const Machine& machine, std::int64_t num_rows) {
  if (machine.kind == MachineKind::gpu) return {128, 128};
  const std::int64_t shares = machine.multiprocessors == 1 ? 1 : 4LL * machine.multiprocessors;
  constexpr std::int64_t multiple = 64;
  const std::int64_t rows = (num_rows + shares * multiple - 1) / (shares * multiple) * multiple;
  return {1, rows > multiple ? rows : multiple};
}

/// \brief The diagonals whose values a thread of DiaPairsKernel loads before it uses one.
inline constexpr int dia_pairs_at_once = 8;

/// \brief Whether threads take two rows of a DIA matrix at once: if its numbers are narrow, so that loads of single
/// ones are short, and a GPU does not hold a thread for each row.
///
/// Microseconds on an H200, from memory, one row at a time / two; random numbers, vectors of float, by a program that
/// is not committed:
///
/// | matrix (thousands of rows) | float       | half_t      |
/// |----------------------------|-------------|-------------|
/// | stencil7:53 (149)          | 6.8 / 7.0   | 6.5 / 6.5   |
/// | stencil27:53 (149)         | 11.9 / 12.5 | 10.2 / 11.1 |
/// | stencil9:400 (160)         | 7.4 / 8.1   | 6.8 / 7.2   |
/// | diagonals:200000           | 7.2 / 6.7   | 6.7 / 6.5   |
/// | fem3:41 (207)              | 39.9 / 30.8 | 38.8 / 30.2 |
/// | stencil27:60 (216)         | 16.6 / 14.8 | 14.1 / 11.4 |
/// | stencil5:500 (250)         | 7.5 / 7.0   | 7.1 / 6.8   |
/// | fem3:50 (375)              | 49.6 / 45.7 | 47.0 / 31.4 |
/// | stencil9:700 (490)         | 13.7 / 13.4 | 12.1 / 10.9 |
/// | stencil27:90 (729)         | 31.3 / 28.4 | 30.3 / 23.9 |
/// | diagonals:1000000          | 15.1 / 14.6 | 13.0 / 12.7 |
/// | stencil5:1000 (1000)       | 15.2 / 14.5 | 13.0 / 12.4 |
/// | stencil7:110 (1331)        | 25.7 / 20.3 | 23.0 / 16.2 |
/// | stencil9:1500 (2250)       | 38.3 / 34.2 | 37.0 / 27.4 |
///
/// With four diagonals at once instead of eight most of them take 1.02 to 1.09 times as long. With 56 registers a
/// thread instead of 40, fem3:50 takes 57 and 48 us. Also looked at: smaller ones of these, stencil7:160,
/// stencil5:2000.
constexpr bool takes_dia_pairs(const Machine& machine, std::int64_t num_rows, std::size_t value_bytes) {
  return machine.kind == MachineKind::gpu && value_bytes <= 4 && num_rows > 1536LL * machine.multiprocessors;
}

}  // namespace detail
}  // namespace sporos
