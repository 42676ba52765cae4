// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Eigen on the host: a row-major sparse matrix mapped to the operands' arrays.
#pragma once

#include <Eigen/SparseCore>
#include <optional>

#include "perf_tests/peers/EigenProducts.hpp"
#include "perf_tests/support/PeerRegistry.hpp"

namespace sporos::perf {

/// \brief Eigen has one storage index type, which is signed, for offsets and columns: `int` here.
template <class Value, class Vector>
class EigenSpmv : public Contender {
 public:
  explicit EigenSpmv(const Operands<Value, int, Vector>& operands)
      : Contender("Eigen", "crs", "spmv", "int"), operands_(operands) {
    why = "Map<SparseMatrix<Scalar, RowMajor, int>>";
    Eigen::setNbThreads(static_cast<int>(Execution().concurrency()));
  }

  void prepare() override {
    if constexpr (is_same_scalar) {
      const auto& matrix = operands_.matrix;
      matrix_.emplace(matrix.num_rows, matrix.num_columns, matrix.nnz(), matrix.row_offsets.data(),
                      matrix.columns.data(), reinterpret_cast<const Scalar*>(matrix.values.data()));
    } else {
      throw Cannot("it multiplies matrices and vectors of one scalar type only");
    }
  }

  void run() override {
    if constexpr (is_same_scalar) {
      using Column = Eigen::Matrix<Scalar, Eigen::Dynamic, 1>;
      const Eigen::Map<const Column> x(reinterpret_cast<const Scalar*>(operands_.x.data()), extent(operands_.x));
      Eigen::Map<Column> y(reinterpret_cast<Scalar*>(operands_.y.data()), extent(operands_.y));
      const Scalar alpha(operands_.alpha);
      const Scalar beta(operands_.beta);
      // Eigen computes alpha * (A * x) as (alpha * A) * x, with one more multiplication per entry.
      if (beta == Scalar(0)) {
        if (alpha == Scalar(1)) {
          y.noalias() = *matrix_ * x;
        } else {
          y.noalias() = alpha * (*matrix_ * x);
        }
        return;
      }
      y *= beta;
      if (alpha == Scalar(1)) {
        y.noalias() += *matrix_ * x;
      } else {
        y.noalias() += alpha * (*matrix_ * x);
      }
    }
  }

 private:
  using Scalar = typename detail::EigenScalar<Value>::type;
  static constexpr bool is_same_scalar = std::is_same<Value, Vector>::value;

  template <class View>
  static Eigen::Index extent(const View& view) {
    return static_cast<Eigen::Index>(view.extent(0));
  }

  const Operands<Value, int, Vector>& operands_;
  std::optional<Eigen::Map<const Eigen::SparseMatrix<Scalar, Eigen::RowMajor, int>>> matrix_;
};

template <class Value, class Offset, class Vector>
void add_eigen(const Operands<Value, Offset, Vector>& operands, Contenders& contenders) {
  static_assert(std::is_same<Offset, int>::value, "Eigen is compiled for int offsets");
  if (!operands.kind.is_plain()) return add_eigen_products(operands, contenders);
  contenders.push_back(std::make_unique<EigenSpmv<Value, Vector>>(operands));
}

template <class Value, class Offset, class Vector>
Peer<Value, Offset, Vector> eigen_peer() {
  return {"eigen", RunsOn::any_offsets, &add_eigen<Value, Offset, Vector>};
}

}  // namespace sporos::perf
