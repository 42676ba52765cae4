// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Row sums of half storage in vector instructions of a host.
///
/// As in Sporos_RowSums.hpp, a leaf sums consecutive rows into an array. It also adds what the mirror images of their
/// entries contribute to later rows to a window of sums.
#pragma once

#include <cstdint>

#include "policies/Sporos_HostLevel.hpp"

namespace sporos {
namespace detail {

/// \brief The near entries of a SymmetricMatrix, and x.
template <class Value, class X, class Offset>
struct HalfRun {
  const Offset* offsets;           ///< of all rows of the matrix
  const std::uint16_t* distances;  ///< column - row
  const Value* values;
  const X* x;
  std::int64_t num_near;  ///< nothing is read behind that many entries
  bool prefetches;        ///< whether entries are prefetched
};

/// \brief The sums that a leaf may write to behind the last that gets a contribution; it adds zeros there.
inline constexpr int half_leaf_slack = 4;

/// \brief Writes the sums of `count` rows from `row` on. `window` begins with what earlier rows have added to the sum
/// of `row`; the elements of the rows are zero afterwards.
template <class Value, class X, class Offset>
using HalfSumsLeaf = void (*)(const HalfRun<Value, X, Offset>& run, std::int64_t row, std::int64_t count, X* window,
                              X* sums);

}  // namespace detail
}  // namespace sporos
