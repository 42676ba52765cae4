// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Builds a matrix in compressed rows from a list of entries, on the host.
///
/// It sorts by row with a stable counting sort, then sorts each row by column, then adds up duplicates. The list and
/// the finished matrix are in memory at once; the list is freed during the work.
/// O(entries + rows), plus O(n log n) for each row of n entries that arrive out of order.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "formats/crs/Sporos_CrsMatrix.hpp"
#include "formats/matrix_market/Sporos_EntryBlocks.hpp"

namespace sporos::detail {

/// \brief What the entry at (j, i) is, where (i, j) with i != j is given.
enum class Mirror { none, same, negated, conjugated };

template <class Value>
Value mirrored(Mirror mirror, const Value& value) {
  return mirror == Mirror::negated ? -value : value;
}
template <class Real>
Kokkos::complex<Real> mirrored(Mirror mirror, const Kokkos::complex<Real>& value) {
  if (mirror == Mirror::negated) return Kokkos::complex<Real>(-value.real(), -value.imag());
  if (mirror == Mirror::conjugated) return Kokkos::complex<Real>(value.real(), -value.imag());
  return value;
}

/// \brief How many entries there are, mirrored ones included.
template <class Value, class Column>
std::int64_t expanded_size(const EntryBlocks<Value, Column>& entries, Mirror mirror) {
  std::int64_t size = entries.size();
  if (mirror == Mirror::none) return size;
  for (const auto& block : entries.blocks()) {
    for (std::size_t k = 0; k < block.size; ++k) size += block.rows[k] != block.columns[k];
  }
  return size;
}

/// \brief Sets `offsets[row]` to where the row starts.
template <class Value, class Column, class Offset>
void count_rows(const EntryBlocks<Value, Column>& entries, Mirror mirror, Offset* offsets, std::size_t num_rows) {
  std::fill(offsets, offsets + num_rows + 1, Offset(0));
  for (const auto& block : entries.blocks()) {
    for (std::size_t k = 0; k < block.size; ++k) {
      const Column row = block.rows[k];
      const Column column = block.columns[k];
      ++offsets[row];
      if (mirror != Mirror::none && row != column) ++offsets[column];
    }
  }
  Offset before = 0;
  for (std::size_t row = 0; row <= num_rows; ++row) {
    const Offset count = offsets[row];
    offsets[row] = before;
    before = static_cast<Offset>(before + count);
  }
}

/// \brief Puts every entry into its row and frees the list; `offsets` are the starts of the rows before and after.
template <class Value, class Column, class Offset>
void scatter(EntryBlocks<Value, Column>& entries, Mirror mirror, Offset* offsets, std::size_t num_rows, Column* columns,
             Value* values) {
  const auto put = [=](Column row, Column column, const Value& value) {
    const auto k = static_cast<std::size_t>(offsets[row]++);
    columns[k] = column;
    values[k] = value;
  };
  for (auto& block : entries.blocks()) {
    for (std::size_t k = 0; k < block.size; ++k) {
      const Column row = block.rows[k];
      const Column column = block.columns[k];
      const Value value = block.values ? block.values[k] : Value(1);
      put(row, column, value);
      if (mirror != Mirror::none && row != column) put(column, row, mirrored(mirror, value));
    }
    block = {};
  }
  // Every offset has moved on to the end of its row, which is the start of the next one.
  std::copy_backward(offsets, offsets + num_rows, offsets + num_rows + 1);
  offsets[0] = 0;
}

/// \brief Sorts rows by column; entries of the same column keep their order.
template <class Value, class Column, class Offset>
class RowSorter {
 public:
  void sort(Column* columns, Value* values, std::size_t size) {
    if (std::is_sorted(columns, columns + size)) return;
    places_.resize(size);
    for (std::size_t k = 0; k < size; ++k) places_[k] = {columns[k], static_cast<Offset>(k)};
    std::sort(places_.begin(), places_.end(), [](const Place& left, const Place& right) {
      return left.column != right.column ? left.column < right.column : left.position < right.position;
    });
    unsorted_.assign(values, values + size);
    for (std::size_t k = 0; k < size; ++k) {
      columns[k] = places_[k].column;
      values[k] = unsorted_[static_cast<std::size_t>(places_[k].position)];
    }
  }

 private:
  struct Place {
    Column column;
    Offset position;
  };
  std::vector<Place> places_;
  std::vector<Value> unsorted_;
};

/// \brief Adds up entries of the same place, in their order, and closes the gaps; returns how many are left.
template <class Value, class Column, class Offset>
std::size_t sum_duplicates(Offset* offsets, std::size_t num_rows, Column* columns, Value* values) {
  std::size_t kept = 0;
  std::size_t next = 0;
  for (std::size_t row = 0; row < num_rows; ++row) {
    const std::size_t start = kept;
    const auto end = static_cast<std::size_t>(offsets[row + 1]);
    for (; next < end; ++next) {
      if (kept > start && columns[kept - 1] == columns[next]) {
        values[kept - 1] += values[next];
        continue;
      }
      if (kept != next) {
        columns[kept] = columns[next];
        values[kept] = values[next];
      }
      ++kept;
    }
    offsets[row + 1] = static_cast<Offset>(kept);
  }
  return kept;
}

/// \brief The matrix with the given entries, columns ascending in each row, duplicates summed; empties the list.
/// \param num_entries  expanded_size(entries, mirror), which `Offset` must be able to hold
template <class Matrix, class Value, class Column>
Matrix assemble_crs(EntryBlocks<Value, Column>&& entries, std::int64_t num_rows, std::int64_t num_columns,
                    std::int64_t num_entries, Mirror mirror) {
  auto matrix = allocate_crs<Matrix>(num_rows, num_columns, num_entries);
  const auto rows = static_cast<std::size_t>(num_rows);
  auto* const offsets = matrix.row_offsets.data();
  auto* const columns = matrix.columns.data();
  auto* const values = matrix.values.data();
  count_rows(entries, mirror, offsets, rows);
  scatter(entries, mirror, offsets, rows, columns, values);
  RowSorter<Value, Column, typename Matrix::offset_type> sorter;
  for (std::size_t row = 0; row < rows; ++row) {
    const auto start = static_cast<std::size_t>(offsets[row]);
    sorter.sort(columns + start, values + start, static_cast<std::size_t>(offsets[row + 1]) - start);
  }
  const std::size_t kept = sum_duplicates(offsets, rows, columns, values);
  if (kept == static_cast<std::size_t>(num_entries)) return matrix;
  auto smaller = allocate_crs<Matrix>(num_rows, num_columns, static_cast<std::int64_t>(kept));
  std::copy(columns, columns + kept, smaller.columns.data());
  std::copy(values, values + kept, smaller.values.data());
  smaller.row_offsets = matrix.row_offsets;
  return smaller;
}

}  // namespace sporos::detail
