// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief A COO matrix from a list of entries in any order.
///
/// First, a counting sort by row with atomics. Then each row is sorted by position in the list, one thread a row, so
/// that entries of a row keep the order of the list and the result is always the same.
#pragma once

#include "formats/common/Sporos_LaunchKernel.hpp"
#include "formats/common/Sporos_RequireKokkos.hpp"
#include "formats/common/Sporos_ValueTypes.hpp"
#include "formats/common/Sporos_ViewTypes.hpp"
#include "formats/coo/Sporos_ToCoo.hpp"
#include "formats/crs/Sporos_SortRows.hpp"

namespace sporos {
namespace detail {

// Counts the entries that are followed by one of a smaller row.
template <class Column>
struct CountDescents {
  const Column* rows;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t entry, std::int64_t& descents) const {
    if (rows[entry] > rows[entry + 1]) ++descents;
  }
};

template <class Column, class Offset>
struct CountRow {
  const Column* rows;
  Offset* counts;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t entry) const {
    Kokkos::atomic_fetch_add(counts + rows[entry], Offset(1));
  }
};

// `next` is where the next entry of each row goes.
template <class Column, class Offset>
struct PutIntoRow {
  const Column* rows;
  Offset* next;
  std::int64_t* sources;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t entry) const {
    sources[Kokkos::atomic_fetch_add(next + rows[entry], Offset(1))] = entry;
  }
};

template <class Value, class Column, class Offset>
struct TakeEntry {
  const std::int64_t* sources;
  const Column* from_rows;
  const Column* from_columns;
  const Value* from_values;
  Column* rows;
  Column* columns;
  Value* values;
  Offset* map;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t entry) const {
    const std::int64_t source = sources[entry];
    rows[entry] = from_rows[source];
    columns[entry] = from_columns[source];
    values[entry] = from_values[source];
    if (map != nullptr) map[entry] = static_cast<Offset>(source);
  }
};

template <class ExecutionSpace, class Indices>
void require_in_range(const ExecutionSpace& exec, const char* what, const Indices& indices, std::int64_t bound) {
  std::int64_t first = no_row;
  Kokkos::parallel_reduce(
      "sporos::to_coo[check]", RowRange<ExecutionSpace>(exec, 0, static_cast<std::int64_t>(indices.extent(0))),
      FindBadColumn<typename Indices::non_const_value_type>{indices.data(), bound}, Kokkos::Min<std::int64_t>(first));
  wait_for(exec, "sporos::to_coo[wait]");
  if (first == no_row) return;
  const auto index = host_copy(indices)(static_cast<std::size_t>(first));
  require(false, "to_coo", what, "[", first, "] = ", +index, " is not in [0, ", bound, ")");
}

// The positions of the entries in the list, sorted by row and, within a row, ascending.
template <class Offset, class ExecutionSpace, class Rows>
auto positions_by_row(const ExecutionSpace& exec, std::int64_t num_rows, const Rows& rows) {
  using Column = typename Rows::non_const_value_type;
  using Space = typename Rows::memory_space;
  const auto nnz = static_cast<std::int64_t>(rows.extent(0));
  // sort_rows() sorts values along with the columns; these are dummies of one byte each.
  auto sorted = allocate_crs<CrsMatrix<char, std::int64_t, Offset, Space>>(num_rows, nnz, nnz);
  const Kokkos::View<Offset*, Kokkos::LayoutRight, Space> next("sporos::to_coo[next]",
                                                               static_cast<std::size_t>(num_rows) + 1);
  const RowRange<ExecutionSpace> entries(exec, 0, nnz);
  wait_for(exec, "sporos::to_coo[wait]");
  launch_kernel("sporos::to_coo[count]", entries, CountRow<Column, Offset>{rows.data(), next.data()});
  lengths_to_offsets(exec, num_rows, next.data());
  Kokkos::deep_copy(exec, sorted.row_offsets, next);
  launch_kernel("sporos::to_coo[put]", entries,
                PutIntoRow<Column, Offset>{rows.data(), next.data(), sorted.columns.data()});
  sort_rows(exec, sorted);  // waits
  return sorted.columns;
}

/// \brief Refuses lists of entries of other types. A class, as ValueType is.
template <class ExecutionSpace, class Rows, class Columns, class Values, class Offset>
struct EntryTypes {
  static_assert(static_cast<int>(Rows::rank) == 1 && static_cast<int>(Columns::rank) == 1 &&
                    static_cast<int>(Values::rank) == 1,
                "sporos::to_coo: rows, columns and values must be rank-1 Views");
  using Column = typename Columns::non_const_value_type;
  static_assert(std::is_same<typename Rows::non_const_value_type, Column>::value,
                "sporos::to_coo: rows and columns must have the same type");
  static_assert(std::is_integral<Column>::value && std::is_signed<Column>::value,
                "sporos::to_coo: rows and columns must be signed integers");
  static_assert(std::is_integral<Offset>::value, "sporos::to_coo: the offset type must be an integer");
  static_assert(is_accessible<ExecutionSpace, typename Rows::memory_space> &&
                    is_accessible<ExecutionSpace, typename Columns::memory_space> &&
                    is_accessible<ExecutionSpace, typename Values::memory_space>,
                "sporos::to_coo: the execution space cannot reach the entries");
  static constexpr bool are_taken = matrix_values_are_taken<typename Values::non_const_value_type>;
};

}  // namespace detail

