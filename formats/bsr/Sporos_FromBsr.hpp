// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief From blocks back into compressed rows.
#pragma once

#include <cstdint>
#include <limits>

#include "formats/bsr/Sporos_BsrMatrix.hpp"
#include "formats/common/Sporos_LaunchKernel.hpp"
#include "formats/common/Sporos_RequireKokkos.hpp"
#include "formats/common/Sporos_RowOffsets.hpp"

namespace sporos {
namespace detail {

template <class Value, class Column, class Offset>
struct TakeMappedEntries {
  int block_size;
  BlockLayout layout;
  const Offset* block_offsets;
  const Column* block_columns;
  const Value* values;
  const Offset* row_offsets;
  const Offset* places;
  Column* to_columns;
  Value* to_values;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row) const {
    const std::int64_t block_row = row / block_size;
    const auto first = static_cast<std::int64_t>(block_offsets[block_row]);
    const std::int64_t blocks = static_cast<std::int64_t>(block_offsets[block_row + 1]) - first;
    const BlockStrides strides(layout, block_size, blocks);
    const std::int64_t row_place = first * block_size * block_size + (row % block_size) * strides.row;
    const auto end = static_cast<std::int64_t>(row_offsets[row + 1]);
    for (auto entry = static_cast<std::int64_t>(row_offsets[row]); entry < end; ++entry) {
      const std::int64_t in_row = static_cast<std::int64_t>(places[entry]) - row_place;
      const auto block_column = static_cast<std::int64_t>(block_columns[first + in_row / strides.block]);
      to_columns[entry] = static_cast<Column>(block_column * block_size + in_row % strides.block);
      to_values[entry] = values[places[entry]];
    }
  }
};

template <class Value, class Column, class Offset>
struct TakeAllPlaces {
  std::int64_t num_columns;
  int block_size;
  BlockLayout layout;
  const Offset* block_offsets;
  const Column* block_columns;
  const Value* values;
  Offset* row_offsets;
  Column* to_columns;  // null: only count
  Value* to_values;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row) const {
    const std::int64_t block_row = row / block_size;
    const auto first = static_cast<std::int64_t>(block_offsets[block_row]);
    const std::int64_t blocks = static_cast<std::int64_t>(block_offsets[block_row + 1]) - first;
    const BlockStrides strides(layout, block_size, blocks);
    const std::int64_t row_place = first * block_size * block_size + (row % block_size) * strides.row;
    std::int64_t to = to_columns == nullptr ? 0 : static_cast<std::int64_t>(row_offsets[row]);
    for (std::int64_t block = 0; block < blocks; ++block) {
      const std::int64_t column = static_cast<std::int64_t>(block_columns[first + block]) * block_size;
      for (int i = 0; i < block_size && column + i < num_columns; ++i, ++to) {
        if (to_columns == nullptr) continue;
        to_columns[to] = static_cast<Column>(column + i);
        to_values[to] = values[row_place + block * strides.block + i];
      }
    }
    if (to_columns == nullptr) row_offsets[row] = static_cast<Offset>(to);
  }
};

}  // namespace detail

/// \brief The compressed rows that the matrix came from, entry for entry, with its present values; asynchronous.
/// Without a map, the result has all places of all blocks, zeros included, block by block; this waits for their number.
/// \throws std::invalid_argument where the offset type cannot count all places, or the column type all columns
template <class ExecutionSpace, class Value, class Column, class Offset, class MemorySpace>
auto to_crs(const ExecutionSpace& exec, const BsrMatrix<Value, Column, Offset, MemorySpace>& bsr) {
  detail::require_kokkos("to_crs");
  const detail::ProfilingRegion region("sporos::to_crs[bsr]");
  using Crs = CrsMatrix<Value, Column, Offset, MemorySpace>;
  const Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>> rows(exec, 0, bsr.num_rows);
  const auto allocate = [&](std::int64_t nnz) { return detail::allocate_crs<Crs>(bsr.num_rows, bsr.num_columns, nnz); };
  if (bsr.has_map()) {
    const Crs crs = allocate(bsr.nnz());
    Kokkos::deep_copy(exec, crs.row_offsets, bsr.row_offsets);
    detail::launch_kernel(
        "sporos::to_crs[bsr,entries]", rows,
        detail::TakeMappedEntries<Value, Column, Offset>{
            bsr.block_size, bsr.layout, bsr.block_offsets.data(), bsr.block_columns.data(), bsr.values.data(),
            bsr.row_offsets.data(), bsr.places.data(), crs.columns.data(), crs.values.data()});
    return crs;
  }
  const auto row_offsets =
      detail::fresh_array<decltype(Crs::row_offsets)>(exec, "sporos::bsr[row offsets]", bsr.num_rows + 1);
  detail::TakeAllPlaces<Value, Column, Offset> take{bsr.num_columns,
                                                    bsr.block_size,
                                                    bsr.layout,
                                                    bsr.block_offsets.data(),
                                                    bsr.block_columns.data(),
                                                    bsr.values.data(),
                                                    row_offsets.data(),
                                                    nullptr,
                                                    nullptr};
  detail::launch_kernel("sporos::to_crs[bsr,lengths]", rows, take);
  const std::int64_t places = detail::sum_lengths(exec, bsr.num_rows, row_offsets.data());
  constexpr auto largest_offset = static_cast<std::uint64_t>(std::numeric_limits<Offset>::max());
  detail::require(static_cast<std::uint64_t>(places) <= largest_offset, "to_crs", "the blocks have ", places,
                  " places, but row offsets of their type end at ", largest_offset);
  constexpr auto largest_column = static_cast<std::int64_t>(std::numeric_limits<Column>::max());
  detail::require(bsr.num_columns - 1 <= largest_column, "to_crs", "the blocks have ", bsr.num_columns,
                  " columns, but numbers of their type end at ", largest_column);
  Crs crs = allocate(places);
  crs.row_offsets = row_offsets;
  take.to_columns = crs.columns.data();
  take.to_values = crs.values.data();
  if (crs.nnz() > 0) detail::launch_kernel("sporos::to_crs[bsr,places]", rows, take);
  return crs;
}

}  // namespace sporos
