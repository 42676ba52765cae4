// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Launches of SELL-C-sigma products.
#pragma once

#include "core/kernels/formats/Sporos_SellSlicesKernel.hpp"
#include "core/launch/Sporos_Constants.hpp"
#include "core/launch/Sporos_FormatLaunch.hpp"
#include "core/launch/Sporos_Product.hpp"
#include "formats/sell/Sporos_FromSell.hpp"
#include "formats/sell/Sporos_ToSell.hpp"
#include "policies/formats/Sporos_SellRule.hpp"

namespace sporos {
namespace detail {

template <class Value, class Column, class Offset, class MemorySpace>
struct FormatLaunch<SellMatrix<Value, Column, Offset, MemorySpace>> {
  static constexpr const char* name = "sell";

  template <class ExecutionSpace, class Matrix, class Reader, class Scalar, class Y>
  static void run(const ExecutionSpace& exec, const Machine& machine, const FormatLabels& labels, const Matrix& A,
                  const Reader& x, Scalar alpha, Scalar beta, Y* y) {
    using Arrays = SellArrays<Value, Column>;
    with_value<2, 4, 8, 16, 32, 64>(A.shape.slice_height, "slice_height", [&](auto constant) {
      constexpr int height = decltype(constant)::value;
      if constexpr (is_host_execution<ExecutionSpace>) {
        using Kernel = SellSlicesKernel<ExecutionSpace, Arrays, Reader, Scalar, Y, height>;
        const std::int64_t share = slices_per_share(machine, A.num_slices());
        Kokkos::parallel_for(labels.product, team_policy<HalfOccupancy>(exec, ceiling_of(A.num_slices(), share), 1, 0),
                             Kernel{sell_arrays(A), x, y, alpha, beta, A.num_slices(), share});
      } else {
        using Kernel = SellKernel<ExecutionSpace, Arrays, Reader, Scalar, Y, height, sell_in_flight>;
        Kokkos::parallel_for(
            labels.product,
            team_policy<TileOccupancy<Scalar>>(exec, ceiling_of(A.num_rows, sell_block_size), sell_block_size, 0),
            Kernel{sell_arrays(A), x, y, alpha, beta});
      }
    });
  }
};

}  // namespace detail
}  // namespace sporos
