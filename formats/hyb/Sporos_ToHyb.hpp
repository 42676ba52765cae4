// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Compressed rows to HYB and back, and new values.
#pragma once

#include "formats/common/Sporos_Arguments.hpp"
#include "formats/common/Sporos_LaunchKernel.hpp"
#include "formats/common/Sporos_RequireKokkos.hpp"
#include "formats/coo/Sporos_ToCoo.hpp"
#include "formats/ell/Sporos_ToEll.hpp"
#include "formats/hyb/Sporos_MeasureHyb.hpp"

namespace sporos {
namespace detail {

template <class Offset>
struct CountRemainder {
  const Offset* row_offsets;
  std::int64_t width;
  Offset* lengths;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row) const {
    const auto entries = static_cast<std::int64_t>(row_offsets[row + 1]) - static_cast<std::int64_t>(row_offsets[row]);
    lengths[row] = static_cast<Offset>(entries > width ? entries - width : 0);
  }
};

// `starts` are the offsets of the rows in the COO part.
template <class Value, class Column, class Offset>
struct TakeRemainder {
  std::int64_t num_rows;
  std::int64_t width;
  const Offset* starts;
  const Offset* row_offsets;
  const Column* from_columns;
  const Value* from_values;
  Column* rows;
  Column* columns;
  Value* values;
  Offset* map;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t entry) const {
    const std::int64_t row = first_greater(starts, num_rows + 1, entry) - 1;
    const std::int64_t source =
        static_cast<std::int64_t>(row_offsets[row]) + width + entry - static_cast<std::int64_t>(starts[row]);
    rows[entry] = static_cast<Column>(row);
    columns[entry] = from_columns[source];
    values[entry] = from_values[source];
    if (map != nullptr) map[entry] = static_cast<Offset>(source);
  }
};

template <class Column, class Offset>
struct CountHybRow {
  EllColumns<Column> ell;
  const Column* rows;
  std::int64_t coo_entries;
  Offset* lengths;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row) const {
    const std::int64_t remainder = first_greater(rows, coo_entries, row) - first_greater(rows, coo_entries, row - 1);
    lengths[row] = static_cast<Offset>(ell.length(row) + remainder);
  }
};

template <class ExecutionSpace, class Value, class Column, class Offset, class MemorySpace>
auto make_coo_of_remainder(const ExecutionSpace& exec, const CrsView<Value, Column, Offset, MemorySpace>& crs,
                           const HybSplit& split, bool keep_map) {
  using Coo = CooMatrix<Value, Column, Offset, MemorySpace>;
  auto coo = allocate_coo<Coo>(exec, crs.num_rows, crs.num_columns, split.coo_entries);
  coo.keeps_order = false;
  if (split.coo_entries > 0) {
    if (keep_map) coo.map = fresh_array<decltype(coo.map)>(exec, "sporos::hyb[map]", split.coo_entries);
    const auto starts =
        fresh_array<typename Coo::template Array<Offset>>(exec, "sporos::to_hyb[starts]", crs.num_rows + 1);
    launch_kernel("sporos::to_hyb[lengths]", RowRange<ExecutionSpace>(exec, 0, crs.num_rows),
                  CountRemainder<Offset>{crs.row_offsets.data(), split.width, starts.data()});
    lengths_to_offsets(exec, crs.num_rows, starts.data());
    launch_kernel("sporos::to_hyb[coo]", RowRange<ExecutionSpace>(exec, 0, split.coo_entries),
                  TakeRemainder<Value, Column, Offset>{crs.num_rows, split.width, starts.data(), crs.row_offsets.data(),
                                                       crs.columns.data(), crs.values.data(), coo.rows.data(),
                                                       coo.columns.data(), coo.values.data(), coo.map.data()});
  }
  prepare_shares(exec, coo);  // waits, so that `starts` may go
  return coo;
}

}  // namespace detail

