// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Launches of the kernels in which lanes share rows: cooperating lanes (on hosts equal shares of work) and
/// LightSpMV.
#pragma once

#include "core/kernels/crs/Sporos_CoopKernel.hpp"
#include "core/kernels/crs/Sporos_CrsHostKernel.hpp"
#include "core/kernels/crs/Sporos_LightKernel.hpp"
#include "core/launch/Sporos_Constants.hpp"
#include "core/launch/Sporos_LaunchTeams.hpp"
#include "core/launch/Sporos_Product.hpp"
#include "formats/common/Sporos_LaunchKernel.hpp"
#include "policies/Sporos_CrsDecision.hpp"
#include "policies/crs/Sporos_LaunchBound.hpp"

namespace sporos {
namespace detail {

/// Equal shares of work on a host; rows are summed in as many partial sums as the row shape has lanes.
template <class Product>
void launch_partial_sums(const Product& product, const CrsDecision& decision) {
  using Operand = typename Product::Operand;
  using Kernel = CrsHostKernel<Operand, typename Product::Epilogue>;
  typename Kernel::SumRows sum_rows = nullptr;
  with_lanes(decision.shape.coop, "coop", [&](auto coop) {
    using Sums = PartialSums<Operand, decltype(coop)::value>;
    sum_rows = decision.prefetches ? &Sums::template sum_rows<true> : &Sums::template sum_rows<false>;
  });
  const std::int64_t blocks = block_count(decision.shape, product.a.matrix.num_rows);
  launch_kernel(product.labels.product, team_policy<HalfOccupancy>(product.exec, blocks, 1, 0),
                Kernel{product.a, product.epilogue, sum_rows});
}

template <Reduction How, int Coop, class Product>
void launch_coop(const Product& product, const CrsDecision& decision, const RowNews& news) {
  using Operand = typename Product::Operand;
  using Sum = typename Product::Sum;
  const RowShape& shape = decision.shape;
  const std::int64_t blocks = block_count(shape, product.a.matrix.num_rows);
  const std::size_t scratch = GroupSum<typename Product::execution_space, How, Sum>::scratch_bytes_per_lane *
                              static_cast<std::size_t>(shape.block_size);
  const auto launch = [&](auto warp_for_long_rows) {
    using Lanes = CoopLanes<Coop, entries_in_flight(Coop), decltype(warp_for_long_rows)::value>;
    using Kernel = CoopKernel<Operand, typename Product::Epilogue, How, Lanes>;
    launch_teams<CoopOccupancy<Coop, Sum>>(product, blocks, shape.block_size, scratch,
                                           Kernel{product.a, product.epilogue, shape.repeat, decision.limits, news});
  };
  // If no row is long for its lanes, a kernel without warp votes does, which has more registers for the rest.
  if (decision.limits.warp_row == INT64_MAX && news.told == nullptr) {
    launch(std::false_type());
  } else {
    launch(std::true_type());
  }
}

/// \param resident_threads  number of threads that the machine runs at once
template <Reduction How, SyncScope Who, class Product>
void launch_light(const Product& product, const CrsDecision& decision, std::int64_t resident_threads,
                  RowCounter* counter) {
  using ExecutionSpace = typename Product::execution_space;
  using Sum = typename Product::Sum;
  using Kernel = LightKernel<typename Product::Operand, typename Product::Epilogue, How, Who>;
  constexpr bool host = How == Reduction::thread;
  const int threads = host ? 1 : decision.shape.block_size;
  const int width = host ? 1 : decision.shape.coop;
  const int takers = !Reductions<ExecutionSpace>::independent_groups ? threads
                     : host                                          ? 1
                     : Who == SyncScope::warp                        ? max_coop
                                                                     : width;
  const int rows_taken = !host ? takers / width : Who == SyncScope::warp ? max_coop : 1;
  const std::int64_t wanted = ceiling_of(product.a.matrix.num_rows * width, threads);
  const std::int64_t held = resident_threads / threads > 1 ? resident_threads / threads : 1;
  const std::size_t scratch =
      static_cast<std::size_t>(threads) * (GroupSum<ExecutionSpace, How, Sum, Who>::scratch_bytes_per_lane +
                                           GroupBroadcast<ExecutionSpace, How, Who>::scratch_bytes_per_lane);
  launch_kernel(product.labels.product,
                team_policy<TileOccupancy<Sum>>(product.exec, wanted < held ? wanted : held, threads, scratch),
                Kernel{product.a, product.epilogue, width, takers, rows_taken, counter});
}

}  // namespace detail
}  // namespace sporos
