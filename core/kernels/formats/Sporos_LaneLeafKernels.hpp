// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Slices, ELL and diagonals with a host's vector instructions, `y = alpha*A*x + beta*y`.
///
/// Who computes what: the rows are divided into shares of `rows` rows, or slices into shares of equal work, one thread
/// per share.
/// Leaves compute the sums, up to `leaf_rows` per call, and the thread passes them to the epilogue. How a row is summed
/// does not depend on the number of shares. Bytes: as SellKernel, EllKernel and DiaKernel.
#pragma once

#include "core/device/host/Sporos_LaneSumsLeaves.hpp"
#include "core/kernels/formats/Sporos_DiaKernel.hpp"
#include "core/kernels/formats/Sporos_EllKernel.hpp"
#include "core/kernels/formats/Sporos_SellKernel.hpp"
#include "core/kernels/formats/Sporos_SliceShares.hpp"
#include "policies/crs/Sporos_LeafRule.hpp"

namespace sporos {
namespace detail {

template <class Operand, class Epilogue>
struct SellLeafKernel {
  using Sum = typename Operand::sum_t;
  using Value = typename Operand::Arrays::value_type;

  Operand operand;
  Epilogue epilogue;
  LaneSumsLeaves<Value, Sum> leaves;
  SliceShares shares;
  bool prefetches;

  void operator()(std::int64_t share) const {
    epilogue.resolve([&](const auto& resolved) { run(resolved, shares.begin(share), shares.begin(share + 1)); });
  }

 private:
  template <class Resolved>
  void run(const Resolved epilogue, std::int64_t slice, std::int64_t end) const {
    const auto& a = operand.matrix;
    const int height = shares.height;
    alignas(64) Sum sums[leaf_rows];
    const std::int64_t at_once = leaf_rows / height;
    const std::int64_t own = slice * height;
    for (; slice < end; slice += at_once) {
      const std::int64_t count = end - slice < at_once ? end - slice : at_once;
      leaves.slices({a.slice_offsets, height, a.columns, a.values, operand.x.data, prefetches}, slice, count, sums);
      const std::int64_t first = slice * height;
      const std::int64_t last = first + count * height < a.num_rows ? first + count * height : a.num_rows;
      if (a.rows.places == nullptr) {
        for (std::int64_t row = first; row < last; ++row) epilogue(row, sums[row - first]);
        tell_finished(epilogue, own, first, last);
      } else {
        for (std::int64_t i = first; i < last; ++i) epilogue(a.rows.row_at(i), sums[i - first]);
      }
    }
  }
};

template <class Operand, class Epilogue>
struct EllLeafKernel {
  using Sum = typename Operand::sum_t;
  using Value = typename Operand::Arrays::value_type;

  Operand operand;
  Epilogue epilogue;
  LaneSumsLeaves<Value, Sum> leaves;
  std::int64_t rows;  ///< a multiple of lane_group
  bool prefetches;

  void operator()(std::int64_t share) const {
    const std::int64_t num_rows = operand.matrix.num_rows;
    const std::int64_t end = (share + 1) * rows < num_rows ? (share + 1) * rows : num_rows;
    epilogue.resolve([&](const auto& resolved) { run(resolved, share * rows, end); });
  }

 private:
  template <class Resolved>
  void run(const Resolved epilogue, const std::int64_t own, const std::int64_t end) const {
    const auto& a = operand.matrix;
    alignas(64) Sum sums[leaf_rows];
    for (std::int64_t row = own; row < end; row += leaf_rows) {
      const std::int64_t count = end - row < leaf_rows ? end - row : leaf_rows;
      leaves.ell({a.stride, a.width, a.row_lengths, a.columns, a.values, operand.x.data, prefetches}, row,
                 (count + lane_group - 1) / lane_group * lane_group, sums);
      for (std::int64_t i = 0; i < count; ++i) epilogue(row + i, sums[i]);
      tell_finished(epilogue, own, row, row + count);
    }
  }
};

template <class Operand, class Epilogue>
struct DiaLeafKernel {
  using Sum = typename Operand::sum_t;
  using Value = typename Operand::Arrays::value_type;

  DiaKernel<Operand, Epilogue> kernel;
  LaneSumsLeaves<Value, Sum> leaves;

  void operator()(std::int64_t share) const {
    const std::int64_t num_rows = kernel.a.matrix.num_rows;
    const std::int64_t end = (share + 1) * kernel.rows < num_rows ? (share + 1) * kernel.rows : num_rows;
    kernel.epilogue.resolve([&](const auto& resolved) { run(resolved, share * kernel.rows, end); });
  }

 private:
  template <class Resolved>
  void run(const Resolved epilogue, const std::int64_t own, const std::int64_t end) const {
    const auto& a = kernel.a.matrix;
    const DiaRun<Value, Sum> diagonals{a.num_columns, a.slots, a.offsets, a.values, kernel.a.x.data};
    const std::int64_t tile_rows = dia_rows(diagonals.num_diagonals(), sizeof(Sum));
    alignas(64) Sum sums[dia_most_rows];
    for (std::int64_t row = own; row < end; row += tile_rows) {
      const std::int64_t count = end - row < tile_rows ? end - row : tile_rows;
      if (sum_diagonals(leaves, diagonals, row, count, sums)) {
        for (std::int64_t i = 0; i < count; ++i) sums[i] = kernel.without_filling(row + i, sums[i]);
      }
      for (std::int64_t i = 0; i < count; ++i) epilogue(row + i, sums[i]);
      tell_finished(epilogue, own, row, row + count);
    }
  }
};

}  // namespace detail
}  // namespace sporos
