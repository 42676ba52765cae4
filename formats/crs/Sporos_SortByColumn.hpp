// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Sorts the entries of compressed rows by column, those of one column by row.
///
/// A stable radix sort, so that the result is the same in every run. A pass sorts by some bits of the column, a digit:
///
/// 1. The entries, in their present order, are cut into shares, one thread a share; it counts its entries by digit.
/// 2. A scan over all counters, in the order of digits and then of shares, gives the places for each share and digit.
/// 3. Each thread puts its entries there, one after the other.
///
/// On a host there are few shares, and one pass over all bits.
#pragma once

#include <algorithm>

#include "formats/common/Sporos_Arrays.hpp"
#include "formats/common/Sporos_BinarySearch.hpp"
#include "formats/common/Sporos_LaunchKernel.hpp"
#include "formats/common/Sporos_RowOffsets.hpp"

namespace sporos {
namespace detail {

/// \brief The digits, passes and shares of a sort by column.
struct ColumnSortShape {
  int digit_bits;       ///< of a column, in each pass
  int passes;           ///< over all entries
  std::int64_t shares;  ///< of the entries

  std::int64_t digits() const { return std::int64_t{1} << digit_bits; }
};

constexpr int bits_of(std::int64_t count) {
  int bits = 0;
  while ((std::int64_t{1} << bits) < count) ++bits;
  return bits;
}

/// \brief On a host one pass and a share per thread, but no more counters than entries. On a GPU digits of 8 bits and
/// enough shares to keep it busy.
inline ColumnSortShape column_sort_shape(bool on_host, int threads, std::int64_t num_columns, std::int64_t nnz) {
  const int bits = std::max(bits_of(num_columns), 1);
  if (on_host) {
    const std::int64_t affordable = std::max<std::int64_t>(nnz / (std::int64_t{1} << bits), 1);
    return {bits, 1, std::min<std::int64_t>(threads, affordable)};
  }
  constexpr int most_bits = 8;
  constexpr std::int64_t entries_of_a_share = 1024;
  const int passes = (bits + most_bits - 1) / most_bits;
  return {(bits + passes - 1) / passes, passes, (nnz + entries_of_a_share - 1) / entries_of_a_share};
}

/// \brief Entries in some order: the column, the row, and the place in the matrix of each.
template <class Column, class Offset>
struct ColumnSortEntries {
  Column* columns;
  Column* rows;
  Offset* places;
};

/// \brief The entries in the order of the compressed rows.
template <class Column, class Offset>
struct EntriesOfRows {
  std::int64_t num_rows;
  std::int64_t first;  ///< the first entry of the first row
  const Offset* row_offsets;
  const Column* columns;

  template <class F>
  KOKKOS_INLINE_FUNCTION void each_column(std::int64_t begin, std::int64_t end, const F& f) const {
    for (std::int64_t i = begin; i < end; ++i) f(columns[first + i]);
  }
  template <class F>
  KOKKOS_INLINE_FUNCTION void each(std::int64_t begin, std::int64_t end, const F& f) const {
    if (begin == end) return;
    std::int64_t row = first_greater(row_offsets, num_rows + 1, first + begin) - 1;
    auto row_end = static_cast<std::int64_t>(row_offsets[row + 1]);
    for (std::int64_t k = first + begin; k < first + end; ++k) {
      while (k >= row_end) row_end = static_cast<std::int64_t>(row_offsets[++row + 1]);
      f(columns[k], static_cast<Column>(row), static_cast<Offset>(k));
    }
  }
};

/// \brief The entries in the order of the previous pass.
template <class Column, class Offset>
struct EntriesOfPass {
  ColumnSortEntries<Column, Offset> entries;

  template <class F>
  KOKKOS_INLINE_FUNCTION void each_column(std::int64_t begin, std::int64_t end, const F& f) const {
    for (std::int64_t i = begin; i < end; ++i) f(entries.columns[i]);
  }
  template <class F>
  KOKKOS_INLINE_FUNCTION void each(std::int64_t begin, std::int64_t end, const F& f) const {
    for (std::int64_t i = begin; i < end; ++i) f(entries.columns[i], entries.rows[i], entries.places[i]);
  }
};

/// \brief One pass: counts if `to.places` is null, else puts the entries where the counters say.
template <class From, class Column, class Offset>
struct ColumnSortPass {
  From from;
  ColumnSortEntries<Column, Offset> to;  ///< without columns in the last pass
  Offset* counters;                      ///< of digit `d` and share `s` at `d * shares + s`
  std::int64_t nnz;
  std::int64_t shares;
  int shift;
  std::int64_t mask;

