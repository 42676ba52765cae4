// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The rows that are split into pieces because they are long.
#pragma once

#include "core/setup/Sporos_RowBlocks.hpp"

namespace sporos {

/// \brief Row `rows(i)` has the pieces `first_piece(i)` to `first_piece(i + 1) - 1`.
template <class MemorySpace>
struct LongRowList {
  Kokkos::View<std::int64_t*, MemorySpace> rows;
  Kokkos::View<std::int64_t*, MemorySpace> first_piece;
  Kokkos::View<std::uint64_t*, MemorySpace> arrived;  ///< zero; see LongRowPieces
  std::int64_t num_pieces = 0;

  std::int64_t count() const { return static_cast<std::int64_t>(rows.extent(0)); }
};

namespace detail {

// Both sums of one scan: long rows, and their pieces.
struct LongRowCount {
  std::int64_t rows;
  std::int64_t pieces;
};

// Run twice: without anywhere to write it counts.
template <class Offset>
struct ListLongRows {
  using value_type = LongRowCount;

  const Offset* row_offsets;
  std::int64_t long_row;
  std::int64_t piece_entries;
  std::int64_t* rows;
  std::int64_t* first_piece;

  KOKKOS_INLINE_FUNCTION void init(value_type& count) const { count = {0, 0}; }
  template <class Into, class From>
  KOKKOS_INLINE_FUNCTION void join(Into& into, const From& from) const {
    into.rows = into.rows + from.rows;
    into.pieces = into.pieces + from.pieces;
  }
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row, value_type& before, bool final) const {
    const std::int64_t length =
        static_cast<std::int64_t>(row_offsets[row + 1]) - static_cast<std::int64_t>(row_offsets[row]);
    if (length <= long_row) return;
    const std::int64_t pieces = (length + piece_entries - 1) / piece_entries;
    if (final && rows != nullptr) {
      rows[before.rows] = row;
      first_piece[before.rows] = before.pieces;
      first_piece[before.rows + 1] = before.pieces + pieces;
    }
    before.rows = before.rows + 1;
    before.pieces = before.pieces + pieces;
  }
};

}  // namespace detail

/// \brief The rows of more than `long_row` entries, cut into pieces of `piece_entries`, numbered in order.
///
/// Two passes over the row offsets; one host synchronisation.
template <class ExecutionSpace, class Matrix>
auto find_long_rows(const ExecutionSpace& exec, const Matrix& matrix, std::int64_t long_row,
                    std::int64_t piece_entries) {
  using List = detail::ListLongRows<typename Matrix::offset_type>;
  LongRowList<typename ExecutionSpace::memory_space> list;
  const detail::IndexRange<ExecutionSpace> range(exec, 0, matrix.num_rows);
  detail::LongRowCount count{0, 0};
  Kokkos::parallel_scan("sporos::setup[count long rows]", range,
                        List{matrix.row_offsets.data(), long_row, piece_entries, nullptr, nullptr}, count);
  exec.fence();
  if (count.rows == 0) return list;
  list.num_pieces = count.pieces;
  list.rows = detail::allocate<decltype(list.rows)>(exec, "sporos long rows", count.rows);
  list.first_piece = detail::allocate<decltype(list.first_piece)>(exec, "sporos first pieces", count.rows + 1);
  list.arrived = decltype(list.arrived)(Kokkos::view_alloc(exec, std::string("sporos pieces arrived")),
                                        static_cast<std::size_t>(count.rows));
  Kokkos::parallel_scan(
      "sporos::setup[write long rows]", range,
      List{matrix.row_offsets.data(), long_row, piece_entries, list.rows.data(), list.first_piece.data()});
  return list;
}

}  // namespace sporos
