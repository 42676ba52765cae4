// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The conjugate gradients of Sporos on another library's product.
///
/// Everything but the product is ours: fused vector updates, dot products that stay on the device. So what is compared
/// is the products, and the dot product with what they write, which is a pass of its own here.
#pragma once

#include "core/solvers/Sporos_ConjugateGradients.hpp"
#include "perf_tests/fem/peers/Peer.hpp"

namespace sporos_fem {

/// \tparam Product  made of an instance and a matrix; `apply(alpha, x, beta, y)`, `bytes()`, and `records`: whether its
///                  products can be recorded into a graph
template <class T, class Product>
class ProductSolver : public PeerSolver<T> {
 public:
  ProductSolver(const Exec& exec, const GlobalMatrix<T>& matrix)
      : product_(exec, matrix), solver_(exec, matrix.num_rows) {}

  sporos::SolverResult solve(const Vector<T>& b, const Vector<T>& x, const Vector<T>& inverse_diagonal,
                             const sporos::SolverOptions& options) override {
    sporos::SolverOptions own = options;
    own.graph = options.graph && Product::records;
    if (inverse_diagonal.extent(0) == 0) return solver_.solve(product_, b, x, own);
    return solver_.solve(product_, b, x, inverse_diagonal, own);
  }
  std::int64_t matrix_bytes() const override { return product_.bytes(); }

 private:
  Product product_;
  sporos::ConjugateGradients<Exec, T> solver_;
};

/// \brief PeerSolver for Peer::prepare.
template <class T, class Solver>
std::unique_ptr<PeerSolver<T>> prepare_solver(const Exec& exec, const GlobalMatrix<T>& matrix) {
  auto solver = std::make_unique<Solver>(exec, matrix);
  exec.fence();
  return solver;
}

template <class T>
std::int64_t bytes_of_rows(const GlobalMatrix<T>& matrix) {
  return sporos::detail::bytes_of(matrix.row_offsets, matrix.columns, matrix.values);
}

/// \brief An array for libraries that ask for one that they could write, though they only read it.
template <class View>
auto* written(const View& view) {
  return const_cast<typename View::non_const_value_type*>(view.data());
}

}  // namespace sporos_fem