/// \brief A matrix as HYB; its rows keep the order of their entries.
/// \param A  anything that crs_view() takes, without entries outside of its rows
/// \throws std::invalid_argument where A is not valid, the options make no sense, the columns cannot hold a row index,
///         or the result would take more than `options.max_bytes`
///
/// Waits for the checks, for the row lengths and for the number of cut rows.
template <class ExecutionSpace, class Matrix, class = detail::if_space<ExecutionSpace>>
auto to_hyb(const ExecutionSpace& exec, const Matrix& A, const HybOptions& options = {}) {
  const detail::ProfilingRegion region("sporos::to_hyb");
  using View = detail::crs_view_t<Matrix>;
  using Column = typename View::column_type;
  const auto crs = detail::convertible_crs(exec, A, "to_hyb");
  const HybSplit split = detail::hyb_split(exec, crs.view, options, "to_hyb");
  detail::require_memory("to_hyb",
                         bytes_as_hyb(crs.view.num_rows, split, sizeof(typename View::value_type), sizeof(Column)),
                         options.max_bytes, crs.bytes());
  detail::require_rows_fit<Column>("to_hyb", crs.view.num_rows);
  HybMatrix<typename View::value_type, Column, typename View::offset_type, typename View::memory_space> hyb;
  hyb.num_rows = crs.view.num_rows;
  hyb.num_columns = crs.view.num_columns;
  hyb.has_map = options.keep_map;
  EllOptions ell_options;
  ell_options.keep_map = options.keep_map;
  hyb.ell = detail::make_ell(exec, crs.view, split.width, crs.view.nnz() - split.coo_entries, ell_options);
  hyb.coo = detail::make_coo_of_remainder(exec, crs.view, split, options.keep_map);
  return hyb;
}

/// \brief The compressed rows that a HYB matrix came from, entry by entry; asynchronous.
template <class ExecutionSpace, class Value, class Column, class Offset, class MemorySpace>
CrsMatrix<Value, Column, Offset, MemorySpace> to_crs(const ExecutionSpace& exec,
                                                     const HybMatrix<Value, Column, Offset, MemorySpace>& hyb) {
  detail::require_kokkos("to_crs");
  const detail::ProfilingRegion region("sporos::to_crs[hyb]");
  auto crs =
      detail::allocate_crs<CrsMatrix<Value, Column, Offset, MemorySpace>>(hyb.num_rows, hyb.num_columns, hyb.nnz());
  const detail::EllColumns<Column> columns{hyb.ell.stride, hyb.ell.width, hyb.ell.columns.data()};
  const detail::RowRange<ExecutionSpace> rows(exec, 0, hyb.num_rows);
  detail::launch_kernel(
      "sporos::to_crs[hyb,lengths]", rows,
      detail::CountHybRow<Column, Offset>{columns, hyb.coo.rows.data(), hyb.coo.nnz(), crs.row_offsets.data()});
  detail::lengths_to_offsets(exec, hyb.num_rows, crs.row_offsets.data());
  detail::launch_kernel(
      "sporos::to_crs[hyb,ell]", rows,
      detail::UnpackEllRow<Value, Column, Offset>{columns, hyb.ell.values.data(), crs.row_offsets.data(),
                                                  crs.columns.data(), crs.values.data()});
  detail::launch_kernel("sporos::to_crs[hyb,coo]", detail::RowRange<ExecutionSpace>(exec, 0, hyb.coo.nnz()),
                        detail::UnpackRemainder<Value, Column, Offset>{
                            hyb.coo.rows.data(), hyb.coo.columns.data(), hyb.coo.values.data(), hyb.coo.nnz(),
                            crs.row_offsets.data(), crs.columns.data(), crs.values.data()});
  return crs;
}

/// \brief New numbers for the same pattern, in the order of the compressed rows; asynchronous.
/// \throws std::invalid_argument where the number of values is wrong, or the matrix has no map
template <class ExecutionSpace, class Value, class Column, class Offset, class MemorySpace, class Values,
          class = detail::if_views<Values>>
void update_values(const ExecutionSpace& exec, const HybMatrix<Value, Column, Offset, MemorySpace>& hyb,
                   const Values& values) {
  const detail::ProfilingRegion region("sporos::update_values[hyb]");
  detail::require_as_many_values(values, hyb.nnz());
  detail::require_map(hyb.has_map);
  detail::deal_rows<Value>("sporos::update_values[hyb,ell]", exec, hyb.num_rows, hyb.ell.map.data(), values.data(),
                           detail::EllTarget<Value>{hyb.ell.stride, hyb.ell.values.data()}, hyb.ell.width);
  detail::launch_kernel("sporos::update_values[hyb,coo]", detail::RowRange<ExecutionSpace>(exec, 0, hyb.coo.nnz()),
                        detail::TakeValues<Value, typename Values::non_const_value_type, Offset>{
                            values.data(), hyb.coo.map.data(), hyb.coo.values.data()});
}

/// \brief Refuses other arguments at compile time.
template <class... Given,
          class = detail::if_wrong<detail::Parameters<2, detail::AnInstance, detail::AMatrix, HybOptions>, Given...>>
auto to_hyb(const Given&...) {
  static_assert(detail::are_right<Given...>,
                "sporos::to_hyb: the arguments are exec, A (, options); A is in compressed rows, and options are "
                "sporos::HybOptions");
  return detail::NoCrsView();
}

}  // namespace sporos
