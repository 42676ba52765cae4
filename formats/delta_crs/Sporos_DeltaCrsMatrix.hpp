// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Delta CRS: lossless compressed rows with 16-bit columns and values in as few bytes as they need.
///
/// The entries stay in the order of the compressed rows and are cut into tiles. If rows are about equally long, each
/// tile has the same number of rows; else a tile is some consecutive rows with at most `tile_entries` entries, or one
/// longer row, or a piece of a very long row. A tile stores its smallest column, and an entry the difference of its
/// column to that. Where the columns of a tile span 65536 or more, the tile is *wide*: the upper bits of its
/// differences are in an array of their own. With tiles of two rows:
///
///     | 5 1 . . |   tiles           first_row 0 2 4 | first_entry 0 3 7 | base 0 1 | first_high -1 -1
///     | . 5 . . |   row_offsets     0 2 3 5 7
///     | . . 5 1 |   column_offsets  0 1 1  1 2 0 2
///     | . 1 . 5 |   values          table 5 1, codes 0 1 0  0 1 1 0   (or 5 1 5  5 1 1 5, or these as float)
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>

#include "formats/common/Sporos_Enumerators.hpp"
#include "formats/conversion/Sporos_ConvertibleCrs.hpp"

namespace sporos {

/// \brief How the numbers are stored; each way gives back every bit.
enum class DeltaValues {
  automatic,  ///< the smallest that is possible
  plain,      ///< as they are
  narrow,     ///< in single precision, if each of them is exact in it
  table,      ///< one byte each, an index into a table of at most 256 different numbers
};

namespace detail {

template <>
struct Enumerators<DeltaValues> {
  static constexpr const char* type = "DeltaValues";
  static constexpr Enumerator<DeltaValues> all[] = {{DeltaValues::automatic, "automatic"},
                                                    {DeltaValues::plain, "plain"},
                                                    {DeltaValues::narrow, "narrow"},
                                                    {DeltaValues::table, "table"}};
};

}  // namespace detail

/// \brief The name of the enumerator.
constexpr const char* name(DeltaValues values) { return detail::enumerator_name(values); }

/// \brief How the columns are stored.
enum class DeltaColumns {
  automatic,  ///< in 16 bits, with upper bits in tiles that need them
  narrow,     ///< in 16 bits; the conversion fails where that is not enough
  wide,       ///< with upper bits in every tile
};

namespace detail {

template <>
struct Enumerators<DeltaColumns> {
  static constexpr const char* type = "DeltaColumns";
  static constexpr Enumerator<DeltaColumns> all[] = {
      {DeltaColumns::automatic, "automatic"}, {DeltaColumns::narrow, "narrow"}, {DeltaColumns::wide, "wide"}};
};

}  // namespace detail

/// \brief The name of the enumerator.
constexpr const char* name(DeltaColumns columns) { return detail::enumerator_name(columns); }

/// \brief The options of to_delta_crs().
struct DeltaCrsOptions {
  std::optional<std::int64_t> max_bytes = std::nullopt;  ///< left out: four times the compressed rows and a mebibyte
  DeltaValues values = DeltaValues::automatic;           ///< how to store the numbers
  DeltaColumns columns = DeltaColumns::automatic;        ///< how to store the columns
  int tile_entries = 0;                                  ///< most entries of a tile, 32 to 2048; 0: chosen for the rows
  int tile_rows = 0;                                     ///< most rows of a tile; 0: chosen for the rows
  /// Whether all tiles have the same number of rows, for kernels in which lanes share rows. Then `tile_rows` must be 0
  /// or a power of two, and `tile_entries` 0. Left out: yes if there are many rows of about equal length and neither
  /// `tile_rows` nor `tile_entries` is set.
  std::optional<bool> even_tiles = std::nullopt;
};

/// \brief The counts that the bytes of a matrix depend on.
struct DeltaCrsCounts {
  std::int64_t num_rows = 0;                ///< of the matrix
  std::int64_t nnz = 0;                     ///< entries, explicit zeros included
  std::int64_t tiles = 0;                   ///< runs of entries with a base column of their own
  std::int64_t wide_entries = 0;            ///< entries of wide tiles
  std::int64_t pieces = 0;                  ///< tiles that are pieces of rows
  std::int64_t split_rows = 0;              ///< rows in pieces
  DeltaValues values = DeltaValues::plain;  ///< how the numbers are stored
};

namespace detail {

/// \brief Consecutive entries with one base column. Rows that begin in a tile belong to it.
template <class Column>
struct DeltaTile {
  std::int64_t first_entry;
  std::int64_t first_row;
  std::int64_t first_high;  ///< index of the first upper bits of its columns; -1: none; after the last tile: their end
  Column base;              ///< its smallest column
  std::int32_t piece;       ///< which piece of a row the tile is; -1: none
};

// The next narrower type for numbers, or the same one.
template <class T>
struct narrow_value {
  using type = T;
};
template <>
struct narrow_value<double> {
  using type = float;
};
template <>
struct narrow_value<Kokkos::complex<double>> {
  using type = Kokkos::complex<float>;
};

// Lower and upper bits suffice: for columns with more bits, x would not fit into any memory.
template <class Column>
using delta_high = std::conditional_t<(sizeof(Column) > 4), std::uint32_t, std::uint16_t>;

inline constexpr int delta_table_size = 256;

}  // namespace detail

/// \brief Compressed rows with columns in 16 bits; to_delta_crs() makes it, the head of this file draws it.
///
/// The sums of pieces of rows are stored in `pieces`. So products of one matrix and of its copies must not run at the
/// same time if it has any pieces.
template <class Value, class Column = int, class Offset = int,
          class MemorySpace = Kokkos::DefaultExecutionSpace::memory_space>
struct DeltaCrsMatrix {
  using value_type = Value;                                        ///< type of the numbers
  using column_type = Column;                                      ///< type of the column indices
  using offset_type = Offset;                                      ///< type of the row offsets
  using memory_space = MemorySpace;                                ///< where the arrays are
  using storage_format = DeltaCrsMatrix;                           ///< no compressed rows
  using narrow_type = typename detail::narrow_value<Value>::type;  ///< type of numbers that are stored narrow
  using high_type = detail::delta_high<Column>;                    ///< type of the upper bits of columns
  static constexpr bool has_narrow = !std::is_same<narrow_type, Value>::value;  ///< whether narrow_type is narrower

