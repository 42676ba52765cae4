// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief How delta CRS cuts rows into tiles, and finds their base columns.
#pragma once

#include "formats/common/Sporos_BinarySearch.hpp"
#include "formats/delta_crs/Sporos_DeltaCrsMatrix.hpp"

namespace sporos {
namespace detail {

/// \brief Limits of a tile.
struct DeltaTileShape {
  std::int64_t entries;  ///< no limit where tiles are even
  std::int64_t rows;
  std::int64_t segment_rows;  ///< tiles end at every so many rows, so that all segments are cut at the same time
  bool is_even;               ///< all have `rows` rows

  // Longer rows are cut into pieces of this size, since a team multiplies many other tiles in the time of such a row.
  static constexpr std::int64_t longest_whole_row = 8192;
  static constexpr std::int64_t piece_entries = 2048;
};

/// \brief Whether even tiles, in which lanes share rows, are faster than tiles of about equally many entries, whose
/// products go through team scratch. Microseconds on an H100 with uneven and with even tiles: band-short4 108 and 94 in
/// double, 98 and 64 in float; stencil7-160 165 and 139, 142 and 86; fem3-68 330 and 270, 330 and 180. With 2000 rows
/// of 2000 entries, lanes would be idle.
inline bool prefers_even_tiles(const RowProfile& profile) {
  constexpr std::int64_t fewest_rows = 4096;
  return profile.num_rows >= fewest_rows && profile.has_even_rows() &&
         profile.longest_row <= DeltaTileShape::longest_whole_row;
}

/// \brief The shape of even tiles: the rows of a team with one lane a row for short rows, fewer for longer ones, since
/// fewer rows span fewer columns.
inline DeltaTileShape even_delta_tile_shape(const DeltaCrsOptions& options, const RowProfile& profile) {
  require(options.tile_entries == 0, "to_delta_crs", "even_tiles have no tile_entries, but it is ",
          options.tile_entries);
  require((options.tile_rows & (options.tile_rows - 1)) == 0, "to_delta_crs", "tile_rows of even_tiles is ",
          options.tile_rows, ", but must be 0 or a power of two");
  constexpr double short_mean = 10;
  const int rows = options.tile_rows > 0 ? options.tile_rows : profile.mean_row() <= short_mean ? 128 : 32;
  return {INT64_MAX, rows, rows, true};
}

/// \brief The shape of uneven tiles as the options say; by default about as many rows as fit, rounded to whole warps if
/// they are many.
inline DeltaTileShape delta_tile_shape(const DeltaCrsOptions& options, const RowProfile& profile) {
  constexpr int fewest = 32;
  constexpr int most = 2048;
  require(options.tile_entries == 0 || (options.tile_entries >= fewest && options.tile_entries <= most), "to_delta_crs",
          "tile_entries is ", options.tile_entries, ", but must be 0 or ", fewest, " to ", most);
  require(options.tile_rows >= 0, "to_delta_crs", "tile_rows is ", options.tile_rows, ", but must not be negative");
  const bool asks_nothing = options.tile_entries == 0 && options.tile_rows == 0;
  if (options.even_tiles.value_or(asks_nothing && prefers_even_tiles(profile)))
    return even_delta_tile_shape(options, profile);
  constexpr double short_mean = 32;
  const double mean = profile.mean_row();
  const int entries = options.tile_entries > 0 ? options.tile_entries : mean <= short_mean ? 512 : 1024;
  // Slightly more rows than fit on average, so that one entry too many does not cost an uneven tile many rows.
  const double fitting = mean > 0 ? 1.02 * entries / mean : entries;
  constexpr std::int64_t lanes = 64;
  const auto rows_that_fit = static_cast<std::int64_t>(fitting < entries ? fitting : entries);
  const std::int64_t rows = options.tile_rows > 0    ? options.tile_rows
                            : rows_that_fit >= lanes ? rows_that_fit / lanes * lanes
                                                     : entries;
  // One thread cuts a segment tile after tile, which would take too long for small matrices.
  const std::int64_t tiles_in_segment = profile.nnz < 4 * 1024 * 1024 ? 4 : 16;
  const std::int64_t default_rows = rows < rows_that_fit ? rows : rows_that_fit;
  return {entries, rows, tiles_in_segment * (default_rows > 1 ? default_rows : 1), false};
}

/// \brief The numbers of tiles, pieces and split rows of each segment, and later of all segments before it.
struct DeltaTileCounts {
  std::int64_t* tiles;
  std::int64_t* pieces;      ///< null: no row is cut
  std::int64_t* split_rows;  ///< the same
};

/// \brief Cuts a segment of rows into uneven tiles, one team a segment; its first thread cuts. Without an output it
/// only counts.
///
/// On a GPU, if a segment fits into team scratch, all threads first find for each row where a tile that begins there
/// would end. Otherwise the first thread needs 0.5 microseconds a tile on an H100, and memplus has segments of 67 tiles
/// where others have 4.
template <class Column, class Offset>
struct CutDeltaTiles {
  static constexpr std::int64_t max_staged_rows = 2048;

