// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Kokkos Kernels with an operation, with several columns, and with a dot product or a residual: the plain
/// calls.
#pragma once

#include <KokkosBlas1_dot.hpp>

#include "perf_tests/peers/DotProduct.hpp"
#include "perf_tests/peers/KokkosKernelsBase.hpp"

namespace sporos::perf {

template <class Operands>
class KokkosKernelsProduct : public KokkosKernelsBase<Operands> {
 public:
  explicit KokkosKernelsProduct(const Operands& operands) : KokkosKernelsBase<Operands>(operands, "spmv") {
    this->makes_dot = operands.kind.epilogue != Epilogue::none;
    this->why = std::string("the plain call, mode ") + mode() + (this->makes_dot ? ", then KokkosBlas::dot" : "") +
                (fills_y() ? "; y is filled with zeros and beta is 1, since 3.4 multiplies NaN by zero" : "");
  }

  void prepare() override { this->matrix_ = kokkos_kernels_matrix<Execution>(this->operands_.matrix); }

  void run() override {
    const Operands& operands = this->operands_;
    run_apart(operands, [&](auto alpha, auto beta) {
      if (fills_y()) {
        beta = 1;
        Kokkos::deep_copy(operands.exec, operands.y, 0);
      }
      operands.with_vectors(
          [&](const auto& x, const auto& y) { KokkosSparse::spmv(mode(), alpha, *this->matrix_, x, beta, y); });
    });
    if (this->makes_dot) {
      with_dot_vectors(operands,
                       [](const auto& w, const auto& y, const auto& result) { KokkosBlas::dot(result, w, y); });
    }
  }

 private:
  // If beta is 0, Kokkos Kernels does the same by itself, except for NaN: a pass over y, and then it adds.
  bool fills_y() const {
    const Operands& operands = this->operands_;
    return operands.kind.is_transposed() && operands.kind.columns == 1 &&
           operands.beta == typename Operands::vector_type(0);
  }

  const char* mode() const {
    switch (this->operands_.kind.operation) {
      case Op::transpose:
        return "T";
      case Op::conjugate:
        return "C";
      case Op::conjugate_transpose:
        return "H";
      case Op::none:
        break;
    }
    return "N";
  }
};

template <class Operands>
void add_kokkos_kernels_products(const Operands& operands, Contenders& contenders) {
  contenders.push_back(std::make_unique<KokkosKernelsProduct<Operands>>(operands));
  contenders.push_back(std::make_unique<LeftOut>("KokkosKernels", "crs", "merge",
                                                 "the merge path multiplies single vectors by the matrix as it is"));
}

}  // namespace sporos::perf
