// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Copies columns to an array in which the numbers of a row are neighbours.
#pragma once

#include <cstdint>

#include "formats/common/Sporos_Kokkos.hpp"

namespace sporos {
namespace detail {

/// \brief On a host index `i` copies the i-th block of rows, column by column: the copies of a block stay in a
/// first-level cache until their rows are complete. Bytes: each number once read and once written.
template <class T>
struct PackColumnsKernel {
  static constexpr std::int64_t block = 32;

  const T* from;
  std::int64_t rows;
  std::int64_t columns;
  std::int64_t row_stride;
  std::int64_t column_stride;
  T* to;

  void operator()(std::int64_t i) const {
    const std::int64_t begin = i * block;
    const std::int64_t end = rows - begin < block ? rows : begin + block;
    for (std::int64_t c = 0; c < columns; ++c) {
      const T* const column = from + c * column_stride;
      for (std::int64_t row = begin; row < end; ++row) to[row * columns + c] = column[row * row_stride];
    }
  }
};

/// \brief On a GPU a thread copies some neighbouring columns of a row. Threads that follow each other take the rows of
/// a sector of x for the same columns, then the next columns: a warp reads whole sectors and writes whole lines. The
/// launch must give a team for every `rows_of_a_team(team_size)` rows. Bytes: each number once read and once written.
template <class T>
struct PackColumnsInTeamsKernel {
  static constexpr int columns_of_thread = sizeof(T) < 16 ? 16 / static_cast<int>(sizeof(T)) : 1;
  static constexpr int row_bits = sizeof(T) <= 4 ? 3 : sizeof(T) <= 8 ? 2 : 1;

  const T* from;
  std::int64_t rows;
  int columns;
  std::int64_t row_stride;
  std::int64_t column_stride;
  T* to;
  std::int64_t to_stride;  ///< from row to row
  int block_bits;          ///< 2^block_bits threads share a row

  KOKKOS_INLINE_FUNCTION std::int64_t rows_of_a_team(int team_size) const { return team_size >> block_bits; }

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& member) const {
    const int thread = member.team_rank();
    const int group = thread >> (block_bits + row_bits);
    const std::int64_t row = member.league_rank() * rows_of_a_team(member.team_size()) + (group << row_bits) +
                             (thread & ((1 << row_bits) - 1));
    const int first = ((thread >> row_bits) & ((1 << block_bits) - 1)) * columns_of_thread;
    if (row >= rows) return;
    for (int c = first; c < first + columns_of_thread && c < columns; ++c) {
      to[row * to_stride + c] = from[row * row_stride + c * column_stride];
    }
  }
};

}  // namespace detail
}  // namespace sporos
