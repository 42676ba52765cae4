// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Conjugate gradients on `cusparseSpMV` of compressed rows, with both of its algorithms, preprocessed.
#pragma once

#include "perf_tests/fem/peers/ProductSolver.hpp"
#include "perf_tests/peers/CuSparseBase.hpp"

namespace sporos_fem {

template <class T, cusparseSpMVAlg_t algorithm>
class CuSparseProduct {
  static constexpr cudaDataType type = sporos::perf::CuSparseType<T>::value;
  static constexpr cusparseOperation_t operation = CUSPARSE_OPERATION_NON_TRANSPOSE;

 public:
  static constexpr bool records = true;

  CuSparseProduct(const Exec& exec, const GlobalMatrix<T>& matrix) : arrays_(matrix), handle_(exec) {
    using sporos::perf::check_cusparse;
    constexpr auto index = CUSPARSE_INDEX_32I;
    check_cusparse(cusparseCreateConstCsr(&matrix_, matrix.num_rows, matrix.num_columns, matrix.nnz(),
                                          matrix.row_offsets.data(), matrix.columns.data(), matrix.values.data(), index,
                                          index, CUSPARSE_INDEX_BASE_ZERO, type),
                   "cusparseCreateConstCsr");
    const Vector<T> x("x", matrix.num_columns), y("y", matrix.num_rows);
    check_cusparse(cusparseCreateDnVec(&x_, matrix.num_columns, x.data(), type), "cusparseCreateDnVec");
    check_cusparse(cusparseCreateDnVec(&y_, matrix.num_rows, y.data(), type), "cusparseCreateDnVec");
    const T one = 1, zero = 0;
    std::size_t bytes = 0;
    check_cusparse(
        cusparseSpMV_bufferSize(handle_.get(), operation, &one, matrix_, x_, &zero, y_, type, algorithm, &bytes),
        "cusparseSpMV_bufferSize");
    buffer_ =
        Kokkos::View<char*, Space>(Kokkos::view_alloc(std::string("cusparse"), Kokkos::WithoutInitializing), bytes);
    check_cusparse(cusparseSpMV_preprocess(handle_.get(), operation, &one, matrix_, x_, &zero, y_, type, algorithm,
                                           buffer_.data()),
                   "cusparseSpMV_preprocess");
  }
  ~CuSparseProduct() {
    cusparseDestroySpMat(matrix_);
    cusparseDestroyDnVec(x_);
    cusparseDestroyDnVec(y_);
  }
  CuSparseProduct(const CuSparseProduct&) = delete;
  CuSparseProduct& operator=(const CuSparseProduct&) = delete;

  void apply(T alpha, const Vector<T>& x, T beta, const Vector<T>& y) const {
    using sporos::perf::check_cusparse;
    check_cusparse(cusparseDnVecSetValues(x_, x.data()), "cusparseDnVecSetValues");
    check_cusparse(cusparseDnVecSetValues(y_, y.data()), "cusparseDnVecSetValues");
    check_cusparse(
        cusparseSpMV(handle_.get(), operation, &alpha, matrix_, x_, &beta, y_, type, algorithm, buffer_.data()),
        "cusparseSpMV");
  }
  std::int64_t bytes() const { return bytes_of_rows(arrays_) + static_cast<std::int64_t>(buffer_.extent(0)); }

 private:
  GlobalMatrix<T> arrays_;  // cuSPARSE reads them
  sporos::perf::CuSparseHandle handle_;
  cusparseConstSpMatDescr_t matrix_ = nullptr;
  cusparseDnVecDescr_t x_ = nullptr;
  cusparseDnVecDescr_t y_ = nullptr;
  Kokkos::View<char*, Space> buffer_;
};

template <class T>
std::vector<Peer<T>> cusparse_peers() {
  return {{"cusparse_alg1", &prepare_solver<T, ProductSolver<T, CuSparseProduct<T, CUSPARSE_SPMV_CSR_ALG1>>>},
          {"cusparse_alg2", &prepare_solver<T, ProductSolver<T, CuSparseProduct<T, CUSPARSE_SPMV_CSR_ALG2>>>}};
}

}  // namespace sporos_fem
