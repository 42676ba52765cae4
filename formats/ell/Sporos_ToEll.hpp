// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Compressed rows to ELL and back, and new values.
#pragma once

#include "formats/common/Sporos_Arguments.hpp"
#include "formats/common/Sporos_LaunchKernel.hpp"
#include "formats/common/Sporos_RequireKokkos.hpp"
#include "formats/common/Sporos_RowOffsets.hpp"
#include "formats/conversion/Sporos_RowsToLanes.hpp"
#include "formats/ell/Sporos_EllMatrix.hpp"

namespace sporos {
namespace detail {

// One array of an ELL matrix.
template <class T>
struct EllTarget {
  std::int64_t stride;
  T* array;

  KOKKOS_INLINE_FUNCTION StridedSlots<T> cursor(std::int64_t row) const { return {array + row, stride}; }
  KOKKOS_INLINE_FUNCTION static std::int64_t slots(std::int64_t longest) { return longest; }
};

template <class Offset>
struct EllRowLength {
  const Offset* row_offsets;
  std::int64_t width;
  std::int32_t* lengths;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row) const {
    const auto length = static_cast<std::int64_t>(row_offsets[row + 1]) - static_cast<std::int64_t>(row_offsets[row]);
    lengths[row] = static_cast<std::int32_t>(length < width ? length : width);
  }
};

/// \brief The first `width` entries of each row, `num_entries` in all; checks nothing, asynchronous.
template <class ExecutionSpace, class Value, class Column, class Offset, class MemorySpace>
EllMatrix<Value, Column, Offset, MemorySpace> make_ell(const ExecutionSpace& exec,
                                                       const CrsView<Value, Column, Offset, MemorySpace>& crs,
                                                       std::int64_t width, std::int64_t num_entries,
                                                       const EllOptions& options) {
  EllMatrix<Value, Column, Offset, MemorySpace> ell;
  ell.num_rows = crs.num_rows;
  ell.num_columns = crs.num_columns;
  ell.num_entries = num_entries;
  ell.width = width;
  ell.stride = ell_stride(crs.num_rows);
  ell.columns = fresh_array<decltype(ell.columns)>(exec, "sporos::ell[columns]", ell.stride * width);
  ell.values = fresh_array<decltype(ell.values)>(exec, "sporos::ell[values]", ell.stride * width);
  Kokkos::deep_copy(exec, ell.columns, Column(-1));
  Kokkos::deep_copy(exec, ell.values, Value(0));
  const Offset* const offsets = crs.row_offsets.data();
  deal_rows("sporos::to_ell[columns]", exec, crs.num_rows, offsets, crs.columns.data(),
            EllTarget<Column>{ell.stride, ell.columns.data()}, width);
  deal_rows("sporos::to_ell[values]", exec, crs.num_rows, offsets, crs.values.data(),
            EllTarget<Value>{ell.stride, ell.values.data()}, width);
  if (options.row_lengths) {
    ell.row_lengths = fresh_array<decltype(ell.row_lengths)>(exec, "sporos::ell[row lengths]", ell.stride);
    Kokkos::deep_copy(exec, ell.row_lengths, 0);
    launch_kernel("sporos::to_ell[row lengths]", RowRange<ExecutionSpace>(exec, 0, crs.num_rows),
                  EllRowLength<Offset>{offsets, width, ell.row_lengths.data()});
  }
  if (options.keep_map) ell.map = copy_of_row_offsets<decltype(ell.map)>(exec, "sporos::ell[map]", crs);
  return ell;
}

template <class Column>
struct EllColumns {
  std::int64_t stride;
  std::int64_t width;
  const Column* columns;

  KOKKOS_INLINE_FUNCTION std::int64_t length(std::int64_t row) const {
    std::int64_t entries = 0;
    while (entries < width && columns[entries * stride + row] >= 0) ++entries;
    return entries;
  }
};

template <class Column, class Offset>
struct CountEllRow {
  EllColumns<Column> ell;
  Offset* lengths;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row) const {
    lengths[row] = static_cast<Offset>(ell.length(row));
  }
};

