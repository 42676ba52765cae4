// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief MKL's inspector-executor on the host: a handle on the operands' arrays, plain and with `mkl_sparse_optimize`
/// after a hint, which is sometimes slower; also with an operation, with several columns, and with a dot product or a
/// residual.
#pragma once

#include <mkl_service.h>

#include "perf_tests/peers/DotProduct.hpp"
#include "perf_tests/peers/MklCalls.hpp"
#include "perf_tests/support/PeerRegistry.hpp"

namespace sporos::perf {

/// \brief What is done before the first product.
enum class MklPrepares { nothing, hints, transposed_copy };

template <class Value, class Vector>
class MklProduct : public Contender {
  using Calls = MklCalls<Value>;
  using Scalar = typename Calls::scalar;

 public:
  MklProduct(const Operands<Value, int, Vector>& operands, MklPrepares prepares, bool is_dotmv)
      : Contender("MKL", "crs", label(prepares, is_dotmv), "int"),
        operands_(operands),
        prepares_(prepares),
        is_dotmv_(is_dotmv) {
    static_assert(sizeof(MKL_INT) == sizeof(int), "MKL is compiled for 32-bit indices");
    description_.type = SPARSE_MATRIX_TYPE_GENERAL;
    // By default MKL counts cores, and several threads of the machine may share one.
    mkl_set_dynamic(0);
    mkl_set_num_threads(static_cast<int>(Execution().concurrency()));
    makes_dot = operands.kind.epilogue != Epilogue::none;
    const char* const call = operands.kind.columns > 1 ? "mkl_sparse_mm"
                             : is_dotmv                ? "mkl_sparse_dotmv"
                                                       : "mkl_sparse_mv";
    why = std::string(call) +
          (prepares == MklPrepares::nothing ? "" : " after mkl_sparse_optimize, hint of 1000 products") +
          (prepares == MklPrepares::transposed_copy ? ", on what mkl_sparse_convert_csr makes" : "") +
          (makes_dot && !is_dotmv ? "; the dot product by a Kokkos::parallel_reduce" : "");
  }
  ~MklProduct() override { MklProduct::release(); }

  void prepare() override {
    if constexpr (is_same_scalar) {
      const Op op = operands_.kind.operation;
      if (op == Op::conjugate && sporos::detail::is_complex<Value>::value) {
        throw Cannot("it has no product by conjugates without the transpose");
      }
      const auto& matrix = operands_.matrix;
      check(
          Calls::create(&matrix_, SPARSE_INDEX_BASE_ZERO, static_cast<int>(matrix.num_rows),
                        static_cast<int>(matrix.num_columns), matrix.row_offsets.data(), matrix.row_offsets.data() + 1,
                        matrix.columns.data(), reinterpret_cast<Scalar*>(matrix.values.data())),
          "mkl_sparse_create_csr");
      operation_ = operation_of(op);
      if (prepares_ == MklPrepares::transposed_copy) {
        sparse_matrix_t copy = nullptr;
        check(mkl_sparse_convert_csr(matrix_, operation_, &copy), "mkl_sparse_convert_csr");
        mkl_sparse_destroy(matrix_);
        matrix_ = copy;
        operation_ = SPARSE_OPERATION_NON_TRANSPOSE;
      }
      if (prepares_ == MklPrepares::nothing) return;
      // A hint that MKL cannot use is no error of the product.
      if (columns() > 1) {
        mkl_sparse_set_mm_hint(matrix_, operation_, description_, layout(), columns(), 1000);
      } else if (is_dotmv_) {
        mkl_sparse_set_dotmv_hint(matrix_, operation_, description_, 1000);
      } else {
        mkl_sparse_set_mv_hint(matrix_, operation_, description_, 1000);
      }
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
      if (is_dotmv_) {
        check(Calls::multiply_dot(operation_, Calls::number(operands_.alpha), matrix_, description_, in(operands_.x),
                                  Calls::number(operands_.beta), out(operands_.y), out(operands_.result)),
              "mkl_sparse_dotmv");
        return;
      }
      run_apart(operands_, [&](Vector alpha, Vector beta) { multiply(Calls::number(alpha), Calls::number(beta)); });
      if (makes_dot) kokkos_dot(operands_);
    }
  }

