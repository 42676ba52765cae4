// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The launch of the kernel that takes columns from patterns of rows, if there are any, and loads in batches.
#pragma once

#include "core/kernels/crs/Sporos_PatternRowsKernel.hpp"
#include "core/launch/Sporos_Constants.hpp"
#include "core/launch/Sporos_LaunchTeams.hpp"
#include "core/launch/Sporos_Product.hpp"
#include "policies/Sporos_CrsDecision.hpp"
#include "policies/crs/Sporos_LaunchBound.hpp"

namespace sporos {
namespace detail {

/// Whether there is such a kernel for a product: not on hosts, where `coop` finds bands, and not for several columns of
/// x.
template <class Product>
inline constexpr bool takes_patterns =
    !is_host_execution<typename Product::execution_space> && !is_columns<typename Product::Sum>;

template <Reduction How, class Product>
void launch_patterns(const Product& product, const CrsDecision& decision, const RowPatterns& patterns) {
  using Sum = typename Product::Sum;
  with_value<1, 2, 4, 8>(decision.shape.coop, "coop", [&](auto coop) {
    using Kernel = PatternRowsKernel<once_operand<typename Product::Operand>, typename Product::Epilogue, How,
                                     decltype(coop)::value>;
    const std::size_t scratch = GroupSum<typename Product::execution_space, How, Sum>::scratch_bytes_per_lane *
                                static_cast<std::size_t>(decision.shape.block_size);
    launch_teams<PatternOccupancy<Sum>>(
        product, block_count(decision.shape, product.a.matrix.num_rows), decision.shape.block_size, scratch,
        Kernel{loaded_once(product.a, decision.evicts_first), product.epilogue, patterns, decision.shape.repeat,
               decision.limits.long_row, decision.adds_lengths});
  });
}

}  // namespace detail
}  // namespace sporos
