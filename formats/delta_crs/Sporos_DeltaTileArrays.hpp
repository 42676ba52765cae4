// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The tiles of delta CRS as arrays for files, and their checks.
#pragma once

#include "formats/common/Sporos_Arrays.hpp"
#include "formats/common/Sporos_StoredParts.hpp"
#include "formats/delta_crs/Sporos_DeltaCrsMatrix.hpp"

namespace sporos {
namespace detail {

/// \brief Copies elements from the host into an array of type `View`.
template <class View, class Element>
View array_on_device(const char* label, const std::vector<Element>& elements) {
  if (elements.empty()) return View();
  const View view =
      with_huge_pages(View(Kokkos::view_alloc(std::string(label), Kokkos::WithoutInitializing), elements.size()));
  const auto host = Kokkos::create_mirror_view(view);
  for (std::size_t i = 0; i < elements.size(); ++i) host(i) = elements[i];
  Kokkos::deep_copy(view, host);
  return view;
}

/// \brief The members of the tiles, including the one after the last, as arrays on the host.
template <class Column>
struct DeltaTileArrays {
  template <class T>
  using Array = Kokkos::View<T*, Kokkos::HostSpace>;

  Array<std::int64_t> entries;
  Array<std::int64_t> rows;
  Array<std::int64_t> highs;
  Array<Column> bases;
  Array<std::int32_t> pieces;

  DeltaTileArrays() = default;
  template <class Tiles>
  explicit DeltaTileArrays(const Tiles& tiles)
      : entries("entries", tiles.extent(0)),
        rows("rows", tiles.extent(0)),
        highs("highs", tiles.extent(0)),
        bases("bases", tiles.extent(0)),
        pieces("pieces", tiles.extent(0)) {
    for (std::size_t t = 0; t < tiles.extent(0); ++t) {
      entries(t) = tiles(t).first_entry;
      rows(t) = tiles(t).first_row;
      highs(t) = tiles(t).first_high;
      bases(t) = tiles(t).base;
      pieces(t) = tiles(t).piece;
    }
  }