 private:
  static constexpr bool is_same_scalar = std::is_same<Value, Vector>::value;

  static const char* label(MklPrepares prepares, bool is_dotmv) {
    if (prepares == MklPrepares::transposed_copy) return "transposed copy";
    if (prepares == MklPrepares::nothing) return "plain";
    return is_dotmv ? "dotmv" : "inspector-executor";
  }

  static sparse_operation_t operation_of(Op op) {
    if (op == Op::conjugate_transpose) return SPARSE_OPERATION_CONJUGATE_TRANSPOSE;
    return op == Op::transpose ? SPARSE_OPERATION_TRANSPOSE : SPARSE_OPERATION_NON_TRANSPOSE;
  }

  int columns() const { return operands_.kind.columns; }
  sparse_layout_t layout() const {
    return operands_.kind.layout == Layout::left ? SPARSE_LAYOUT_COLUMN_MAJOR : SPARSE_LAYOUT_ROW_MAJOR;
  }

  template <class View>
  static const Scalar* in(const View& view) {
    return reinterpret_cast<const Scalar*>(view.data());
  }
  template <class View>
  static Scalar* out(const View& view) {
    return reinterpret_cast<Scalar*>(view.data());
  }

  void multiply(Scalar alpha, Scalar beta) const {
    if (columns() == 1) {
      check(Calls::multiply(operation_, alpha, matrix_, description_, in(operands_.x), beta, out(operands_.y)),
            "mkl_sparse_mv");
      return;
    }
    const bool is_left = operands_.kind.layout == Layout::left;
    const auto step = [&](std::int64_t rows) { return is_left ? static_cast<int>(rows) : columns(); };
    check(Calls::multiply_columns(operation_, alpha, matrix_, description_, layout(), in(operands_.x), columns(),
                                  step(operands_.rows_of_x()), beta, out(operands_.y), step(operands_.rows_of_y())),
          "mkl_sparse_mm");
  }

  static void check(sparse_status_t status, const char* call) {
    if (status != SPARSE_STATUS_SUCCESS) throw Cannot(std::string(call) + ": status " + std::to_string(status));
  }

  const Operands<Value, int, Vector>& operands_;
  MklPrepares prepares_;
  bool is_dotmv_;
  matrix_descr description_{};
  sparse_operation_t operation_ = SPARSE_OPERATION_NON_TRANSPOSE;
  sparse_matrix_t matrix_ = nullptr;
};

template <class Value, class Offset, class Vector>
void add_mkl(const Operands<Value, Offset, Vector>& operands, Contenders& contenders) {
  static_assert(std::is_same<Offset, int>::value, "MKL is compiled for int offsets");
  const auto add = [&](MklPrepares prepares, bool is_dotmv) {
    contenders.push_back(std::make_unique<MklProduct<Value, Vector>>(operands, prepares, is_dotmv));
  };
  add(MklPrepares::nothing, false);
  add(MklPrepares::hints, false);
  if (operands.kind.is_transposed()) add(MklPrepares::transposed_copy, false);
  if (operands.kind.epilogue == Epilogue::residual) {
    contenders.push_back(std::make_unique<LeftOut>("MKL", "crs", "dotmv", "it makes the dot product with x alone"));
  } else if (operands.kind.epilogue == Epilogue::dot && operands.kind.columns > 1) {
    contenders.push_back(std::make_unique<LeftOut>("MKL", "crs", "dotmv", "it multiplies single vectors"));
  } else if (operands.kind.epilogue == Epilogue::dot) {
    if (operands.matrix.num_rows == operands.matrix.num_columns) return add(MklPrepares::hints, true);
    contenders.push_back(std::make_unique<LeftOut>("MKL", "crs", "dotmv",
                                                   "it makes the dot product with x, so of a square matrix alone"));
  }
}

template <class Value, class Offset, class Vector>
Peer<Value, Offset, Vector> mkl_peer() {
  return {"mkl", RunsOn::any_offsets, &add_mkl<Value, Offset, Vector>};
}

}  // namespace sporos::perf
