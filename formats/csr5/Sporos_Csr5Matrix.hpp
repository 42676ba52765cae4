// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief CSR5: compressed rows whose entries lie transposed in tiles of equal size, with a mark where a row begins.
///
/// A tile is `omega` lanes of `sigma` consecutive entries each; the entries are stored so that neighbouring lanes read
/// neighbouring entries. What does not fill a tile, the tail, stays as it is. With omega = 2 and sigma = 3, entries
/// named by letters:
///
///     | a b . . |   row_offsets   0 2 2 5 8
///     | . . . . |   in tiles      a d  b e  c f | g h        (lane 0: a b c, lane 1: d e f)
///     | c d e . |   row begins    1 0  0 0  1 1 |
///     | . f g h |   lanes         row_starts 101, 100 (last bit first)  starts_before 0 2  run_after 0 0
///                   tiles         first_row 0, 3 starts, ends inside of a row; start_rows 0 2 3 (row 1 is empty)
///
/// Source: Liu & Vinter 2015. Unlike there, `run_after` counts only lanes without a row start (so that sums are added
/// and never subtracted), row starts refer to real rows, and sums that leave a tile are stored in `carries` and added
/// in a fixed order.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "formats/conversion/Sporos_ConvertibleCrs.hpp"
#include "formats/csr5/Sporos_Csr5Shape.hpp"

namespace sporos {

/// \brief The options of to_csr5().
struct Csr5Options {
  std::optional<std::int64_t> max_bytes = std::nullopt;  ///< left out: four times the compressed rows plus a mebibyte
  int omega = 0;  ///< lanes of a tile: a power of two up to 32; 0: chosen for the machine
  int sigma = 0;  ///< entries of a lane: 1 to 32; 0: chosen for the rows and the machine
};

namespace detail {

/// \brief Where rows start in the entries of a lane.
struct Csr5Lane {
  std::uint32_t row_starts;     ///< bit i: entry i begins a row
  std::uint16_t starts_before;  ///< row starts in the lanes before this one
  std::uint16_t run_after;      ///< 0 with a row start; else the number of lanes to the next with one
};

struct Csr5Tile {
  std::int64_t first_row;        ///< of the first entry
  std::int64_t first_start_row;  ///< index in `start_rows` of the rows of its starts; -1: these rows are consecutive
  std::int32_t num_starts;       ///< row starts
  std::int32_t ends_inside_row;  ///< whether the last row goes on after the tile
};

}  // namespace detail

/// \brief The counts that the bytes of a matrix depend on.
struct Csr5Counts {
  Csr5Shape shape;              ///< of the tiles
  std::int64_t num_rows = 0;    ///< of the matrix
  std::int64_t nnz = 0;         ///< entries, explicit zeros included
  std::int64_t tiles = 0;       ///< full tiles
  std::int64_t empty_rows = 0;  ///< rows without entries
  std::int64_t start_rows = 0;  ///< row starts in tiles that contain an empty row
  std::int64_t split_rows = 0;  ///< rows of several tiles
};

/// \brief Compressed rows in transposed tiles; to_csr5() makes it, the head of this file draws it.
///
/// Products of one matrix, and of its copies, may not run at the same time: they use `carries`.
template <class Value, class Column = int, class Offset = int,
          class MemorySpace = Kokkos::DefaultExecutionSpace::memory_space>
struct Csr5Matrix {
  using value_type = Value;           ///< type of the numbers
  using column_type = Column;         ///< type of the column indices
  using offset_type = Offset;         ///< type of the row offsets
  using memory_space = MemorySpace;   ///< where the arrays are
  using storage_format = Csr5Matrix;  ///< no compressed rows

  std::int64_t num_rows = 0;        ///< elements of y
  std::int64_t num_columns = 0;     ///< elements of x
  Csr5Shape shape;                  ///< of the tiles
  std::int64_t first_tail_row = 0;  ///< of the first entry after the tiles
  std::int64_t end_tail_row = 0;  ///< one past the last row with entries there; equal to first_tail_row without a tail

