// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Which places of DIA storage hold entries, and which diagonals have to be stored.
#pragma once

#include "formats/common/Sporos_Arguments.hpp"
#include "formats/common/Sporos_RowOffsets.hpp"
#include "formats/conversion/Sporos_RowsToLanes.hpp"
#include "formats/dia/Sporos_CountDiagonals.hpp"
#include "formats/dia/Sporos_DiaMatrix.hpp"
#include "formats/dia/Sporos_DiaMirrors.hpp"

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
  require(first == no_row, function, "the columns of row ", first,
          " do not ascend, or one is there twice, which DIA does not store");
}

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

/// \brief Diagonals of compressed rows, and whether the matrix is symmetric.
template <class View>
struct DiaPattern {
  using Matrix = DiaMatrix<typename View::value_type, typename View::column_type, typename View::offset_type,
                           typename View::memory_space>;
  Diagonals<typename View::memory_space> diagonals;
  Matrix matrix;  // shape, offsets, bits; no values
  bool halved = false;

  std::int64_t stored() const { return halved ? diagonals.count - diagonals.count / 2 : diagonals.count; }
  std::int64_t bytes() const {
    return bytes_as_dia(matrix.num_rows, diagonals.count, sizeof(typename View::value_type)) -
           matrix.stride * (diagonals.count - stored()) * static_cast<std::int64_t>(sizeof(typename View::value_type));
  }
};

/// \brief Finds the diagonals, and marks the entries in bits where `require_bytes(bytes, num_diagonals)` does not throw
/// because of the bytes that the result takes at least. Waits.
template <class ExecutionSpace, class View, class RequireBytes>
DiaPattern<View> find_dia_pattern(const ExecutionSpace& exec, const View& view, bool halve,
                                  const RequireBytes& require_bytes) {
  using Offset = typename View::offset_type;
  DiaPattern<View> pattern;
  pattern.diagonals = find_diagonals(exec, view);
  const std::int64_t count = pattern.diagonals.count;
  auto& dia = pattern.matrix;
  dia.num_rows = view.num_rows;
  dia.num_columns = view.num_columns;
  dia.num_entries = view.nnz();
  dia.stride = dia_stride(view.num_rows);
  pattern.halved = halve && view.num_rows == view.num_columns && count > 1;
  require_bytes(pattern.bytes(), count);

  dia.offsets = fresh_array<decltype(dia.offsets)>(exec, "sporos::dia[offsets]", count);
  Kokkos::parallel_for("sporos::to_dia[offsets]",
                       RowRange<ExecutionSpace>(exec, 0, static_cast<std::int64_t>(pattern.diagonals.places.extent(0))),
                       PutDiagonalOffset{pattern.diagonals.places.data(), view.num_rows, dia.offsets.data()});
  if (pattern.halved) {
    wait_for(exec, "sporos::to_dia[wait]");
    pattern.halved = are_symmetric_offsets(dia.offsets);
    require_bytes(pattern.bytes(), count);
  }
  dia.present = fresh_array<decltype(dia.present)>(exec, "sporos::dia[present]", dia.stride * dia_words(count));
  Kokkos::deep_copy(exec, dia.present, 0u);
  deal_rows("sporos::to_dia[present]", exec, view.num_rows, view.row_offsets.data(), view.columns.data(),
            DiaBitsTarget<typename View::column_type>{pattern.diagonals.places.data(), view.num_rows, dia.stride,
                                                      dia.present.data()});
  if (pattern.halved) {
    const DiaEntries<Offset> entries{view.num_rows,      dia.stride,         count,
                                     dia.offsets.data(), dia.present.data(), view.row_offsets.data()};
    pattern.halved = first_unmirrored<typename View::value_type>(exec, entries, view.values.data()) == no_row;
    require_bytes(pattern.bytes(), count);
  }
  return pattern;
}

}  // namespace detail
}  // namespace sporos
