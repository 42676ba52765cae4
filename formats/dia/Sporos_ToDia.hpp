// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Compressed rows to DIA and back, and new values.
#pragma once

#include "formats/common/Sporos_LaunchKernel.hpp"
#include "formats/common/Sporos_RequireKokkos.hpp"
#include "formats/conversion/Sporos_RowsToLanes.hpp"
#include "formats/dia/Sporos_DiaPattern.hpp"

namespace sporos {
namespace detail {

struct PutDiagonalOffset {
  const std::int32_t* places;
  std::int64_t num_rows;
  std::int64_t* offsets;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t diagonal) const {
    if (places[diagonal] >= 0) offsets[places[diagonal]] = diagonal - (num_rows - 1);
  }
};

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

// Puts values into the marked diagonals, one after the other, except into the first `num_mirrored`.
template <class Value>
struct DiaValuesTarget {
  std::int64_t stride;
  std::int64_t num_diagonals;
  std::int64_t num_mirrored;
  const std::uint32_t* present;
  Value* values;

  // All lanes step through the diagonals together, so that they write neighbouring elements of a diagonal.
  struct Cursor {
    std::int64_t stride;
    const std::uint32_t* next_word;
    Value* next_value;
    std::int64_t left_of_mirrored;
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
      for (int i = 0; i < at_once; ++i) {
        const bool has_entry = (marks >> i & 1u) != 0;
        if (left_of_mirrored > 0) {
          --left_of_mirrored;
        } else {
          if (has_entry) *next_value = as_dia_entry(elements[element]);
          next_value += stride;
        }
        if (has_entry) ++element;
      }
    }
  };
  KOKKOS_INLINE_FUNCTION Cursor cursor(std::int64_t row) const {
    return {stride, present + row, values + row, num_mirrored};
  }
  KOKKOS_INLINE_FUNCTION std::int64_t slots(std::int64_t) const { return num_diagonals; }
};

template <class Offset>
struct CountDiaRow {
  std::int64_t stride;
  std::int64_t num_words;
  const std::uint32_t* present;
  Offset* lengths;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row) const {
    int length = 0;
    for (std::int64_t word = 0; word < num_words; ++word) length += count_ones(present[word * stride + row]);
    lengths[row] = static_cast<Offset>(length);
  }
};

template <class Value, class Column, class Offset>
struct UnpackDiaRow {
  DiaEntries<Offset> entries;
  DiaSlots slots;
  const Value* values;
  Column* to_columns;
  Value* to_values;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row) const {
    auto to = static_cast<std::int64_t>(entries.row_offsets[row]);
    for (std::int64_t d = 0; d < entries.num_diagonals; ++d) {
      if (!entries.has(row, d)) continue;
      const std::int64_t column = row + entries.offsets[d];
      to_columns[to] = static_cast<Column>(column);
      to_values[to++] = values[slots.of(d, row, column)];
    }
  }
};

template <class Value, class Column, class Offset, class MemorySpace>
DiaSlots dia_slots(const DiaMatrix<Value, Column, Offset, MemorySpace>& dia) {
  return {dia.stride, dia.num_diagonals(), dia.num_mirrored()};
}

/// \brief The entries of a matrix that has a map.
template <class Value, class Column, class Offset, class MemorySpace>
DiaEntries<Offset> dia_entries(const DiaMatrix<Value, Column, Offset, MemorySpace>& dia, const Offset* row_offsets) {
  return {dia.num_rows, dia.stride, dia.num_diagonals(), dia.offsets.data(), dia.present.data(), row_offsets};
}

/// \brief Makes room for the values of the stored diagonals, filling in all places.
template <class ExecutionSpace, class Matrix>
void make_dia_values(const ExecutionSpace& exec, Matrix& dia, std::int64_t num_stored) {
  dia.values = fresh_array<decltype(dia.values)>(exec, "sporos::dia[values]", dia.stride * num_stored);
  launch_kernel("sporos::to_dia[filling]",
                RowRange<ExecutionSpace>(exec, 0, static_cast<std::int64_t>(dia.values.extent(0))),
                FillDia<typename Matrix::value_type>{dia.values.data()});
}

/// \brief Stores values that come in the order of compressed rows; asynchronous.
template <class ExecutionSpace, class Matrix, class Offset, class Source>
void put_dia_values(const char* label, const ExecutionSpace& exec, const Matrix& dia, const Offset* row_offsets,
                    const Source* values) {
  using Value = typename Matrix::value_type;
  deal_rows<Value>(label, exec, dia.num_rows, row_offsets, values,
                   DiaValuesTarget<Value>{dia.stride, dia.num_diagonals(), dia.num_mirrored(), dia.present.data(),
                                          dia.values.data()});
}

/// \brief The first new value that cannot be stored, since it differs from that of its mirror image, or no_row.
template <class ExecutionSpace, class Matrix, class Values>
std::int64_t first_unmirrored_value(const ExecutionSpace& exec, const Matrix& dia, const Values& values) {
  require_as_many_values(values, dia.nnz());
  require_map(dia.map.extent(0) > 0);
  if (dia.num_mirrored() == 0) return no_row;
  using Find = FindUnmirroredValue<typename Matrix::value_type, typename Values::non_const_value_type,
                                   typename Matrix::offset_type>;
  return first_unmirrored(exec, dia.num_rows, Find{dia_entries(dia, dia.map.data()), values.data()});
}

