// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The global matrix of element storage, assembled in compressed rows.
///
/// First, all columns that the elements of a row give it are listed and sorted, one thread a row; those that differ are
/// the pattern. Then each row adds up its numbers, element by element, so that the result is always the same. Takes
/// a list of all columns, and as much for sorting: twice the size of a column for each number of all elements.
#pragma once

#include <limits>

#include "formats/common/Sporos_LaunchKernel.hpp"
#include "formats/common/Sporos_RequireKokkos.hpp"
#include "formats/element/Sporos_ElementTerms.hpp"

namespace sporos {
namespace detail {

/// \brief The elements of a row, as kernels go through them.
template <class Value, class Column, class Offset>
struct ElementRows {
  ElementLayout layout;
  const Column* unknowns;
  const Value* values;
  const Offset* term_offsets;
  const Offset* terms;

  /// \brief `f(column, value)` for each number of each of them that is in the row; `value` is its place.
  template <class F>
  KOKKOS_INLINE_FUNCTION void each(std::int64_t row, const F& f) const {
    const std::int64_t tile_unknowns = layout.lanes * layout.nodes;
    for (auto t = static_cast<std::int64_t>(term_offsets[row]); t < static_cast<std::int64_t>(term_offsets[row + 1]);
         ++t) {
      const auto term = static_cast<std::int64_t>(terms[t]);
      const std::int64_t position = term / tile_unknowns * layout.lanes + term % layout.lanes;
      const std::int64_t i = term % tile_unknowns / layout.lanes;
      for (std::int64_t j = 0; j < layout.nodes; ++j) {
        const Column column = unknowns[layout.unknown(position, j)];
        const bool is_mirrored = layout.is_symmetric && j > i;
        if (column >= 0) f(column, is_mirrored ? layout.value(position, j, i) : layout.value(position, i, j));
      }
    }
  }
};

template <class Rows>
struct CountElementColumns {
  Rows rows;
  std::int64_t* lengths;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row) const {
    std::int64_t length = 0;
    rows.each(row, [&](auto, std::int64_t) { ++length; });
    lengths[row] = length;
  }
};

template <class Rows, class Column>
struct ListElementColumns {
  Rows rows;
  const std::int64_t* offsets;
  Column* columns;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row) const {
    std::int64_t k = offsets[row];
    rows.each(row, [&](Column column, std::int64_t) { columns[k++] = column; });
  }
};

template <class Column, class Offset>
struct CountDistinctColumns {
  const std::int64_t* offsets;
  const Column* columns;
  Offset* lengths;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row) const {
    Offset length = 0;
    for (std::int64_t k = offsets[row]; k < offsets[row + 1]; ++k) {
      if (k == offsets[row] || columns[k] != columns[k - 1]) ++length;
    }
    lengths[row] = length;
  }
};

template <class Rows, class Value, class Column, class Offset>
struct AssembleRow {
  Rows rows;
  const std::int64_t* offsets;
  const Column* listed;
  const Offset* row_offsets;
  Column* columns;
  Value* values;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row) const {
    const auto begin = static_cast<std::int64_t>(row_offsets[row]);
    std::int64_t end = begin;
    for (std::int64_t k = offsets[row]; k < offsets[row + 1]; ++k) {
      if (k != offsets[row] && listed[k] == listed[k - 1]) continue;
      columns[end] = listed[k];
      values[end++] = Value(0);
    }
    rows.each(row, [&](Column column, std::int64_t number) {
      std::int64_t low = begin;
      for (std::int64_t high = end - 1; low < high;) {
        const std::int64_t middle = low + (high - low) / 2;
        if (columns[middle] < column) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      values[low] = static_cast<Value>(values[low] + rows.values[number]);
    });
  }
};

}  // namespace detail

/// \brief The global matrix: what elements have in common is added up, element by element. Columns ascend. Waits.
/// \throws std::invalid_argument where there are more entries than the offset type can count
template <class ExecutionSpace, class Value, class Column, class Offset, class MemorySpace>
CrsMatrix<Value, Column, Offset, MemorySpace> to_crs(const ExecutionSpace& exec,
                                                     const ElementMatrix<Value, Column, Offset, MemorySpace>& A) {
  detail::require_kokkos("to_crs");
  const detail::ProfilingRegion region("sporos::to_crs[element]");
  using Rows = detail::ElementRows<Value, Column, Offset>;
  using List = CrsMatrix<char, Column, std::int64_t, MemorySpace>;
  using Offsets = Kokkos::View<Offset*, Kokkos::LayoutRight, MemorySpace>;
  Kokkos::View<const Offset*, Kokkos::LayoutRight, MemorySpace> term_offsets = A.term_offsets, terms = A.terms;
  if (term_offsets.extent(0) == 0) {
    const auto made = detail::terms_of_rows(exec, A);
    term_offsets = made.row_offsets;
    terms = made.columns;
  }
  const Rows element_rows{A.layout(), A.unknowns.data(), A.values.data(), term_offsets.data(), terms.data()};
  const detail::RowRange<ExecutionSpace> rows(exec, 0, A.num_rows);
  const auto offsets =
      detail::allocate<decltype(List::row_offsets)>(exec, "sporos::to_crs[listed rows]", A.num_rows + 1);
  detail::launch_kernel("sporos::to_crs[element,count]", rows,
                        detail::CountElementColumns<Rows>{element_rows, offsets.data()});
  auto list =
      detail::allocate_crs<List>(A.num_rows, A.num_columns, detail::sum_lengths(exec, A.num_rows, offsets.data()));
  list.row_offsets = offsets;
  detail::launch_kernel("sporos::to_crs[element,list]", rows,
                        detail::ListElementColumns<Rows, Column>{element_rows, offsets.data(), list.columns.data()});
  Kokkos::deep_copy(exec, list.values, char(0));
  detail::sort_rows(exec, list);
  const auto row_offsets = detail::allocate<Offsets>(exec, "sporos::crs[row offsets]", A.num_rows + 1);
  detail::launch_kernel(
      "sporos::to_crs[element,lengths]", rows,
      detail::CountDistinctColumns<Column, Offset>{offsets.data(), list.columns.data(), row_offsets.data()});
  const std::int64_t nnz = detail::sum_lengths(exec, A.num_rows, row_offsets.data());
  detail::require(static_cast<std::uint64_t>(nnz) <= static_cast<std::uint64_t>(std::numeric_limits<Offset>::max()),
                  "to_crs", "the assembled matrix has ", nnz, " entries, but the offset type ends at ",
                  std::numeric_limits<Offset>::max());
  auto crs = detail::allocate_crs<CrsMatrix<Value, Column, Offset, MemorySpace>>(A.num_rows, A.num_columns, nnz);
  crs.row_offsets = row_offsets;
  detail::launch_kernel(
      "sporos::to_crs[element]", rows,
      detail::AssembleRow<Rows, Value, Column, Offset>{element_rows, offsets.data(), list.columns.data(),
                                                       row_offsets.data(), crs.columns.data(), crs.values.data()});
  detail::wait_for(exec, "sporos::to_crs[wait]");
  return crs;
}

}  // namespace sporos
