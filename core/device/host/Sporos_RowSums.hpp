// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Sums of rows in a host's own vector instructions, chosen when the program runs.
///
/// A leaf sums a run of consecutive rows into an array. It is compiled for its instructions whatever the rest of the
/// program is compiled for, is never inlined and starts a cache line, so that it is as fast in every program. In what
/// order a row is summed depends on its length alone, not on the rows around it.
#pragma once

#include <cstdint>
#include <type_traits>

#include "policies/Sporos_HostLevel.hpp"
#include "policies/crs/Sporos_LeafRule.hpp"

namespace sporos {
namespace detail {

/// \brief Rows `0` to `rows - 1` of `offsets`, and what they index.
template <class Value, class X, class Offset>
struct RowRun {
  const Offset* offsets;  ///< `rows + 1` of them
  std::int64_t rows;
  const int* columns;
  const Value* values;
  const X* x;
  std::int64_t readable;  ///< entries that may be read though they are of other rows
  bool prefetches;        ///< whether entries are asked for ahead of their use
  /// Of each four rows whether they have the same length, and each the columns of the one above moved by one; for
  /// `RowSumsLeaves::bands` alone.
  const unsigned char* bands = nullptr;
};

/// \brief How many of the rows have so many readable entries behind their beginnings and ends that vectors may end
/// there.
template <class Run>
std::int64_t rows_inside(const Run& run, int lanes) {
  std::int64_t rows = run.rows;
  while (rows > 0 && static_cast<std::int64_t>(run.offsets[rows]) + lanes > run.readable) --rows;
  return rows;
}

/// \brief Writes the sum of every row of a run.
template <class Value, class X, class Offset>
using RowSumsLeaf = void (*)(const RowRun<Value, X, Offset>& run, X* sums);

/// \brief A leaf for each LeafForm.
template <class Value, class X, class Offset>
struct RowSumsLeaves {
  using Leaf = RowSumsLeaf<Value, X, Offset>;

  Leaf few;
  Leaf some;
  Leaf many;
  Leaf bands;  ///< for runs that say where bands are

  Leaf of(LeafForm form) const { return form == LeafForm::few ? few : form == LeafForm::some ? some : many; }
};

/// \brief Whether leaves are compiled for these types.
template <class Value, class Column, class X, class Sum>
inline constexpr bool types_have_leaves = std::is_same<Column, int>::value&& std::is_same<X, Sum>::value &&
                                          ((std::is_same<Value, double>::value && std::is_same<X, double>::value) ||
                                           (std::is_same<Value, float>::value &&
                                            (std::is_same<X, float>::value || std::is_same<X, double>::value)));

// What this file's functions are compiled for beside their own instructions, as a part of their names: a linker that
// finds several copies keeps one, which must run where the least of them runs.
#if defined(__AVX512F__)
using CompiledFor = std::integral_constant<int, 512>;
#elif defined(__AVX2__)
using CompiledFor = std::integral_constant<int, 256>;
#else
using CompiledFor = std::integral_constant<int, 128>;
#endif

}  // namespace detail
}  // namespace sporos
