// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief cuSPARSE with an operation, with several columns, and with a dot product or a residual.
///
/// A transposed product runs in two ways: by the operation on the rows as they are, and on rows of the transpose, which
/// `cusparseCsr2cscEx2` makes in the set-up. Several columns run with every algorithm of `cusparseSpMM`.
#pragma once

#include "formats/coo/Sporos_ToCoo.hpp"
#include "perf_tests/peers/CuSparseBase.hpp"
#include "perf_tests/peers/DotProduct.hpp"

namespace sporos::perf {

/// \brief One way to multiply.
struct CuSparseWay {
  const char* format;  ///< crs or coo
  std::string algorithm;
  int number;       ///< of the algorithm: a cusparseSpMVAlg_t, or for several columns a cusparseSpMMAlg_t
  bool preprocess;  ///< calls cusparseSpMV_preprocess or cusparseSpMM_preprocess
  bool is_transposed_copy;
};

template <class Operands>
class CuSparseProduct : public Contender {
  using Value = typename Operands::value_type;
  using Vector = typename Operands::vector_type;

 public:
  CuSparseProduct(const Operands& operands, std::shared_ptr<CuSparseHandle> handle, const CuSparseWay& way)
      : Contender("cuSPARSE", way.format, way.algorithm, "int"),
        operands_(operands),
        handle_(std::move(handle)),
        way_(way) {
    makes_dot = operands.kind.epilogue != Epilogue::none;
    why = std::string(operands.kind.columns > 1 ? "cusparseSpMM" : "cusparseSpMV") +
          (way.preprocess ? " after preprocess" : " without preprocess") +
          (way.is_transposed_copy ? ", on rows of the transpose by cusparseCsr2cscEx2" : "") +
          (makes_dot ? "; the dot product by a Kokkos::parallel_reduce" : "");
  }
  ~CuSparseProduct() override { CuSparseProduct::release(); }

  void prepare() override {
    operation_ = operation_of(operands_.kind.operation);
    make_matrix();
    if (is_single()) {
      check_cusparse(cusparseCreateDnVec(&x_, operands_.rows_of_x(), operands_.x.data(), type), "cusparseCreateDnVec");
      check_cusparse(cusparseCreateDnVec(&y_, operands_.rows_of_y(), operands_.y.data(), type), "cusparseCreateDnVec");
    } else {
      columns_x_ = dense(operands_.x, operands_.rows_of_x());
      columns_y_ = dense(operands_.y, operands_.rows_of_y());
    }
    std::size_t bytes = 0;
    const Vector* const alpha = &operands_.alpha;
    const Vector* const beta = &operands_.beta;
    if (is_single()) {
      check_cusparse(
          cusparseSpMV_bufferSize(handle_->get(), operation_, alpha, matrix_, x_, beta, y_, type, vector_way(), &bytes),
          "cusparseSpMV_bufferSize");
    } else {
      check_cusparse(cusparseSpMM_bufferSize(handle_->get(), operation_, untransposed, alpha, matrix_, columns_x_, beta,
                                             columns_y_, type, columns_way(), &bytes),
                     "cusparseSpMM_bufferSize");
    }
    buffer_ = fresh<char>(static_cast<std::int64_t>(bytes));
    if (!way_.preprocess) return;
    if (is_single()) {
      check_cusparse(cusparseSpMV_preprocess(handle_->get(), operation_, alpha, matrix_, x_, beta, y_, type,
                                             vector_way(), buffer_.data()),
                     "cusparseSpMV_preprocess");
    } else {
      check_cusparse(cusparseSpMM_preprocess(handle_->get(), operation_, untransposed, alpha, matrix_, columns_x_, beta,
                                             columns_y_, type, columns_way(), buffer_.data()),
                     "cusparseSpMM_preprocess");
    }
  }

  void release() override {
    if (matrix_ != nullptr) cusparseDestroySpMat(matrix_);
    if (x_ != nullptr) cusparseDestroyDnVec(x_);
    if (y_ != nullptr) cusparseDestroyDnVec(y_);
    if (columns_x_ != nullptr) cusparseDestroyDnMat(columns_x_);
    if (columns_y_ != nullptr) cusparseDestroyDnMat(columns_y_);
    matrix_ = nullptr;
    x_ = y_ = nullptr;
    columns_x_ = columns_y_ = nullptr;
    buffer_ = {};
    coo_ = {};
    offsets_ = {};
    indices_ = {};
    values_ = {};
  }

