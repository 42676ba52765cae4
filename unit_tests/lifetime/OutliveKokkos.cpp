// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Objects that may live longer than Kokkos: static caches, plans of every kind, and what is kept for instances. A View
// that outlives Kokkos ends the program, so the test is that the program goes on.
#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "core/Sporos.hpp"
#include "core/Sporos_Fused.hpp"
#include "core/Sporos_Solvers.hpp"
#include "formats/Sporos_Generate.hpp"
#include "unit_tests/support/compiled/CompiledPlans.hpp"

namespace outlive_kokkos_tests {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Vector = Kokkos::View<double*, Space>;

sporos::TuningCache older_than_kokkos;

std::vector<std::shared_ptr<const void>> plans;
sporos::FusedMemory<Exec> fused_memory;
std::unique_ptr<sporos::ConjugateGradients<Exec, double>> solver;

template <class Matrix>
void keep_plan(const Exec& exec, const Matrix& matrix, const sporos::Options& options) {
  const auto plan = std::make_shared<decltype(sporos::Plan(exec, matrix))>(exec, matrix, options);
  const Vector x("x", static_cast<std::size_t>(matrix.num_columns));
  const Vector y("y", static_cast<std::size_t>(matrix.num_rows));
  plan->apply(1, x, 0, y);
  plans.push_back(plan);
  plans.push_back(std::make_shared<std::decay_t<decltype(*plan)>>(plan->clone()));
}

// These plans are the only owners of their matrices.
void keep_plans() {
  const Exec exec;
  const auto matrix = sporos::copy_to<Space>(sporos::generate<double>("stencil5:40"));
  for (const auto algorithm : sporos::all_algorithms()) {
    sporos::Options options;
    options.algorithm = algorithm;
    keep_plan(exec, matrix, options);
  }
  for (const auto format : sporos::all_formats()) {
#ifndef SPOROS_HAS_METIS
    if (format == sporos::Format::packet) continue;
#endif
    sporos::Options options;
    options.format = format;
    keep_plan(exec, to_any(exec, matrix, format), options);
  }
  keep_plan(exec, sporos::to_ell(exec, matrix), {});
  sporos::Options tuned;
  tuned.tuning = sporos::Tuning::run_time;
  keep_plan(exec, matrix, tuned);
  const Vector x("x", static_cast<std::size_t>(matrix.num_columns));
  const Vector y("y", static_cast<std::size_t>(matrix.num_rows));
  sporos::spmv(exec, 1, matrix, x, 0, y);
  sporos::spmv(exec, older_than_kokkos, 1, matrix, x, 0, y);
}

void solve_and_keep_the_solver() {
  const Exec exec;
  fused_memory = sporos::FusedMemory<Exec>(exec);
  solver = std::make_unique<sporos::ConjugateGradients<Exec, double>>(exec, 2);
  const auto matrix = sporos::copy_to<Space>(sporos::generate<double>("stencil3:2"));
  const Vector b("b", 2), x("x", 2);
  EXPECT_EQ(solver->solve(sporos::Plan(exec, matrix), b, x).status, sporos::SolverStatus::converged);
}

TEST(OutliveKokkos, PlansCachesAndSolvers) {
  Kokkos::initialize();
  keep_plans();
  plans.erase(plans.begin());  // not all go in the order in which they came
  using Kept = sporos::detail::PerInstance<Exec, sporos::detail::SetupMemory<Exec>>;
  EXPECT_EQ(older_than_kokkos.size(), 1u);
  EXPECT_EQ(Kept::size(), 1u);
  solve_and_keep_the_solver();
  Kokkos::finalize();
  EXPECT_EQ(Kept::size(), 0u);
  EXPECT_THROW(fused_memory.places("apply_dots"), std::runtime_error);
  solver.reset();
  EXPECT_EQ(older_than_kokkos.size(), 0u);
  const std::size_t half = plans.size() / 2;
  plans.resize(half);
  EXPECT_EQ(plans.size(), half);  // the others go with the program
}

}  // namespace outlive_kokkos_tests
