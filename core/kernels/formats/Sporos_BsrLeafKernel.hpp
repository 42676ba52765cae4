// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Block sparse rows with a host's vector instructions, `y = alpha*A*x + beta*y`.
///
/// Who computes what: the block rows are divided into shares of `block_rows`, one thread per share. A leaf computes the
/// sums, of up to `leaf_rows` rows per call, and the thread passes them to the epilogue. How a row is summed does not
/// depend on the number of shares. The blocks must lie one after the other. Bytes: as BsrKernel.
#pragma once

#include "core/device/host/Sporos_BlockSumsLeaves.hpp"
#include "core/kernels/Sporos_Epilogue.hpp"
#include "core/kernels/formats/Sporos_BsrKernel.hpp"
#include "policies/crs/Sporos_LeafRule.hpp"

namespace sporos {
namespace detail {

template <class Operand, class Epilogue>
struct BsrLeafKernel {
  using Sum = typename Operand::sum_t;
  using Value = typename Operand::Arrays::value_type;
  using Offset = std::remove_const_t<std::remove_pointer_t<decltype(Operand::Arrays::block_offsets)>>;

  Operand operand;
  Epilogue epilogue;
  BlockSumsLeaf<Value, Sum, Offset> leaf;
  std::int64_t num_blocks;
  std::int64_t block_rows;
  bool prefetches;

  void operator()(std::int64_t share) const {
    const std::int64_t all = operand.matrix.num_block_rows;
    const std::int64_t end = (share + 1) * block_rows < all ? (share + 1) * block_rows : all;
    epilogue.resolve([&](const auto& resolved) { run(resolved, share * block_rows, end); });
  }

 private:
  template <class Resolved>
  void run(const Resolved epilogue, std::int64_t block_row, std::int64_t end) const {
    const auto& a = operand.matrix;
    alignas(64) Sum sums[leaf_rows];
    const std::int64_t at_once = leaf_rows / a.block_size;
    for (; block_row < end; block_row += at_once) {
      const std::int64_t count = end - block_row < at_once ? end - block_row : at_once;
      leaf({a.block_offsets + block_row, count, a.block_columns, a.values, operand.x.data, a.num_columns, num_blocks,
            prefetches},
           sums);
      const std::int64_t first = block_row * a.block_size;
      const std::int64_t last = first + count * a.block_size < a.num_rows ? first + count * a.block_size : a.num_rows;
      for (std::int64_t row = first; row < last; ++row) epilogue(row, sums[row - first]);
    }
  }
};

}  // namespace detail
}  // namespace sporos