  void run() override {
    run_apart(operands_, [&](Vector alpha, Vector beta) {
      if (is_single()) {
        check_cusparse(cusparseSpMV(handle_->get(), operation_, &alpha, matrix_, x_, &beta, y_, type, vector_way(),
                                    buffer_.data()),
                       "cusparseSpMV");
      } else {
        check_cusparse(cusparseSpMM(handle_->get(), operation_, untransposed, &alpha, matrix_, columns_x_, &beta,
                                    columns_y_, type, columns_way(), buffer_.data()),
                       "cusparseSpMM");
      }
    });
    if (makes_dot) kokkos_dot(operands_);
  }

 private:
  static constexpr cudaDataType type = CuSparseType<Vector>::value;
  static constexpr cudaDataType value_type = CuSparseType<Value>::value;
  static constexpr cusparseOperation_t untransposed = CUSPARSE_OPERATION_NON_TRANSPOSE;

  static cusparseOperation_t operation_of(Op op) {
    constexpr bool is_complex = sporos::detail::is_complex<Value>::value;
    if (op == Op::conjugate && is_complex) throw Cannot("it has no product by conjugates without the transpose");
    if (op == Op::conjugate_transpose && is_complex) return CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE;
    return sporos::detail::is_transposed(op) ? CUSPARSE_OPERATION_TRANSPOSE : untransposed;
  }

  template <class T>
  static Kokkos::View<T*, Memory> fresh(std::int64_t count) {
    return Kokkos::View<T*, Memory>(Kokkos::view_alloc(std::string("cusparse"), Kokkos::WithoutInitializing),
                                    static_cast<std::size_t>(count));
  }

  bool is_single() const { return operands_.kind.columns == 1; }
  cusparseSpMVAlg_t vector_way() const { return static_cast<cusparseSpMVAlg_t>(way_.number); }
  cusparseSpMMAlg_t columns_way() const { return static_cast<cusparseSpMMAlg_t>(way_.number); }

  cusparseDnMatDescr_t dense(const typename Operands::vector_view& view, std::int64_t rows) const {
    const bool is_left = operands_.kind.layout == Layout::left;
    const std::int64_t columns = operands_.kind.columns;
    cusparseDnMatDescr_t result = nullptr;
    check_cusparse(cusparseCreateDnMat(&result, rows, columns, is_left ? rows : columns, view.data(), type,
                                       is_left ? CUSPARSE_ORDER_COL : CUSPARSE_ORDER_ROW),
                   "cusparseCreateDnMat");
    return result;
  }

  void make_matrix() {
    const auto& A = operands_.matrix;
    if (std::string(way_.format) == "coo") {
      coo_ = to_coo(operands_.exec, A);
      check_cusparse(cusparseCreateCoo(&matrix_, coo_.num_rows, coo_.num_columns, coo_.nnz(), coo_.rows.data(),
                                       coo_.columns.data(), coo_.values.data(), CUSPARSE_INDEX_32I,
                                       CUSPARSE_INDEX_BASE_ZERO, value_type),
                     "cusparseCreateCoo");
    } else if (way_.is_transposed_copy) {
      make_transposed_copy();
    } else {
      make_rows(A.num_rows, A.num_columns, A.row_offsets.data(), A.columns.data(), A.values.data());
    }
  }

  void make_rows(std::int64_t rows, std::int64_t columns, int* offsets, int* indices, Value* values) {
    check_cusparse(cusparseCreateCsr(&matrix_, rows, columns, operands_.matrix.nnz(), offsets, indices, values,
                                     CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, value_type),
                   "cusparseCreateCsr");
  }

