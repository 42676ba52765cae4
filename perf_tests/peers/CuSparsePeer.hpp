// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief cuSPARSE: compressed rows with ALG1 and ALG2, COO and blocks, each with and without preprocessing, sliced ELL
/// with slices of several heights, not sorted and sorted.
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
  cusparseSpMatDescr_t make_matrix() override { return cusparse_rows(this->operands_.matrix); }
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
    const auto add_sell = [&](const SellShape& shape, bool preprocess) {
      contenders.push_back(std::make_unique<CuSparseSell<Given>>(operands, handle, shape, preprocess));
    };
    for (const int height : {8, 32, 64}) add_sell({height, 1}, false);
    add_sell({32, 1}, true);
    add_sell({32, sporos::detail::largest_sorting_window}, false);
    for (const bool preprocess : {false, true}) {
      contenders.push_back(
          std::make_unique<CuSparseCoo<Given>>(operands, handle, "alg1", CUSPARSE_SPMV_COO_ALG1, preprocess));
      contenders.push_back(
          std::make_unique<CuSparseCoo<Given>>(operands, handle, "alg2", CUSPARSE_SPMV_COO_ALG2, preprocess));
#if CUSPARSE_VERSION >= 12600  // with which it was seen
      contenders.push_back(
          std::make_unique<CuSparseBsr<Given>>(operands, handle, "alg1", CUSPARSE_SPMV_BSR_ALG1, preprocess));
#endif
    }
  }
}

/// \brief With `int` offsets it runs all problems whose entries `int` can count; with wider offsets, only problems that
/// have them.
template <class Value, class Offset, class Vector>
Peer<Value, Offset, Vector> cusparse_peer() {
  const bool narrow = std::is_same<Offset, int>::value;
  return {"cusparse", narrow ? RunsOn::any_offsets : RunsOn::own_offsets, &add_cusparse<Value, Offset, Vector>};
}

}  // namespace sporos::perf
