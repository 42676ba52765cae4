// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Compressed rows to BSR, and new values for a BSR matrix.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include "formats/bsr/Sporos_DetectBlockSize.hpp"
#include "formats/common/Sporos_Arguments.hpp"
#include "formats/common/Sporos_LaunchKernel.hpp"
#include "formats/common/Sporos_RowOffsets.hpp"

namespace sporos {

/// \brief The options of to_bsr().
struct BsrOptions {
  /// The size of the blocks; left out: what detect_block_size() finds.
  std::optional<int> block_size = std::nullopt;
  /// The least share of entries in the blocks, for detect_block_size().
  double min_fill = detail::default_min_fill;
  /// The layout of the values; left out: row_by_row on a GPU, block_by_block on a host.
  std::optional<BlockLayout> layout = std::nullopt;
  /// The most bytes of the result; left out: four times those of the compressed rows plus a mebibyte.
  std::optional<std::int64_t> max_bytes = std::nullopt;
  /// Whether update_values() and an exact to_crs() shall work; takes an offset for each entry and each row.
  bool keep_map = true;
};

namespace detail {

template <class Column, class Offset>
struct PlaceEntries {
  static constexpr bool has_results = true;
  BlockLayout layout;
  const Offset* part_offsets;  // the first block of each part of each block row
  Column* block_columns;
  Offset* places;

  struct Found {
    BlockStrides strides;
    std::int64_t first_place;
    Column* block_columns;
    Offset* places;
    Offset first_entry;  // the entry of the first of these places

    KOKKOS_FORCEINLINE_FUNCTION void entry(std::int64_t block, Offset entry, int row, int column) const {
      places[entry - first_entry] = static_cast<Offset>(first_place + strides.place(block, row, column));
    }
    KOKKOS_FORCEINLINE_FUNCTION void block(std::int64_t block, std::int64_t block_column) const {
      block_columns[block] = static_cast<Column>(block_column);
    }
  };

  template <class Walk>
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t part, const Walk& walk) const {
    const std::int64_t first_part = walk.parts == 1 ? part : part / walk.parts * walk.parts;
    const auto first_of_row = static_cast<std::int64_t>(part_offsets[first_part]);
    const auto first = static_cast<std::int64_t>(part_offsets[part]);
    const std::int64_t blocks = static_cast<std::int64_t>(part_offsets[first_part + walk.parts]) - first_of_row;
    const int size = walk.block_size;
    const BlockStrides strides(layout, size, blocks);
    const bool leaves_results = walk.results != nullptr;
    walk(part,
         Found{strides, first_of_row * size * size + strides.place(first - first_of_row, 0, 0), block_columns + first,
               leaves_results ? walk.results : places, leaves_results ? walk.first_entry : Offset(0)});
  }

  KOKKOS_FORCEINLINE_FUNCTION void take_result(std::int64_t entry, Offset place) const { places[entry] = place; }
};

template <class Offset>
struct PickOffsets {
  const Offset* part_offsets;
  int parts;
  Offset* block_offsets;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t block_row) const {
    block_offsets[block_row] = part_offsets[block_row * parts];
  }
};

/// \brief The first block of each block row; asynchronous.
template <class ExecutionSpace, class Offsets>
Offsets block_offsets_of(const ExecutionSpace& exec, const NumberedBlocks<Offsets>& blocks) {
  if (blocks.parts == 1) return blocks.offsets;
  const std::int64_t count = (static_cast<std::int64_t>(blocks.offsets.extent(0)) - 1) / blocks.parts + 1;
  const auto offsets = fresh_array<Offsets>(exec, "sporos::bsr[block offsets]", count);
  launch_kernel("sporos::to_bsr[offsets]", RowRange<ExecutionSpace>(exec, 0, count),
                PickOffsets<typename Offsets::value_type>{blocks.offsets.data(), blocks.parts, offsets.data()});
  return offsets;
}

// Blocks of a single entry are the compressed rows themselves.
template <class Column, class Offset>
struct PlaceSingleEntries {
  const Column* columns;
  const Offset* entries;  // null: in order
  Column* block_columns;
  Offset* places;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t block) const {
    block_columns[block] = columns[block];
    places[entries == nullptr ? block : static_cast<std::int64_t>(entries[block])] = static_cast<Offset>(block);
  }
};

template <class From, class Value, class Offset>
struct UpdateBlocks {
  From from_values;
  const Offset* places;
  Value* values;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t entry) const { values[places[entry]] = from_values(entry); }
};

template <class ExecutionSpace, class From, class Value, class Offset>
void update_blocks(const ExecutionSpace& exec, const From& from_values, const Offset* places, Value* values) {
  launch_kernel("sporos::update_values[bsr]",
                Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>(
                    exec, 0, static_cast<std::int64_t>(from_values.extent(0))),
                UpdateBlocks<From, Value, Offset>{from_values, places, values});
}

}  // namespace detail