/// \brief A COO matrix of entries in any order; the entries of one row keep their order.
/// \param rows,columns,values  rank-1 Views with one element per entry; `Offset` must be able to hold their number
/// \throws std::invalid_argument where an index is out of range, the lengths differ, elements do not lie side by side,
///         or the result would take more than `options.max_bytes`
///
/// Waits for the checks. Entries that are already ordered by row are only copied, others are sorted.
template <class Offset = int, class ExecutionSpace, class Rows, class Columns, class Values,
          class = detail::if_views<Rows, Columns, Values>>
auto to_coo(const ExecutionSpace& exec, std::int64_t num_rows, std::int64_t num_columns, const Rows& rows,
            const Columns& columns, const Values& values, const CooOptions& options = {}) {
  static_assert(detail::EntryTypes<ExecutionSpace, Rows, Columns, Values, Offset>::are_taken);
  detail::require_kokkos("to_coo");
  const detail::ProfilingRegion region("sporos::to_coo");
  using Value = typename Values::non_const_value_type;
  using Column = typename Columns::non_const_value_type;
  detail::require(num_rows >= 0 && num_columns >= 0, "to_coo", "a matrix cannot have ", num_rows, " rows and ",
                  num_columns, " columns");
  const auto nnz = static_cast<std::int64_t>(values.extent(0));
  detail::require(rows.extent(0) == values.extent(0) && columns.extent(0) == values.extent(0), "to_coo", "rows has ",
                  rows.extent(0), " elements and columns has ", columns.extent(0), ", but values has ", nnz);
  detail::require_contiguous("to_coo", "rows", rows);
  detail::require_contiguous("to_coo", "columns", columns);
  detail::require_contiguous("to_coo", "values", values);
  detail::require_memory_of("to_coo", "rows", rows);
  detail::require_memory_of("to_coo", "columns", columns);
  detail::require_memory_of("to_coo", "values", values);
  constexpr std::uint64_t max_entries = std::numeric_limits<Offset>::max();
  detail::require(static_cast<std::uint64_t>(nnz) <= max_entries, "to_coo", "there are ", nnz,
                  " entries, but the offset type ends at ", max_entries);
  detail::require_memory("to_coo", bytes_as_coo(nnz, sizeof(Value), sizeof(Column)), options.max_bytes,
                         nnz * static_cast<std::int64_t>(sizeof(Value) + 2 * sizeof(Column)));
  detail::require_rows_fit<Column>("to_coo", num_rows);
  detail::require_in_range(exec, "rows", rows, num_rows);
  detail::require_in_range(exec, "columns", columns, num_columns);
  std::int64_t descents = 0;
  if (nnz > 1) {
    Kokkos::parallel_reduce("sporos::to_coo[order]", detail::RowRange<ExecutionSpace>(exec, 0, nnz - 1),
                            detail::CountDescents<Column>{rows.data()}, descents);
    detail::wait_for(exec, "sporos::to_coo[wait]");
  }
  auto coo = detail::allocate_coo<CooMatrix<Value, Column, Offset, typename Values::memory_space>>(exec, num_rows,
                                                                                                   num_columns, nnz);
  coo.keeps_order = descents == 0;
  if (coo.keeps_order) {
    Kokkos::deep_copy(exec, coo.rows, rows);
    Kokkos::deep_copy(exec, coo.columns, columns);
    Kokkos::deep_copy(exec, coo.values, values);
  } else {
    const auto sources = detail::positions_by_row<Offset>(exec, num_rows, rows);
    if (options.keep_map) coo.map = detail::fresh_array<decltype(coo.map)>(exec, "sporos::coo[map]", nnz);
    detail::launch_kernel("sporos::to_coo[sort]", detail::RowRange<ExecutionSpace>(exec, 0, nnz),
                          detail::TakeEntry<Value, Column, Offset>{sources.data(), rows.data(), columns.data(),
                                                                   values.data(), coo.rows.data(), coo.columns.data(),
                                                                   coo.values.data(), coo.map.data()});
  }
  detail::prepare_shares(exec, coo);  // waits
  return coo;
}

/// \brief Refuses other lists of entries at compile time.
template <class ExecutionSpace, class Rows, class Columns, class Values, class... Options,
          class = std::enable_if_t<!detail::are_views<Rows, Columns, Values>>>
auto to_coo(const ExecutionSpace&, std::int64_t, std::int64_t, const Rows&, const Columns&, const Values&,
            const Options&...) {
  static_assert(sizeof...(Options) == SIZE_MAX,
                "sporos::to_coo: the arguments are exec, num_rows, num_columns, rows, columns, values (, options), the "
                "last three rank-1 Views");
  return CooMatrix<double, int, int, Kokkos::DefaultExecutionSpace::memory_space>();
}

}  // namespace sporos
