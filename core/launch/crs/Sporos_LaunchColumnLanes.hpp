// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Launch of products of many columns in one pass, in lanes.
#pragma once

#include <algorithm>

#include "core/kernels/crs/Sporos_ColumnLanesKernel.hpp"
#include "core/launch/Sporos_Constants.hpp"
#include "core/launch/Sporos_Product.hpp"
#include "policies/Sporos_CrsDecision.hpp"
#include "policies/crs/Sporos_ColumnsRule.hpp"
#include "policies/crs/Sporos_LaunchBound.hpp"

namespace sporos {
namespace detail {

/// Whether lanes can take such a product, of more columns than a sum holds: its sums are as wide as a carry.
template <class Product>
inline constexpr bool fits_column_lanes = columns_read<typename Product::Reader> > 0 &&
                                          sizeof(typename Product::Sum) >= 16;

template <class Product>
bool is_for_column_lanes(const Product& product) {
  return product.x.count > columns_read<typename Product::Reader>;
}

/// Calls `f(product)` for as many columns at a time as a sum holds, from the first on.
template <class Product, class F>
void for_each_pass(const Product& product, const F& f) {
  using ExecutionSpace = typename Product::execution_space;
  using Reader = typename Product::Reader;
  using Some = ColumnsReader<ExecutionSpace, typename Reader::value_type, Reader::columns, false>;
  using Operand = CrsOperand<ExecutionSpace, decltype(product.a.matrix), Some, typename Product::Sum>;
  const Reader& x = product.x;
  for (int first = 0; first < x.count; first += Reader::columns) {
    const int count = x.count - first < Reader::columns ? x.count - first : Reader::columns;
    const Some some{x.data + first * x.column_stride, x.row_stride, x.column_stride, count};
    const auto epilogue = product.epilogue.template columns_from<Reader::columns>(first);
    using Base = sporos::detail::Product<ExecutionSpace, Some, std::decay_t<decltype(epilogue)>>;
    f(CrsProduct<Base, Operand>{
        {product.exec, product.machine, product.labels, some, epilogue}, {product.a.matrix, some}, product.nnz});
  }
}

/// \param news  as in ColumnLanesKernel
template <Reduction How, class Product>
void launch_column_lanes(const Product& product, const CrsDecision& decision, const RowNews& news = {}) {
  using ExecutionSpace = typename Product::execution_space;
  using Sum = typename Product::Sum;
  constexpr bool host = How == Reduction::thread;
  const int threads = host ? 1 : column_lanes_team;
  const auto blocks = static_cast<int>(ceiling_of(product.x.count, Product::Reader::columns));
  const bool row_by_row = product.x.column_stride == 1;
  const int lanes = host ? 1 : lanes_of_block(decision.column_lanes, blocks, row_by_row);
  with_value<1, 2, 4, max_column_lanes>(lanes, "column_lanes", [&](auto coop) {
    using Kernel = ColumnLanesKernel<typename Product::Operand, typename Product::Epilogue, How, decltype(coop)::value>;
    const int groups = threads / lanes;
    const ColumnPairs pairs{blocks, !row_by_row && blocks <= groups};
    const std::int64_t sweeps = pairs.sweeps(product.a.matrix.num_rows, groups);
    const auto repeat = static_cast<int>(ceiling_of(sweeps, most_column_teams));
    const std::size_t scratch =
        GroupSum<ExecutionSpace, How, Sum>::scratch_bytes_per_lane * static_cast<std::size_t>(threads);
    LongRows limits = decision.limits;
    limits.warp_row =
        std::min(warp_row_of_columns(decision.column_lanes, product.a.matrix.num_rows, product.nnz), limits.long_row);
    Kokkos::parallel_for(product.labels.product,
                         team_policy<ColumnOccupancy>(product.exec, ceiling_of(sweeps, repeat), threads, scratch),
                         Kernel{product.a, product.epilogue, pairs, repeat, limits, news});
  });
}

}  // namespace detail
}  // namespace sporos
