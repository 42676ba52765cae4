// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief What all cuSPARSE contenders use: a handle on the instance's stream, descriptors, data types.
#pragma once

#include <cusparse.h>

#include <memory>
#include <string>

#include "perf_tests/support/PeerRegistry.hpp"

namespace sporos::perf {

inline void check_cusparse(cusparseStatus_t status, const char* call) {
  if (status != CUSPARSE_STATUS_SUCCESS) throw Cannot(std::string(call) + ": " + cusparseGetErrorString(status));
}

/// \brief cuSPARSE's handle, made once for all contenders of a problem; its work goes to the stream of `exec`.
class CuSparseHandle {
 public:
  explicit CuSparseHandle(const Execution& exec) {
    check_cusparse(cusparseCreate(&handle_), "cusparseCreate");
    check_cusparse(cusparseSetStream(handle_, exec.cuda_stream()), "cusparseSetStream");
  }
  ~CuSparseHandle() { cusparseDestroy(handle_); }
  CuSparseHandle(const CuSparseHandle&) = delete;
  CuSparseHandle& operator=(const CuSparseHandle&) = delete;

  cusparseHandle_t get() const { return handle_; }

 private:
  cusparseHandle_t handle_ = nullptr;
};

template <class T>
struct CuSparseType;
template <>
struct CuSparseType<float> {
  static constexpr cudaDataType value = CUDA_R_32F;
};
template <>
struct CuSparseType<double> {
  static constexpr cudaDataType value = CUDA_R_64F;
};
template <>
struct CuSparseType<Kokkos::complex<float>> {
  static constexpr cudaDataType value = CUDA_C_32F;
};
template <>
struct CuSparseType<Kokkos::complex<double>> {
  static constexpr cudaDataType value = CUDA_C_64F;
};
template <>
struct CuSparseType<int> {
  static constexpr cusparseIndexType_t value = CUSPARSE_INDEX_32I;
};
template <>
struct CuSparseType<std::size_t> {
  static constexpr cusparseIndexType_t value = CUSPARSE_INDEX_64I;
};

/// \brief A descriptor of compressed rows.
///
/// If the two index types differ, cuSPARSE 12.6 refuses, and also prints a message to standard output.
template <class Matrix>
cusparseSpMatDescr_t cusparse_rows(const Matrix& A) {
  using Offset = typename Matrix::offset_type;
  if (sizeof(Offset) != sizeof(int)) throw Cannot("offsets and columns must have one type");
  cusparseSpMatDescr_t result = nullptr;
  check_cusparse(cusparseCreateCsr(&result, A.num_rows, A.num_columns, A.nnz(), A.row_offsets.data(), A.columns.data(),
                                   A.values.data(), CuSparseType<Offset>::value, CUSPARSE_INDEX_32I,
                                   CUSPARSE_INDEX_BASE_ZERO, CuSparseType<typename Matrix::value_type>::value),
                 "cusparseCreateCsr");
  return result;
}

/// \brief The generic `cusparseSpMV`; a derived class makes the descriptor of the matrix.
template <class Operands>
class CuSparseSpmv : public Contender {
 public:
  ~CuSparseSpmv() override { CuSparseSpmv::release(); }

  void prepare() override {
    const auto vector_type = CuSparseType<typename Operands::vector_type>::value;
    matrix_ = make_matrix();
    const auto& x = operands_.x;
    check_cusparse(cusparseCreateDnVec(&x_, static_cast<std::int64_t>(x.extent(0)), x.data(), vector_type),
                   "cusparseCreateDnVec");
    check_cusparse(
        cusparseCreateDnVec(&y_, static_cast<std::int64_t>(operands_.y.extent(0)), result_data(), vector_type),
        "cusparseCreateDnVec");
    std::size_t bytes = 0;
    check_cusparse(cusparseSpMV_bufferSize(handle_->get(), CUSPARSE_OPERATION_NON_TRANSPOSE, &operands_.alpha, matrix_,
                                           x_, &operands_.beta, y_, vector_type, algorithm_, &bytes),
                   "cusparseSpMV_bufferSize");
    buffer_ =
        Kokkos::View<char*, Memory>(Kokkos::view_alloc(std::string("cusparse"), Kokkos::WithoutInitializing), bytes);
    if (preprocess_) {
      check_cusparse(cusparseSpMV_preprocess(handle_->get(), CUSPARSE_OPERATION_NON_TRANSPOSE, &operands_.alpha,
                                             matrix_, x_, &operands_.beta, y_, vector_type, algorithm_, buffer_.data()),
                     "cusparseSpMV_preprocess");
    }
  }

  void release() override {
    if (matrix_ != nullptr) cusparseDestroySpMat(matrix_);
    if (x_ != nullptr) cusparseDestroyDnVec(x_);
    if (y_ != nullptr) cusparseDestroyDnVec(y_);
    matrix_ = nullptr;
    x_ = nullptr;
    y_ = nullptr;
    buffer_ = {};
  }

  void run() override { multiply(operands_.alpha, operands_.beta); }

 protected:
  using Vector = typename Operands::vector_type;

  CuSparseSpmv(const Operands& operands, std::shared_ptr<CuSparseHandle> handle, const char* format_name,
               const std::string& algorithm_name, cusparseSpMVAlg_t algorithm, bool preprocess)
      : Contender("cuSPARSE", format_name, algorithm_name, offset_name<typename Operands::offset_type>()),
        operands_(operands),
        handle_(std::move(handle)),
        algorithm_(algorithm),
        preprocess_(preprocess) {
    why = preprocess ? "cusparseSpMV after cusparseSpMV_preprocess" : "cusparseSpMV without preprocess";
  }

  void multiply(Vector alpha, Vector beta) {
    check_cusparse(cusparseSpMV(handle_->get(), CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, matrix_, x_, &beta, y_,
                                CuSparseType<Vector>::value, algorithm_, buffer_.data()),
                   "cusparseSpMV");
  }

  virtual cusparseSpMatDescr_t make_matrix() = 0;
  // The array that the product is written to.
  virtual Vector* result_data() const { return operands_.y.data(); }

  const Operands& operands_;

 private:
  std::shared_ptr<CuSparseHandle> handle_;
  cusparseSpMVAlg_t algorithm_;
  bool preprocess_;
  cusparseSpMatDescr_t matrix_ = nullptr;
  cusparseDnVecDescr_t x_ = nullptr;
  cusparseDnVecDescr_t y_ = nullptr;
  Kokkos::View<char*, Memory> buffer_;
};

}  // namespace sporos::perf
