// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Launches of the product of a HYB matrix: ELL writes y, COO adds onto it.
#pragma once

#include "core/launch/formats/Sporos_LaunchCoo.hpp"
#include "core/launch/formats/Sporos_LaunchEll.hpp"
#include "formats/hyb/Sporos_ToHyb.hpp"

namespace sporos {
namespace detail {

template <class Value, class Column, class Offset, class MemorySpace>
struct FormatLaunch<HybMatrix<Value, Column, Offset, MemorySpace>> {
  static constexpr const char* name = "hyb";

  template <class ExecutionSpace, class Matrix, class Reader, class Scalar, class Y>
  static void run(const ExecutionSpace& exec, const Machine& machine, const FormatLabels& labels, const Matrix& A,
                  const Reader& x, Scalar alpha, Scalar beta, Y* y) {
    FormatLaunch<EllMatrix<Value, Column, Offset, MemorySpace>>::run(exec, machine, labels, A.ell, x, alpha, beta, y);
    if (A.coo.nnz() > 0) launch_coo(labels.rest, labels.fix_up, exec, machine, A.coo, x, alpha, Scalar(1), y);
  }
};

}  // namespace detail
}  // namespace sporos
