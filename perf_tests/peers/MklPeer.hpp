// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief MKL's inspector-executor on the host: a handle over the operands' arrays, plain and, after a hint,
/// `mkl_sparse_optimize`, which is at times the slower one.
#pragma once

#include <mkl_service.h>

#include "perf_tests/peers/MklCalls.hpp"
#include "perf_tests/peers/MklProducts.hpp"
#include "perf_tests/support/PeerRegistry.hpp"

namespace sporos::perf {

enum class MklUse { plain, optimised };

template <class Value, class Vector>
class MklSpmv : public Contender {
 public:
  MklSpmv(const Operands<Value, int, Vector>& operands, MklUse use)
      : Contender("MKL", "crs", use == MklUse::plain ? "plain" : "inspector-executor", "int"),
        operands_(operands),
        use_(use) {
    static_assert(sizeof(MKL_INT) == sizeof(int), "MKL is compiled for 32-bit indices");
    description_.type = SPARSE_MATRIX_TYPE_GENERAL;
    why = use == MklUse::plain ? "a handle, no hint" : "mkl_sparse_optimize after a hint of 1000 products";
    // By itself MKL counts cores, of which several threads of the machine may share one.
    mkl_set_dynamic(0);
    mkl_set_num_threads(static_cast<int>(Execution().concurrency()));
  }
  ~MklSpmv() override { MklSpmv::release(); }

  void prepare() override {
    if constexpr (is_same_scalar) {
      const auto& matrix = operands_.matrix;
      check(
          Calls::create(&matrix_, SPARSE_INDEX_BASE_ZERO, static_cast<int>(matrix.num_rows),
                        static_cast<int>(matrix.num_columns), matrix.row_offsets.data(), matrix.row_offsets.data() + 1,
                        matrix.columns.data(), reinterpret_cast<Scalar*>(matrix.values.data())),
          "mkl_sparse_create_csr");
      if (use_ == MklUse::plain) return;
      check(mkl_sparse_set_mv_hint(matrix_, SPARSE_OPERATION_NON_TRANSPOSE, description_, 1000),
            "mkl_sparse_set_mv_hint");
      check(mkl_sparse_optimize(matrix_), "mkl_sparse_optimize");
    } else {
      throw Cannot("it multiplies matrices and vectors of one scalar type only");
    }
  }

  void release() override {
    if (matrix_ != nullptr) mkl_sparse_destroy(matrix_);
    matrix_ = nullptr;
  }

  void run() override {
    if constexpr (is_same_scalar) {
      check(Calls::multiply(SPARSE_OPERATION_NON_TRANSPOSE, Calls::number(operands_.alpha), matrix_, description_,
                            reinterpret_cast<const Scalar*>(operands_.x.data()), Calls::number(operands_.beta),
                            reinterpret_cast<Scalar*>(operands_.y.data())),
            "mkl_sparse_mv");
    }
  }

 private:
  using Calls = MklCalls<Value>;
  using Scalar = typename Calls::scalar;
  static constexpr bool is_same_scalar = std::is_same<Value, Vector>::value;

  static void check(sparse_status_t status, const char* call) {
    if (status != SPARSE_STATUS_SUCCESS) throw Cannot(std::string(call) + ": status " + std::to_string(status));
  }

  const Operands<Value, int, Vector>& operands_;
  MklUse use_;
  matrix_descr description_{};
  sparse_matrix_t matrix_ = nullptr;
};

template <class Value, class Offset, class Vector>
void add_mkl(const Operands<Value, Offset, Vector>& operands, Contenders& contenders) {
  static_assert(std::is_same<Offset, int>::value, "MKL is compiled for int offsets");
  if (!operands.kind.is_plain()) return add_mkl_products(operands, contenders);
  for (const MklUse use : {MklUse::optimised, MklUse::plain}) {
    contenders.push_back(std::make_unique<MklSpmv<Value, Vector>>(operands, use));
  }
}

template <class Value, class Offset, class Vector>
Peer<Value, Offset, Vector> mkl_peer() {
  return {"mkl", RunsOn::any_offsets, &add_mkl<Value, Offset, Vector>};
}

}  // namespace sporos::perf