  const Offset* row_offsets;
  std::int64_t num_rows;
  DeltaTileShape shape;
  bool is_staged;
  DeltaTileCounts counts{nullptr, nullptr, nullptr};
  DeltaTile<Column>* tiles = nullptr;
  std::int64_t* split_rows = nullptr;
  std::int64_t* first_piece = nullptr;
  std::int64_t* end_piece = nullptr;

  KOKKOS_INLINE_FUNCTION std::size_t scratch_bytes() const {
    return is_staged ? static_cast<std::size_t>(shape.segment_rows + 1) * (sizeof(Offset) + sizeof(int)) : 0;
  }

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& member) const {
    const std::int64_t segment = member.league_rank();
    const std::int64_t first = segment * shape.segment_rows;
    const std::int64_t rows = first + shape.segment_rows < num_rows ? shape.segment_rows : num_rows - first;
    const Offset* const offsets = row_offsets + first;
    if (!is_staged) {
      const auto find_end = [&](std::int64_t row) { return tile_end(row, rows, offsets); };
      if (member.team_rank() == 0) cut(segment, first, rows, offsets, find_end);
      return;
    }
    auto* const staged = static_cast<Offset*>(member.team_scratch(0).get_shmem(scratch_bytes()));
    auto* const ends = reinterpret_cast<int*>(staged + shape.segment_rows + 1);
    Kokkos::parallel_for(Kokkos::TeamThreadRange(member, static_cast<int>(rows) + 1),
                         [&](int row) { staged[row] = offsets[row]; });
    member.team_barrier();
    Kokkos::parallel_for(Kokkos::TeamThreadRange(member, static_cast<int>(rows)),
                         [&](int row) { ends[row] = static_cast<int>(tile_end(row, rows, staged)); });
    member.team_barrier();
    if (member.team_rank() == 0) cut(segment, first, rows, staged, [&](std::int64_t row) { return ends[row]; });
  }

 private:
  // Where the next tile, piece and split row are written; while counting, how many there are.
  struct Position {
    std::int64_t tile = 0;
    std::int64_t piece = 0;
    std::int64_t split_row = 0;
  };

  KOKKOS_INLINE_FUNCTION std::int64_t tile_end(std::int64_t row, std::int64_t rows, const Offset* offsets) const {
    const auto offset = [&](std::int64_t at) { return static_cast<std::int64_t>(offsets[at]); };
    return rows_that_fit(row, row + shape.rows < rows ? row + shape.rows : rows, shape.entries, offset);
  }

