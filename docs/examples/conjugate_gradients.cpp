// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Sporos.hpp>
#include <Sporos_Fused.hpp>
#include <cmath>
#include <formats/generate/Sporos_Generate.hpp>
#include <iostream>

using Exec = Kokkos::DefaultExecutionSpace;
using Vector = Kokkos::View<double*>;
using Number = Kokkos::View<double>;

double read(const Number& number) {
  double value = 0;
  Kokkos::deep_copy(value, number);  // waits
  return value;
}

// Solves A*x = b from the x that it is given; A, of the plan, is symmetric and positive definite. Returns the steps.
template <class Plan>
int solve(const Plan& plan, const Vector& b, const Vector& x, double tolerance, int most_steps) {
  const Exec exec = plan.exec();
  const sporos::FusedMemory<Exec> memory(exec);
  const Vector r("r", b.extent(0)), p("p", b.extent(0)), q("q", b.extent(0));
  const Number pq("pq"), rr[2] = {Number("rr"), Number("rr, next")};
  sporos::residual(plan, b, x, r, memory, sporos::squared_norm(rr[0]));  // r = b - A*x
  Kokkos::deep_copy(exec, p, r);
  const double enough = tolerance * tolerance * read(rr[0]);
  for (int step = 0; step < most_steps; ++step) {
    const Number &before = rr[step % 2], &after = rr[(step + 1) % 2];
    if (step % 10 == 0 && read(before) <= enough) return step;                  // the host waits here alone
    sporos::apply_dots(plan, 1.0, p, 0.0, q, memory, sporos::dot_with(p, pq));  // q = A*p and p*q
    sporos::update_solution(exec, sporos::quotient(before, pq), p, q, x, r, memory, sporos::squared_norm(after));
    sporos::update_direction(exec, r, sporos::quotient(after, before), p);
  }
  return most_steps;
}

int main(int argc, char* argv[]) {
  const Kokkos::ScopeGuard kokkos(argc, argv);
  const auto A = sporos::copy_to<Exec::memory_space>(sporos::generate<double>("stencil5:100,values=laplace"));
  const auto plan = sporos::Plan(Exec(), A);
  const Vector b("b", A.num_rows), x("x", A.num_rows), r("r", A.num_rows);
  Kokkos::deep_copy(b, 1.0);
  const int steps = solve(plan, b, x, 1e-10, 1000);
  Kokkos::deep_copy(r, b);
  plan.apply(-1.0, x, 1.0, r);  // is that the solution? r = b - A*x
  const auto on_host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), r);
  double sum = 0;
  for (std::size_t i = 0; i < on_host.extent(0); ++i) sum += on_host(i) * on_host(i);
  std::cout << steps << " steps, the norm of the residual is " << std::sqrt(sum) << '\n';
  return std::sqrt(sum) < 1e-6 ? 0 : 1;
}
