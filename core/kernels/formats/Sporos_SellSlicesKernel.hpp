// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief SELL-C-sigma where a team is one thread: `y = alpha*A*x + beta*y`, all rows of a slice together.
///
/// Who computes what: a team takes a share of the slices. Up to the end of the shortest row of a slice, a loop of
/// constant length over its rows runs in each step, which compilers vectorise; then each row is finished separately, up
/// to its padding. Bytes and source: SellKernel, and 4 more per slice.
#pragma once

#include "core/kernels/Sporos_Epilogue.hpp"
#include "core/kernels/formats/Sporos_SellKernel.hpp"
#include "core/kernels/formats/Sporos_SliceShares.hpp"

namespace sporos {
namespace detail {

template <class Operand, class Epilogue, int Height>
struct SellSlicesKernel {
  using Sum = typename Operand::sum_t;
  using Column = typename Operand::Arrays::column_type;
  using Value = typename Operand::Arrays::value_type;

  Operand operand;
  Epilogue epilogue;
  SliceShares shares;

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& member) const {
    const std::int64_t first = shares.begin(member.league_rank());
    const std::int64_t end = shares.begin(member.league_rank() + 1);
    if (notices_rows<Epilogue> && operand.matrix.rows.places == nullptr) {
      const std::int64_t last = end * Height < operand.matrix.num_rows ? end * Height : operand.matrix.num_rows;
      in_noticed_parts(epilogue, first * Height, last, [&](std::int64_t row, std::int64_t to) {
        for (std::int64_t slice = row / Height; slice * Height < to; ++slice) multiply(slice);
      });
    } else {
      for (std::int64_t slice = first; slice < end; ++slice) multiply(slice);
    }
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION void multiply(std::int64_t slice) const {
    const auto& a = operand.matrix;
    const std::int64_t end = a.slice_offsets[slice + 1];
    std::int64_t slot = a.slice_offsets[slice];
    const std::int64_t even_end = slot + static_cast<std::int64_t>(a.shortest_rows[slice]) * Height;
    Sum sums[Height] = {};
    for (; slot < even_end; slot += Height) {
      const Column* const columns = a.columns + slot;
      const Value* const values = a.values + slot;
      for (int lane = 0; lane < Height; ++lane) {
        sums[lane] += Operand::product(values[lane], operand.x_of(columns[lane]));
      }
    }
    for (int lane = 0; slot < end && lane < Height; ++lane) {
      for (std::int64_t k = slot + lane; k < end && a.columns[k] >= 0; k += Height) {
        sums[lane] += Operand::product(a.values[k], operand.x_of(a.columns[k]));
      }
    }
    const std::int64_t position = slice * Height;
    const int rows = static_cast<int>(a.num_rows - position < Height ? a.num_rows - position : Height);
    for (int lane = 0; lane < rows; ++lane) epilogue(a.rows.row_at(position + lane), sums[lane]);
  }
};

}  // namespace detail
}  // namespace sporos
