// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Conjugate gradients on `cusparseSpMV` of compressed rows, with both of its algorithms, and of sliced ELL,
/// sorted and not; preprocessed.
#pragma once

#include "perf_tests/fem/peers/ProductSolver.hpp"
#include "perf_tests/peers/CuSparseSell.hpp"

namespace sporos_fem {

/// \brief Compressed rows as they are.
template <class T, cusparseSpMVAlg_t spmv_algorithm>
class CuSparseRows {
 public:
  static constexpr cusparseSpMVAlg_t algorithm = spmv_algorithm;

  CuSparseRows(const Exec&, const GlobalMatrix<T>& matrix) : matrix_(matrix) {}

  cusparseConstSpMatDescr_t describe() const {
    cusparseConstSpMatDescr_t result = nullptr;
    sporos::perf::check_cusparse(cusparseCreateConstCsr(&result, matrix_.num_rows, matrix_.num_columns, matrix_.nnz(),
                                                        matrix_.row_offsets.data(), matrix_.columns.data(),
                                                        matrix_.values.data(), CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                                                        CUSPARSE_INDEX_BASE_ZERO, sporos::perf::CuSparseType<T>::value),
                                 "cusparseCreateConstCsr");
    return result;
  }
  T* product_for(const Vector<T>& y) const { return y.data(); }
  void finish(T, const Vector<T>&) const {}
  std::int64_t bytes() const { return bytes_of_rows(matrix_); }

 private:
  GlobalMatrix<T> matrix_;
};

/// \brief Slices of 32 rows, sorted by length among `window`; converted by Sporos. cuSPARSE does not know the order.
template <class T, int window>
class CuSparseSlices {
 public:
  static constexpr cusparseSpMVAlg_t algorithm = CUSPARSE_SPMV_SELL_ALG1;

  CuSparseSlices(const Exec& exec, const GlobalMatrix<T>& matrix)
      : exec_(exec),
        sell_(to_sell(exec, matrix, options())),
        offsets_("slice_offsets", sell_.slice_offsets.extent(0)),
        product_("product", window > 1 ? static_cast<std::size_t>(matrix.num_rows) : 0) {
    namespace perf = sporos::perf::detail;
    Kokkos::parallel_for("narrow_offsets", perf::Range(exec, 0, static_cast<std::int64_t>(offsets_.extent(0))),
                         perf::NarrowOffsets{sell_.slice_offsets.data(), offsets_.data()});
  }

  cusparseConstSpMatDescr_t describe() const {
    cusparseConstSpMatDescr_t result = nullptr;
    sporos::perf::check_cusparse(
        cusparseCreateConstSlicedEll(&result, sell_.num_rows, sell_.num_columns, sell_.nnz(), sell_.slots(), height,
                                     offsets_.data(), sell_.columns.data(), sell_.values.data(), CUSPARSE_INDEX_32I,
                                     CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO,
                                     sporos::perf::CuSparseType<T>::value),
        "cusparseCreateConstSlicedEll");
    return result;
  }
  T* product_for(const Vector<T>& y) const { return window > 1 ? product_.data() : y.data(); }
  /// \brief Puts the rows of y in order.
  void finish(T beta, const Vector<T>& y) const {
    namespace perf = sporos::perf::detail;
    if (window == 1) return;
    Kokkos::parallel_for("put_in_place", perf::Range(exec_, 0, sell_.num_rows),
                         perf::PutInPlace<T>{{sell_.places.data(), window}, product_.data(), y.data(), beta});
  }
  std::int64_t bytes() const { return sell_.bytes() + sporos::detail::bytes_of(offsets_, product_); }

 private:
  static constexpr int height = 32;

  static sporos::SellOptions options() {
    sporos::SellOptions options;
    options.shape = {height, window};
    options.row_lengths = false;
    options.keep_map = false;
    return options;
  }

  Exec exec_;
  sporos::SellMatrix<T, int, int, Space> sell_;
  Kokkos::View<int*, Space> offsets_;
  Vector<T> product_;  // in the order of the slices
};

template <class T, class Rows>
class CuSparseProduct {
  static constexpr cudaDataType type = sporos::perf::CuSparseType<T>::value;
  static constexpr cusparseOperation_t operation = CUSPARSE_OPERATION_NON_TRANSPOSE;

 public:
  static constexpr bool records = true;

  CuSparseProduct(const Exec& exec, const GlobalMatrix<T>& matrix)
      : rows_(exec, matrix), handle_(exec), matrix_(rows_.describe()) {
    using sporos::perf::check_cusparse;
    const Vector<T> x("x", matrix.num_columns), y("y", matrix.num_rows);
    check_cusparse(cusparseCreateDnVec(&x_, matrix.num_columns, x.data(), type), "cusparseCreateDnVec");
    check_cusparse(cusparseCreateDnVec(&y_, matrix.num_rows, y.data(), type), "cusparseCreateDnVec");
    const T one = 1, zero = 0;
    std::size_t bytes = 0;
    check_cusparse(
        cusparseSpMV_bufferSize(handle_.get(), operation, &one, matrix_, x_, &zero, y_, type, Rows::algorithm, &bytes),
        "cusparseSpMV_bufferSize");
    buffer_ =
        Kokkos::View<char*, Space>(Kokkos::view_alloc(std::string("cusparse"), Kokkos::WithoutInitializing), bytes);
    check_cusparse(cusparseSpMV_preprocess(handle_.get(), operation, &one, matrix_, x_, &zero, y_, type,
                                           Rows::algorithm, buffer_.data()),
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
    T* const product = rows_.product_for(y);
    const T keep = product == y.data() ? beta : T(0);
    check_cusparse(cusparseDnVecSetValues(x_, x.data()), "cusparseDnVecSetValues");
    check_cusparse(cusparseDnVecSetValues(y_, product), "cusparseDnVecSetValues");
    check_cusparse(
        cusparseSpMV(handle_.get(), operation, &alpha, matrix_, x_, &keep, y_, type, Rows::algorithm, buffer_.data()),
        "cusparseSpMV");
    rows_.finish(beta, y);
  }
  std::int64_t bytes() const { return rows_.bytes() + static_cast<std::int64_t>(buffer_.extent(0)); }

 private:
  Rows rows_;  // cuSPARSE reads them
  sporos::perf::CuSparseHandle handle_;
  cusparseConstSpMatDescr_t matrix_;
  cusparseDnVecDescr_t x_ = nullptr;
  cusparseDnVecDescr_t y_ = nullptr;
  Kokkos::View<char*, Space> buffer_;
};

template <class T, class Rows>
constexpr auto prepare_cusparse = &prepare_solver<T, ProductSolver<T, CuSparseProduct<T, Rows>>>;

template <class T>
std::vector<Peer<T>> cusparse_peers() {
  return {{"cusparse_alg1", prepare_cusparse<T, CuSparseRows<T, CUSPARSE_SPMV_CSR_ALG1>>},
          {"cusparse_alg2", prepare_cusparse<T, CuSparseRows<T, CUSPARSE_SPMV_CSR_ALG2>>},
          {"cusparse", prepare_cusparse<T, CuSparseSlices<T, 1>>, "sell"},
          {"cusparse_sorted", prepare_cusparse<T, CuSparseSlices<T, 1024>>, "sell"}};
}

}  // namespace sporos_fem
