// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Which diagonals of compressed rows hold entries, and which of them have to be stored.
#pragma once

#include "formats/common/Sporos_Arguments.hpp"
#include "formats/common/Sporos_RowOffsets.hpp"
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

/// \brief Diagonals of compressed rows, and whether half of them are enough.
template <class Matrix>
struct DiaPattern {
  Diagonals<typename Matrix::memory_space> diagonals;
  std::int64_t num_rows = 0;
  bool halved = false;

  std::int64_t stored() const { return halved ? diagonals.count - diagonals.count / 2 : diagonals.count; }
  std::int64_t bytes() const {
    constexpr auto value_bytes = static_cast<std::int64_t>(sizeof(typename Matrix::value_type));
    return bytes_as_dia(num_rows, diagonals.count, value_bytes) -
           saturating_product(dia_stride(num_rows) * value_bytes, diagonals.count - stored());
  }
};

/// \brief Finds the diagonals, and whether the matrix is symmetric, if `require_bytes(bytes, num_diagonals)` does not
/// throw because of the bytes that the result takes at least. Waits.
template <class ExecutionSpace, class View, class RequireBytes>
DiaPattern<View> find_dia_pattern(const ExecutionSpace& exec, const View& view, bool halve,
                                  const RequireBytes& require_bytes) {
  using Value = typename View::value_type;
  using Column = typename View::column_type;
  using Offset = typename View::offset_type;
  DiaPattern<View> pattern{find_diagonals(exec, view), view.num_rows};
  const std::int64_t count = pattern.diagonals.count;
  pattern.halved = halve && view.num_rows == view.num_columns && count > 1;
  require_bytes(pattern.bytes(), count);
  if (!pattern.halved) return pattern;
  const FindUnmirroredEntry<Value, Column, Offset> find{view.row_offsets.data(), view.columns.data(),
                                                        view.values.data()};
  pattern.halved = first_unmirrored(exec, view.num_rows, find) == no_row;
  require_bytes(pattern.bytes(), count);
  return pattern;
}

}  // namespace detail
}  // namespace sporos
