// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// error: sporos::spmv: A is not a matrix, or an argument is missing: they are \(exec,\) \(op,\) alpha, A, x, beta, y
// error: sporos::spmv: x and y must be Kokkos Views in their places: .exec,. .op,. alpha, A, x, beta, y. of a DualView
// error: sporos::spmv: a plan multiplies by itself: plan.apply
// error: sporos::Plan::apply: the arguments are \(op,\) alpha, x, beta, y
// error: sporos::update_values, Plan::update_values: the values are a rank-1 View of the value type of the matrix, in
// error: sporos::crs_view: the arguments are three rank-1 Views, .*crs_view<Kokkos::HostSpace>
// error: sporos::crs_view, spmv, Plan: this is not a matrix. arrays of your own become one by crs_view
// error: sporos::crs_view<MemorySpace>: the arguments are num_rows, num_columns, nnz, and three raw pointers
// error: sporos::Plan: the arguments are \(exec,\) A \(, options\)
// error: sporos::Plan::apply takes no mode
// error: sporos::Plan::apply_with: the arguments are \(op,\) x, f
// error: update_values takes the numbers as a rank-1 View
// error: sporos::apply_dots: the arguments are plan, \(op,\) alpha, x, beta, y, memory
// error: sporos::residual: the arguments are plan, \(op,\) b, x, r, memory
// error: sporos::jacobi_step: the arguments are plan, omega, inverse_diagonal, b, x, next
// error: sporos::chebyshev_step: the arguments are plan, keep, gain, inverse_diagonal, b, x, d, next
// error: sporos::dot_with: the arguments are w, a View, and the result, a rank-0 View
// error: sporos::squared_norm: the argument is the result, a rank-0 View
// error: sporos::dot_with, squared_norm: the result of a dot product must be float, double, or Kokkos::complex of them
#include <Kokkos_DualView.hpp>
#include <vector>

#include "core/Sporos.hpp"
#include "core/Sporos_Fused.hpp"

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Matrix = sporos::CrsMatrix<double, int, int, Space>;
using Vector = Kokkos::View<double*, Space>;
using Numbers = std::vector<double>;

void multiply(const Exec& exec, const Matrix& A, const Vector& x, const Vector& y, const Numbers& array) {
#ifdef MUST_COMPILE
  sporos::spmv(exec, 1.0, A, x, 0.0, y);
  sporos::spmv(1.0, A, x, 0.0, y);
#else
  sporos::spmv(exec, 1.0, A, x, y);
  sporos::spmv(1.0, A, x, y);
  sporos::spmv(exec, A, 1.0, x, 0.0, y);
  sporos::spmv(A, 1.0, x, 0.0, y);
  sporos::spmv(exec, 1.0, array, x, 0.0, y);
  sporos::spmv(exec, 1.0, A, array, 0.0, y);
  sporos::spmv(1.0, A, x, 0.0, y.data());
  sporos::spmv(exec, 1.0, A, x, y, 0.0);
  sporos::spmv(exec, 1.0, A, Kokkos::DualView<double*, Exec>("x", 1), 0.0, y);
  sporos::update_values(exec, A, array);
#endif
  static_cast<void>(array);
}

void plan(const Exec& exec, const Matrix& A, const Vector& x, const Vector& y, Numbers& array,
          const sporos::Options& options) {
  sporos::Plan plan(exec, A);
#ifdef MUST_COMPILE
  plan.apply(1.0, x, 0.0, y);
  plan.update_values(x);
  sporos::Plan options_behind(exec, A, options);
#else
  sporos::spmv(exec, 1.0, plan, x, 0.0, y);
  sporos::spmv(1.0, plan, x, 0.0, y);
  plan.apply(1.0, x, y);
  plan.apply(1.0, A, x, 0.0, y);
  plan.apply(1.0, array, 0.0, y);
  plan.apply(1.0, x.data(), 0.0, y.data());
  plan.apply("T", 1.0, x, 0.0, y);
  plan.apply_with([](std::int64_t, double) {}, x);
  plan.update_values(array);
  plan.update_values(Kokkos::View<float*, Space>("values", 1));
  sporos::Plan(exec, array);
  const sporos::Plan options_before(exec, options, A);
  options_before.apply(1.0, x, 0.0, y);
  sporos::Plan instance_behind(A, exec);
  sporos::Plan arrays(exec, 1, 1, x, x, x);
#endif
  static_cast<void>(array);
  static_cast<void>(options);
}

void fused(const Exec& exec, const Matrix& A, const Vector& x, const Vector& y) {
  const sporos::FusedMemory<Exec> memory(exec);
  const Kokkos::View<double, Space> result("result");
#ifdef MUST_COMPILE
  const sporos::Plan plan(exec, A);
  sporos::apply_dots(plan, 1.0, x, 0.0, y, memory, sporos::dot_with(x, result));
#else
  const Matrix& plan = A;
  sporos::apply_dots(sporos::Plan(exec, A), 1.0, x, 0.0, y, memory,
                     sporos::squared_norm(Kokkos::View<int, Space>("result")));
  sporos::dot_with(x, 1.0);
  sporos::squared_norm(1.0);
  sporos::apply_dots(sporos::Plan(exec, A), 1.0, x, 0.0, y, sporos::squared_norm(result));
  sporos::apply_dots(plan, 1.0, x, 0.0, y, memory);
  sporos::residual(plan, x, x, y, memory);
  sporos::jacobi_step(plan, 1.0, x, x, x, y);
  sporos::chebyshev_step(plan, 1.0, 1.0, x, x, x, x, y);
#endif
}

void view(const int* offsets, const int* columns, const double* values, const std::vector<int>& array) {
#ifdef MUST_COMPILE
  sporos::crs_view<Space>(2, 2, 3, offsets, columns, values);
#else
  sporos::crs_view(2, 2, 3, offsets, columns, values);
  sporos::crs_view(2, 2, array, array, array);
  sporos::crs_view<Space>(2, 2, offsets, columns, values);
  sporos::crs_view<Space>(2, 2, 3, array, array, array);
#endif
  static_cast<void>(array);
}
