// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Launches of the product of a COO matrix.
#pragma once

#include "core/kernels/Sporos_FixUpKernel.hpp"
#include "core/kernels/Sporos_SumsOfPieces.hpp"
#include "core/kernels/formats/Sporos_CooKernel.hpp"
#include "core/launch/Sporos_FormatLaunch.hpp"
#include "core/launch/Sporos_LaunchScale.hpp"
#include "core/launch/Sporos_Product.hpp"
#include "formats/coo/Sporos_SortEntries.hpp"
#include "policies/formats/Sporos_CooRule.hpp"

namespace sporos {
namespace detail {

/// `y = alpha*A*x + beta*y` in the rows with entries, in two steps, of which the second adds up those that shares have
/// cut.
template <class ExecutionSpace, class Matrix, class Reader, class Scalar, class Y>
void launch_coo(const std::string& label, const std::string& fix_up_label, const ExecutionSpace& exec,
                const Machine& machine, const Matrix& A, const Reader& x, Scalar alpha, Scalar beta, Y* y) {
  constexpr Reduction how = Reductions<ExecutionSpace>::preferred;
  using Arrays = CrsArrays<typename Matrix::value_type, typename Matrix::column_type, typename Matrix::offset_type>;
  using Operand = CrsOperand<ExecutionSpace, Arrays, Reader, Scalar>;
  using Kernel = CooKernel<Operand, Y, how>;
  using Combine = FixUpKernel<ExecutionSpace, Y, Scalar, how>;
  const int threads = coo_block_size(machine);
  auto* const pieces = sums_in<Scalar>(A.pieces.data());
  const Operand operand{Arrays{A.num_rows, nullptr, A.columns.data(), A.values.data()}, x};
  Kokkos::parallel_for(
      label,
      team_policy<TileOccupancy<Scalar>>(exec, coo_shares(A.nnz()), threads, Kernel::scratch_bytes(threads, coo_share)),
      Kernel{operand, A.nnz(), A.rows.data(), y, alpha, beta, pieces, coo_share});
  if (A.num_split_rows == 0) return;
  Kokkos::parallel_for(
      fix_up_label,
      team_policy<FullOccupancy>(
          exec, ceiling_of(A.num_split_rows * Combine::width, threads), threads,
          GroupSum<ExecutionSpace, how, Scalar>::scratch_bytes_per_lane * static_cast<std::size_t>(threads)),
      Combine{A.num_split_rows, A.split_rows.data(), A.split_begin.data(), A.split_end.data(), pieces, y, alpha, beta});
}

template <class Value, class Column, class Offset, class MemorySpace>
struct FormatLaunch<CooMatrix<Value, Column, Offset, MemorySpace>> {
  static constexpr const char* name = "coo";

  template <class ExecutionSpace, class Matrix, class Reader, class Scalar, class Y>
  static void run(const ExecutionSpace& exec, const Machine& machine, const FormatLabels& labels, const Matrix& A,
                  const Reader& x, Scalar alpha, Scalar beta, Y* y) {
    const bool scales = A.may_have_empty_rows && beta != Scalar(1);
    if (scales) launch_scale(labels.scale, exec, A.num_rows, y, beta);
    launch_coo(labels.product, labels.fix_up, exec, machine, A, x, alpha, scales ? Scalar(1) : beta, y);
  }
};

}  // namespace detail
}  // namespace sporos
