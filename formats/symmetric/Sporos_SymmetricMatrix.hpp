// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Half storage of symmetric matrices: of two equal entries a_ij and a_ji one is stored, where both are near.
///
/// Consecutive rows form tiles. The near entries of row `i` are those on and above the diagonal whose mirror image is
/// bit by bit the same, lies in the same tile, and is at most 65535 columns away; they stand for both, and store how
/// far they are from the diagonal. All other entries, the rest, are stored as they are. With tiles of two rows:
///
///     | 4 1 | . . |   near_offsets  0 2 3 5 6      rest_offsets  0 0 1 1 2
///     | 1 4 | . 2 |   distances     0 1 0 0 1 0    rest_columns  3 1
///     |-----|-----|   near_values   4 1 4 5 3 6    rest_values   2 2
///     | . . | 5 3 |
///     | . 2 | 3 6 |   tile_begins   0 2 4
///
/// Entries without an equal mirror image, and all entries of rows whose columns do not ascend strictly, are rest. So
/// any square matrix is multiplied correctly, but only symmetric parts get smaller.
///
/// On a host a tile is a thread's share, and a product collects in `sums` what mirror images add to later rows. So
/// products of one matrix and of its copies must not run at the same time there. On a GPU a team collects the sums of
/// its tile in scratch, by atomic additions in any order; so results may differ in the last bits from run to run.
/// (Half storage with separate sums for each thread: Gkountouvas et al., "Improving the performance of the symmetric
/// sparse matrix-vector multiplication in multicore", 2013. Distances, tiles and the window are ours.)
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "formats/conversion/Sporos_ConvertibleCrs.hpp"

namespace sporos {

/// \brief Storage that owns its arrays; to_symmetric() makes it.
template <class Value, class Column = int, class Offset = int,
          class MemorySpace = Kokkos::DefaultExecutionSpace::memory_space>
struct SymmetricMatrix {
  using value_type = Value;                ///< type of the numbers
  using column_type = Column;              ///< type of the column indices
  using offset_type = Offset;              ///< type of the row offsets
  using memory_space = MemorySpace;        ///< where the arrays are
  using storage_format = SymmetricMatrix;  ///< no compressed rows
  template <class T>
  using Array = Kokkos::View<T*, Kokkos::LayoutRight, MemorySpace>;  ///< type of the arrays

  std::int64_t num_rows = 0;            ///< elements of y
  std::int64_t num_columns = 0;         ///< elements of x
  std::int64_t halved_entries = 0;      ///< entries that are not stored, since their mirror images are
  std::int64_t tile_rows = 0;           ///< of the largest tile
  std::int64_t reach = 0;               ///< the farthest that a near entry is from the diagonal
  std::int64_t window = 0;              ///< the sums of a tile that `sums` has room for; 0 on a GPU
  Array<std::int64_t> tile_begins;      ///< of each tile: its first row; and the number of rows
  Array<Offset> near_offsets;           ///< of each row: its first near entry
  Array<std::uint16_t> distances;       ///< row - column of each near entry
  Array<Value> near_values;             ///< of each near entry
  Array<Offset> rest_offsets;           ///< of each row: its first rest entry
  Array<Column> rest_columns;           ///< of each rest entry
  Array<Value> rest_values;             ///< of each rest entry
  Array<Kokkos::complex<double>> sums;  ///< room for a window a tile; zero between products
  Array<Offset> near_map;               ///< index of the new value of each near entry; may be empty
  Array<Offset> mirror_map;             ///< the same of the mirror images
  Array<Offset> rest_map;               ///< the same of the rest

  /// \brief How many tiles there are.
  std::int64_t num_tiles() const { return static_cast<std::int64_t>(tile_begins.extent(0)) - 1; }
  std::int64_t num_near() const { return static_cast<std::int64_t>(near_values.extent(0)); }  ///< near entries
  std::int64_t num_rest() const { return static_cast<std::int64_t>(rest_values.extent(0)); }  ///< rest entries
  std::int64_t nnz() const { return num_near() + num_rest() + halved_entries; }  ///< entries, explicit zeros included
  /// \brief Whether update_values() works.
  bool has_map() const { return near_map.extent(0) + rest_map.extent(0) > 0 || nnz() == 0; }
  /// \brief The bytes of the arrays, without the maps of update_values().
  std::int64_t bytes() const {
    return detail::bytes_of(tile_begins, near_offsets, distances, near_values, rest_offsets, rest_columns, rest_values,
                            sums);
  }
  /// \brief How the entries lie, for descriptions.
  std::string shape_words() const {
    return detail::concat(num_tiles(), " tiles of up to ", tile_rows, " rows, ", halved_entries, " entries left out, ",
                          num_rest(), " between tiles");
  }
  /// \brief `f(array)` for each array that new numbers or products are written to.
  template <class F>
  void each_written(const F& f) {
    f(near_values);
    f(rest_values);
    f(sums);
  }
};

/// \brief The options of to_symmetric().
struct SymmetricOptions {
  /// The rows of a tile. 0: on a host as many tiles as threads, with equal shares of the entries; on a GPU 2048, the
  /// most that a team can have.
  std::int64_t tile_rows = 0;
  bool keep_map = true;  ///< for update_values(): an offset for every entry, mirror images too
  /// The most bytes of the result; left out: four times those of the compressed rows plus a mebibyte.
  std::optional<std::int64_t> max_bytes = std::nullopt;
};

namespace detail {

/// \brief The most rows whose sums, of the widest type, fit the scratch of a team.
inline constexpr std::int64_t symmetric_max_tile_rows = 2048;

}  // namespace detail

/// \brief What half storage of a matrix holds.
struct SymmetricCounts {
  std::int64_t num_rows = 0;        ///< of the matrix
  std::int64_t near_entries = 0;    ///< stored once for themselves and their mirror images
  std::int64_t halved_entries = 0;  ///< not stored, since their mirror images are
  std::int64_t rest_entries = 0;    ///< stored as they are
  std::int64_t tiles = 0;           ///< how many tiles there are
  std::int64_t window = 0;          ///< sums of a tile for which there is room
};

/// \brief The bytes of a SymmetricMatrix, without the maps.
/// \throws std::invalid_argument where a number is negative
constexpr std::int64_t bytes_as_symmetric(const SymmetricCounts& counts, std::int64_t value_bytes,
                                          std::int64_t column_bytes, std::int64_t offset_bytes) {
  detail::require_none_negative("bytes_as_symmetric", {{"num_rows", counts.num_rows},
                                                       {"near_entries", counts.near_entries},
                                                       {"rest_entries", counts.rest_entries},
                                                       {"tiles", counts.tiles},
                                                       {"window", counts.window},
                                                       {"value_bytes", value_bytes},
                                                       {"column_bytes", column_bytes},
                                                       {"offset_bytes", offset_bytes}});
  constexpr std::int64_t number = sizeof(std::int64_t);
  constexpr std::int64_t distance = sizeof(std::uint16_t);
  constexpr std::int64_t sum = sizeof(Kokkos::complex<double>);
  return counts.near_entries * (value_bytes + distance) + counts.rest_entries * (value_bytes + column_bytes) +
         2 * (counts.num_rows + 1) * offset_bytes + (counts.tiles + 1) * number + counts.tiles * counts.window * sum;
}

}  // namespace sporos
