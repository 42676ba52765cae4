// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <KokkosSparse_CrsMatrix.hpp>
#include <Sporos.hpp>
#include <iostream>

using Matrix = KokkosSparse::CrsMatrix<double, int, Kokkos::DefaultExecutionSpace>;

void tune_while_multiplying(const Matrix& A, Kokkos::View<const double*> x, Kokkos::View<double*> y) {
  const Kokkos::DefaultExecutionSpace exec;
  sporos::Options options;
  options.tuning = sporos::Tuning::run_time;
  const auto plan = sporos::Plan(exec, A, options);
  for (int i = 0; i < 200; ++i) plan.apply(1.0, x, 0.0, y);  // products that you need anyway are the experiments
  std::cout << plan.describe() << '\n' << plan.describe().tuning.table();
}

void tune_without_a_plan(sporos::TuningCache& cache, const Matrix& A, Kokkos::View<const double*> x,
                         Kokkos::View<double*> y) {
  const Kokkos::DefaultExecutionSpace exec;
  sporos::spmv(exec, cache, 1.0, A, x, 0.0, y);  // the first call makes a plan for A, which every call tunes
}