  std::int64_t num_rows = 0;     ///< elements of y
  std::int64_t num_columns = 0;  ///< elements of x
  std::int64_t num_entries = 0;  ///< of the matrix it came from
  int tile_entries = 0;          ///< most entries of a tile of several rows; 0 with even_tile_rows
  int even_tile_rows = 0;        ///< rows of each tile but the last, a power of two; 0 if tiles are uneven
  DeltaValues stored_values = DeltaValues::plain;  ///< how the numbers are stored

  Kokkos::View<detail::DeltaTile<Column>*, MemorySpace> tiles;  ///< and one after the last
  Kokkos::View<Offset*, MemorySpace> row_offsets;               ///< as those of the compressed rows
  Kokkos::View<std::uint16_t*, MemorySpace> column_offsets;     ///< lower bits of column - base
  Kokkos::View<high_type*, MemorySpace> column_highs;           ///< upper bits, of wide tiles
  Kokkos::View<Value*, MemorySpace> values;                     ///< if they are stored plain
  Kokkos::View<narrow_type*, MemorySpace> narrow_values;        ///< if they are stored narrow
  Kokkos::View<std::uint8_t*, MemorySpace> codes;               ///< if they are stored in a table
  Kokkos::View<Value*, MemorySpace> table;                      ///< detail::delta_table_size numbers
  Kokkos::View<std::int64_t*, MemorySpace> table_entries;  ///< one entry for each number of the table; no_row: unused
  Kokkos::View<std::int64_t*, MemorySpace> split_rows;     ///< rows in pieces
  Kokkos::View<std::int64_t*, MemorySpace> first_piece;    ///< of each of them
  Kokkos::View<std::int64_t*, MemorySpace> end_piece;      ///< one past its last
  Kokkos::View<Kokkos::complex<double>*, MemorySpace> pieces;  ///< room for their sums

