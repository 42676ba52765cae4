// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conjugate gradients on every library that was found, against a solution that is known.
#include <gtest/gtest.h>

#include "core/Sporos_Solvers.hpp"
#include "formats/generate/Sporos_Generate.hpp"
#include "perf_tests/fem/peers/Peer.hpp"

namespace fem_peers_tests {

using sporos_fem::Exec;
using sporos_fem::Space;
using sporos_fem::Vector;

template <class T>
void check_peers(double relative_residual) {
  const Exec exec;
  const auto A = sporos::copy_to<Space>(sporos::generate<T, int, int>("stencil5:20,values=laplace"));
  const auto unknowns = static_cast<std::size_t>(A.num_rows);
  const Vector<T> wanted("wanted", unknowns), b("b", unknowns), x("x", unknowns);
  const auto host = Kokkos::create_mirror_view(wanted);
  for (std::size_t i = 0; i < unknowns; ++i) host(i) = static_cast<T>(i % 7) - 3;
  Kokkos::deep_copy(wanted, host);
  sporos::Plan(exec, A).apply(T(1), wanted, T(0), b);
  sporos::SolverOptions options;
  options.relative_residual = relative_residual;
  for (const auto& peer : sporos_fem::peers<T>()) {
    SCOPED_TRACE(peer.name);
    const auto solver = peer.prepare(exec, sporos::crs_view(A));
    EXPECT_GE(solver->matrix_bytes(), A.nnz() * static_cast<std::int64_t>(sizeof(T) + sizeof(int)));
    for (const auto& inverse : {Vector<T>(), sporos::inverse_diagonal(exec, A)}) {
      Kokkos::deep_copy(x, T(0));
      const auto result = solver->solve(b, x, inverse, options);
      EXPECT_TRUE(result.converged());
      EXPECT_LE(result.relative_residual, relative_residual);
      const auto found = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), x);
      double largest = 0;
      for (std::size_t i = 0; i < unknowns; ++i) {
        largest = std::max(largest, static_cast<double>(std::abs(found(i) - host(i))));
      }
      EXPECT_LE(largest, 2000 * relative_residual);  // the condition number is 180, |b| below 100
      auto few = options;
      few.relative_residual = 0;
      few.max_iterations = 3;
      Kokkos::deep_copy(x, T(0));
      const auto stopped = solver->solve(b, x, inverse, few);
      EXPECT_EQ(stopped.status, sporos::SolverStatus::iteration_limit);
      EXPECT_EQ(stopped.iterations, 3);
    }
  }
}

TEST(FemPeers, SolveInDouble) { check_peers<double>(1e-10); }
TEST(FemPeers, SolveInFloat) { check_peers<float>(1e-5); }

}  // namespace fem_peers_tests
