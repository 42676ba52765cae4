// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Launch of the product of an ELL matrix.
#pragma once

#include "core/kernels/formats/Sporos_EllKernel.hpp"
#include "core/launch/Sporos_FormatLaunch.hpp"
#include "core/launch/Sporos_Product.hpp"
#include "formats/ell/Sporos_ToEll.hpp"
#include "policies/formats/Sporos_LanePerRowRule.hpp"

namespace sporos {
namespace detail {

template <class Value, class Column, class Offset, class MemorySpace>
struct FormatLaunch<EllMatrix<Value, Column, Offset, MemorySpace>> {
  static constexpr const char* name = "ell";
  static constexpr bool in_parts = false;

  template <class Product, class Matrix>
  static void run(const Product& product, const Matrix& A) {
    using ExecutionSpace = typename Product::execution_space;
    using Epilogue = typename Product::Epilogue;
    using Scalar = typename Product::Sum;
    using Operand = FormatOperand<ExecutionSpace, EllArrays<Value, Column>, typename Product::Reader, Scalar>;
    using Kernel = EllKernel<Operand, Epilogue>;
    const LaneTeams teams = lane_per_row_teams(product.machine, A.num_rows);
    Kokkos::parallel_for(
        product.labels.product,
        team_policy<TileOccupancy<Scalar>>(product.exec, ceiling_of(A.num_rows, teams.rows), teams.block_size, 0),
        Kernel{
            {{A.num_rows, A.stride, static_cast<int>(A.width), A.columns.data(), A.values.data(), A.row_lengths.data()},
             product.x},
            product.epilogue,
            teams.rows});
  }
};

}  // namespace detail
}  // namespace sporos
