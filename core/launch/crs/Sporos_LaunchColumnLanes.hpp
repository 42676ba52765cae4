// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Launch of products of several columns in one pass, in lanes.
#pragma once

#include "core/kernels/crs/Sporos_ColumnLanesKernel.hpp"
#include "core/launch/Sporos_Constants.hpp"
#include "core/launch/Sporos_Product.hpp"
#include "policies/Sporos_CrsDecision.hpp"
#include "policies/crs/Sporos_ColumnsRule.hpp"

namespace sporos {
namespace detail {

/// Whether the columns of a product are read one by one, so that lanes can share them.
template <class Product>
inline constexpr bool has_column_lanes =
    columns_read<typename Product::Reader> == 1 && !is_columns<typename Product::Sum>;

template <Reduction How, class Product>
void launch_column_lanes(const Product& product, const CrsDecision& decision) {
  using ExecutionSpace = typename Product::execution_space;
  using Operand = typename Product::Operand;
  using Sum = typename Product::Sum;
  constexpr bool host = How == Reduction::thread;
  const int threads = host ? 1 : column_lanes_team;
  with_lanes(host ? 1 : decision.column_lanes, "column_lanes", [&](auto coop) {
    constexpr int lanes = decltype(coop)::value;
    const std::int64_t groups = threads / lanes;
    const std::int64_t sweeps = ceiling_of(product.a.matrix.num_rows * product.a.x.count, groups);
    const auto repeat = static_cast<int>(ceiling_of(sweeps, most_column_teams));
    const std::size_t scratch =
        GroupSum<ExecutionSpace, How, Sum>::scratch_bytes_per_lane * static_cast<std::size_t>(threads);
    using Kernel = ColumnLanesKernel<Operand, typename Product::Epilogue, How, lanes>;
    Kokkos::parallel_for(
        product.labels.product,
        team_policy<CoopOccupancy<lanes, Sum>>(product.exec, ceiling_of(sweeps, repeat), threads, scratch),
        Kernel{product.a, product.epilogue, repeat});
  });
}

}  // namespace detail
}  // namespace sporos
