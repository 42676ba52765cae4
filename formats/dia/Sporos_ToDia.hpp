// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Compressed rows to DIA and back, and new values.
#pragma once

#include "formats/common/Sporos_Arguments.hpp"
#include "formats/common/Sporos_RequireKokkos.hpp"
#include "formats/conversion/Sporos_RowsToLanes.hpp"
#include "formats/dia/Sporos_CountDiagonals.hpp"
#include "formats/dia/Sporos_DiaFilling.hpp"
#include "formats/dia/Sporos_DiaMatrix.hpp"

namespace sporos {
namespace detail {

template <class Column, class Offset>
struct FindUnsortedRow {
  const Offset* row_offsets;
  const Column* columns;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row, std::int64_t& first) const {
    const auto end = static_cast<std::int64_t>(row_offsets[row + 1]);
    for (auto k = static_cast<std::int64_t>(row_offsets[row]) + 1; k < end; ++k) {
      if (columns[k - 1] >= columns[k] && row < first) first = row;
    }
  }
};

template <class ExecutionSpace, class View>
void require_ascending_columns(const ExecutionSpace& exec, const View& view, const char* function) {
  std::int64_t first = no_row;
  Kokkos::parallel_reduce("sporos::to_dia[check]", RowRange<ExecutionSpace>(exec, 0, view.num_rows),
                          FindUnsortedRow<typename View::column_type, typename View::offset_type>{
                              view.row_offsets.data(), view.columns.data()},
                          Kokkos::Min<std::int64_t>(first));
  wait_for(exec, "sporos::to_dia[wait]");
  require(first == no_row, function, "the columns of row ", first, " do not ascend, or one is there twice");
}

struct PutDiagonalOffset {
  const std::int32_t* places;
  std::int64_t num_rows;
  std::int64_t* offsets;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t diagonal) const {
    if (places[diagonal] >= 0) offsets[places[diagonal]] = diagonal - (num_rows - 1);
  }
};

KOKKOS_INLINE_FUNCTION bool has_diagonal(const std::uint32_t* present, std::int64_t stride, std::int64_t row,
                                         std::int64_t diagonal) {
  return (present[diagonal / 32 * stride + row] >> (diagonal % 32) & 1u) != 0;
}

// Marks the diagonals of a row's columns.
template <class Column>
struct DiaBitsTarget {
  const std::int32_t* places;
  std::int64_t num_rows;
  std::int64_t stride;
  std::uint32_t* present;

  struct Cursor {
    DiaBitsTarget target;
    std::int64_t row;
    KOKKOS_FORCEINLINE_FUNCTION static int next(int at_once, std::int64_t left) {
      return StridedSlots<Column>::next(at_once, left);
    }
    KOKKOS_INLINE_FUNCTION void put(const Column* columns, int count) const {
      for (int i = 0; i < count; ++i) {
        const std::int32_t place = target.places[static_cast<std::int64_t>(columns[i]) - row + target.num_rows - 1];
        target.present[place / 32 * target.stride + row] |= 1u << (place % 32);
      }
    }
  };
  KOKKOS_INLINE_FUNCTION Cursor cursor(std::int64_t row) const { return {*this, row}; }
  KOKKOS_INLINE_FUNCTION static std::int64_t slots(std::int64_t longest) { return longest; }
};

// Puts values into the marked diagonals, one after the other.
template <class Value>
struct DiaValuesTarget {
  std::int64_t stride;
  std::int64_t num_diagonals;
  const std::uint32_t* present;
  Value* values;

  // All lanes step through the diagonals together, so that they write neighbouring elements of a diagonal.
  struct Cursor {
    std::int64_t stride;
    const std::uint32_t* next_word;
    Value* next_value;
    int at_once = 0;
    int left_of_word = 0;
    std::uint32_t word = 0;
    std::uint32_t marks = 0;  // of the diagonals from that of the next value on

