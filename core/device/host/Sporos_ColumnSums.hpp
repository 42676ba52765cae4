// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Row sums for several columns of x in vector instructions of a host, if the numbers of a row of x are
/// contiguous.
///
/// Such a leaf is called, compiled and aligned like those of Sporos_RowSums.hpp.
#pragma once

#include "core/device/host/Sporos_RowSumsLeaves.hpp"
#include "core/device/instance/Sporos_VectorsOfFour.hpp"

#if defined(SPOROS_VECTORS_OF_FOUR)
namespace sporos {
namespace detail {

/// \brief Sums for four columns, and for all columns after them. No loop runs over the vectors, since compilers that do
/// not unroll it keep them in memory.
template <class X, int Fours>
struct SumsOfFours {
  using Numbers = typename FourOf<X>::Numbers;

  Numbers sums = {};
  SumsOfFours<X, Fours - 1> others = {};

  __attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) void add(const Numbers& factor, const X* x) {
    sums += factor * load_four<X>(x);
    others.add(factor, x + 4);
  }
  __attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) void add(const SumsOfFours& more) {
    sums += more.sums;
    others.add(more.others);
  }
  __attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) void write(X* to) const {
    store_four(to, sums);
    others.write(to + 4);
  }
};
template <class X>
struct SumsOfFours<X, 0> {
  using Numbers = typename FourOf<X>::Numbers;

  __attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) void add(const Numbers&, const X*) {}
  __attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) void add(const SumsOfFours&) {}
  __attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) void write(X*) const {}
};

/// \brief Adds the products of entry `k` with the row of x that it meets.
template <int Fours, class Run, class X>
__attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) inline void add_entry(const Run& run, std::int64_t row_stride,
                                                                             std::int64_t k,
                                                                             SumsOfFours<X, Fours>& sums) {
  const X value = static_cast<X>(run.values[k]);
  const typename FourOf<X>::Numbers factor = {value, value, value, value};
  sums.add(factor, run.x + static_cast<std::int64_t>(run.columns[k]) * row_stride);
}

/// \brief The sums of the entries `k` to `end - 1`, of even and odd entries apart, so that half of the additions need
/// not wait for the one before. For sixteen columns there are enough sums without that.
template <int Fours, class Run>
__attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) inline auto sum_columns(const Run& run, std::int64_t row_stride,
                                                                               std::int64_t k, std::int64_t end) {
  using X = std::remove_const_t<std::remove_pointer_t<decltype(run.x)>>;
  SumsOfFours<X, Fours> even;
  SumsOfFours<X, Fours> separate;
  auto& odd = Fours <= 2 ? separate : even;
  if (run.prefetches) ask_ahead(run, k);
  for (; k + 8 <= end; k += 8) {
    if (run.prefetches) ask_ahead(run, k + 8);
    add_entry(run, row_stride, k, even);
    add_entry(run, row_stride, k + 1, odd);
    add_entry(run, row_stride, k + 2, even);
    add_entry(run, row_stride, k + 3, odd);
    add_entry(run, row_stride, k + 4, even);
    add_entry(run, row_stride, k + 5, odd);
    add_entry(run, row_stride, k + 6, even);
    add_entry(run, row_stride, k + 7, odd);
  }
  for (; k + 2 <= end; k += 2) {
    add_entry(run, row_stride, k, even);
    add_entry(run, row_stride, k + 1, odd);
  }
  if (k < end) add_entry(run, row_stride, k, even);
  if constexpr (Fours <= 2) even.add(separate);
  return even;
}

/// \brief Writes the sums of every row of a run for `4 * Fours` columns, row by row.
template <class Unit, int Fours, class Value, class X, class Offset>
__attribute__((SPOROS_VECTORS_OF_FOUR, noinline, aligned(64))) void column_sums_fours(
    const RowRun<Value, X, Offset>& given, std::int64_t row_stride, X* sums) {
  const RowRun<Value, X, Offset> run = given;
  for (std::int64_t row = 0; row < run.rows; ++row) {
    sum_columns<Fours>(run, row_stride, run.offsets[row], run.offsets[row + 1]).write(sums + row * 4 * Fours);
  }
}

}  // namespace detail
}  // namespace sporos
#endif

namespace sporos {
namespace detail {

/// \param row_stride  the distance from a row of x to the next one
template <class Value, class X, class Offset>
using ColumnSumsLeaf = void (*)(const RowRun<Value, X, Offset>& run, std::int64_t row_stride, X* sums);

/// \brief Whether there are leaves for so many columns.
constexpr bool columns_have_leaves(int columns) {
  return host_has_leaves && (columns == 4 || columns == 8 || columns == 16);
}

/// \brief The leaf of a level; nullptr if it has none.
template <int Columns, class Value, class X, class Offset>
ColumnSumsLeaf<Value, X, Offset> column_sums_leaf(HostLevel level) {
  if constexpr (columns_have_leaves(Columns)) {
    if (level != HostLevel::portable) return &column_sums_fours<CompiledFor, Columns / 4, Value, X, Offset>;
  }
  return nullptr;
}

}  // namespace detail
}  // namespace sporos
