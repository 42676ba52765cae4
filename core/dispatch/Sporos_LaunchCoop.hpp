// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Launches the cooperating-rows kernel, or on the host the one of equal shares.
#pragma once

#include <string>

#include "core/dispatch/Sporos_Constants.hpp"
#include "core/kernels/Sporos_CoopKernel.hpp"
#include "core/kernels/Sporos_ScaleKernel.hpp"
#include "core/kernels/Sporos_SharesKernel.hpp"
#include "policies/Sporos_LaunchBound.hpp"

namespace sporos {
namespace detail {

/// One product's operands; everything is raw, checked and on the device.
template <class Arrays, class X, class Y, class Sum>
struct Product {
  Arrays matrix;
  const X* x;
  std::size_t x_count;
  Y* y;
  Sum alpha;
  Sum beta;
};

template <class ExecutionSpace, Reduction How, int Coop, class Arrays, class Reader, class X, class Y, class Sum>
void launch_coop(const std::string& label, const ExecutionSpace& exec, const RowShape& shape,
                 const Product<Arrays, X, Y, Sum>& product, const Reader& reader) {
  const auto blocks = static_cast<int>(block_count(shape, product.matrix.num_rows));
  if constexpr (How == Reduction::thread) {
    using Kernel = SharesKernel<ExecutionSpace, Arrays, Reader, Y, Sum, Coop>;
    Kokkos::parallel_for(label, Kokkos::TeamPolicy<ExecutionSpace>(exec, blocks, 1),
                         Kernel{product.matrix, reader, product.y, product.alpha, product.beta});
  } else {
    using Kernel = CoopKernel<ExecutionSpace, Arrays, Reader, Y, Sum, How, Coop, entries_in_flight(Coop)>;
    constexpr LaunchBound bound = launch_bound(Coop, sizeof(Sum));
    Kokkos::TeamPolicy<ExecutionSpace, Kokkos::LaunchBounds<bound.max_threads, bound.min_blocks>> policy(
        exec, blocks, shape.block_size, 1);
    constexpr std::size_t scratch = GroupSum<ExecutionSpace, How, Coop, Sum>::scratch_bytes_per_lane;
    if (scratch > 0) policy.set_scratch_size(0, Kokkos::PerTeam(static_cast<int>(scratch) * shape.block_size));
    Kokkos::parallel_for(label, policy,
                         Kernel{product.matrix, reader, product.y, product.alpha, product.beta, shape.repeat});
  }
}

template <class ExecutionSpace, class Y, class Sum>
void launch_scale(const std::string& label, const ExecutionSpace& exec, std::int64_t count, Y* y, Sum beta) {
  Kokkos::parallel_for(label, Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>(exec, 0, count),
                       ScaleKernel<Y, Sum>{y, beta});
}

}  // namespace detail
}  // namespace sporos