  template <class End>
  KOKKOS_INLINE_FUNCTION void cut(std::int64_t segment, std::int64_t first, std::int64_t rows, const Offset* offsets,
                                  const End& end) const {
    const bool writes = tiles != nullptr;
    const bool cuts_rows = counts.pieces != nullptr;
    Position at;
    if (writes) at.tile = counts.tiles[segment];
    if (writes && cuts_rows) at.piece = counts.pieces[segment];
    if (writes && cuts_rows) at.split_row = counts.split_rows[segment];
    for (std::int64_t row = 0; row < rows;) {
      const auto begin = static_cast<std::int64_t>(offsets[row]);
      const std::int64_t length = static_cast<std::int64_t>(offsets[row + 1]) - begin;
      if (length > DeltaTileShape::longest_whole_row) {
        cut_row(first + row, begin, length, at, writes);
        ++row;
      } else {
        if (writes) tiles[at.tile] = {begin, first + row, -1, Column(0), -1};
        ++at.tile;
        row = end(row);
      }
    }
    if (writes) return;
    counts.tiles[segment] = at.tile;
    if (cuts_rows) counts.pieces[segment] = at.piece;
    if (cuts_rows) counts.split_rows[segment] = at.split_row;
  }

  // The row belongs to its first piece; no row begins in the others.
  KOKKOS_INLINE_FUNCTION void cut_row(std::int64_t row, std::int64_t begin, std::int64_t length, Position& at,
                                      bool writes) const {
    constexpr std::int64_t step = DeltaTileShape::piece_entries;
    const std::int64_t pieces = (length + step - 1) / step;
    if (writes) {
      for (std::int64_t i = 0; i < pieces; ++i) {
        tiles[at.tile + i] = {begin + i * step, i == 0 ? row : row + 1, -1, Column(0),
                              static_cast<std::int32_t>(at.piece + i)};
      }
      split_rows[at.split_row] = row;
      first_piece[at.split_row] = at.piece;
      end_piece[at.split_row] = at.piece + pieces;
    }
    at.tile += pieces;
    at.piece += pieces;
    ++at.split_row;
  }
};

/// \brief Finds the smallest column of each tile and, stored in `first_high`, the number of upper bits that it needs.
/// One team per tile and one for the tile after the last. Even tiles are also cut here.
template <class Column, class Offset>
struct FindDeltaBases {
  DeltaTile<Column>* tiles;
  std::int64_t num_tiles;
  const Offset* row_offsets;
  std::int64_t num_rows;
  std::int64_t even_rows;  // 0: the tiles are cut already
  const Column* columns;
  bool all_wide;

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& member) const {
    const std::int64_t t = member.league_rank();
    const std::int64_t first = first_entry(t);
    const auto count = static_cast<int>(t < num_tiles ? first_entry(t + 1) - first : 0);
    Column smallest = 0;
    Kokkos::parallel_reduce(
        Kokkos::TeamThreadRange(member, count),
        [&](int k, Column& found) { found = columns[first + k] < found ? columns[first + k] : found; },
        Kokkos::Min<Column>(smallest));
    Column largest = 0;
    Kokkos::parallel_reduce(
        Kokkos::TeamThreadRange(member, count),
        [&](int k, Column& found) { found = columns[first + k] > found ? columns[first + k] : found; },
        Kokkos::Max<Column>(largest));
    if (member.team_rank() != 0) return;
    if (t == num_tiles || even_rows > 0) tiles[t] = {first, t < num_tiles ? t * even_rows : num_rows, -1, 0, -1};
    if (count == 0) return;
    const bool is_wide = all_wide || static_cast<std::int64_t>(largest) - smallest > 0xffff;
    tiles[t].base = smallest;
    tiles[t].first_high = is_wide ? count : -1;
  }

 private:
  KOKKOS_INLINE_FUNCTION std::int64_t first_entry(std::int64_t t) const {
    if (t < num_tiles && even_rows == 0) return tiles[t].first_entry;
    return static_cast<std::int64_t>(row_offsets[t < num_tiles ? t * even_rows : num_rows]);
  }
};

// Turns these counts into positions; the tile after the last gets the end of all.
template <class Column>
struct PlaceDeltaHighs {
  DeltaTile<Column>* tiles;
  std::int64_t num_tiles;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t t, std::int64_t& before, bool is_final) const {
    const std::int64_t count = t < num_tiles ? tiles[t].first_high : 0;
    if (count < 0) return;
    if (is_final) tiles[t].first_high = before;
    before += count;
  }
};

}  // namespace detail
}  // namespace sporos