    KOKKOS_INLINE_FUNCTION int next(int diagonals, std::int64_t) {
      if (left_of_word == 0) {
        word = *next_word;
        next_word += stride;
        left_of_word = 32;
      }
      marks = word & ((1u << diagonals) - 1);
      word >>= diagonals;
      left_of_word -= diagonals;
      at_once = diagonals;
      int count = 0;
      for (std::uint32_t rest = marks; rest != 0; rest &= rest - 1) ++count;
      return count;
    }
    KOKKOS_INLINE_FUNCTION void put(const Value* elements, int) {
      int element = 0;
      for (int i = 0; i < at_once; ++i, next_value += stride) {
        if ((marks >> i & 1u) != 0) *next_value = as_dia_entry(elements[element++]);
      }
    }
  };
  KOKKOS_INLINE_FUNCTION Cursor cursor(std::int64_t row) const { return {stride, present + row, values + row}; }
  KOKKOS_INLINE_FUNCTION std::int64_t slots(std::int64_t) const { return num_diagonals; }
};

template <class Offset>
struct CountDiaRow {
  std::int64_t stride;
  std::int64_t num_diagonals;
  const std::uint32_t* present;
  Offset* lengths;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row) const {
    Offset length = 0;
    for (std::int64_t d = 0; d < num_diagonals; ++d) {
      if (has_diagonal(present, stride, row, d)) ++length;
    }
    lengths[row] = length;
  }
};

template <class Value, class Column, class Offset>
struct UnpackDiaRow {
  std::int64_t stride;
  std::int64_t num_diagonals;
  const std::int64_t* offsets;
  const Value* values;
  const std::uint32_t* present;
  const Offset* row_offsets;
  Column* to_columns;
  Value* to_values;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row) const {
    auto to = static_cast<std::int64_t>(row_offsets[row]);
    for (std::int64_t d = 0; d < num_diagonals; ++d) {
      if (!has_diagonal(present, stride, row, d)) continue;
      to_columns[to] = static_cast<Column>(row + offsets[d]);
      to_values[to++] = values[d * stride + row];
    }
  }
};

}  // namespace detail

/// \brief A matrix as DIA.
/// \param A  anything that crs_view() takes, without entries outside of its rows; the columns of each row must ascend
///           strictly
/// \throws std::invalid_argument where A violates this, or the result would take more than `options.max_bytes`
///
/// Waits for the checks and for the number of diagonals.
template <class ExecutionSpace, class Matrix, class = detail::if_space<ExecutionSpace>>
auto to_dia(const ExecutionSpace& exec, const Matrix& A, const DiaOptions& options = {}) {
  const detail::ProfilingRegion region("sporos::to_dia");
  using View = detail::crs_view_t<Matrix>;
  using Value = typename View::value_type;
  using Column = typename View::column_type;
  const auto crs = detail::convertible_crs(exec, A, "to_dia");
  const View& view = crs.view;
  detail::require_ascending_columns(exec, view, "to_dia");
  const auto diagonals = detail::find_diagonals(exec, view);
  detail::require_memory("to_dia", bytes_as_dia(view.num_rows, diagonals.count, sizeof(Value)), options.max_bytes,
                         crs.bytes(), detail::concat("the matrix of ", diagonals.count, " diagonals"));

  DiaMatrix<Value, Column, typename View::offset_type, typename View::memory_space> dia;
  dia.num_rows = view.num_rows;
  dia.num_columns = view.num_columns;
  dia.num_entries = view.nnz();
  dia.stride = detail::dia_stride(view.num_rows);
  dia.offsets = detail::fresh_array<decltype(dia.offsets)>(exec, "sporos::dia[offsets]", diagonals.count);
  dia.values = detail::fresh_array<decltype(dia.values)>(exec, "sporos::dia[values]", dia.stride * diagonals.count);
  dia.present = detail::fresh_array<decltype(dia.present)>(exec, "sporos::dia[present]",
                                                           dia.stride * detail::dia_words(diagonals.count));
  Kokkos::parallel_for("sporos::to_dia[filling]",
                       detail::RowRange<ExecutionSpace>(exec, 0, static_cast<std::int64_t>(dia.values.extent(0))),
                       detail::FillDia<Value>{dia.values.data()});
  Kokkos::deep_copy(exec, dia.present, 0u);
  Kokkos::parallel_for("sporos::to_dia[offsets]",
                       detail::RowRange<ExecutionSpace>(exec, 0, static_cast<std::int64_t>(diagonals.places.extent(0))),
                       detail::PutDiagonalOffset{diagonals.places.data(), view.num_rows, dia.offsets.data()});
  detail::deal_rows(
      "sporos::to_dia[present]", exec, view.num_rows, view.row_offsets.data(), view.columns.data(),
      detail::DiaBitsTarget<Column>{diagonals.places.data(), view.num_rows, dia.stride, dia.present.data()});
  detail::deal_rows(
      "sporos::to_dia[values]", exec, view.num_rows, view.row_offsets.data(), view.values.data(),
      detail::DiaValuesTarget<Value>{dia.stride, dia.num_diagonals(), dia.present.data(), dia.values.data()});
  if (options.keep_map) dia.map = detail::copy_of_row_offsets<decltype(dia.map)>(exec, "sporos::dia[map]", view);
  detail::wait_for(exec, "sporos::to_dia[wait]");  // before the places of the diagonals go
  return dia;
}

