// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Launches of the kernels that keep products in team scratch.
#pragma once

#include "core/kernels/Sporos_Carries.hpp"
#include "core/kernels/crs/Sporos_MergePathKernel.hpp"
#include "core/kernels/crs/Sporos_PcsrKernels.hpp"
#include "core/kernels/crs/Sporos_RowBlockKernel.hpp"
#include "core/kernels/crs/Sporos_StreamKernel.hpp"
#include "core/launch/Sporos_LaunchFixUp.hpp"
#include "core/launch/Sporos_LaunchTeams.hpp"
#include "core/launch/crs/Sporos_LaunchLongRows.hpp"
#include "formats/common/Sporos_LaunchKernel.hpp"

namespace sporos {
namespace detail {

template <class Occupancy, class Kernel, class Product>
void launch_tiles_within(const Product& product, const CrsDecision& decision, std::int64_t teams,
                         const Kernel& kernel) {
  launch_teams<Occupancy>(product, teams, decision.shape.block_size,
                          Kernel::scratch_bytes(decision.shape.block_size, decision.tile), kernel);
}

template <class Kernel, class Product>
void launch_tiles(const Product& product, const CrsDecision& decision, std::int64_t teams, const Kernel& kernel) {
  launch_tiles_within<TileOccupancy<typename Product::Sum>>(product, decision, teams, kernel);
}

template <Reduction How, class Product>
void launch_stream(const Product& product, const CrsDecision& decision, const RowNews& news) {
  using Kernel = StreamKernel<once_operand<typename Product::Operand>, typename Product::Epilogue, How>;
  launch_tiles(product, decision, ceiling_of(product.a.matrix.num_rows, decision.stream_rows),
               Kernel{loaded_once(product.a, decision.evicts_first), product.epilogue, decision.stream_rows,
                      decision.tile, decision.limits, news});
}

template <Reduction How, class Product, class Setup>
void launch_row_blocks(const Product& product, const CrsDecision& decision, const Setup& setup) {
  using Kernel = RowBlockKernel<once_operand<typename Product::Operand>, typename Product::Epilogue, How>;
  const auto long_rows = listed_segments<typename Product::Sum>(setup);
  launch_tiles(product, decision, long_rows.count() + setup.lists.num_blocks,
               Kernel{loaded_once(product.a, decision.evicts_first), product.epilogue, setup.lists.blocks,
                      decision.tile, decision.limits.long_row, long_rows});
}

template <Reduction How, class Product, class Setup>
void launch_merge_path(const Product& product, const CrsDecision& decision, const Setup& setup) {
  using Kernel = MergePathKernel<once_operand<typename Product::Operand>, typename Product::Epilogue, How>;
  auto* const carries = sums_in<typename Product::Sum>(setup.carries.data());
  launch_tiles(product, decision, static_cast<std::int64_t>(setup.points.extent(0)) - 1,
               Kernel{loaded_once(product.a, decision.evicts_first), product.epilogue, setup.points.data(),
                      decision.tile, carries});
  const auto& split = setup.split_rows;
  launch_fix_up<How>(product, fix_up_team,
                     {split.count(), split.rows.data(), split.begin.data(), split.end.data(), carries});
}

template <class Product, class Setup>
void launch_pcsr(const Product& product, const CrsDecision& decision, const Setup& setup) {
  using ExecutionSpace = typename Product::execution_space;
  using Sum = typename Product::Sum;
  const auto room = static_cast<std::int64_t>(setup.products.extent(0) * sizeof(typename Setup::Room));
  require(room >= product.nnz * static_cast<std::int64_t>(sizeof(Sum)), "Plan::apply", "pcsr has room for ", room,
          " bytes of products, but ", product.nnz, " products of these vectors take ", sizeof(Sum),
          " bytes each; take another algorithm for them");
  auto* const products = sums_in<Sum>(setup.products.data());
  launch_kernel(product.labels.product, IndexRange<ExecutionSpace>(product.exec, 0, product.nnz),
                PcsrProductsKernel<typename Product::Operand>{product.a, products});
  const int rows = is_host_execution<ExecutionSpace> ? 1 : decision.shape.block_size;
  launch_kernel(product.labels.fix_up,
                team_policy<FullOccupancy>(product.exec, ceiling_of(product.a.matrix.num_rows, rows), rows,
                                           static_cast<std::size_t>(decision.tile) * sizeof(Sum)),
                PcsrSumsKernel<typename Product::Operand, typename Product::Epilogue>{product.a, product.epilogue,
                                                                                      products, decision.tile});
}

}  // namespace detail
}  // namespace sporos
