// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Compressed rows to SELL-C-sigma, and new values for such a matrix.
#pragma once

#include <cstdint>
#include <optional>

#include "formats/common/Sporos_Arguments.hpp"
#include "formats/common/Sporos_LaunchKernel.hpp"
#include "formats/conversion/Sporos_RowsToLanes.hpp"
#include "formats/sell/Sporos_SellOrder.hpp"

namespace sporos {

/// \brief The options of to_sell().
struct SellOptions {
  /// The shape of the slices; left out: {32, 1024} on a GPU, {8, 256} on a host. (sell_rule() also considers the rows.)
  std::optional<SellShape> shape = std::nullopt;
  /// Whether row lengths are stored. Left out: if reading the lengths costs less than reading the padding.
  std::optional<bool> row_lengths = std::nullopt;
  /// The most bytes of the result; left out: four times those of the compressed rows plus a mebibyte.
  std::optional<std::int64_t> max_bytes = std::nullopt;
  /// Whether update_values() will be used; takes a copy of the row offsets.
  bool keep_map = true;
};

namespace detail {

template <class Value, class Column, class Offset>
struct FillSlices {
  const Offset* row_offsets;
  const Column* from_columns;
  const Value* from_values;
  SellRows rows;
  std::int64_t num_rows;
  int height;
  const std::int64_t* slice_offsets;
  Column* columns;
  Value* values;
  std::int32_t* row_lengths;

  // Runs for the positions after the last row, too, which pad the last slice.
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t position) const {
    const std::int64_t slice = position / height;
    std::int64_t from = 0;
    std::int64_t from_end = 0;
    if (position < num_rows) {
      const std::int64_t row = rows.row_at(position);
      from = static_cast<std::int64_t>(row_offsets[row]);
      from_end = static_cast<std::int64_t>(row_offsets[row + 1]);
      if (row_lengths != nullptr) row_lengths[position] = static_cast<std::int32_t>(from_end - from);
    }
    const std::int64_t end = slice_offsets[slice + 1];
    for (std::int64_t slot = slice_offsets[slice] + position % height; slot < end; slot += height, ++from) {
      columns[slot] = from < from_end ? from_columns[from] : Column(-1);
      values[slot] = from < from_end ? from_values[from] : Value(0);
    }
  }
};

template <class Value>
struct SellValuesTarget {
  int height;
  const std::int64_t* slice_offsets;
  Value* values;

  KOKKOS_INLINE_FUNCTION StridedSlots<Value> cursor(std::int64_t position) const {
    return {values + slice_offsets[position / height] + position % height, height};
  }
  KOKKOS_INLINE_FUNCTION static std::int64_t slots(std::int64_t longest) { return longest; }
};

}  // namespace detail

/// \brief A matrix in slices; every row keeps the order of its entries.
/// \param A  anything that crs_view() takes
/// \throws std::invalid_argument where A is malformed, a row has more than 2^31 - 1 entries, an option is invalid, or
///         the memory would exceed `max_bytes`
///
/// Waits for the number of slots, then fills them asynchronously, one thread a row.
template <class ExecutionSpace, class AnyMatrix, class = detail::if_space<ExecutionSpace>>
auto to_sell(const ExecutionSpace& exec, const AnyMatrix& A, const SellOptions& options = {}) {
  const detail::ProfilingRegion region("sporos::to_sell");
  const auto crs = detail::convertible_crs(exec, A, "to_sell");
  const auto& view = crs.view;
  using View = detail::crs_view_t<AnyMatrix>;
  using Value = typename View::value_type;
  using Column = typename View::column_type;
  using Offset = typename View::offset_type;
  using Matrix = SellMatrix<Value, Column, Offset, typename View::memory_space>;
  const SellShape shape = options.shape.value_or(detail::default_sell_shape(detail::is_host_execution<ExecutionSpace>));
  detail::require_sell_shape("to_sell", shape);
  detail::require(crs.profile.longest_row <= INT32_MAX, "to_sell", "the longest row has ", crs.profile.longest_row,
                  " entries; slices are at most ", INT32_MAX, " wide");
  Matrix sell;
  const std::int64_t slots = detail::arrange_slices(exec, view, shape, sell);
  const bool row_lengths = options.row_lengths.value_or(
      detail::row_lengths_pay(view.num_rows, view.nnz(), slots, sizeof(Value), sizeof(Column)));
  detail::require_memory("to_sell",
                         bytes_as_sell(view.num_rows, slots, shape, sizeof(Value), sizeof(Column), row_lengths),
                         options.max_bytes, crs.bytes());
  sell.columns = detail::fresh_array<decltype(sell.columns)>(exec, "sporos::sell[columns]", slots);
  sell.values = detail::fresh_array<decltype(sell.values)>(exec, "sporos::sell[values]", slots);
  if (row_lengths) {
    sell.row_lengths =
        detail::fresh_array<decltype(sell.row_lengths)>(exec, "sporos::sell[row lengths]", view.num_rows);
  }
  const std::int64_t positions = sell.num_slices() * shape.slice_height;
  detail::launch_kernel(
      "sporos::to_sell[fill]", Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>(exec, 0, positions),
      detail::FillSlices<Value, Column, Offset>{view.row_offsets.data(), view.columns.data(), view.values.data(),
                                                detail::SellRows{sell.places.data(), shape.sorting_window},
                                                view.num_rows, shape.slice_height, sell.slice_offsets.data(),
                                                sell.columns.data(), sell.values.data(), sell.row_lengths.data()});
  if (options.keep_map) {
    sell.row_offsets = detail::copy_of_row_offsets<decltype(sell.row_offsets)>(exec, "sporos::sell[row offsets]", view);
  }
  return sell;
}

/// \brief New numbers for the same pattern, in the order of the compressed rows; asynchronous.
/// \throws std::invalid_argument where the number of values is wrong, or there is no map
///
/// `nnz * 2 * sizeof(Value) + rows * sizeof(Offset)` bytes.
template <class ExecutionSpace, class Value, class Column, class Offset, class MemorySpace, class Values,
          class = detail::if_views<Values>>
void update_values(const ExecutionSpace& exec, const SellMatrix<Value, Column, Offset, MemorySpace>& matrix,
                   const Values& values) {
  const detail::ProfilingRegion region("sporos::update_values[sell]");
  detail::require_as_many_values(values, matrix.nnz());
  detail::require_map(matrix.row_offsets.extent(0) > 0);
  detail::deal_rows<Value>(
      "sporos::update_values[sell]", exec, matrix.num_rows, matrix.row_offsets.data(), values.data(),
      detail::SellValuesTarget<Value>{matrix.shape.slice_height, matrix.slice_offsets.data(), matrix.values.data()},
      INT64_MAX, detail::SellRows{matrix.places.data(), matrix.shape.sorting_window});
}

/// \brief Refuses other arguments at compile time.
template <class... Given,
          class = detail::if_wrong<detail::Parameters<2, detail::AnInstance, detail::AMatrix, SellOptions>, Given...>>
auto to_sell(const Given&...) {
  static_assert(detail::are_right<Given...>,
                "sporos::to_sell: the arguments are exec, A (, options); A is in compressed rows, and options are "
                "sporos::SellOptions");
  return detail::NoCrsView();
}

}  // namespace sporos
