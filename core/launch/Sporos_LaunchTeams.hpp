// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The launch of a product in teams, with dot products where they are wanted and the kernel can.
#pragma once

#include "core/kernels/Sporos_TeamDots.hpp"
#include "core/launch/Sporos_Product.hpp"
#include "formats/common/Sporos_LaunchKernel.hpp"

namespace sporos {
namespace detail {

/// \brief To be called before the launch of a product if other launches, or segments of long rows, finish rows, too, or
/// the rows of a team are not consecutive.
template <class Product>
void refuse_team_dots([[maybe_unused]] const Product& product) {
  if constexpr (has_team_dots<typename Product::Epilogue>) product.epilogue.f.request->refuse();
}

/// \brief Launches `kernel`, of which launch_dots() learns from the request whether it leaves sums.
template <class Bound, class Product, class Kernel>
void launch_teams(const Product& product, std::int64_t teams, int block_size, std::size_t scratch_bytes,
                  const Kernel& kernel) {
  const auto launch = [&](const auto& chosen) {
    launch_kernel(product.labels.product, team_policy<Bound>(product.exec, teams, block_size, scratch_bytes), chosen);
  };
  if constexpr (has_team_dots<typename Product::Epilogue> && has_team_rows<Kernel>) {
    using WithDots = TeamDotsKernel<typename Product::execution_space, Kernel>;
    using Sum = typename WithDots::Sum;
    auto& request = *product.epilogue.f.request;
    const std::int64_t groups = teams * (block_size / WithDots::lanes);
    if (request.room != nullptr && block_size % WithDots::lanes == 0) {
      const auto bytes = static_cast<std::size_t>(groups * WithDots::Elements::num_sums) * sizeof(Sum);
      request.sums = request.room->get(product.exec, bytes);
      if (request.sums != nullptr) request.groups = groups;
    }
    launch(WithDots{kernel, static_cast<Sum*>(request.sums), groups});
  } else {
    launch(kernel);
  }
}

}  // namespace detail
}  // namespace sporos
