// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Conjugate gradients on MKL's inspector-executor: `mkl_sparse_mv` after `mkl_sparse_optimize`.
#pragma once

#include <mkl_service.h>

#include <stdexcept>

#include "perf_tests/fem/peers/ProductSolver.hpp"
#include "perf_tests/peers/MklCalls.hpp"

namespace sporos_fem {

template <class T>
class MklProduct {
  using Calls = sporos::perf::MklCalls<T>;

 public:
  static constexpr bool records = false;

  MklProduct(const Exec& exec, const GlobalMatrix<T>& matrix) : arrays_(matrix) {
    // By itself MKL counts cores, of which several threads of the machine may share one.
    mkl_set_dynamic(0);
    mkl_set_num_threads(static_cast<int>(exec.concurrency()));
    description_.type = SPARSE_MATRIX_TYPE_GENERAL;
    check(Calls::create(&matrix_, SPARSE_INDEX_BASE_ZERO, static_cast<int>(matrix.num_rows),
                        static_cast<int>(matrix.num_columns), written(matrix.row_offsets),
                        written(matrix.row_offsets) + 1, written(matrix.columns), written(matrix.values)),
          "mkl_sparse_create_csr");
    mkl_sparse_set_mv_hint(matrix_, SPARSE_OPERATION_NON_TRANSPOSE, description_, 1000);
    check(mkl_sparse_optimize(matrix_), "mkl_sparse_optimize");
  }
  ~MklProduct() { mkl_sparse_destroy(matrix_); }
  MklProduct(const MklProduct&) = delete;
  MklProduct& operator=(const MklProduct&) = delete;

  void apply(T alpha, const Vector<T>& x, T beta, const Vector<T>& y) const {
    check(Calls::multiply(SPARSE_OPERATION_NON_TRANSPOSE, alpha, matrix_, description_, x.data(), beta, y.data()),
          "mkl_sparse_mv");
  }
  std::int64_t bytes() const { return bytes_of_rows(arrays_); }

 private:
  static void check(sparse_status_t status, const char* call) {
    if (status != SPARSE_STATUS_SUCCESS) {
      throw std::runtime_error(std::string(call) + ": status " + std::to_string(status));
    }
  }

  GlobalMatrix<T> arrays_;  // MKL reads them
  matrix_descr description_{};
  sparse_matrix_t matrix_ = nullptr;
};

template <class T>
std::vector<Peer<T>> mkl_peers() {
  return {{"mkl", &prepare_solver<T, ProductSolver<T, MklProduct<T>>>}};
}

}  // namespace sporos_fem
