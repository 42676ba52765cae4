// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The launch for the long rows of a plan, which several teams share.
#pragma once

#include "core/kernels/crs/Sporos_LongRowsKernel.hpp"
#include "core/launch/Sporos_Product.hpp"
#include "core/setup/Sporos_CrsSetup.hpp"
#include "formats/common/Sporos_LaunchKernel.hpp"
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
  launch_kernel(
      product.labels.rest,
      team_policy<TileOccupancy<Sum>>(product.exec, segments.count(), fix_up_team,
                                      ListedSegments<Sum>::scratch_bytes(fix_up_team)),
      LongRowsKernel<typename Product::Operand, typename Product::Epilogue>{product.a, product.epilogue, segments});
}

}  // namespace detail
}  // namespace sporos