/// \brief A matrix in blocks; duplicate entries (of the same row and column) are not added up, but go into blocks of
/// their own.
/// \param A  anything that crs_view() takes; if its rows are not sorted by column, a sorted copy of the columns and the
///           index of each entry are in memory during the conversion
/// \throws std::invalid_argument where A is malformed, an option is invalid, the memory would exceed `max_bytes`, or
///         the offset type of A cannot number all places in the blocks
///
/// Waits for the result. It makes one pass over the columns, one for each block size that it tries, and one to find the
/// places.
template <class ExecutionSpace, class AnyMatrix, class = detail::if_space<ExecutionSpace>>
auto to_bsr(const ExecutionSpace& exec, const AnyMatrix& A, const BsrOptions& options = {}) {
  const detail::ProfilingRegion region("sporos::to_bsr");
  detail::require_min_fill("to_bsr", options.min_fill);
  detail::require_known("to_bsr", "layout", options.layout);
  const auto crs = detail::convertible_crs(exec, A, "to_bsr");
  const auto& view = crs.view;
  using View = detail::crs_view_t<AnyMatrix>;
  using Value = typename View::value_type;
  using Column = typename View::column_type;
  using Offset = typename View::offset_type;
  using Matrix = BsrMatrix<Value, Column, Offset, typename View::memory_space>;
  using Offsets = typename Matrix::template array<Offset>;
  using Columns = typename Matrix::template array<Column>;
  if (options.block_size) detail::require_block_size("to_bsr", *options.block_size);
  const auto rows = detail::rows_by_column(exec, view, options.block_size.value_or(1));
  Matrix bsr;
  bsr.num_rows = view.num_rows;
  bsr.num_columns = view.num_columns;
  bsr.num_entries = view.nnz();
  auto blocks = options.block_size ? detail::NumberedBlocks<Offsets>{*options.block_size, 0, {}, 1}
                                   : detail::detect_in_rows<Offsets>(exec, rows, options.min_fill);
  bsr.block_size = blocks.size;
  bsr.layout = options.layout.value_or(detail::is_host_execution<ExecutionSpace> ? BlockLayout::block_by_block
                                                                                 : BlockLayout::row_by_row);
  const bool single = bsr.block_size == 1;
  if (single) {
    blocks.count = view.nnz();
    blocks.offsets = detail::copy_of_row_offsets<Offsets>(exec, "sporos::bsr[block offsets]", view);
  } else if (!blocks.offsets.is_allocated()) {
    blocks = detail::number_blocks_of<Offsets>(exec, rows, bsr.block_size);
  }
  const std::int64_t bytes =
      bytes_as_bsr(view.num_rows, blocks.count, bsr.block_size, sizeof(Value), sizeof(Column), sizeof(Offset));
  detail::require_memory("to_bsr", bytes, options.max_bytes, crs.bytes());
  const std::int64_t places = blocks.count * bsr.block_size * bsr.block_size;
  constexpr auto largest_offset = static_cast<std::uint64_t>(std::numeric_limits<Offset>::max());
  detail::require(static_cast<std::uint64_t>(places) <= largest_offset, "to_bsr",
                  "the row offsets of the matrix hold at most ", largest_offset, ", but its ", blocks.count,
                  " blocks have ", places, " places");

  const auto block_columns = detail::fresh_array<Columns>(exec, "sporos::bsr[block columns]", blocks.count);
  const auto entry_places = detail::fresh_array<Offsets>(exec, "sporos::bsr[places]", view.nnz());
  bsr.values = detail::fresh_array<decltype(bsr.values)>(exec, "sporos::bsr[values]", places);
  if (single) {
    detail::launch_kernel("sporos::to_bsr[single]",
                          Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>(exec, 0, view.nnz()),
                          detail::PlaceSingleEntries<Column, Offset>{rows.columns.data(), rows.entries.data(),
                                                                     block_columns.data(), entry_places.data()});
  } else {
    // No two entries share a place, so if there are as many places as entries, none is empty.
    if (places > view.nnz()) Kokkos::deep_copy(exec, bsr.values, Value(0));
    detail::for_block_rows("sporos::to_bsr[place]", exec, rows, bsr.block_size, blocks.parts,
                           detail::PlaceEntries<Column, Offset>{bsr.layout, blocks.offsets.data(), block_columns.data(),
                                                                entry_places.data()});
  }
  detail::update_blocks(exec, view.values, entry_places.data(), bsr.values.data());
  bsr.block_offsets = detail::block_offsets_of(exec, blocks);
  bsr.block_columns = block_columns;
  if (options.keep_map) {
    bsr.places = entry_places;
    bsr.row_offsets = detail::copy_of_row_offsets<Offsets>(exec, "sporos::bsr[row offsets]", view);
  }
  detail::wait_for(exec, "sporos::to_bsr[wait]");  // what only the conversion needs goes out of scope
  return bsr;
}

/// \brief New numbers for the same pattern, in the order of the compressed rows; asynchronous.
/// \throws std::invalid_argument where the number of values is wrong, or there is no map
///
/// One thread an entry: `nnz * (2 * sizeof(Value) + sizeof(Offset))` bytes.
template <class ExecutionSpace, class Value, class Column, class Offset, class MemorySpace, class Values,
          class = detail::if_views<Values>>
void update_values(const ExecutionSpace& exec, const BsrMatrix<Value, Column, Offset, MemorySpace>& matrix,
                   const Values& values) {
  const detail::ProfilingRegion region("sporos::update_values[bsr]");
  detail::require_as_many_values(values, matrix.nnz());
  detail::require(matrix.has_map(), "update_values",
                  "the matrix was converted with keep_map = false, or shares the blocks of another");
  detail::update_blocks(exec, values, matrix.places.data(), matrix.values.data());
}

/// \brief Refuses other arguments at compile time.
template <class... Given,
          class = detail::if_wrong<detail::Parameters<2, detail::AnInstance, detail::AMatrix, BsrOptions>, Given...>>
auto to_bsr(const Given&...) {
  static_assert(detail::are_right<Given...>,
                "sporos::to_bsr: the arguments are exec, A (, options); A is in compressed rows, and options are "
                "sporos::BsrOptions");
  return detail::NoCrsView();
}

}  // namespace sporos
