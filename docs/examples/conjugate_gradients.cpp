// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Sporos.hpp>
#include <Sporos_Solvers.hpp>
#include <cmath>
#include <formats/generate/Sporos_Generate.hpp>
#include <iostream>

using Exec = Kokkos::DefaultExecutionSpace;
using Vector = Kokkos::View<double*>;

int main(int argc, char* argv[]) {
  const Kokkos::ScopeGuard kokkos(argc, argv);
  const Exec exec;
  const auto A = sporos::copy_to<Exec::memory_space>(sporos::generate<double>("stencil5:100,values=laplace"));
  const auto plan = sporos::Plan(exec, A);
  const Vector b("b", A.num_rows), x("x", A.num_rows), r("r", A.num_rows);
  Kokkos::deep_copy(b, 1.0);

  sporos::SolverOptions options;
  options.relative_residual = 1e-10;
  options.history = true;
  sporos::ConjugateGradients<Exec, double> solver(exec, A.num_rows);  // keeps its vectors for the next b
  const auto inverse = sporos::inverse_diagonal(exec, A);             // Jacobi's preconditioner
  const sporos::SolverResult result = solver.solve(plan, b, x, inverse, options);
  for (std::size_t i = 0; i < result.history.size(); i += 50) std::cout << i << ' ' << result.history[i] << '\n';
  std::cout << name(result.status) << " after " << result.iterations << " iterations\n";

  Kokkos::deep_copy(r, b);
  plan.apply(-1.0, x, 1.0, r);  // is that the solution? r = b - A*x
  const auto on_host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), r);
  double sum = 0;
  for (std::size_t i = 0; i < on_host.extent(0); ++i) sum += on_host(i) * on_host(i);
  std::cout << "the norm of the residual is " << std::sqrt(sum) << '\n';
  return result.converged() && std::sqrt(sum) < 1e-6 ? 0 : 1;
}
