// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Launch of products of many columns in one pass, in lanes.
#pragma once

#include <algorithm>

#include "core/kernels/Sporos_ColumnsEpilogue.hpp"
#include "core/kernels/crs/Sporos_ColumnLanesKernel.hpp"
#include "core/kernels/crs/Sporos_ColumnRowsKernel.hpp"
#include "core/kernels/crs/Sporos_ColumnTilesKernel.hpp"
#include "core/kernels/crs/Sporos_LongColumnRowsKernel.hpp"
#include "core/launch/Sporos_Constants.hpp"
#include "core/launch/Sporos_Product.hpp"
#include "formats/common/Sporos_LaunchKernel.hpp"
#include "policies/Sporos_CrsDecision.hpp"
#include "policies/crs/Sporos_ContiguousColumnsRule.hpp"
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
  const int lanes = lanes_of_contiguous(product.machine, blocks, product.a.matrix.num_rows, product.nnz);
  ColumnGroups groups{0, floor_log2(lanes)};
  while ((1 << groups.group_bits) < blocks * lanes) ++groups.group_bits;
  return groups;
}

// Whether the columns of a row of y are contiguous. What a caller's function writes is unknown, and taken as
// contiguous.
template <class Y, class T, int N>
bool writes_whole_rows(const ColumnsEpilogue<Y, T, N>& epilogue) {
  return epilogue.column_stride == 1;
}
template <class Epilogue>
bool writes_whole_rows(const Epilogue&) {
  return true;
}

template <class Product>
ColumnTileShape planned_column_tiles(const Product& product, int tile) {
  return column_tile_shape(blocks_of_columns(product), product.a.matrix.num_rows, product.nnz, tile,
                           writes_whole_rows(product.epilogue));
}

/// Contiguous columns and rows of any lengths, by so many teams, of which each has `tile` entries or fewer, or a single
/// row.
template <Reduction How, class Product, class Teams>
void launch_column_tiles(const Product& product, ColumnTileShape shape, std::int64_t long_row, const RowNews& news,
                         const Teams& teams, std::int64_t num_teams, int tile) {
  using Kernel = ColumnTilesKernel<typename Product::Operand, typename Product::Epilogue, How, Teams>;
  const int blocks = blocks_of_columns(product);
  int group_bits = 0;
  while ((1 << group_bits) < blocks) ++group_bits;
  launch_kernel(product.labels.product,
                team_policy<ColumnTileOccupancy>(product.exec, num_teams, shape.threads,
                                                 Kernel::scratch_bytes(shape.threads, blocks, tile)),
                Kernel{{product.a, blocks}, product.epilogue, group_bits, teams, tile, shape.evenness, long_row, news});
}

/// The kernel for the long rows of a plan, where the backend has a Ballot.
template <Reduction How, class Product, class Setup>
auto long_column_rows(const Product& product, const Setup& setup) {
  using Kernel = LongColumnRowsKernel<typename Product::Operand, typename Product::Epilogue, How>;
  return Kernel{{product.a, blocks_of_columns(product)}, product.epilogue, setup.lists.segments, setup.lists.slots};
}

template <Reduction How, class Product, class Setup>
void launch_long_column_rows(const Product& product, const Setup& setup) {
  if (setup.lists.num_segments == 0) return;
  const auto kernel = long_column_rows<How>(product, setup);
  launch_kernel(product.labels.rest,
                team_policy<ColumnOccupancy>(product.exec, setup.lists.num_segments, column_lanes_team,
                                             kernel.scratch_bytes(column_lanes_team, kernel.blocks.count)),
                kernel);
}

/// The row blocks of a plan and its long rows.
template <Reduction How, class Product, class Setup>
void launch_column_blocks(const Product& product, const CrsDecision& decision, const Setup& setup) {
  const auto long_rows = long_column_rows<How>(product, setup);
  const auto segments = static_cast<int>(setup.lists.num_segments);
  const RowsOfBlocks<std::decay_t<decltype(long_rows)>> teams{setup.lists.blocks, long_rows, segments};
  launch_column_tiles<How>(product, planned_column_tiles(product, decision.tile), decision.limits.long_row, {}, teams,
                           segments + setup.lists.num_blocks, decision.tile);
}

/// The rows of a plan without row blocks, some of which are long.
template <Reduction How, class Product, class Setup>
void launch_column_shares(const Product& product, const CrsDecision& decision, const Setup& setup) {
  constexpr int tile = 1 << log_column_share;
  launch_column_tiles<How>(product, planned_column_tiles(product, tile), decision.limits.long_row, {},
                           RowsOfShares{log_column_share, INT64_MAX, nullptr, false},
                           ceiling_of(product.nnz + product.a.matrix.num_rows, tile), tile);
  launch_long_column_rows<How>(product, setup);
}

/// Contiguous columns and even rows.
template <Reduction How, class Product>
void launch_column_rows(const Product& product, std::int64_t long_row, const RowNews& news = {}) {
  using Kernel = ColumnRowsKernel<typename Product::Operand, typename Product::Epilogue, How>;
  using Bound = ColumnRowsOccupancy<is_wide_reader<typename Product::Reader>>;
  const ColumnGroups groups = column_groups(product);
  const std::int64_t num_rows = product.a.matrix.num_rows;
  const std::int64_t rows = column_lanes_team >> groups.group_bits;
  const std::int64_t rows_of_a_team = rows * ceiling_of(ceiling_of(num_rows, rows), most_column_teams);
  launch_kernel(
      product.labels.product,
      team_policy<Bound>(product.exec, ceiling_of(num_rows, rows_of_a_team), column_lanes_team,
                         Kernel::scratch_bytes(column_lanes_team)),
      Kernel{{product.a, blocks_of_columns(product)}, product.epilogue, groups, rows_of_a_team, long_row, news});
}

/// \param news  as in ColumnLanesKernel
template <Reduction How, class Product>
void launch_column_lanes(const Product& product, const CrsDecision& decision, const RowNews& news = {}) {
  using ExecutionSpace = typename Product::execution_space;
  using Sum = typename Product::Sum;
  if constexpr (Ballot<ExecutionSpace>::exists) {
    if (product.x.column_stride == 1) return launch_column_rows<How>(product, decision.limits.long_row, news);
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
    launch_kernel(product.labels.product,
                  team_policy<ColumnOccupancy>(product.exec, ceiling_of(sweeps, repeat), threads, scratch),
                  Kernel{product.a, product.epilogue, pairs, repeat, limits, news});
  });
}

}  // namespace detail
}  // namespace sporos
