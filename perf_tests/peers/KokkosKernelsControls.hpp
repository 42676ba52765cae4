// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Kokkos Kernels before 4.3: the native algorithm is chosen by controls.
#pragma once

#include "perf_tests/peers/KokkosKernelsBase.hpp"

namespace sporos::perf {

template <class Operands>
class KokkosKernelsNative : public KokkosKernelsBase<Operands> {
 public:
  explicit KokkosKernelsNative(const Operands& operands) : KokkosKernelsBase<Operands>(operands, "native") {
    this->why = "controls: algorithm native";
  }
  void prepare() override {
    this->matrix_ = kokkos_kernels_matrix<Execution>(this->operands_.matrix);
    controls_.setParameter("algorithm", "native");
  }
  void run() override {
    const Operands& operands = this->operands_;
    KokkosSparse::spmv(controls_, "N", operands.alpha, *this->matrix_, operands.x, operands.beta, operands.y);
  }

 private:
  KokkosKernels::Experimental::Controls controls_;
};

/// \brief These versions run the native algorithm if they do not know the requested one, so nothing is timed here.
template <class Operands>
class KokkosKernelsMerge : public KokkosKernelsBase<Operands> {
 public:
  explicit KokkosKernelsMerge(const Operands& operands) : KokkosKernelsBase<Operands>(operands, "merge") {}
  void prepare() override { throw Cannot("the merge path is asked for by a handle, which came with version 4.3"); }
  void run() override {}
};

}  // namespace sporos::perf
