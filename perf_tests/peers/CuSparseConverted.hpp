// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief cuSPARSE on COO and on blocks, converted on the device by Sporos.
#pragma once

#include "formats/bsr/Sporos_ToBsr.hpp"
#include "formats/coo/Sporos_ToCoo.hpp"
#include "perf_tests/peers/CuSparseBase.hpp"

namespace sporos::perf {

template <class Operands>
class CuSparseCoo : public CuSparseSpmv<Operands> {
 public:
  CuSparseCoo(const Operands& operands, std::shared_ptr<CuSparseHandle> handle, const char* algorithm_name,
              cusparseSpMVAlg_t algorithm, bool preprocess)
      : CuSparseSpmv<Operands>(operands, std::move(handle), "coo",
                               std::string(algorithm_name) + (preprocess ? "+preprocess" : ""), algorithm, preprocess) {
    this->why += "; sorted by row, converted on the device by Sporos";
  }

  void release() override {
    CuSparseSpmv<Operands>::release();
    coo_ = {};
  }

 protected:
  cusparseSpMatDescr_t make_matrix() override {
    coo_ = to_coo(this->operands_.exec, this->operands_.matrix);
    cusparseSpMatDescr_t result = nullptr;
    check_cusparse(cusparseCreateCoo(&result, coo_.num_rows, coo_.num_columns, coo_.nnz(), coo_.rows.data(),
                                     coo_.columns.data(), coo_.values.data(), CUSPARSE_INDEX_32I,
                                     CUSPARSE_INDEX_BASE_ZERO, CuSparseType<typename Operands::value_type>::value),
                   "cusparseCreateCoo");
    return result;
  }

 private:
  CooMatrix<typename Operands::value_type, int, int, Memory> coo_;
};

template <class Operands>
class CuSparseBsr : public CuSparseSpmv<Operands> {
 public:
  CuSparseBsr(const Operands& operands, std::shared_ptr<CuSparseHandle> handle, const char* algorithm_name,
              cusparseSpMVAlg_t algorithm, bool preprocess)
      : CuSparseSpmv<Operands>(operands, std::move(handle), "bsr",
                               std::string(algorithm_name) + (preprocess ? "+preprocess" : ""), algorithm, preprocess) {
  }

  void describe() override {
    this->why = "blocks of " + std::to_string(bsr_.block_size) + ", found and converted on the device by Sporos";
  }

  void release() override {
    CuSparseSpmv<Operands>::release();
    bsr_ = {};
  }

 protected:
  cusparseSpMatDescr_t make_matrix() override {
    BsrOptions options;
    options.layout = BlockLayout::block_by_block;
    options.keep_map = false;
    bsr_ = to_bsr(this->operands_.exec, this->operands_.matrix, options);
    const int size = bsr_.block_size;
    if (size == 1) throw Cannot("the matrix has no blocks");
    if (bsr_.num_rows % size != 0 || bsr_.num_columns % size != 0) {
      throw Cannot("blocks of " + std::to_string(size) + " do not divide rows and columns, and x and y have no more");
    }
    cusparseSpMatDescr_t result = nullptr;
    // The function takes pointers to non-const, but the product only reads.
    check_cusparse(
        cusparseCreateBsr(&result, bsr_.num_rows / size, bsr_.num_columns / size, bsr_.num_blocks(), size, size,
                          const_cast<int*>(bsr_.block_offsets.data()), const_cast<int*>(bsr_.block_columns.data()),
                          bsr_.values.data(), CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO,
                          CuSparseType<typename Operands::value_type>::value, CUSPARSE_ORDER_ROW),
        "cusparseCreateBsr");
    return result;
  }

 private:
  BsrMatrix<typename Operands::value_type, int, int, Memory> bsr_;
};

}  // namespace sporos::perf
