// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Launch of the product of a matrix in half storage.
#pragma once

#include "core/kernels/formats/Sporos_SymmetricHostKernel.hpp"
#include "core/kernels/formats/Sporos_SymmetricKernel.hpp"
#include "core/launch/Sporos_FormatLaunch.hpp"
#include "core/launch/Sporos_Product.hpp"
#include "formats/symmetric/Sporos_ToSymmetric.hpp"
#include "policies/formats/Sporos_SymmetricRule.hpp"

namespace sporos {
namespace detail {

template <class Value, class Column, class Offset, class MemorySpace>
struct FormatLaunch<SymmetricMatrix<Value, Column, Offset, MemorySpace>> {
  static constexpr const char* name = "symmetric";

  template <class ExecutionSpace, class Matrix, class Reader, class Scalar, class Y>
  static void run(const ExecutionSpace& exec, const Machine& machine, const FormatLabels& labels, const Matrix& A,
                  const Reader& x, Scalar alpha, Scalar beta, Y* y) {
    using Operand = SymmetricOperand<ExecutionSpace, Value, Column, Offset, Reader, Scalar>;
    const Operand operand{A.tile_begins.data(),
                          A.near_offsets.data(),
                          A.distances.data(),
                          A.near_values.data(),
                          A.num_rest() > 0 ? A.rest_offsets.data() : nullptr,
                          A.rest_columns.data(),
                          A.rest_values.data(),
                          x};
    require((A.window > 0) == is_host_execution<ExecutionSpace>, "spmv",
            "the matrix in half storage was converted for another kind of execution space than ",
            ExecutionSpace::name());
    if constexpr (is_host_execution<ExecutionSpace>) {
      using Kernel = SymmetricHostKernel<Operand, Y>;
      Kokkos::parallel_for(labels.product, team_policy<FullOccupancy>(exec, A.num_tiles(), 1, 0),
                           Kernel{operand, y, alpha, beta, A.sums.data(), A.window, A.reach});
    } else {
      using Kernel = SymmetricKernel<Operand, Y, Reductions<ExecutionSpace>::preferred>;
      const int threads = symmetric_block_size(machine, A.tile_rows);
      Kokkos::parallel_for(
          labels.product,
          team_policy<TileOccupancy<Scalar>>(exec, A.num_tiles(), threads, Kernel::scratch_bytes(threads, A.tile_rows)),
          Kernel{operand, y, alpha, beta, static_cast<int>(A.tile_rows),
                 symmetric_lanes(machine, A.num_near() + A.num_rest(), A.num_rows)});
    }
  }
};

template <class Value, class Column, class Offset, class MemorySpace, class ExecutionSpace>
inline constexpr bool sums_in_fixed_order<SymmetricMatrix<Value, Column, Offset, MemorySpace>, ExecutionSpace> =
    is_host_execution<ExecutionSpace>;

}  // namespace detail
}  // namespace sporos
