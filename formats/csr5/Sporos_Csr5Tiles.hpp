// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief How CSR5 describes tiles: passes over rows, over tiles, and over the seams between tiles.
#pragma once

#include "formats/csr5/Sporos_Csr5Matrix.hpp"

namespace sporos {
namespace detail {

/// \brief The row of an entry. If several rows begin there, it is the last of them, the only one that is not empty.
template <class Offset>
struct RowOfEntry {
  const Offset* row_offsets;
  std::int64_t num_rows;

  KOKKOS_INLINE_FUNCTION std::int64_t operator()(std::int64_t entry) const {
    std::int64_t low = 0;
    for (std::int64_t high = num_rows; high - low > 1;) {
      const std::int64_t middle = (low + high) / 2;
      (begin(middle) <= entry ? low : high) = middle;
    }
    return low;
  }
  KOKKOS_INLINE_FUNCTION std::int64_t begin(std::int64_t row) const {
    return static_cast<std::int64_t>(row_offsets[row]);
  }
};

KOKKOS_INLINE_FUNCTION int count_bits(std::uint32_t word) {
  int count = 0;
  for (; word != 0; word &= word - 1) ++count;
  return count;
}

/// \brief Marks the entries at which rows begin; one index a row.
template <class Offset>
struct MarkRowStarts {
  const Offset* row_offsets;
  std::int64_t tiled_entries;
  int sigma;
  Csr5Lane* lanes;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row) const {
    const auto begin = static_cast<std::int64_t>(row_offsets[row]);
    if (begin == static_cast<std::int64_t>(row_offsets[row + 1]) || begin >= tiled_entries) return;
    Kokkos::atomic_fetch_or(&lanes[begin / sigma].row_starts, std::uint32_t(1) << (begin % sigma));
  }
};

/// \brief Counts the marks of a tile and describes it. A scan over the tiles that counts the starts that need an
/// element of `start_rows`.
template <class Offset>
struct DescribeTiles {
  RowOfEntry<Offset> row_of;
  Csr5Shape shape;
  std::int64_t nnz;
  Csr5Lane* lanes;
  Csr5Tile* tiles;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t t, std::int64_t& start_rows_before, bool is_final) const {
    Csr5Lane* const mine = lanes + t * shape.omega;
    int starts = 0;
    for (int lane = 0; lane < shape.omega; ++lane) starts += count_bits(mine[lane].row_starts);
    const std::int64_t first = t * shape.entries();
    const std::int64_t first_row = row_of(first);
    const std::int64_t last_row = row_of(first + shape.entries() - 1);
    const bool starts_with_row = (mine[0].row_starts & 1u) != 0;
    const bool has_empty_row = starts > 0 && last_row - first_row + (starts_with_row ? 1 : 0) != starts;
    if (is_final) {
      const bool goes_on = row_of.begin(last_row + 1) > first + shape.entries();
      tiles[t] = {first_row, has_empty_row ? start_rows_before : -1, starts, goes_on ? 1 : 0};
      describe_lanes(mine);
    }
    if (has_empty_row) start_rows_before += starts;
  }

 private:
  KOKKOS_INLINE_FUNCTION void describe_lanes(Csr5Lane* mine) const {
    int starts = 0;
    for (int lane = 0; lane < shape.omega; ++lane) {
      mine[lane].starts_before = static_cast<std::uint16_t>(starts);
      starts += count_bits(mine[lane].row_starts);
    }
    int run = 0;
    for (int lane = shape.omega - 1; lane >= 0; --lane) {
      mine[lane].run_after = static_cast<std::uint16_t>(mine[lane].row_starts == 0 ? run : 0);
      run = mine[lane].row_starts == 0 ? run + 1 : 1;
    }
  }
};

/// \brief Writes the rows of the starts for tiles that contain an empty row; one index per row.
template <class Offset>
struct WriteStartRows {
  const Offset* row_offsets;
  std::int64_t tiled_entries;
  Csr5Shape shape;
  const Csr5Lane* lanes;
  const Csr5Tile* tiles;
  std::int32_t* start_rows;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row) const {
    const auto begin = static_cast<std::int64_t>(row_offsets[row]);
    if (begin == static_cast<std::int64_t>(row_offsets[row + 1]) || begin >= tiled_entries) return;
    const Csr5Tile tile = tiles[begin / shape.entries()];
    if (tile.first_start_row < 0) return;
    const Csr5Lane lane = lanes[begin / shape.sigma];
    const std::uint32_t bits_before = (std::uint32_t(1) << (begin % shape.sigma)) - 1;
    start_rows[tile.first_start_row + lane.starts_before + count_bits(lane.row_starts & bits_before)] =
        static_cast<std::int32_t>(row - tile.first_row);
  }
};

// Runs twice: first without an output, to count.
template <class Offset>
struct ListEmptyRows {
  const Offset* row_offsets;
  std::int64_t* empty_rows;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row, std::int64_t& before, bool is_final) const {
    if (row_offsets[row] != row_offsets[row + 1]) return;
    if (is_final && empty_rows != nullptr) empty_rows[before] = row;
    ++before;
  }
};

/// \brief Lists the rows that cross a boundary between tiles, each at its first one. Index `i` is the boundary after
/// tile i. Runs twice.
template <class Offset>
struct ListCrossingRows {
  RowOfEntry<Offset> row_of;
  std::int64_t tile_entries;
  std::int64_t* rows;
  std::int64_t* first_carry;
  std::int64_t* end_carry;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t tile, std::int64_t& before, bool is_final) const {
    const std::int64_t seam = (tile + 1) * tile_entries;
    const std::int64_t row = row_of(seam);
    const std::int64_t begin = row_of.begin(row);
    if (begin >= seam || begin < seam - tile_entries) return;
    if (is_final && rows != nullptr) {
      rows[before] = row;
      first_carry[before] = 2 * tile + 1;
      end_carry[before] = 2 * ((row_of.begin(row + 1) - 1) / tile_entries) + 1;
    }
    ++before;
  }
};

/// \brief Moves entries from the order of the rows to that of the tiles, or back; one index per entry in tiles.
template <class From, class To>
struct MoveEntries {
  From from;
  To to;
  std::int64_t tiled_entries;
  Csr5Shape shape;
  bool into_tiles;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t in_tiles) const {
    const std::int64_t in_rows = row_order(in_tiles);
    to[into_tiles ? in_tiles : in_rows] = from[into_tiles ? in_rows : in_tiles];
  }

 private:
  KOKKOS_INLINE_FUNCTION std::int64_t row_order(std::int64_t place) const {
    if (place >= tiled_entries) return place;
    const auto in_tile = static_cast<int>(place % shape.entries());
    return place - in_tile + in_tile % shape.omega * shape.sigma + in_tile / shape.omega;
  }
};

}  // namespace detail
}  // namespace sporos
