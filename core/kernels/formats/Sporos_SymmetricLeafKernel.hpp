// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Half storage with a host's vector instructions, `y = alpha*A*x + beta*y`.
///
/// Who computes what: as SymmetricHostKernel, except that a leaf sums up to `leaf_rows` rows per call; the thread adds
/// the rest and passes the sums to the epilogue. Where a leaf adds zeros behind the sums of the window, that is in its
/// second half: the window has room for the widest sums, and those of leaves take at most half of it.
#pragma once

#include "core/device/host/Sporos_HalfSumsLeaves.hpp"
#include "core/kernels/formats/Sporos_SymmetricHostKernel.hpp"
#include "policies/crs/Sporos_LeafRule.hpp"

namespace sporos {
namespace detail {

template <class Operand, class Epilogue, class Offset>
struct SymmetricLeafKernel {
  using Sum = typename Operand::sum_t;
  using Value = typename Operand::value_type;
  static_assert(2 * sizeof(Sum) <= sizeof(Kokkos::complex<double>), "leaves write behind the window");

  SymmetricHostKernel<Operand, Epilogue> kernel;
  HalfSumsLeaf<Value, Sum, Offset> leaf;
  HalfRun<Value, Sum, Offset> near;

  void operator()(std::int64_t tile) const {
    kernel.in_windows(tile, [&](Sum* sums, std::int64_t row, std::int64_t end) {
      kernel.epilogue.resolve([&](const auto& resolved) { run(resolved, sums, row, end); });
    });
  }

 private:
  template <class Resolved>
  void run(const Resolved epilogue, Sum* window, std::int64_t row, std::int64_t end) const {
    const Operand a = kernel.a;
    alignas(64) Sum sums[leaf_rows];
    for (; row < end; row += leaf_rows, window += leaf_rows) {
      const std::int64_t count = end - row < leaf_rows ? end - row : leaf_rows;
      leaf(near, row, count, window, sums);
      for (std::int64_t i = 0; a.rest_offsets != nullptr && i < count; ++i) {
        const std::int64_t rest_end = a.rest_begin(row + i + 1);
        for (std::int64_t r = a.rest_begin(row + i); r < rest_end; ++r) sums[i] += a.rest_product(r);
      }
      for (std::int64_t i = 0; i < count; ++i) epilogue(row + i, sums[i]);
    }
  }
};

}  // namespace detail
}  // namespace sporos
