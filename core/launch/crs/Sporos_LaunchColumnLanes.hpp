// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Launch of products of many columns in one pass, in lanes.
#pragma once

#include <algorithm>

#include "core/kernels/crs/Sporos_ColumnLanesKernel.hpp"
#include "core/kernels/crs/Sporos_ColumnRowsKernel.hpp"
#include "core/kernels/crs/Sporos_LongColumnRowsKernel.hpp"
#include "core/launch/Sporos_Constants.hpp"
#include "core/launch/Sporos_Product.hpp"
#include "policies/Sporos_CrsDecision.hpp"
#include "policies/crs/Sporos_ColumnsRule.hpp"
#include "policies/crs/Sporos_LaunchBound.hpp"
#include "policies/crs/Sporos_UnevenRowsRule.hpp"

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

template <class Product>
int blocks_of_columns(const Product& product) {
  return static_cast<int>(ceiling_of(product.x.count, Product::Reader::columns));
}

template <class Product>
ColumnGroups column_groups(const Product& product) {
  const int blocks = blocks_of_columns(product);
  const int lanes = lanes_of_contiguous(blocks, product.a.matrix.num_rows, product.nnz);
  ColumnGroups groups{0, floor_log2(lanes)};
  while ((1 << groups.group_bits) < blocks * lanes) ++groups.group_bits;
  return groups;
}

/// Contiguous columns, by so many teams.
template <bool OnlyShortRows, Reduction How, class Product, class Teams>
void launch_column_rows(const Product& product, LongRows limits, const RowNews& news, const Teams& teams,
                        std::int64_t num_teams) {
  using Kernel = ColumnRowsKernel<typename Product::Operand, typename Product::Epilogue, How, OnlyShortRows, Teams>;
  const int blocks = blocks_of_columns(product);
  const ColumnGroups groups = column_groups(product);
  const std::int64_t num_rows = product.a.matrix.num_rows;
  limits.warp_row = std::min(warp_row_of_contiguous(1 << groups.coop_bits, num_rows, product.nnz), limits.long_row);
  Kokkos::parallel_for(product.labels.product,
                       team_policy<ColumnOccupancy>(product.exec, num_teams, column_lanes_team,
                                                    Kernel::scratch_bytes(column_lanes_team, blocks)),
                       Kernel{{product.a, 0, blocks},
                              product.epilogue,
                              groups,
                              teams,
                              limits,
                              team_row_of_columns(Kernel::Vote::lanes, blocks),
                              news});
}

/// The same with as many rows for each team.
template <bool OnlyShortRows, Reduction How, class Product>
void launch_even_column_rows(const Product& product, const LongRows& limits, const RowNews& news) {
  const std::int64_t num_rows = product.a.matrix.num_rows;
  const std::int64_t rows = column_lanes_team >> column_groups(product).group_bits;
  const std::int64_t rows_of_a_team = rows * ceiling_of(ceiling_of(num_rows, rows), most_column_teams);
  launch_column_rows<OnlyShortRows, How>(product, limits, news, RowsOfTeams{rows_of_a_team, nullptr},
                                         ceiling_of(num_rows, rows_of_a_team));
}

/// \param news  as in ColumnLanesKernel
template <Reduction How, class Product>
void launch_column_lanes(const Product& product, const CrsDecision& decision, const RowNews& news = {}) {
  using ExecutionSpace = typename Product::execution_space;
  using Sum = typename Product::Sum;
  if constexpr (Ballot<ExecutionSpace>::exists) {
    if (product.x.column_stride == 1) return launch_even_column_rows<true, How>(product, decision.limits, news);
  }
  constexpr bool host = How == Reduction::thread;
  const int threads = host ? 1 : column_lanes_team;
  const int blocks = blocks_of_columns(product);
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

/// The long rows of a plan, several blocks at a time, where the backend has a Ballot.
template <Reduction How, class Product, class Setup>
void launch_long_column_rows(const Product& product, const Setup& setup) {
  using ExecutionSpace = typename Product::execution_space;
  using Kernel = LongColumnRowsKernel<typename Product::Operand, typename Product::Epilogue, How>;
  const std::int64_t segments = setup.lists.num_segments;
  if (segments == 0) return;
  const int blocks = blocks_of_columns(product);
  for (int first = 0; first < blocks; first += SegmentSlot::most_sums) {
    const int count = std::min(blocks - first, SegmentSlot::most_sums);
    const std::size_t scratch = GroupSum<ExecutionSpace, How, typename Product::Sum>::scratch_bytes_per_lane *
                                    static_cast<std::size_t>(column_lanes_team) +
                                Kernel::scratch_bytes(column_lanes_team, count);
    Kokkos::parallel_for(product.labels.rest,
                         team_policy<ColumnOccupancy>(product.exec, segments, column_lanes_team, scratch),
                         Kernel{{product.a, first, count}, product.epilogue, setup.lists.segments, setup.lists.slots});
  }
}

}  // namespace detail
}  // namespace sporos