  std::int64_t nnz() const { return num_entries; }  ///< entries, explicit zeros included
  /// \brief How many tiles there are.
  std::int64_t num_tiles() const { return tiles.extent(0) == 0 ? 0 : static_cast<std::int64_t>(tiles.extent(0)) - 1; }
  /// \brief The bytes of the arrays.
  std::int64_t bytes() const {
    return detail::bytes_of(tiles, row_offsets, column_offsets, column_highs, values, narrow_values, codes, table,
                            table_entries, split_rows, first_piece, end_piece, pieces);
  }
  /// \brief How the entries lie, for descriptions.
  std::string shape_words() const { return detail::concat(num_tiles(), " tiles, ", name(stored_values), " values"); }
  /// \brief `f(array)` for each array that new numbers or products are written to.
  template <class F>
  void each_written(const F& f) {
    f(values);
    f(narrow_values);
    f(codes);
    f(table);
    f(table_entries);
    f(pieces);
  }

  /// \brief A description of the tiles and of how numbers are stored.
  std::string words() const {
    return detail::concat(num_tiles(), " tiles of ",
                          even_tile_rows > 0 ? detail::concat(even_tile_rows, " rows, ")
                                             : detail::concat("up to ", tile_entries, " entries, "),
                          column_highs.extent(0), " of ", nnz(), " entries with more than 16 bits of column, ",
                          name(stored_values), " values, ", split_rows.extent(0), " rows in pieces, ", bytes(),
                          " bytes");
  }
};

namespace detail {

/// \brief The stored bytes of a number of `value_bytes`.
constexpr std::int64_t delta_value_bytes(DeltaValues stored, std::int64_t value_bytes) {
  return stored == DeltaValues::table ? 1 : stored == DeltaValues::narrow ? value_bytes / 2 : value_bytes;
}

}  // namespace detail

/// \brief What DeltaCrsMatrix::bytes() will be; the counts come from count_delta_crs().
/// \throws std::invalid_argument where a number is negative
inline std::int64_t bytes_as_delta_crs(const DeltaCrsCounts& counts, std::int64_t value_bytes,
                                       std::int64_t column_bytes, std::int64_t offset_bytes) {
  detail::require_none_negative("bytes_as_delta_crs", {{"num_rows", counts.num_rows},
                                                       {"nnz", counts.nnz},
                                                       {"tiles", counts.tiles},
                                                       {"wide_entries", counts.wide_entries},
                                                       {"value_bytes", value_bytes},
                                                       {"column_bytes", column_bytes},
                                                       {"offset_bytes", offset_bytes}});
  const bool has_long_columns = column_bytes > 4;
  const std::int64_t tile_bytes =
      has_long_columns ? sizeof(detail::DeltaTile<std::int64_t>) : sizeof(detail::DeltaTile<int>);
  const std::int64_t high_bytes = has_long_columns ? 4 : 2;
  const auto product = [](std::int64_t a, std::int64_t b) { return detail::saturating_product(a, b); };
  const std::int64_t parts[] = {
      product(counts.tiles + 1, tile_bytes),
      product(counts.num_rows + 1, offset_bytes),
      product(counts.nnz, 2),
      product(counts.wide_entries, high_bytes),
      product(counts.nnz, detail::delta_value_bytes(counts.values, value_bytes)),
      counts.values == DeltaValues::table ? detail::delta_table_size * (value_bytes + 8) : 0,
      product(counts.split_rows, 3 * 8),
      product(counts.pieces, sizeof(Kokkos::complex<double>)),
  };
  std::int64_t bytes = 0;
  for (const std::int64_t part : parts) bytes = detail::saturating_sum(bytes, part);
  return bytes;
}

}  // namespace sporos
