// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// error: sporos::conjugate_gradients: the arguments are exec, plan, b, x
// error: sporos::conjugate_gradients, ConjugateGradients::solve: b and x must be rank-1 Views
// error: sporos::conjugate_gradients, ConjugateGradients::solve: b and x must be Views of the Scalar of the solver
// error: sporos::conjugate_gradients, ConjugateGradients::solve: A must be a plan, sporos::Plan.exec, A., or an object
// error: sporos::apply_dots: the arguments are plan, .op,. alpha, x, beta, y, memory
// error: sporos::dot_with: the arguments are w, a View, and the result, a rank-0 View
// error: sporos::update_solution: the arguments are exec, alpha, p, q, x, r, memory
// error: sporos::update_direction: the arguments are exec, r, beta, p
// error: sporos::quotient: the arguments are two rank-0 Views
// error: sporos::spmv: with a TuningCache, which is not const, the arguments are .exec,. cache, alpha, A, x, beta, y
// error: sporos::convert: the matrix must be an AnyMatrix
// error: sporos::copy_to: the target is a memory space
// error: sporos::element_matrix: the arguments are exec, num_unknowns, unknowns
// error: sporos::element_matrix: unknowns must be signed integers
// error: sporos::write_binary: this format has no form in a file
// error: sporos::read_binary: name the type of a matrix that files have a form for
// error: sporos::spmv, Plan, conversions, solvers, files: values cannot be integers
// error: sporos::permute: vectors are Views; of a matrix take permute_symmetric
#include <vector>

#include "core/Sporos.hpp"
#include "core/Sporos_BinaryFile.hpp"
#include "core/Sporos_Convert.hpp"
#include "core/Sporos_Elements.hpp"
#include "core/Sporos_Solvers.hpp"
#include "formats/generate/Sporos_Generate.hpp"
#include "formats/reorder/Sporos_Permute.hpp"

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Matrix = sporos::CrsMatrix<double, int, int, Space>;
using Vector = Kokkos::View<double*, Space>;
using Columns = Kokkos::View<double**, Space>;
using Plan = sporos::PlanOf<Exec, Matrix>;

void solve(const Exec& exec, const Matrix& A, const Plan& plan, const Vector& b, const Vector& x, const Columns& two) {
  const sporos::SolverOptions options;
#ifdef MUST_COMPILE
  sporos::conjugate_gradients(exec, plan, b, x);
  sporos::conjugate_gradients(exec, plan, b, x, b, options);
#else
  sporos::conjugate_gradients(plan, b, x);
  sporos::conjugate_gradients(exec, plan, b, x, options, b);
  sporos::conjugate_gradients(exec, plan, two, two);
  sporos::conjugate_gradients(exec, plan, b, Kokkos::View<float*, Space>("x", 1));
  sporos::conjugate_gradients(exec, A, b, x);
#endif
  static_cast<void>(A);
  static_cast<void>(two);
}

void fused(const Exec& exec, const Plan& plan, const Vector& x, const Vector& y) {
  const sporos::FusedMemory<Exec> memory(exec);
  const Kokkos::View<double, Space> result("result");
#ifdef MUST_COMPILE
  sporos::apply_dots(plan, 1.0, x, 0.0, y, memory, sporos::dot_with(x, result));
  sporos::update_solution(exec, 1.0, x, x, y, y, memory, sporos::squared_norm(result));
  sporos::update_direction(exec, x, sporos::quotient(result, result), y);
#else
  sporos::apply_dots(plan, 1.0, x, 0.0, y, memory, result);
  sporos::apply_dots(plan, 1.0, x, 0.0, y, memory, sporos::dot_with(x, 1.0));
  sporos::update_solution(exec, 1.0, x, x, y, y, sporos::squared_norm(result));
  sporos::update_direction(x, 1.0, y);
  sporos::quotient(1.0, 2.0);
#endif
}

void cached(const Exec& exec, sporos::TuningCache& cache, const Matrix& A, const Vector& x, const Vector& y) {
#ifdef MUST_COMPILE
  sporos::spmv(exec, cache, 1.0, A, x, 0.0, y);
  sporos::spmv(cache, 1.0, A, x, 0.0, y);
#else
  sporos::spmv(cache, exec, 1.0, A, x, 0.0, y);
  sporos::spmv(exec, cache, sporos::Op::transpose, 1.0, A, x, 0.0, y);
  sporos::spmv(exec, cache, 1.0, to_ell(exec, A), x, 0.0, y);
  const sporos::TuningCache& read_only = cache;
  sporos::spmv(exec, read_only, 1.0, A, x, 0.0, y);
#endif
}

void convert(const Exec& exec, const Matrix& A, const Kokkos::View<int**, Space>& unknowns) {
#ifdef MUST_COMPILE
  sporos::convert(exec, sporos::any_matrix(A), sporos::Format::ell);
  sporos::copy_to<Space>(A);
  sporos::element_matrix<double>(exec, 1, unknowns);
  sporos::read_binary<Matrix>(exec, "file");
  sporos::write_binary("file", A);
  sporos::generate<double>("stencil5:9");
  sporos::permute_symmetric(exec, A, sporos::Permutation());
#else
  sporos::convert(exec, A, sporos::Format::ell);
  sporos::copy_to<Exec>(A);
  sporos::element_matrix<double>(exec, 1, std::vector<int>());
  sporos::element_matrix<double>(exec, 1, Kokkos::View<unsigned**, Space>("unknowns", 1, 2));
  sporos::read_binary<double>(exec, "file");
  sporos::write_binary("file", sporos::element_matrix<double>(exec, 1, unknowns));
  sporos::generate<int>("stencil5:9");
  sporos::permute(exec, A, sporos::Permutation());
#endif
  static_cast<void>(unknowns);
}
