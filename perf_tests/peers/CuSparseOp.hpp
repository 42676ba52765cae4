// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief cuSPARSE's `cusparseSpMVOp`, which makes a plan in its set-up. It is a peer of its own, because CMake has to
/// check whether the header declares it. Experimental functions must be enabled before the header is included.
#pragma once

#define CUSPARSE_ENABLE_EXPERIMENTAL_API
#include "perf_tests/peers/CuSparseBase.hpp"

namespace sporos::perf {

template <class Operands>
class CuSparseOp : public Contender {
 public:
  CuSparseOp(const Operands& operands, std::shared_ptr<CuSparseHandle> handle, const char* algorithm_name,
             cusparseSpMVOpAlg_t algorithm)
      : Contender("cuSPARSE", "crs", algorithm_name, offset_name<typename Operands::offset_type>()),
        operands_(operands),
        handle_(std::move(handle)),
        algorithm_(algorithm) {
    why = "cusparseSpMVOp, whose plan is made in the set-up";
  }
  ~CuSparseOp() override { CuSparseOp::release(); }

  void prepare() override {
    matrix_ = cusparse_rows(operands_.matrix);
    check_cusparse(cusparseCreateDnVec(&x_, operands_.rows_of_x(), operands_.x.data(), type), "cusparseCreateDnVec");
    check_cusparse(cusparseCreateDnVec(&y_, operands_.rows_of_y(), operands_.y.data(), type), "cusparseCreateDnVec");
    std::size_t bytes = 0;
    check_cusparse(cusparseSpMVOp_bufferSize(handle_->get(), CUSPARSE_OPERATION_NON_TRANSPOSE, matrix_, x_, y_, y_,
                                             type, algorithm_, &bytes),
                   "cusparseSpMVOp_bufferSize");
    buffer_ =
        Kokkos::View<char*, Memory>(Kokkos::view_alloc(std::string("cusparse"), Kokkos::WithoutInitializing), bytes);
    check_cusparse(cusparseSpMVOp_createDescr(handle_->get(), &description_, CUSPARSE_OPERATION_NON_TRANSPOSE, matrix_,
                                              x_, y_, y_, type, algorithm_, buffer_.data()),
                   "cusparseSpMVOp_createDescr");
    check_cusparse(cusparseSpMVOp_createPlan(handle_->get(), description_, &plan_, nullptr, 0),
                   "cusparseSpMVOp_createPlan");
  }

  void release() override {
    if (plan_ != nullptr) cusparseSpMVOp_destroyPlan(plan_);
    if (description_ != nullptr) cusparseSpMVOp_destroyDescr(description_);
    if (matrix_ != nullptr) cusparseDestroySpMat(matrix_);
    if (x_ != nullptr) cusparseDestroyDnVec(x_);
    if (y_ != nullptr) cusparseDestroyDnVec(y_);
    plan_ = nullptr;
    description_ = nullptr;
    matrix_ = nullptr;
    x_ = y_ = nullptr;
    buffer_ = {};
  }

  void run() override {
    check_cusparse(cusparseSpMVOp(handle_->get(), plan_, &operands_.alpha, &operands_.beta, x_, y_, y_),
                   "cusparseSpMVOp");
  }

 private:
  static constexpr cudaDataType type = CuSparseType<typename Operands::vector_type>::value;

  const Operands& operands_;
  std::shared_ptr<CuSparseHandle> handle_;
  cusparseSpMVOpAlg_t algorithm_;
  cusparseSpMatDescr_t matrix_ = nullptr;
  cusparseDnVecDescr_t x_ = nullptr;
  cusparseDnVecDescr_t y_ = nullptr;
  cusparseSpMVOpDescr_t description_ = nullptr;
  cusparseSpMVOpPlan_t plan_ = nullptr;
  Kokkos::View<char*, Memory> buffer_;
};

template <class Value, class Offset, class Vector>
void add_cusparse_op(const Operands<Value, Offset, Vector>& operands, Contenders& contenders) {
  if (!operands.kind.is_plain()) {
    contenders.push_back(std::make_unique<LeftOut>("cuSPARSE", "crs", "op", "plain products alone"));
    return;
  }
  const auto handle = std::make_shared<CuSparseHandle>(operands.exec);
  const auto add = [&](const char* algorithm_name, cusparseSpMVOpAlg_t algorithm) {
    using Contender = CuSparseOp<Operands<Value, Offset, Vector>>;
    contenders.push_back(std::make_unique<Contender>(operands, handle, algorithm_name, algorithm));
  };
  add("op alg1", CUSPARSE_SPMVOP_ALG1);
  add("op alg2", CUSPARSE_SPMVOP_ALG2);
}

template <class Value, class Offset, class Vector>
Peer<Value, Offset, Vector> cusparse_op_peer() {
  return {"cusparse-op", RunsOn::own_offsets, &add_cusparse_op<Value, Offset, Vector>};
}

}  // namespace sporos::perf
