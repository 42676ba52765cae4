// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Conjugate gradients on other libraries' products, for the finite-element program.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/solvers/Sporos_SolverResult.hpp"
#include "formats/crs/Sporos_CrsView.hpp"

namespace sporos_fem {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
template <class T>
using Vector = Kokkos::View<T*, Space>;
template <class T>
using GlobalMatrix = sporos::CrsView<T, int, int, Space>;

/// \brief One library with one matrix.
template <class T>
class PeerSolver {
 public:
  virtual ~PeerSolver() = default;
  /// \brief Solves `A*x = b` from the x that it is given, and waits. The options mean what they mean to
  /// sporos::conjugate_gradients(): with `relative_residual = 0` all `max_iterations` run.
  /// \param inverse_diagonal  of Jacobi's preconditioner; none where it has no elements
  virtual sporos::SolverResult solve(const Vector<T>& b, const Vector<T>& x, const Vector<T>& inverse_diagonal,
                                     const sporos::SolverOptions& options) = 0;
  /// \brief Bytes of the matrix as the library keeps it, where it has a copy; otherwise of the arrays given.
  virtual std::int64_t matrix_bytes() const = 0;
};

/// \brief A library that this program was compiled with.
template <class T>
struct Peer {
  std::string name;  ///< kokkos_kernels, mkl, cusparse_alg1, cusparse_alg2, cusparse, cusparse_sorted, eigen
  /// \brief Prepares the matrix, and waits: the library's own setup, which the caller times. Shares the arrays.
  std::unique_ptr<PeerSolver<T>> (*prepare)(const Exec& exec, const GlobalMatrix<T>& matrix);
  const char* format = "crs";  ///< in which the library stores the matrix
};

/// \brief All of them; for float and double.
template <class T>
std::vector<Peer<T>> peers();

}  // namespace sporos_fem