/// \brief New numbers of any values: if they are not symmetric but were, all diagonals are stored from now on, in a new
/// array.
/// \return whether the numbers are in another array than before
template <class ExecutionSpace, class Matrix, class Values>
bool replace_dia_values(const ExecutionSpace& exec, Matrix& dia, const Values& values) {
  const bool moves = first_unmirrored_value(exec, dia, values) != no_row;
  if (moves) make_dia_values(exec, dia, dia.num_diagonals());
  put_dia_values("sporos::update_values[dia]", exec, dia, dia.map.data(), values.data());
  return moves;
}

}  // namespace detail

/// \brief A matrix as DIA.
/// \param A  anything that crs_view() takes, without entries outside of its rows; the columns of each row must ascend
///           strictly
/// \return   a DiaMatrix; of a symmetric matrix half of the diagonals, unless `options.halve` is false
/// \throws std::invalid_argument where A violates this, or the result would take more than `options.max_bytes`
///
/// Waits for the checks and for the number of diagonals. That a matrix is symmetric is seen in a pass over its entries.
template <class ExecutionSpace, class Matrix, class = detail::if_space<ExecutionSpace>>
auto to_dia(const ExecutionSpace& exec, const Matrix& A, const DiaOptions& options = {}) {
  const detail::ProfilingRegion region("sporos::to_dia");
  const auto crs = detail::convertible_crs(exec, A, "to_dia");
  const auto& view = crs.view;
  detail::require_ascending_columns(exec, view, "to_dia");
  const auto pattern =
      detail::find_dia_pattern(exec, view, options.halve, [&](std::int64_t bytes, std::int64_t num_diagonals) {
        detail::require_memory("to_dia", bytes, options.max_bytes, crs.bytes(),
                               detail::concat("the matrix of ", num_diagonals, " diagonals"));
      });
  const auto& places = pattern.diagonals.places;

  using View = detail::crs_view_t<Matrix>;
  using Column = typename View::column_type;
  DiaMatrix<typename View::value_type, Column, typename View::offset_type, typename View::memory_space> dia;
  dia.num_rows = view.num_rows;
  dia.num_columns = view.num_columns;
  dia.num_entries = view.nnz();
  dia.stride = detail::dia_stride(view.num_rows);
  dia.offsets = detail::fresh_array<decltype(dia.offsets)>(exec, "sporos::dia[offsets]", pattern.diagonals.count);
  dia.present = detail::fresh_array<decltype(dia.present)>(exec, "sporos::dia[present]",
                                                           dia.stride * detail::dia_words(pattern.diagonals.count));
  Kokkos::deep_copy(exec, dia.present, 0u);
  detail::launch_kernel("sporos::to_dia[offsets]",
                        detail::RowRange<ExecutionSpace>(exec, 0, static_cast<std::int64_t>(places.extent(0))),
                        detail::PutDiagonalOffset{places.data(), view.num_rows, dia.offsets.data()});
  detail::deal_rows("sporos::to_dia[present]", exec, view.num_rows, view.row_offsets.data(), view.columns.data(),
                    detail::DiaBitsTarget<Column>{places.data(), view.num_rows, dia.stride, dia.present.data()});
  detail::make_dia_values(exec, dia, pattern.stored());
  detail::put_dia_values("sporos::to_dia[values]", exec, dia, view.row_offsets.data(), view.values.data());
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
  detail::launch_kernel("sporos::to_crs[dia,lengths]", rows,
                        detail::CountDiaRow<Offset>{dia.stride, detail::dia_words(dia.num_diagonals()),
                                                    dia.present.data(), crs.row_offsets.data()});
  detail::lengths_to_offsets(exec, dia.num_rows, crs.row_offsets.data());
  detail::launch_kernel("sporos::to_crs[dia]", rows,
                        detail::UnpackDiaRow<Value, Column, Offset>{
                            detail::dia_entries(dia, static_cast<const Offset*>(crs.row_offsets.data())),
                            detail::dia_slots(dia), dia.values.data(), crs.columns.data(), crs.values.data()});
  return crs;
}

/// \brief New numbers for the same pattern, in the order of the compressed rows; asynchronous.
/// \throws std::invalid_argument where the number of values is wrong, the matrix has no map, or half of its diagonals
///         are stored and the values are not symmetric; then nothing is changed
///
/// Whether they are symmetric is checked where half of the diagonals are stored; that check waits.
template <class ExecutionSpace, class Value, class Column, class Offset, class MemorySpace, class Values,
          class = detail::if_views<Values>>
void update_values(const ExecutionSpace& exec, const DiaMatrix<Value, Column, Offset, MemorySpace>& dia,
                   const Values& values) {
  const detail::ProfilingRegion region("sporos::update_values[dia]");
  const std::int64_t first = detail::first_unmirrored_value(exec, dia, values);
  detail::require(first == detail::no_row, "update_values", "values[", first,
                  "] is not the value of its mirror image, but the two are stored as one; nothing is changed, convert "
                  "again, or with DiaOptions::halve = false");
  detail::put_dia_values("sporos::update_values[dia]", exec, dia, dia.map.data(), values.data());
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
