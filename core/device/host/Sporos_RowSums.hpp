// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Row sums in vector instructions of a host, which are chosen at run time.
///
/// A leaf is a function that sums a run of consecutive rows into an array. It is compiled for its own vector
/// instructions, whatever the rest of the program is compiled for. It is never inlined and starts at a cache line, so
/// that it is equally fast in every program. The order in which a row is summed depends only on its length, in the
/// leaf for bands also on whether it is in a band.
#pragma once

#include <cstdint>
#include <type_traits>

#include "policies/Sporos_HostLevel.hpp"
#include "policies/crs/Sporos_LeafRule.hpp"

namespace sporos {
namespace detail {

/// \brief Consecutive rows of a matrix that a plan has found to be alike, up to where the next stretch begins.
struct RowStretch {
  /// \brief Of `columns`, where it is no place in a table of patterns.
  enum Kind : int {
    band = -1,   ///< at least four rows, each with the columns of the row above shifted by one
    equal = -2,  ///< at least four rows, all with one entry, all with two or all with three
    loose = -3   ///< other rows
  };

  int first_row;
  int columns;  ///< the Kind, or for a band with a pattern where its columns begin there
};

/// \brief The stretches of a matrix, in the order of its rows; behind the last, one begins where the matrix ends. A
/// pattern is the columns of a band's first row, relative to the number of that row. A grid has few patterns, so they
/// stay in a cache, and the columns of the matrix are not read.
struct RowStretches {
  const RowStretch* stretches = nullptr;
  const int* firsts = nullptr;  ///< the stretch of the first row of each group of `leaf_rows`
  const int* patterns = nullptr;

  const RowStretch* of_row(std::int64_t row) const {
    const RowStretch* stretch = stretches + firsts[row / leaf_rows];
    while (stretch[1].first_row <= row) ++stretch;
    return stretch;
  }
};

/// \brief A run of consecutive rows: their offsets and the arrays of the matrix.
template <class Value, class X, class Offset>
struct RowRun {
  const Offset* offsets;  ///< `rows + 1` of them
  std::int64_t rows;
  const int* columns;
  const Value* values;
  const X* x;
  std::int64_t readable;  ///< number of entries that may be read, including those of other rows
  bool prefetches;        ///< whether entries are prefetched
  // Only for `RowSumsLeaves::bands`.
  const RowStretch* stretch = nullptr;  ///< that of the first row
  const int* patterns = nullptr;
  std::int64_t first_row = 0;  ///< its number in the matrix
  // Only for `RowSumsLeaves::uneven`, which may ignore it.
  bool prefetches_x = false;  ///< whether elements of x are prefetched, too
};

/// \brief The number of leading rows after which enough entries are readable that whole vectors may be loaded.
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
  Leaf bands;  ///< for runs whose stretches are known
  Leaf uneven;
  Leaf scattered;

  Leaf of(LeafForm form) const {
    switch (form) {
      case LeafForm::few:
        return few;
      case LeafForm::some:
        return some;
      case LeafForm::uneven:
      case LeafForm::far:
        return uneven;
      case LeafForm::scattered:
        return scattered;
      case LeafForm::many:
        break;
    }
    return many;
  }
};

/// \brief Whether leaves are compiled for these types.
template <class Value, class Column, class X, class Sum>
inline constexpr bool types_have_leaves = std::is_same<Column, int>::value&& std::is_same<X, Sum>::value &&
                                          ((std::is_same<Value, double>::value && std::is_same<X, double>::value) ||
                                           (std::is_same<Value, float>::value &&
                                            (std::is_same<X, float>::value || std::is_same<X, double>::value)));

// The instruction set of the translation unit, as a part of the names of leaves: if a linker finds several copies of a
// function, it keeps one, which must run on every processor that any of them is meant for.
#if defined(__AVX512F__)
using CompiledFor = std::integral_constant<int, 512>;
#elif defined(__AVX2__)
using CompiledFor = std::integral_constant<int, 256>;
#elif defined(__ARM_FEATURE_SVE)
using CompiledFor = std::integral_constant<int, 1>;
#else
using CompiledFor = std::integral_constant<int, 128>;
#endif

}  // namespace detail
}  // namespace sporos
