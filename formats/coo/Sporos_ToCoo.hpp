// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Compressed rows to COO and back, and new values.
#pragma once

#include <limits>

#include "formats/common/Sporos_Arguments.hpp"
#include "formats/common/Sporos_LaunchKernel.hpp"
#include "formats/common/Sporos_RequireKokkos.hpp"
#include "formats/coo/Sporos_CooPartition.hpp"

namespace sporos {
namespace detail {

template <class Column, class Offset>
struct FindEntryRow {
  const Offset* row_offsets;
  std::int64_t num_rows;
  Column* rows;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t entry) const {
    rows[entry] = static_cast<Column>(first_greater(row_offsets, num_rows + 1, entry) - 1);
  }
};

template <class Column, class Offset>
struct FindRowOffset {
  const Column* rows;
  std::int64_t nnz;
  Offset* row_offsets;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row) const {
    row_offsets[row] = static_cast<Offset>(first_greater(rows, nnz, row - 1));
  }
};

// Puts the COO entries of a matrix that has them last in each row to the ends of the compressed rows.
template <class Value, class Column, class Offset>
struct UnpackRemainder {
  const Column* rows;
  const Column* columns;
  const Value* values;
  std::int64_t coo_entries;
  const Offset* row_offsets;
  Column* to_columns;
  Value* to_values;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t entry) const {
    const auto row = static_cast<std::int64_t>(rows[entry]);
    const std::int64_t from_end = first_greater(rows, coo_entries, row) - entry;
    const std::int64_t to = static_cast<std::int64_t>(row_offsets[row + 1]) - from_end;
    to_columns[to] = columns[entry];
    to_values[to] = values[entry];
  }
};

template <class Column>
void require_rows_fit(const char* function, std::int64_t num_rows) {
  constexpr std::int64_t largest = std::numeric_limits<Column>::max();
  require(num_rows - 1 <= largest, function, "the column type, which holds row indices too, ends at ", largest,
          ", but there are ", num_rows, " rows");
}

template <class Matrix, class ExecutionSpace>
Matrix allocate_coo(const ExecutionSpace& exec, std::int64_t num_rows, std::int64_t num_columns, std::int64_t nnz) {
  Matrix coo;
  coo.num_rows = num_rows;
  coo.num_columns = num_columns;
  coo.rows = fresh_array<decltype(coo.rows)>(exec, "sporos::coo[rows]", nnz);
  coo.columns = fresh_array<decltype(coo.columns)>(exec, "sporos::coo[columns]", nnz);
  coo.values = fresh_array<decltype(coo.values)>(exec, "sporos::coo[values]", nnz);
  return coo;
}

}  // namespace detail

/// \brief A matrix as COO; the entries keep their order.
/// \param A  anything that crs_view() takes, without entries outside of its rows
/// \throws std::invalid_argument where A is not valid, its columns cannot hold a row index, or the result would take
///         more than `options.max_bytes`
///
/// Waits for the checks and for the number of cut rows. Finds the row of each entry by bisection in the row offsets.
template <class ExecutionSpace, class Matrix, class = detail::if_space<ExecutionSpace>>
auto to_coo(const ExecutionSpace& exec, const Matrix& A, const CooOptions& options = {}) {
  const detail::ProfilingRegion region("sporos::to_coo");
  using View = detail::crs_view_t<Matrix>;
  using Column = typename View::column_type;
  using Coo = CooMatrix<typename View::value_type, Column, typename View::offset_type, typename View::memory_space>;
  const auto crs = detail::convertible_crs(exec, A, "to_coo");
  const View& view = crs.view;
  detail::require_memory("to_coo", bytes_as_coo(view.nnz(), sizeof(typename View::value_type), sizeof(Column)),
                         options.max_bytes, crs.bytes());
  detail::require_rows_fit<Column>("to_coo", view.num_rows);
  auto coo = detail::allocate_coo<Coo>(exec, view.num_rows, view.num_columns, view.nnz());
  coo.may_have_empty_rows = crs.profile.empty_rows > 0;
  detail::launch_kernel("sporos::to_coo[rows]", detail::RowRange<ExecutionSpace>(exec, 0, view.nnz()),
                        detail::FindEntryRow<Column, typename View::offset_type>{view.row_offsets.data(), view.num_rows,
                                                                                 coo.rows.data()});
  Kokkos::deep_copy(exec, coo.columns, view.columns);
  Kokkos::deep_copy(exec, coo.values, view.values);
  detail::prepare_shares(exec, coo);
  return coo;
}

/// \brief Compressed rows with the entries of a COO matrix in their stored order; asynchronous.
template <class ExecutionSpace, class Value, class Column, class Offset, class MemorySpace>
CrsMatrix<Value, Column, Offset, MemorySpace> to_crs(const ExecutionSpace& exec,
                                                     const CooMatrix<Value, Column, Offset, MemorySpace>& coo) {
  detail::require_kokkos("to_crs");
  const detail::ProfilingRegion region("sporos::to_crs[coo]");
  auto crs =
      detail::allocate_crs<CrsMatrix<Value, Column, Offset, MemorySpace>>(coo.num_rows, coo.num_columns, coo.nnz());
  detail::launch_kernel("sporos::to_crs[coo]", detail::RowRange<ExecutionSpace>(exec, 0, coo.num_rows + 1),
                        detail::FindRowOffset<Column, Offset>{coo.rows.data(), coo.nnz(), crs.row_offsets.data()});
  Kokkos::deep_copy(exec, crs.columns, coo.columns);
  Kokkos::deep_copy(exec, crs.values, coo.values);
  return crs;
}

/// \brief New numbers for the same pattern, in the order in which the entries were given; asynchronous.
/// \throws std::invalid_argument where the number of values is wrong, or the matrix needs a map and has none
template <class ExecutionSpace, class Value, class Column, class Offset, class MemorySpace, class Values,
          class = detail::if_views<Values>>
void update_values(const ExecutionSpace& exec, const CooMatrix<Value, Column, Offset, MemorySpace>& coo,
                   const Values& values) {
  const detail::ProfilingRegion region("sporos::update_values[coo]");
  detail::require_as_many_values(values, coo.nnz());
  if (coo.keeps_order) {
    Kokkos::deep_copy(exec, coo.values, values);
    return;
  }
  detail::require_map(coo.map.extent(0) > 0 || coo.nnz() == 0);
  detail::launch_kernel("sporos::update_values[coo]", detail::RowRange<ExecutionSpace>(exec, 0, coo.nnz()),
                        detail::TakeValues<Value, typename Values::non_const_value_type, Offset>{
                            values.data(), coo.map.data(), coo.values.data()});
}

/// \brief Refuses other arguments at compile time; lists of entries have a message of their own.
template <class... Given,
          class = detail::if_wrong<detail::Parameters<2, detail::AnInstance, detail::AMatrix, CooOptions>, Given...>,
          class = std::enable_if_t<(sizeof...(Given) < 6)>>
auto to_coo(const Given&...) {
  static_assert(detail::are_right<Given...>,
                "sporos::to_coo: the arguments are exec, A (, options), or exec, num_rows, num_columns, rows, columns, "
                "values (, options); A is in compressed rows, and options are sporos::CooOptions");
  return detail::NoCrsView();
}

}  // namespace sporos