  KOKKOS_INLINE_FUNCTION Offset& counter(Column column, std::int64_t share) const {
    return counters[(static_cast<std::int64_t>(column) >> shift & mask) * shares + share];
  }

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t share) const {
    const std::int64_t each = (nnz + shares - 1) / shares;
    const std::int64_t begin = share * each < nnz ? share * each : nnz;
    const std::int64_t end = begin + each < nnz ? begin + each : nnz;
    if (to.places == nullptr) {
      from.each_column(begin, end, [&](Column column) { ++counter(column, share); });
      return;
    }
    from.each(begin, end, [&](Column column, Column row, Offset place) {
      const Offset there = counter(column, share)++;
      to.rows[there] = row;
      to.places[there] = place;
      if (to.columns != nullptr) to.columns[there] = column;
    });
  }
};

/// \brief Finds where the entries of each column begin in the sorted order; one index per column.
template <class Column, class Offset>
struct FindColumns {
  const Column* columns;
  std::int64_t nnz;
  Offset* offsets;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t column) const {
    offsets[column] = static_cast<Offset>(first_greater(columns, nnz, column - 1));
  }
};

/// \brief Takes the beginning of each column from its counter for the first share; one index per column.
template <class Offset>
struct TakeColumnOffsets {
  const Offset* counters;
  std::int64_t shares;
  std::int64_t nnz;
  std::int64_t num_columns;
  Offset* offsets;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t column) const {
    offsets[column] = column < num_columns ? counters[column * shares] : static_cast<Offset>(nnz);
  }
};

/// \brief Sorts the entries `first` to `first + nnz - 1` of compressed rows; waits.
/// \param offsets  receives where the entries of each column begin in the result; `num_columns + 1` elements
/// \param rows     receives the row of each entry
/// \param places   receives the place of each entry in the arrays of the matrix
template <class ExecutionSpace, class Matrix, class Offsets, class Rows, class Places>
void sort_by_column(const ExecutionSpace& exec, const Matrix& matrix, std::int64_t first, std::int64_t nnz,
                    const Offsets& offsets, const Rows& rows, const Places& places, const ColumnSortShape& shape) {
  using Column = typename Matrix::column_type;
  using Offset = typename Matrix::offset_type;
  using Entries = ColumnSortEntries<Column, Offset>;
  const std::int64_t num_counters = shape.digits() * shape.shares;
  // One more element for the total of the scan.
  const auto counters = fresh_array<Offsets>(exec, "sporos::transpose[counters]", num_counters + 1);
  const std::int64_t others = shape.passes > 1 ? nnz : 0;
  const auto other_rows = fresh_array<Rows>(exec, "sporos::transpose[rows]", others);
  const auto other_places = fresh_array<Places>(exec, "sporos::transpose[places]", others);
  const auto columns = fresh_array<Rows>(exec, "sporos::transpose[columns]", others);
  const auto other_columns = fresh_array<Rows>(exec, "sporos::transpose[columns]", others);
  const Entries result{columns.data(), rows.data(), places.data()};
  const Entries other{other_columns.data(), other_rows.data(), other_places.data()};
  const IndexRange<ExecutionSpace> each_share(exec, 0, shape.shares);
  const IndexRange<ExecutionSpace> each_column(exec, 0, matrix.num_columns + 1);
  const auto run = [&](const auto& from, const Entries& to, int pass) {
    using Pass = ColumnSortPass<std::decay_t<decltype(from)>, Column, Offset>;
    Pass sort{from, {}, counters.data(), nnz, shape.shares, pass * shape.digit_bits, shape.digits() - 1};
    Kokkos::deep_copy(exec, counters, Offset(0));
    launch_kernel("sporos::transpose[count]", each_share, sort);
    lengths_to_offsets(exec, num_counters, counters.data());
    if (shape.passes == 1) {
      launch_kernel("sporos::transpose[offsets]", each_column,
                    TakeColumnOffsets<Offset>{counters.data(), shape.shares, nnz, matrix.num_columns, offsets.data()});
    }
    sort.to = to;
    launch_kernel("sporos::transpose[sort]", each_share, sort);
  };
  for (int pass = 0; pass < shape.passes; ++pass) {
    const bool to_result = (shape.passes - 1 - pass) % 2 == 0;
    const Entries& to = to_result ? result : other;
    if (pass == 0) {
      run(EntriesOfRows<Column, Offset>{matrix.num_rows, first, matrix.row_offsets.data(), matrix.columns.data()}, to,
          pass);
    } else {
      run(EntriesOfPass<Column, Offset>{to_result ? other : result}, to, pass);
    }
  }
  if (shape.passes > 1) {
    launch_kernel("sporos::transpose[offsets]", each_column,
                  FindColumns<Column, Offset>{columns.data(), nnz, offsets.data()});
  }
  wait_for(exec, "sporos::transpose[wait]");  // before what was only needed on the way goes
}

}  // namespace detail
}  // namespace sporos
