// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Reads several columns of x inside a kernel, or one column whose elements are not contiguous.
#pragma once

#include <cstdint>
#include <type_traits>

#include "core/device/Sporos_Columns.hpp"

namespace sporos {
namespace detail {

/// \brief N columns of x: `reader(j)` is row j. If there are fewer than N columns, the others are zero.
///
/// `SideBySide`: the numbers of a row are contiguous, so one load can read several. On a GPU all N columns are there
/// then, and the numbers of each row are aligned for one load.
template <class ExecutionSpace, class T, int N, bool SideBySide>
struct ColumnsReader {
  using value_type = T;
  static constexpr int columns = N;
  static constexpr bool side_by_side = SideBySide;
  static constexpr bool is_wide = SideBySide && N > 1 && !is_host_execution<ExecutionSpace>;
  using Load = ReadOnly<ExecutionSpace>;

  /// Where rows lie in a GPU's memory is computed in one instruction, if both factors have 32 bits.
  using Stride = std::conditional_t<is_wide, int, std::int64_t>;

  const T* data;
  Stride row_stride;
  std::int64_t column_stride;
  int count;  ///< the number of columns

  template <class Index>
  KOKKOS_FORCEINLINE_FUNCTION columns_type<T, N> operator()(Index j) const {
    const T* const row = data + static_cast<std::int64_t>(j) * row_stride;
    if constexpr (N == 1) {
      return Load::load(row);
    } else {
      Columns<T, N> loaded;
      if constexpr (is_wide) {
        const auto neighbours = *reinterpret_cast<const AlignedNeighbours<T, N>*>(row);
        for (int c = 0; c < N; ++c) loaded.numbers[c] = neighbours.numbers[c];
      } else if (count >= N) {
        for (int c = 0; c < N; ++c) loaded.numbers[c] = Load::load(row + c * stride());
      } else {
        for (int c = 0; c < N; ++c) loaded.numbers[c] = c < count ? Load::load(row + c * stride()) : T(0);
      }
      return loaded;
    }
  }

  /// The distance from a number to that of the next column.
  KOKKOS_FORCEINLINE_FUNCTION std::int64_t stride() const { return SideBySide ? 1 : column_stride; }
};

template <class Reader>
inline constexpr int columns_read = 0;  // a contiguous vector
template <class ExecutionSpace, class T, int N, bool SideBySide>
inline constexpr int columns_read<ColumnsReader<ExecutionSpace, T, N, SideBySide>> = N;

/// \brief Whether a reader takes all its columns in one load.
template <class Reader>
inline constexpr bool is_wide_reader = false;
template <class ExecutionSpace, class T, int N, bool SideBySide>
inline constexpr bool is_wide_reader<ColumnsReader<ExecutionSpace, T, N, SideBySide>> =
    ColumnsReader<ExecutionSpace, T, N, SideBySide>::is_wide;

}  // namespace detail
}  // namespace sporos