/// \brief The compressed rows that a DIA matrix came from, zeros among the entries included (-0.0 as 0.0);
/// asynchronous.
template <class ExecutionSpace, class Value, class Column, class Offset, class MemorySpace>
CrsMatrix<Value, Column, Offset, MemorySpace> to_crs(const ExecutionSpace& exec,
                                                     const DiaMatrix<Value, Column, Offset, MemorySpace>& dia) {
  detail::require_kokkos("to_crs");
  const detail::ProfilingRegion region("sporos::to_crs[dia]");
  auto crs =
      detail::allocate_crs<CrsMatrix<Value, Column, Offset, MemorySpace>>(dia.num_rows, dia.num_columns, dia.nnz());
  const detail::RowRange<ExecutionSpace> rows(exec, 0, dia.num_rows);
  Kokkos::parallel_for(
      "sporos::to_crs[dia,lengths]", rows,
      detail::CountDiaRow<Offset>{dia.stride, dia.num_diagonals(), dia.present.data(), crs.row_offsets.data()});
  detail::lengths_to_offsets(exec, dia.num_rows, crs.row_offsets.data());
  Kokkos::parallel_for("sporos::to_crs[dia]", rows,
                       detail::UnpackDiaRow<Value, Column, Offset>{
                           dia.stride, dia.num_diagonals(), dia.offsets.data(), dia.values.data(), dia.present.data(),
                           crs.row_offsets.data(), crs.columns.data(), crs.values.data()});
  return crs;
}

/// \brief New numbers for the same pattern, in the order of the compressed rows; asynchronous.
/// \throws std::invalid_argument where the number of values is wrong, or the matrix has no map
template <class ExecutionSpace, class Value, class Column, class Offset, class MemorySpace, class Values,
          class = detail::if_views<Values>>
void update_values(const ExecutionSpace& exec, const DiaMatrix<Value, Column, Offset, MemorySpace>& dia,
                   const Values& values) {
  const detail::ProfilingRegion region("sporos::update_values[dia]");
  detail::require_as_many_values(values, dia.nnz());
  detail::require_map(dia.map.extent(0) > 0);
  detail::deal_rows<Value>(
      "sporos::update_values[dia]", exec, dia.num_rows, dia.map.data(), values.data(),
      detail::DiaValuesTarget<Value>{dia.stride, dia.num_diagonals(), dia.present.data(), dia.values.data()});
}

/// \brief Refuses other arguments at compile time.
template <class... Given,
          class = detail::if_wrong<detail::Parameters<2, detail::AnInstance, detail::AMatrix, DiaOptions>, Given...>>
auto to_dia(const Given&...) {
  static_assert(detail::are_right<Given...>,
                "sporos::to_dia: the arguments are exec, A (, options); A is in compressed rows, and options are "
                "sporos::DiaOptions");
  return detail::NoCrsView();
}

}  // namespace sporos
