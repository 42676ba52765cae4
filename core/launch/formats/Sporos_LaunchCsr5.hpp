// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Launches of a product with a CSR5 matrix.
#pragma once

#include "core/kernels/Sporos_FixUpKernel.hpp"
#include "core/kernels/Sporos_SumsOfPieces.hpp"
#include "core/kernels/formats/Sporos_Csr5Kernel.hpp"
#include "core/launch/Sporos_FormatLaunch.hpp"
#include "core/launch/Sporos_Product.hpp"
#include "formats/csr5/Sporos_ToCsr5.hpp"
#include "policies/formats/Sporos_Csr5Rule.hpp"

namespace sporos {
namespace detail {

/// 64 and 80 registers a thread: with fewer the walk along a lane spills.
template <class Sum>
using Csr5Occupancy =
    std::conditional_t<(sizeof(Sum) <= 8), Kokkos::LaunchBounds<128, 8>, Kokkos::LaunchBounds<128, 6>>;

template <class Value, class Column, class Offset, class MemorySpace>
struct FormatLaunch<Csr5Matrix<Value, Column, Offset, MemorySpace>> {
  static constexpr const char* name = "csr5";

  template <class ExecutionSpace, class Matrix, class Reader, class Scalar, class Y>
  static void run(const ExecutionSpace& exec, const Machine& machine, const FormatLabels& labels, const Matrix& A,
                  const Reader& x, Scalar alpha, Scalar beta, Y* y) {
    constexpr Reduction how = Reductions<ExecutionSpace>::preferred;
    using Operand = CrsOperand<ExecutionSpace, CrsArrays<Value, Column, Offset>, Reader, Scalar>;
    using Kernel = Csr5Kernel<Operand, Y, how>;
    const int threads = csr5_block_size(machine);
    const int groups = Kernel::thread_is_group ? 1 : threads / A.shape.omega;
    auto* const pieces = sums_in<Scalar>(A.pieces.data());
    const Operand operand{{A.num_rows, A.row_offsets.data(), A.columns.data(), A.values.data()}, x};
    Kokkos::parallel_for(
        labels.product,
        team_policy<Csr5Occupancy<Scalar>>(exec, ceiling_of(A.num_tiles() + A.end_tail_row - A.first_tail_row, groups),
                                           threads, Kernel::scratch_bytes(threads)),
        Kernel{operand, y, alpha, beta, A.shape, A.num_tiles(), A.tiles.data(), A.lanes.data(), A.start_rows.data(),
               A.first_tail_row, A.end_tail_row, pieces});
    if (const auto split = static_cast<std::int64_t>(A.split_rows.extent(0)); split > 0) {
      using Combine = FixUpKernel<ExecutionSpace, Y, Scalar, how>;
      Kokkos::parallel_for(
          labels.fix_up,
          team_policy<FullOccupancy>(
              exec, ceiling_of(split * Combine::width, threads), threads,
              GroupSum<ExecutionSpace, how, Scalar>::scratch_bytes_per_lane * static_cast<std::size_t>(threads)),
          Combine{split, A.split_rows.data(), A.first_piece.data(), A.end_piece.data(), pieces, y, alpha, beta});
    }
    if (const auto empty = static_cast<std::int64_t>(A.empty_rows.extent(0)); empty > 0) {
      Kokkos::parallel_for(labels.rest,
                           Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>(exec, 0, empty),
                           Csr5EmptyRows<Y, Scalar>{A.empty_rows.data(), y, beta});
    }
  }
};

}  // namespace detail
}  // namespace sporos
