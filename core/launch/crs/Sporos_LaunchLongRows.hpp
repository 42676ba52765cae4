// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Launches for rows that several teams share.
#pragma once

#include "core/kernels/crs/Sporos_LongRowsKernel.hpp"
#include "core/launch/Sporos_Product.hpp"
#include "core/setup/Sporos_CrsSetup.hpp"
#include "core/setup/Sporos_LongRowMemory.hpp"
#include "policies/crs/Sporos_LongRowRule.hpp"

namespace sporos {
namespace detail {

/// The segments of the long rows that a plan has listed, one for each team.
template <class Sum, class Setup>
ListedSegments<Sum> listed_segments(const Setup& setup) {
  return {setup.lists.num_segments, setup.lists.segments, {setup.lists.slots}};
}

template <class Product, class Setup>
void launch_long_rows(const Product& product, const Setup& setup) {
  using Sum = typename Product::Sum;
  const auto segments = listed_segments<Sum>(setup);
  if (segments.count() == 0) return;
  Kokkos::parallel_for(
      product.labels.rest,
      team_policy<TileOccupancy<Sum>>(product.exec, segments.count(), fix_up_team,
                                      ListedSegments<Sum>::scratch_bytes(fix_up_team)),
      LongRowsKernel<typename Product::Operand, typename Product::Epilogue>{product.a, product.epilogue, segments});
}

/// \param memory  what LongRowMemory::get() returned
template <class Product, class Use>
void launch_find_long_rows(const Product& product, const LongRows& limits, const Use& memory) {
  using Sum = typename Product::Sum;
  using Kernel = FindLongRowsKernel<typename Product::Operand, typename Product::Epilogue>;
  const std::int64_t numbers = segment_numbers(product.nnz, limits);
  const std::int64_t max_teams = teams_that_find * product.machine.multiprocessors;
  const int threads = is_host_execution<typename Product::execution_space> ? 1 : fix_up_team;
  Kokkos::parallel_for(product.labels.rest,
                       team_policy<TileOccupancy<Sum>>(product.exec, numbers < max_teams ? numbers : max_teams, threads,
                                                       Kernel::scratch_bytes(threads)),
                       Kernel{product.a,
                              product.epilogue,
                              product.nnz,
                              limits,
                              {memory.slots, &memory.counters->launches},
                              memory.counters,
                              memory.verdict});
}

}  // namespace detail
}  // namespace sporos