  void make_transposed_copy() {
    if (operation_ == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE) {
      throw Cannot("cusparseCsr2cscEx2 conjugates nothing");
    }
    operation_ = untransposed;
    const auto& A = operands_.matrix;
    const auto rows = static_cast<int>(A.num_rows);
    const auto columns = static_cast<int>(A.num_columns);
    const auto nnz = static_cast<int>(A.nnz());
    offsets_ = fresh<int>(A.num_columns + 1);
    indices_ = fresh<int>(A.nnz());
    values_ = fresh<Value>(A.nnz());
    std::size_t bytes = 0;
    check_cusparse(
        cusparseCsr2cscEx2_bufferSize(handle_->get(), rows, columns, nnz, A.values.data(), A.row_offsets.data(),
                                      A.columns.data(), values_.data(), offsets_.data(), indices_.data(), value_type,
                                      CUSPARSE_ACTION_NUMERIC, CUSPARSE_INDEX_BASE_ZERO, CUSPARSE_CSR2CSC_ALG1, &bytes),
        "cusparseCsr2cscEx2_bufferSize");
    const auto memory = fresh<char>(static_cast<std::int64_t>(bytes));
    check_cusparse(
        cusparseCsr2cscEx2(handle_->get(), rows, columns, nnz, A.values.data(), A.row_offsets.data(), A.columns.data(),
                           values_.data(), offsets_.data(), indices_.data(), value_type, CUSPARSE_ACTION_NUMERIC,
                           CUSPARSE_INDEX_BASE_ZERO, CUSPARSE_CSR2CSC_ALG1, memory.data()),
        "cusparseCsr2cscEx2");
    operands_.exec.fence();  // before the memory is freed
    make_rows(A.num_columns, A.num_rows, offsets_.data(), indices_.data(), values_.data());
  }

  const Operands& operands_;
  std::shared_ptr<CuSparseHandle> handle_;
  CuSparseWay way_;
  cusparseOperation_t operation_ = untransposed;
  cusparseSpMatDescr_t matrix_ = nullptr;
  cusparseDnVecDescr_t x_ = nullptr;
  cusparseDnVecDescr_t y_ = nullptr;
  cusparseDnMatDescr_t columns_x_ = nullptr;
  cusparseDnMatDescr_t columns_y_ = nullptr;
  Kokkos::View<char*, Memory> buffer_;
  CooMatrix<Value, int, int, Memory> coo_;
  Kokkos::View<int*, Memory> offsets_;
  Kokkos::View<int*, Memory> indices_;
  Kokkos::View<Value*, Memory> values_;
};

/// \brief All ways, including those that cuSPARSE refuses, which report that.
inline std::vector<CuSparseWay> cusparse_ways(const ProductKind& kind) {
  std::vector<CuSparseWay> ways;
  const auto add_rows = [&](const char* algorithm, int number) {
    for (const bool is_copy : {false, true}) {
      if (is_copy && !kind.is_transposed()) continue;
      for (const bool preprocess : {false, true}) {
        ways.push_back({"crs",
                        std::string(is_copy ? "transposed copy " : "") + algorithm + (preprocess ? "+preprocess" : ""),
                        number, preprocess, is_copy});
      }
    }
  };
  if (kind.columns == 1) {
    add_rows("alg1", CUSPARSE_SPMV_CSR_ALG1);
    add_rows("alg2", CUSPARSE_SPMV_CSR_ALG2);
    ways.push_back({"coo", "alg1", CUSPARSE_SPMV_COO_ALG1, false, false});
    ways.push_back({"coo", "alg2", CUSPARSE_SPMV_COO_ALG2, false, false});
    return ways;
  }
  add_rows("alg1", CUSPARSE_SPMM_CSR_ALG1);
  add_rows("alg2", CUSPARSE_SPMM_CSR_ALG2);
  add_rows("alg3", CUSPARSE_SPMM_CSR_ALG3);
  ways.push_back({"coo", "alg1", CUSPARSE_SPMM_COO_ALG1, false, false});
  ways.push_back({"coo", "alg2", CUSPARSE_SPMM_COO_ALG2, false, false});
  ways.push_back({"coo", "alg3", CUSPARSE_SPMM_COO_ALG3, false, false});
  ways.push_back({"coo", "alg4", CUSPARSE_SPMM_COO_ALG4, false, false});
  return ways;
}

template <class Operands>
void add_cusparse_products(const Operands& operands, Contenders& contenders) {
  const auto handle = std::make_shared<CuSparseHandle>(operands.exec);
  for (const CuSparseWay& way : cusparse_ways(operands.kind)) {
    contenders.push_back(std::make_unique<CuSparseProduct<Operands>>(operands, handle, way));
  }
  const char* const reason = "slices and blocks are measured by plain products alone";
  contenders.push_back(std::make_unique<LeftOut>("cuSPARSE", "sell", "alg1", reason));
  contenders.push_back(std::make_unique<LeftOut>("cuSPARSE", "bsr", "alg1", reason));
}

}  // namespace sporos::perf
