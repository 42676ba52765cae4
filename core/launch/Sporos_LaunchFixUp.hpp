// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The launch that adds up the carries of rows that teams share.
#pragma once

#include <string>

#include "core/kernels/Sporos_Carries.hpp"
#include "core/kernels/Sporos_FixUpKernel.hpp"
#include "core/launch/Sporos_Product.hpp"
#include "formats/common/Sporos_LaunchKernel.hpp"

namespace sporos {
namespace detail {

/// \param threads  per team; always one on a host
template <Reduction How, class Product>
void launch_fix_up(const Product& product, int threads, const SharedRows<typename Product::Sum>& shared,
                   const RowNews& news = {}) {
  using ExecutionSpace = typename Product::execution_space;
  using Kernel = FixUpKernel<ExecutionSpace, typename Product::Epilogue, How>;
  if (shared.count == 0) return;
  if (is_host_execution<ExecutionSpace>) threads = 1;
  const std::size_t scratch =
      GroupSum<ExecutionSpace, How, typename Product::Sum>::scratch_bytes_per_lane * static_cast<std::size_t>(threads);
  launch_kernel(
      product.labels.fix_up,
      team_policy<FullOccupancy>(product.exec, ceiling_of(shared.count * Kernel::width, threads), threads, scratch),
      Kernel{shared, product.epilogue, news});
}

}  // namespace detail
}  // namespace sporos
