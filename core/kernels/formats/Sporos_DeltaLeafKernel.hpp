// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Delta CRS with a host's vector instructions, `y = alpha*A*x + beta*y`.
///
/// Who computes what: the tiles are divided into shares of `tiles`, one thread per share. A leaf computes the sums of
/// up to `leaf_rows` rows of a tile per call, and the thread passes them to the epilogue. The sum of a piece of a row
/// goes to `pieces`, for FixUpKernel. How a row is summed depends on its tile, not on the number of shares. Bytes: as
/// DeltaRowsKernel.
#pragma once

#include <utility>

#include "core/device/host/Sporos_DeltaSumsLeaves.hpp"
#include "core/kernels/Sporos_Epilogue.hpp"
#include "core/kernels/formats/Sporos_DeltaCrsOperand.hpp"
#include "policies/crs/Sporos_LeafRule.hpp"

namespace sporos {
namespace detail {

/// \brief The numbers as leaves take them.
template <class ExecutionSpace, class Stored>
const Stored* leaf_numbers(const DeltaNumbers<ExecutionSpace, Stored>& numbers) {
  return numbers.numbers;
}
template <class ExecutionSpace, class Value>
TableNumbers<Value> leaf_numbers(const DeltaTableNumbers<ExecutionSpace, Value>& numbers) {
  return {numbers.codes, numbers.table};
}

template <class Source, class Epilogue>
struct DeltaLeafKernel {
  using Sum = typename Source::sum_t;
  using Column = typename Source::Column;
  using Offset = typename Source::Arrays::offset_type;
  using Numbers = decltype(leaf_numbers(std::declval<typename Source::Numbers>()));

  Source source;
  Epilogue epilogue;
  Sum* pieces;
  DeltaSumsLeaf<ShortDeltas, Numbers, Sum, Offset> short_leaf;
  DeltaSumsLeaf<WideDeltas, Numbers, Sum, Offset> wide_leaf;
  std::int64_t num_tiles;
  std::int64_t tiles;
  std::int64_t num_entries;
  std::int64_t num_highs;
  bool prefetches;

  void operator()(std::int64_t share) const {
    const std::int64_t end = (share + 1) * tiles < num_tiles ? (share + 1) * tiles : num_tiles;
    epilogue.resolve([&](const auto& resolved) { run(resolved, share * tiles, end); });
  }

 private:
  template <class Resolved>
  void run(const Resolved epilogue, std::int64_t number, std::int64_t end) const {
    alignas(64) Sum sums[leaf_rows];
    for (; number < end; ++number) {
      const DeltaTile<Column>& tile = source.matrix.tiles[number];
      const DeltaTile<Column>& next = source.matrix.tiles[number + 1];
      const std::int64_t entries = next.first_entry - tile.first_entry;
      const std::int64_t rows = next.first_row - tile.first_row;
      if (tile.piece >= 0) {
        const Offset offsets[2] = {static_cast<Offset>(tile.first_entry), static_cast<Offset>(next.first_entry)};
        sum_rows(tile, offsets, 1, true, sums);
        pieces[tile.piece] = sums[0];
        continue;
      }
      const bool are_long = are_many(rows, entries);
      for (std::int64_t row = tile.first_row; row < next.first_row; row += leaf_rows) {
        const std::int64_t count = next.first_row - row < leaf_rows ? next.first_row - row : leaf_rows;
        sum_rows(tile, source.matrix.row_offsets + row, count, are_long, sums);
        for (std::int64_t i = 0; i < count; ++i) epilogue(row + i, sums[i]);
      }
    }
  }

  void sum_rows(const DeltaTile<Column>& tile, const Offset* offsets, std::int64_t rows, bool are_long,
                Sum* sums) const {
    const auto& a = source.matrix;
    const Numbers numbers = leaf_numbers(source.numbers);
    const Sum* const x = source.x.data + tile.base;
    if (tile.first_high < 0) {
      short_leaf({offsets, rows, are_long, {a.column_offsets}, numbers, x, num_entries, prefetches}, sums);
    } else {
      const std::int64_t without_highs = tile.first_entry - tile.first_high;
      wide_leaf({offsets,
                 rows,
                 are_long,
                 {a.column_offsets, a.column_highs, without_highs},
                 numbers,
                 x,
                 num_highs + without_highs,
                 prefetches},
                sums);
    }
  }
};

}  // namespace detail
}  // namespace sporos
