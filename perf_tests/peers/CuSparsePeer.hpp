// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief cuSPARSE: compressed rows with ALG1 and ALG2, each with and without preprocessing, sliced ELL, COO, and
/// blocks.
#pragma once

#include "perf_tests/peers/CuSparseConverted.hpp"
#include "perf_tests/peers/CuSparseProducts.hpp"
#include "perf_tests/peers/CuSparseSell.hpp"

namespace sporos::perf {

template <class Operands>
class CuSparseCsr : public CuSparseSpmv<Operands> {
 public:
  CuSparseCsr(const Operands& operands, std::shared_ptr<CuSparseHandle> handle, const char* algorithm_name,
              cusparseSpMVAlg_t algorithm, bool preprocess)
      : CuSparseSpmv<Operands>(operands, std::move(handle), "crs", algorithm_name, algorithm, preprocess) {}

 protected:
  // Asked for two types, cuSPARSE 12.6 refuses, but also prints what it thinks of it to standard output.
  cusparseSpMatDescr_t make_matrix() override {
    if (sizeof(typename Operands::offset_type) != sizeof(int)) throw Cannot("offsets and columns must have one type");
    const auto& matrix = this->operands_.matrix;
    cusparseSpMatDescr_t result = nullptr;
    check_cusparse(cusparseCreateCsr(&result, matrix.num_rows, matrix.num_columns, matrix.nnz(),
                                     matrix.row_offsets.data(), matrix.columns.data(), matrix.values.data(),
                                     CuSparseType<typename Operands::offset_type>::value, CUSPARSE_INDEX_32I,
                                     CUSPARSE_INDEX_BASE_ZERO, CuSparseType<typename Operands::value_type>::value),
                   "cusparseCreateCsr");
    return result;
  }
};

template <class Value, class Offset, class Vector>
void add_cusparse(const Operands<Value, Offset, Vector>& operands, Contenders& contenders) {
  using Given = Operands<Value, Offset, Vector>;
  if constexpr (std::is_same<Offset, int>::value) {
    if (!operands.kind.is_plain()) return add_cusparse_products(operands, contenders);
  }
  const auto handle = std::make_shared<CuSparseHandle>(operands.exec);
  const auto add = [&](const char* algorithm_name, cusparseSpMVAlg_t algorithm, bool preprocess) {
    contenders.push_back(std::make_unique<CuSparseCsr<Given>>(operands, handle, algorithm_name, algorithm, preprocess));
  };
  add("alg1", CUSPARSE_SPMV_CSR_ALG1, false);
  add("alg1+preprocess", CUSPARSE_SPMV_CSR_ALG1, true);
  add("alg2", CUSPARSE_SPMV_CSR_ALG2, false);
  add("alg2+preprocess", CUSPARSE_SPMV_CSR_ALG2, true);
  if constexpr (std::is_same<Offset, int>::value) {
    contenders.push_back(std::make_unique<CuSparseSell<Given>>(operands, handle));
    contenders.push_back(std::make_unique<CuSparseCoo<Given>>(operands, handle, "alg1", CUSPARSE_SPMV_COO_ALG1));
    contenders.push_back(std::make_unique<CuSparseCoo<Given>>(operands, handle, "alg2", CUSPARSE_SPMV_COO_ALG2));
#if CUSPARSE_VERSION >= 12600  // with which it was seen
    contenders.push_back(std::make_unique<CuSparseBsr<Given>>(operands, handle, "alg1", CUSPARSE_SPMV_BSR_ALG1));
#endif
  }
}

/// \brief With `int` offsets it runs every problem that they can count; with wider ones, the problems that have them.
template <class Value, class Offset, class Vector>
Peer<Value, Offset, Vector> cusparse_peer() {
  const bool narrow = std::is_same<Offset, int>::value;
  return {"cusparse", narrow ? RunsOn::any_offsets : RunsOn::own_offsets, &add_cusparse<Value, Offset, Vector>};
}

}  // namespace sporos::perf