// Copies the ELL part of each row to the beginning of its compressed row.
template <class Value, class Column, class Offset>
struct UnpackEllRow {
  EllColumns<Column> ell;
  const Value* values;
  const Offset* row_offsets;
  Column* to_columns;
  Value* to_values;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row) const {
    auto to = static_cast<std::int64_t>(row_offsets[row]);
    const std::int64_t length = ell.length(row);
    for (std::int64_t entry = 0; entry < length; ++entry, ++to) {
      const std::int64_t slot = entry * ell.stride + row;
      to_columns[to] = ell.columns[slot];
      to_values[to] = values[slot];
    }
  }
};

}  // namespace detail

/// \brief A matrix as ELL; its rows keep the order of their entries.
/// \param A  anything that crs_view() takes, without entries outside of its rows
/// \throws std::invalid_argument where A is not valid or the result would take more than `options.max_bytes`
///
/// Waits for the checks; the rest is asynchronous. One pass over the entries, all accesses coalesced.
template <class ExecutionSpace, class Matrix, class = detail::if_space<ExecutionSpace>>
auto to_ell(const ExecutionSpace& exec, const Matrix& A, const EllOptions& options = {}) {
  const detail::ProfilingRegion region("sporos::to_ell");
  const auto crs = detail::convertible_crs(exec, A, "to_ell");
  using View = detail::crs_view_t<Matrix>;
  const std::int64_t width = crs.profile.longest_row;
  detail::require_memory("to_ell",
                         bytes_as_ell(crs.profile, sizeof(typename View::value_type),
                                      sizeof(typename View::column_type), options.row_lengths),
                         options.max_bytes, crs.bytes());
  detail::require(width <= INT32_MAX, "to_ell", "the longest row has ", width, " entries, but ", INT32_MAX,
                  " is the most");
  return detail::make_ell(exec, crs.view, width, crs.profile.nnz, options);
}

/// \brief The compressed rows that an ELL matrix came from, entry by entry; asynchronous.
template <class ExecutionSpace, class Value, class Column, class Offset, class MemorySpace>
CrsMatrix<Value, Column, Offset, MemorySpace> to_crs(const ExecutionSpace& exec,
                                                     const EllMatrix<Value, Column, Offset, MemorySpace>& ell) {
  detail::require_kokkos("to_crs");
  const detail::ProfilingRegion region("sporos::to_crs[ell]");
  auto crs =
      detail::allocate_crs<CrsMatrix<Value, Column, Offset, MemorySpace>>(ell.num_rows, ell.num_columns, ell.nnz());
  const detail::EllColumns<Column> columns{ell.stride, ell.width, ell.columns.data()};
  const detail::RowRange<ExecutionSpace> rows(exec, 0, ell.num_rows);
  detail::launch_kernel("sporos::to_crs[ell,lengths]", rows,
                        detail::CountEllRow<Column, Offset>{columns, crs.row_offsets.data()});
  detail::lengths_to_offsets(exec, ell.num_rows, crs.row_offsets.data());
  detail::launch_kernel("sporos::to_crs[ell]", rows,
                        detail::UnpackEllRow<Value, Column, Offset>{columns, ell.values.data(), crs.row_offsets.data(),
                                                                    crs.columns.data(), crs.values.data()});
  return crs;
}

/// \brief New numbers for the same pattern, in the order of the compressed rows; asynchronous. Reads `values` and the
/// map, writes the values.
/// \throws std::invalid_argument where the number of values is wrong, or the matrix has no map
template <class ExecutionSpace, class Value, class Column, class Offset, class MemorySpace, class Values,
          class = detail::if_views<Values>>
void update_values(const ExecutionSpace& exec, const EllMatrix<Value, Column, Offset, MemorySpace>& ell,
                   const Values& values) {
  const detail::ProfilingRegion region("sporos::update_values[ell]");
  detail::require_as_many_values(values, ell.nnz());
  detail::require_map(ell.map.extent(0) > 0);
  detail::deal_rows<Value>("sporos::update_values[ell]", exec, ell.num_rows, ell.map.data(), values.data(),
                           detail::EllTarget<Value>{ell.stride, ell.values.data()});
}

/// \brief Refuses other arguments at compile time.
template <class... Given,
          class = detail::if_wrong<detail::Parameters<2, detail::AnInstance, detail::AMatrix, EllOptions>, Given...>>
auto to_ell(const Given&...) {
  static_assert(detail::are_right<Given...>,
                "sporos::to_ell: the arguments are exec, A (, options); A is in compressed rows, and options are "
                "sporos::EllOptions");
  return detail::NoCrsView();
}

}  // namespace sporos