  template <class Tiles>
  Tiles tiles(const StoredChecks& checks) const {
    const auto count = static_cast<std::int64_t>(entries.extent(0));
    checks.size("tile_row", rows, count);
    checks.size("tile_high", highs, count);
    checks.size("tile_base", bases, count);
    checks.size("tile_piece", pieces, count);
    std::vector<DeltaTile<Column>> tiles;
    for (std::size_t t = 0; t < entries.extent(0); ++t) {
      tiles.push_back({entries(t), rows(t), highs(t), bases(t), pieces(t)});
    }
    return array_on_device<Tiles>("sporos::tiles", tiles);
  }
};

/// \brief The rows in pieces, and the pieces of each.
struct PiecesOfRows {
  std::vector<std::int64_t> rows;
  std::vector<std::int64_t> firsts;
  std::vector<std::int64_t> ends;
};

template <class Tiles>
PiecesOfRows pieces_of_rows(const Tiles& tiles) {
  PiecesOfRows found;
  for (std::size_t t = 0; t + 1 < tiles.extent(0); ++t) {
    const std::int64_t piece = tiles(t).piece;
    if (piece < 0) continue;
    if (tiles(t + 1).first_row > tiles(t).first_row) {  // the row belongs to its first piece
      found.rows.push_back(tiles(t).first_row);
      found.firsts.push_back(piece);
      found.ends.push_back(piece);
    }
    if (!found.ends.empty()) found.ends.back() = piece + 1;
  }
  return found;
}

/// \brief Checks that tiles are consecutive, hold whole rows or pieces of one, and do not have too many entries.
template <class Matrix, class Tiles>
void check_delta_tiles(const Matrix& A, const Tiles& tiles, const StoredChecks& checks) {
  const auto offsets = host_copy(A.row_offsets);
  const auto offset = [&](std::int64_t row) {
    return static_cast<std::int64_t>(offsets(static_cast<std::size_t>(row)));
  };
  const int even = A.even_tile_rows;
  checks.require(even >= 0 && (even & (even - 1)) == 0 && A.tile_entries >= 0 && A.tile_entries <= 2048 &&
                     (even == 0) != (A.tile_entries == 0),
                 "tiles of ", even, " rows, or of up to ", A.tile_entries, " entries, cannot be");
  checks.require(tiles.extent(0) > 0 && tiles.extent(0) <= INT32_MAX, "there cannot be ", tiles.extent(0), " tiles");
  const std::size_t count = tiles.extent(0) - 1;
  checks.require(tiles(count).first_entry == A.num_entries && tiles(count).first_row == A.num_rows,
                 "the tiles end with entry ", tiles(count).first_entry, " and row ", tiles(count).first_row);
  std::int64_t split_row = -1;  // the one that pieces are of
  std::int64_t next_piece = 0;
  std::int64_t entry = 0;
  std::int64_t row = 0;
  for (std::size_t t = 0; t < count; ++t) {
    const auto& tile = tiles(t);
    const std::int64_t end = tiles(t + 1).first_entry;
    const std::int64_t rows = tiles(t + 1).first_row - row;
    const bool follows = tile.first_entry == entry && tile.first_row == row && end >= entry && end <= A.num_entries &&
                         end - entry <= INT32_MAX && rows >= 0 && rows <= A.num_rows - row;
    checks.require(follows, "tile ", t, " does not follow on the one before");
    bool is_right = false;
    if (tile.piece >= 0) {
      if (rows > 0) split_row = row;
      is_right = even == 0 && tile.piece == next_piece++ && rows <= 1 && split_row >= 0 &&
                 (rows == 0 ? split_row + 1 == row : entry == offset(row)) && end <= offset(split_row + 1);
    } else {
      const bool fits = even > 0 ? rows == even || t + 1 == count : rows == 1 || end - entry <= A.tile_entries;
      is_right = rows > 0 && (even == 0 || rows <= even) && fits && entry == offset(row) && end == offset(row + rows);
    }
    checks.require(is_right, "tile ", t, " does not hold the entries of its rows");
    entry = end;
    row += rows;
  }
  checks.require(entry == A.num_entries && row == A.num_rows, "the tiles do not hold all rows");
}

/// \brief Checks that every column is in range, and that upper bits are where their tile says.
template <class Matrix, class Tiles>
void check_delta_columns(const Matrix& A, const Tiles& tiles, const StoredChecks& checks) {
  const auto offsets = host_copy(A.column_offsets);
  const auto highs = host_copy(A.column_highs);
  const auto num_highs = static_cast<std::int64_t>(highs.extent(0));
  std::int64_t next_high = 0;
  for (std::size_t t = 0; t + 1 < tiles.extent(0); ++t) {
    const auto& tile = tiles(t);
    const std::int64_t entries = tiles(t + 1).first_entry - tile.first_entry;
    const bool is_wide = tile.first_high >= 0;
    checks.require(is_wide ? tile.first_high == next_high && entries <= num_highs - next_high : tile.first_high == -1,
                   "the upper bits of tile ", t, " begin at ", tile.first_high);
    for (std::int64_t i = 0; i < entries; ++i) {
      std::int64_t column =
          static_cast<std::int64_t>(tile.base) + offsets(static_cast<std::size_t>(tile.first_entry + i));
      if (is_wide) column += static_cast<std::int64_t>(highs(static_cast<std::size_t>(next_high + i))) << 16;
      checks.require(tile.base >= 0 && static_cast<std::int64_t>(tile.base) < A.num_columns && column < A.num_columns,
                     "entry ", tile.first_entry + i, " has a column outside of the matrix");
    }
    if (is_wide) next_high += entries;
  }
  checks.require(next_high == num_highs, "column_highs has ", num_highs, " elements, but the tiles need ", next_high);
}

}  // namespace detail
}  // namespace sporos