  Kokkos::View<Offset*, MemorySpace> row_offsets;               ///< first entry of each row, then the number of entries
  Kokkos::View<Column*, MemorySpace> columns;                   ///< of each entry, tile by tile
  Kokkos::View<Value*, MemorySpace> values;                     ///< of each entry, tile by tile
  Kokkos::View<detail::Csr5Tile*, MemorySpace> tiles;           ///< the rows of each tile
  Kokkos::View<detail::Csr5Lane*, MemorySpace> lanes;           ///< omega a tile
  Kokkos::View<std::int32_t*, MemorySpace> start_rows;          ///< relative to first_row, for tiles with an empty row
  Kokkos::View<std::int64_t*, MemorySpace> empty_rows;          ///< the rows without entries
  Kokkos::View<std::int64_t*, MemorySpace> split_rows;          ///< rows of several tiles
  Kokkos::View<std::int64_t*, MemorySpace> first_carry;         ///< of each of them, in `carries`
  Kokkos::View<std::int64_t*, MemorySpace> end_carry;           ///< one past its last
  Kokkos::View<Kokkos::complex<double>*, MemorySpace> carries;  ///< two sums per tile: into it, and out of it

  /// \brief Entries, explicit zeros included.
  std::int64_t nnz() const { return static_cast<std::int64_t>(values.extent(0)); }
  std::int64_t num_tiles() const { return static_cast<std::int64_t>(tiles.extent(0)); }  ///< how many tiles there are
  /// \brief The bytes of the arrays.
  std::int64_t bytes() const {
    return detail::bytes_of(row_offsets, columns, values, tiles, lanes, start_rows, empty_rows, split_rows, first_carry,
                            end_carry, carries);
  }
  /// \brief How the entries lie, for descriptions.
  std::string shape_words() const { return detail::concat(num_tiles(), " tiles of ", shape.omega, " x ", shape.sigma); }
  /// \brief `f(array)` for each array that new numbers or products are written to.
  template <class F>
  void each_written(const F& f) {
    f(values);
    f(carries);
  }
};

namespace detail {

/// \brief The number of carries: two per tile, and one for the row that enters the tail.
constexpr std::int64_t csr5_carries(std::int64_t tiles) { return 2 * tiles + 1; }

}  // namespace detail

/// \brief What Csr5Matrix::bytes() will be; the counts come from count_csr5().
/// \throws std::invalid_argument where a number is negative
inline std::int64_t bytes_as_csr5(const Csr5Counts& counts, std::int64_t value_bytes, std::int64_t column_bytes,
                                  std::int64_t offset_bytes) {
  detail::require_none_negative("bytes_as_csr5", {{"num_rows", counts.num_rows},
                                                  {"nnz", counts.nnz},
                                                  {"tiles", counts.tiles},
                                                  {"value_bytes", value_bytes},
                                                  {"column_bytes", column_bytes},
                                                  {"offset_bytes", offset_bytes}});
  const auto product = [](std::int64_t a, std::int64_t b) { return detail::saturating_product(a, b); };
  const std::int64_t tile_bytes = static_cast<std::int64_t>(sizeof(detail::Csr5Tile)) +
                                  counts.shape.omega * static_cast<std::int64_t>(sizeof(detail::Csr5Lane));
  const std::int64_t parts[] = {
      product(counts.num_rows + 1, offset_bytes),
      product(counts.nnz, value_bytes + column_bytes),
      product(counts.tiles, tile_bytes),
      product(counts.start_rows, 4),
      product(counts.empty_rows, 8),
      product(counts.split_rows, 3 * 8),
      product(detail::csr5_carries(counts.tiles), sizeof(Kokkos::complex<double>)),
  };
  std::int64_t bytes = 0;
  for (const std::int64_t part : parts) bytes = detail::saturating_sum(bytes, part);
  return bytes;
}

}  // namespace sporos
