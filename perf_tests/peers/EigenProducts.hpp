// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Eigen with an operation, with several columns, and with a dot product or a residual.
#pragma once

#include <Eigen/SparseCore>
#include <complex>
#include <optional>

#include "perf_tests/peers/DotProduct.hpp"
#include "perf_tests/support/PeerRegistry.hpp"

namespace sporos::perf {
namespace detail {

// Eigen knows std::complex, which has the layout of Kokkos::complex.
template <class T>
struct EigenScalar {
  using type = T;
};
template <class T>
struct EigenScalar<Kokkos::complex<T>> {
  using type = std::complex<T>;
};

}  // namespace detail

/// \brief The matrix as Eigen's expressions transpose it, or a transposed copy of it by rows, which Eigen has made.
template <class Value, class Vector>
class EigenProduct : public Contender {
  using Scalar = typename detail::EigenScalar<Value>::type;
  using Rows = Eigen::SparseMatrix<Scalar, Eigen::RowMajor, int>;

 public:
  EigenProduct(const Operands<Value, int, Vector>& operands, bool is_copied)
      : Contender("Eigen", "crs", is_copied ? "transposed copy" : "spmv", "int"),
        operands_(operands),
        is_copied_(is_copied) {
    makes_dot = operands.kind.epilogue != Epilogue::none;
    why =
        is_copied ? "SparseMatrix<Scalar, RowMajor, int> of the transpose" : "Map<SparseMatrix<Scalar, RowMajor, int>>";
  }

  void prepare() override {
    if constexpr (is_same_scalar) {
      const auto& matrix = operands_.matrix;
      given_.emplace(matrix.num_rows, matrix.num_columns, matrix.nnz(), matrix.row_offsets.data(),
                     matrix.columns.data(), reinterpret_cast<const Scalar*>(matrix.values.data()));
      if (is_copied_) {
        copy_ = operands_.kind.operation == Op::transpose ? Rows(given_->transpose()) : Rows(given_->adjoint());
      }
    } else {
      throw Cannot("it multiplies matrices and vectors of one scalar type only");
    }
  }

  void release() override { copy_ = Rows(); }

  void run() override {
    if constexpr (is_same_scalar) {
      if (operands_.kind.columns == 1) return with_layout<1, Eigen::ColMajor>();
      if (operands_.kind.layout == Layout::left) return with_layout<Eigen::Dynamic, Eigen::ColMajor>();
      with_layout<Eigen::Dynamic, Eigen::RowMajor>();
    }
  }

 private:
  static constexpr bool is_same_scalar = std::is_same<Value, Vector>::value;

  template <int Columns, int Order>
  auto map(const typename Operands<Value, int, Vector>::vector_view& view, std::int64_t rows) const {
    using Dense = Eigen::Matrix<Scalar, Eigen::Dynamic, Columns, Order>;
    return Eigen::Map<Dense>(reinterpret_cast<Scalar*>(view.data()), rows, operands_.kind.columns);
  }

  template <int Columns, int Order>
  void with_layout() const {
    const auto x = map<Columns, Order>(operands_.x, operands_.rows_of_x());
    auto y = map<Columns, Order>(operands_.y, operands_.rows_of_y());
    if (is_copied_) return multiply(copy_, x, y);
    switch (operands_.kind.operation) {
      case Op::none:
        return multiply(*given_, x, y);
      case Op::transpose:
        return multiply(given_->transpose(), x, y);
      case Op::conjugate:
        return multiply(given_->conjugate(), x, y);
      case Op::conjugate_transpose:
        return multiply(given_->adjoint(), x, y);
    }
  }

  // Eigen computes alpha * (A * x) as (alpha * A) * x, with one more multiplication per entry; here only if alpha is
  // not 1.
  template <class Matrix, class X, class Y>
  void multiply(const Matrix& matrix, const X& x, Y& y) const {
    const Scalar alpha(operands_.alpha);
    const Scalar beta(operands_.beta);
    const auto further = [&] {
      return map < Y::ColsAtCompileTime,
             Y::IsRowMajor ? Eigen::RowMajor : Eigen::ColMajor > (operands_.further, operands_.rows_of_y());
    };
    Eigen::Map<Eigen::Matrix<Scalar, 1, Eigen::Dynamic>> result(reinterpret_cast<Scalar*>(operands_.result.data()),
                                                                operands_.kind.columns);
    if (operands_.kind.epilogue == Epilogue::residual) {
      y = further();
      y.noalias() -= matrix * x;
      result = y.colwise().squaredNorm().template cast<Scalar>();
      return;
    }
    if (alpha == Scalar(1) && beta == Scalar(0)) {
      y.noalias() = matrix * x;
    } else {
      if (beta == Scalar(0)) {
        y.setZero();
      } else {
        y *= beta;
      }
      if (alpha == Scalar(1)) {
        y.noalias() += matrix * x;
      } else {
        y.noalias() += alpha * (matrix * x);
      }
    }
    if (operands_.kind.epilogue == Epilogue::dot) result = further().conjugate().cwiseProduct(y).colwise().sum();
  }

  const Operands<Value, int, Vector>& operands_;
  bool is_copied_;
  std::optional<Eigen::Map<const Rows>> given_;
  Rows copy_;
};

template <class Value, class Vector>
void add_eigen_products(const Operands<Value, int, Vector>& operands, Contenders& contenders) {
  contenders.push_back(std::make_unique<EigenProduct<Value, Vector>>(operands, false));
  if (!operands.kind.is_transposed()) return;
  contenders.push_back(std::make_unique<EigenProduct<Value, Vector>>(operands, true));
}

}  // namespace sporos::perf
