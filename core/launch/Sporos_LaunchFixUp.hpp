// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The launch that adds up the rows of which teams have left pieces.
#pragma once

#include "core/kernels/Sporos_FixUpKernel.hpp"
#include "core/kernels/Sporos_SumsOfPieces.hpp"
#include "core/launch/Sporos_Product.hpp"

namespace sporos {
namespace detail {

inline constexpr int fix_up_team = 128;

template <Reduction How, class Product, class Setup>
void launch_fix_up(const Product& product, const Setup& setup) {
  using ExecutionSpace = typename Product::execution_space;
  using Sum = typename Product::Sum;
  using Kernel = FixUpKernel<ExecutionSpace, typename Product::Y, Sum, How>;
  const auto& split = setup.split_rows;
  if (split.count() == 0) return;
  const int threads = is_host_execution<ExecutionSpace> ? 1 : fix_up_team;
  Kokkos::parallel_for(
      product.labels.fix_up,
      team_policy<FullOccupancy>(
          product.exec, ceiling_of(split.count() * Kernel::width, threads), threads,
          GroupSum<ExecutionSpace, How, Sum>::scratch_bytes_per_lane * static_cast<std::size_t>(threads)),
      Kernel{split.count(), split.rows.data(), split.begin.data(), split.end.data(), sums_in<Sum>(setup.pieces.data()),
             product.y, product.alpha, product.beta});
}

}  // namespace detail
}  // namespace sporos
