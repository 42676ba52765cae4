// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Launch of the product of a DIA matrix.
#pragma once

#include "core/kernels/formats/Sporos_DiaKernel.hpp"
#include "core/launch/Sporos_FormatLaunch.hpp"
#include "core/launch/Sporos_Product.hpp"
#include "formats/dia/Sporos_ToDia.hpp"
#include "policies/formats/Sporos_LanePerRowRule.hpp"

namespace sporos {
namespace detail {

template <class Value, class Column, class Offset, class MemorySpace>
struct FormatLaunch<DiaMatrix<Value, Column, Offset, MemorySpace>> {
  static constexpr const char* name = "dia";

  template <class ExecutionSpace, class Matrix, class Reader, class Scalar, class Y>
  static void run(const ExecutionSpace& exec, const Machine& machine, const FormatLabels& labels, const Matrix& A,
                  const Reader& x, Scalar alpha, Scalar beta, Y* y) {
    using Kernel = DiaKernel<ExecutionSpace, Value, Reader, Scalar, Y>;
    const LaneTeams teams = lane_per_row_teams(machine, A.num_rows);
    Kokkos::parallel_for(
        labels.product,
        team_policy<TileOccupancy<Scalar>>(exec, ceiling_of(A.num_rows, teams.rows), teams.block_size, 0),
        Kernel{A.num_rows, A.num_columns, A.stride, static_cast<int>(A.num_diagonals()), A.offsets.data(),
               A.values.data(), x, y, alpha, beta, teams.rows});
  }
};

}  // namespace detail
}  // namespace sporos
