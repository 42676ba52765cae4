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
  static constexpr bool in_parts = false;

  template <class Product, class Matrix>
  static void run(const Product& product, const Matrix& A) {
    using ExecutionSpace = typename Product::execution_space;
    using Epilogue = typename Product::Epilogue;
    using Scalar = typename Product::Sum;
    using Operand = SymmetricOperand<ExecutionSpace, Value, Column, Offset, typename Product::Reader, Scalar>;
    const Operand operand{A.tile_begins.data(),
                          A.near_offsets.data(),
                          A.distances.data(),
                          A.near_values.data(),
                          A.num_rest() > 0 ? A.rest_offsets.data() : nullptr,
                          A.rest_columns.data(),
                          A.rest_values.data(),
                          product.x};
    require((A.window > 0) == is_host_execution<ExecutionSpace>, "spmv",
            "the matrix in half storage was converted for another kind of execution space than ",
            ExecutionSpace::name());
    if constexpr (is_host_execution<ExecutionSpace>) {
      using Kernel = SymmetricHostKernel<Operand, Epilogue>;
      Kokkos::parallel_for(product.labels.product, team_policy<FullOccupancy>(product.exec, A.num_tiles(), 1, 0),
                           Kernel{operand, product.epilogue, A.sums.data(), A.window, A.reach});
    } else {
      using Kernel = SymmetricKernel<Operand, Epilogue, Reductions<ExecutionSpace>::preferred>;
      const int threads = symmetric_block_size(product.machine, A.tile_rows);
      Kokkos::parallel_for(product.labels.product,
                           team_policy<TileOccupancy<Scalar>>(product.exec, A.num_tiles(), threads,
                                                              Kernel::scratch_bytes(threads, A.tile_rows)),
                           Kernel{operand, product.epilogue, static_cast<int>(A.tile_rows),
                                  symmetric_lanes(product.machine, A.num_near() + A.num_rest(), A.num_rows)});
    }
  }
};

template <class Value, class Column, class Offset, class MemorySpace, class ExecutionSpace>
inline constexpr bool sums_in_fixed_order<SymmetricMatrix<Value, Column, Offset, MemorySpace>, ExecutionSpace> =
    is_host_execution<ExecutionSpace>;

}  // namespace detail
}  // namespace sporos
