// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Checks the arrays of a matrix in compressed rows, in their memory space.
#pragma once

#include <algorithm>

#include "formats/common/Sporos_Arguments.hpp"
#include "formats/common/Sporos_RequireKokkos.hpp"
#include "formats/crs/Sporos_InspectChunk.hpp"

namespace sporos {
namespace detail {

template <class Column>
struct FindBadColumn {
  const Column* columns;
  std::int64_t num_columns;

  KOKKOS_INLINE_FUNCTION bool is_bad(Column number) const {
    const auto column = static_cast<std::int64_t>(number);
    return column < 0 || column >= num_columns;
  }
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t entry, std::int64_t& first) const {
    if (is_bad(columns[entry]) && entry < first) first = entry;
  }
  /// \brief The first entry in [begin, end) with an invalid column, or `end`; run by one thread of a host.
  template <class Count>
  KOKKOS_INLINE_FUNCTION Count first_bad(Count begin, Count end) const {
    Count entry = begin;
    while (end - entry >= inspected_chunk && !has_bad_column(columns + entry, num_columns)) entry += inspected_chunk;
    while (entry < end && !is_bad(columns[entry])) ++entry;
    return entry;
  }
};

/// \brief Adds the rows in [begin, end) to the findings; run by one thread of a host.
template <class Offset, class Count>
KOKKOS_INLINE_FUNCTION void add_rows(const InspectRow<Offset>& rows, Count begin, Count end,
                                     InspectionOf<Count>& found) {
  for (Count row = begin; row < end;) {
    const bool is_chunk = end - row >= inspected_chunk;
    if (is_chunk && add_chunk(rows.row_offsets + row, rows.nnz, found)) {
      row += inspected_chunk;
      continue;
    }
    const Count stop = is_chunk ? row + inspected_chunk : end;
    for (; row < stop; ++row) rows.add(row, rows.row_offsets[row], rows.row_offsets[row + 1], found);
  }
}

/// \brief An inspection that also counts the ends of the arrays, 0 to 2, at which entries lie outside of all rows.
struct FullInspection : Inspection {
  std::int64_t loose_ends = 0;

  template <class Into, class From>
  KOKKOS_INLINE_FUNCTION static void join(Into& into, const From& from) {
    Inspection::join(into, from);
    into.loose_ends = into.loose_ends + from.loose_ends;
  }
};

// Index i stands for a row and, independently, for some entries: on a GPU a second launch and wait would cost as much
// as a small product. These entries are `stride` apart, so that a thread waits for all of its loads at once.
template <class Matrix>
struct InspectRowAndEntries {
  static constexpr int entries_each = 8;

  InspectRow<typename Matrix::offset_type> rows;
  FindBadColumn<typename Matrix::column_type> find;
  std::int64_t num_rows;
  std::int64_t stride;

  explicit InspectRowAndEntries(const Matrix& matrix)
      : rows{matrix.row_offsets.data(), matrix.nnz()},
        find{matrix.columns.data(), matrix.num_columns},
        num_rows(matrix.num_rows),
        stride((matrix.nnz() + entries_each - 1) / entries_each) {}

  std::int64_t count() const { return std::max(num_rows, stride); }

  KOKKOS_INLINE_FUNCTION void add_loose_ends(FullInspection& found) const {
    if (rows.row_offsets[0] != 0) ++found.loose_ends;
    if (static_cast<std::int64_t>(rows.row_offsets[num_rows]) != rows.nnz) ++found.loose_ends;
  }

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i, FullInspection& found) const {
    if (i < num_rows) {
      rows(i, found);
      if (i == 0) add_loose_ends(found);
    }
    if (i >= stride) return;
    typename Matrix::column_type columns[entries_each];
    for (int j = 0; j < entries_each; ++j) {
      const std::int64_t entry = i + j * stride;
      columns[j] = find.columns[entry < rows.nnz ? entry : i];
    }
    bool any_bad = false;
    for (int j = 0; j < entries_each; ++j) any_bad = find.is_bad(columns[j]) || any_bad;
    if (!any_bad) return;
    for (std::int64_t entry = i; entry < rows.nnz; entry += stride) find(entry, found.first_bad_entry);
  }
};

// The same for threads of a host: index i stands for a chunk of rows and for some chunks of entries.
template <class Matrix>
struct InspectChunks {
  static constexpr std::int64_t chunk = inspected_chunk;

  InspectRowAndEntries<Matrix> one_by_one;

  explicit InspectChunks(const Matrix& matrix) : one_by_one(matrix) {}

  std::int64_t count() const { return (std::max(one_by_one.num_rows, one_by_one.rows.nnz) + chunk - 1) / chunk; }

  void operator()(std::int64_t i, FullInspection& found) const {
    const auto& rows = one_by_one.rows;
    const auto stop = [&](std::int64_t total) { return std::min((i + 1) * chunk, total); };
    if (i * chunk < one_by_one.num_rows) {
      add_rows(rows, i * chunk, stop(one_by_one.num_rows), static_cast<Inspection&>(found));
      if (i == 0) one_by_one.add_loose_ends(found);
    }
    if (i * chunk >= rows.nnz) return;
    const std::int64_t first = one_by_one.find.first_bad(i * chunk, stop(rows.nnz));
    if (first < stop(rows.nnz)) found.first_bad_entry = std::min(found.first_bad_entry, first);
  }
};

