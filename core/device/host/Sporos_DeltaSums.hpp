// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Row sums of delta CRS in vector instructions of a host.
///
/// As in Sporos_RowSums.hpp, a leaf sums consecutive rows into an array: here those of a tile, whose entries it decodes
/// in registers. How a row is summed depends on its tile alone.
#pragma once

#include <cstdint>

#include "core/device/Sporos_Prefetch.hpp"
#include "policies/Sporos_HostLevel.hpp"

namespace sporos {
namespace detail {

/// \brief The columns of a tile that fit into 16 bits.
struct ShortDeltas {
  const std::uint16_t* lows;
};

/// \brief The columns of a wide tile; `without_highs` entries before it have no upper bits.
struct WideDeltas {
  const std::uint16_t* lows;
  const std::uint16_t* highs;
  std::int64_t without_highs;
};

/// \brief Numbers that are indices into a table.
template <class Value>
struct TableNumbers {
  const std::uint8_t* codes;
  const Value* table;
};

inline std::int64_t delta_at(const ShortDeltas& columns, std::int64_t k) { return columns.lows[k]; }
inline std::int64_t delta_at(const WideDeltas& columns, std::int64_t k) {
  return columns.lows[k] + (static_cast<std::int64_t>(columns.highs[k - columns.without_highs]) << 16);
}

template <class Value>
Value number_at(const Value* numbers, std::int64_t k) {
  return numbers[k];
}
template <class Value>
Value number_at(const TableNumbers<Value>& numbers, std::int64_t k) {
  return numbers.table[numbers.codes[k]];
}

/// \brief Consecutive rows of a tile, the arrays of the matrix, and x from the first column of the tile on.
template <class Columns, class Numbers, class X, class Offset>
struct DeltaRun {
  const Offset* offsets;  ///< `rows + 1` of them
  std::int64_t rows;
  bool are_long;  ///< whether each row gets several vectors of sums
  Columns columns;
  Numbers numbers;
  const X* x;
  std::int64_t readable;  ///< number of entries whose columns and numbers may be read
  bool prefetches;        ///< whether entries are prefetched
};

/// \brief Writes the sum of every row of a run.
template <class Columns, class Numbers, class X, class Offset>
using DeltaSumsLeaf = void (*)(const DeltaRun<Columns, Numbers, X, Offset>& run, X* sums);

}  // namespace detail
}  // namespace sporos
