// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief librsb on the host, which copies the matrix into its own blocks (Recursive Sparse Blocks).
#pragma once

#include <rsb.h>

#include "perf_tests/support/PeerRegistry.hpp"

namespace sporos::perf {
namespace detail {

template <class Value>
constexpr rsb_type_t rsb_type() {
  if (std::is_same<Value, double>::value) return RSB_NUMERICAL_TYPE_DOUBLE;
  if (std::is_same<Value, float>::value) return RSB_NUMERICAL_TYPE_FLOAT;
  return sizeof(Value) == 2 * sizeof(double) ? RSB_NUMERICAL_TYPE_DOUBLE_COMPLEX : RSB_NUMERICAL_TYPE_FLOAT_COMPLEX;
}

}  // namespace detail

template <class Value, class Vector>
class RsbSpmv : public Contender {
 public:
  RsbSpmv(const Operands<Value, int, Vector>& operands, bool is_tuned)
      : Contender("librsb", "rsb", is_tuned ? "tuned" : "plain", "int"), operands_(operands), is_tuned_(is_tuned) {
    static_assert(sizeof(rsb_nnz_idx_t) == sizeof(int), "librsb counts entries in 32 bits");
    why = is_tuned ? "rsb_tune_spmm, a second at most" : "rsb_mtx_alloc_from_csr_const";
  }
  ~RsbSpmv() override { RsbSpmv::release(); }

  void prepare() override {
    if (!operands_.kind.is_plain()) throw Cannot("it is compared in products of one vector by the matrix as it is");
    if constexpr (is_same_scalar) {
      start_library();
      const auto& matrix = operands_.matrix;
      rsb_err_t error = RSB_ERR_NO_ERROR;
      matrix_ = rsb_mtx_alloc_from_csr_const(matrix.values.data(), matrix.row_offsets.data(), matrix.columns.data(),
                                             static_cast<int>(matrix.nnz()), detail::rsb_type<Value>(),
                                             static_cast<int>(matrix.num_rows), static_cast<int>(matrix.num_columns), 1,
                                             1, RSB_FLAG_NOFLAGS, &error);
      check(error, "rsb_mtx_alloc_from_csr_const");
      if (!is_tuned_) return;
      int threads = Execution().concurrency();
      check(rsb_tune_spmm(&matrix_, nullptr, &threads, 0, 1.0, RSB_TRANSPOSITION_N, nullptr, nullptr, 1,
                          RSB_FLAG_WANT_COLUMN_MAJOR_ORDER, nullptr, 0, nullptr, nullptr, 0),
            "rsb_tune_spmm");
    } else {
      throw Cannot("it multiplies matrices and vectors of one scalar type only");
    }
  }

  void release() override {
    if (matrix_ != nullptr) rsb_mtx_free(matrix_);
    matrix_ = nullptr;
  }

  void run() override {
    check(rsb_spmv(RSB_TRANSPOSITION_N, &operands_.alpha, matrix_, operands_.x.data(), 1, &operands_.beta,
                   operands_.y.data(), 1),
          "rsb_spmv");
  }

 private:
  static constexpr bool is_same_scalar = std::is_same<Value, Vector>::value;

  static void check(rsb_err_t error, const char* call) {
    if (error != RSB_ERR_NO_ERROR) throw Cannot(std::string(call) + ": error " + std::to_string(error));
  }

  // It runs until the program ends, because other contenders may have matrices in it.
  static void start_library() {
    static const bool started = [] {
      check(rsb_lib_init(RSB_NULL_INIT_OPTIONS), "rsb_lib_init");
      const rsb_int_t threads = Execution().concurrency();
      check(rsb_lib_set_opt(RSB_IO_WANT_EXECUTING_THREADS, &threads), "rsb_lib_set_opt");
      return true;
    }();
    (void)started;
  }

  const Operands<Value, int, Vector>& operands_;
  bool is_tuned_;
  rsb_mtx_t* matrix_ = nullptr;
};

template <class Value, class Offset, class Vector>
void add_rsb(const Operands<Value, Offset, Vector>& operands, Contenders& contenders) {
  static_assert(std::is_same<Offset, int>::value, "librsb is compiled for int offsets");
  for (const bool is_tuned : {false, true}) {
    contenders.push_back(std::make_unique<RsbSpmv<Value, Vector>>(operands, is_tuned));
  }
}

template <class Value, class Offset, class Vector>
Peer<Value, Offset, Vector> rsb_peer() {
  return {"rsb", RunsOn::any_offsets, &add_rsb<Value, Offset, Vector>};
}

}  // namespace sporos::perf