template <class ExecutionSpace, class Matrix>
FullInspection inspect_fully(const ExecutionSpace& exec, const Matrix& matrix) {
  using Inspect =
      std::conditional_t<is_host_execution<ExecutionSpace>, InspectChunks<Matrix>, InspectRowAndEntries<Matrix>>;
  const Inspect inspect(matrix);
  return join_over<FullInspection>("sporos::validate", exec, inspect.count(), inspect);
}

template <class View>
auto element(const View& view, std::int64_t index) {
  const auto position = static_cast<std::size_t>(index);
  return host_copy(Kokkos::subview(view, std::make_pair(position, position + 1)))(0);
}

template <class Matrix>
void require_good_rows(const Matrix& matrix, const Inspection& found, const char* function) {
  if (found.first_bad_row == no_row) return;
  const std::int64_t row = found.first_bad_row;
  const bool from_one = element(matrix.row_offsets, 0) == 1 &&
                        static_cast<std::int64_t>(element(matrix.row_offsets, matrix.num_rows)) == matrix.nnz() + 1;
  require(false, function, "row ", row, " runs from row_offsets[", row, "] = ", +element(matrix.row_offsets, row),
          " to row_offsets[", row + 1, "] = ", +element(matrix.row_offsets, row + 1),
          "; offsets must not decrease and must lie in [0, ", matrix.nnz(), "]",
          from_one ? "; they count from 0, and these seem to count from 1" : "");
}

/// \brief Throws for an invalid column.
/// \param first  the first entry whose column is invalid, or no_row
template <class Matrix>
void require_good_columns(const Matrix& matrix, std::int64_t first, const char* function) {
  if (first == no_row) return;
  const auto offsets = host_copy(matrix.row_offsets);
  const auto* const begin = offsets.data();
  const auto* const end = begin + offsets.extent(0);
  const auto row =
      std::upper_bound(begin, end, first,
                       [](std::int64_t entry, auto offset) { return entry < static_cast<std::int64_t>(offset); }) -
      begin - 1;
  const std::int64_t rows_begin = begin == end ? 0 : static_cast<std::int64_t>(*begin);
  const std::int64_t rows_end = begin == end ? 0 : static_cast<std::int64_t>(*(end - 1));
  const bool is_in_a_row = first >= rows_begin && first < rows_end;
  const auto columns = host_copy(matrix.columns);
  const auto column = columns(static_cast<std::size_t>(first));
  const bool from_one = static_cast<std::int64_t>(column) == matrix.num_columns && matrix.nnz() > 0 &&
                        *std::min_element(columns.data(), columns.data() + columns.extent(0)) == 1;
  require(false, function, is_in_a_row ? concat("row ", row, ": ") : "", "columns[", first, "] = ", +column,
          " is not in [0, ", matrix.num_columns, ")",
          from_one ? "; there is no column 0: columns count from 0, and these seem to count from 1" : "",
          is_in_a_row ? ""
                      : concat("; the rows hold only the entries ", rows_begin, " to ", rows_end, " (exclusive) of ",
                               matrix.nnz()));
}

/// \brief Throws for the first invalid row or, if all rows are valid, for the first invalid column.
template <class Matrix>
void require_good(const Matrix& matrix, const Inspection& found, const char* function) {
  require_good_rows(matrix, found, function);
  require_good_columns(matrix, found.first_bad_entry, function);
}

}  // namespace detail

/// \brief Checks that row offsets never decrease, stay in [0, nnz], and that every column is in [0, num_columns).
/// \throws std::invalid_argument naming the first invalid row and the invalid number
///
/// One pass on the device over row offsets and columns; waits for the result. Unsorted and repeated columns are valid:
/// a product adds them up.
template <class ExecutionSpace, class Matrix, class = detail::if_space<ExecutionSpace>>
void validate(const ExecutionSpace& exec, const Matrix& matrix) {
  detail::require_kokkos("validate");
  const auto view = detail::crs_view_for("validate", matrix);
  static_assert(detail::is_accessible<ExecutionSpace, typename decltype(view)::memory_space>,
                "sporos::validate: the execution space cannot reach the matrix");
  detail::require_good(view, detail::inspect_fully(exec, view), "validate");
}

/// \brief The same on the default execution space.
template <class Matrix>
void validate(const Matrix& matrix) {
  validate(detail::default_instance("validate"), matrix);
}

/// \brief Refuses other arguments at compile time.
template <class First, class... Given,
          class = detail::if_wrong<detail::Parameters<2, detail::AnInstance, detail::AMatrix>, First, Given...>,
          class = std::enable_if_t<sizeof...(Given) != 0>>
void validate(const First&, const Given&...) {
  static_assert(detail::are_right<Given...>, "sporos::validate: the arguments are (exec,) A; A is in compressed rows");
}

}  // namespace sporos
