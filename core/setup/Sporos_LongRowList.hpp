// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The stretches of the rows that are too long for one team.
#pragma once

#include "core/kernels/Sporos_LongRowSums.hpp"
#include "core/setup/Sporos_RowBlocks.hpp"

namespace sporos {

/// \brief Stretches in the order of their entries.
template <class MemorySpace>
struct LongRowList {
  Kokkos::View<LongRowStretch*, MemorySpace> stretches;  ///< the first `count` are valid
  Kokkos::View<StretchSlot*, MemorySpace> slots;         ///< one each
  std::int64_t count = 0;
};

namespace detail {

template <class Offset>
struct ListStretches {
  const Offset* row_offsets;
  std::int64_t num_rows;
  std::int64_t nnz;
  LongRows limits;
  LongRowStretch* stretches;
  StretchSlot* slots;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t number, std::int64_t& before, bool final) const {
    const auto row_begin = [&](std::int64_t row) { return static_cast<std::int64_t>(row_offsets[row]); };
    const LongRowStretch stretch = find_stretch(number, num_rows, nnz, limits, row_begin);
    if (stretch.is_empty()) return;
    if (final) {
      stretches[before] = stretch;
      slots[before].arrived = 0;
    }
    ++before;
  }
};

}  // namespace detail

/// \brief The stretches of all rows of more than `limits.long_row` entries.
///
/// `nnz / limits.stretch` searches for a row, twice; memory for as many stretches; one host synchronisation.
template <class ExecutionSpace, class Matrix>
auto find_long_rows(const ExecutionSpace& exec, const Matrix& matrix, const LongRows& limits) {
  LongRowList<typename ExecutionSpace::memory_space> list;
  // Without rows no entry belongs to one, however many there are.
  const std::int64_t numbers = matrix.num_rows == 0 ? 0 : stretch_numbers(matrix.nnz(), limits);
  list.stretches = detail::allocate<decltype(list.stretches)>(exec, "sporos long rows", numbers);
  list.slots = detail::allocate<decltype(list.slots)>(exec, "sporos long row sums", numbers);
  Kokkos::parallel_scan(
      "sporos::setup[long rows]", detail::IndexRange<ExecutionSpace>(exec, 0, numbers),
      detail::ListStretches<typename Matrix::offset_type>{matrix.row_offsets.data(), matrix.num_rows, matrix.nnz(),
                                                          limits, list.stretches.data(), list.slots.data()},
      list.count);
  exec.fence();
  return list;
}

}  // namespace sporos
