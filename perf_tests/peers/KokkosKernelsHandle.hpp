// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Kokkos Kernels 4.3 and later: algorithms are chosen by a handle.
#pragma once

#include <memory>

#include "perf_tests/peers/KokkosKernelsBase.hpp"

namespace sporos::perf {

template <class Operands>
class KokkosKernelsWithHandle : public KokkosKernelsBase<Operands> {
 public:
  void prepare() override {
    this->matrix_ = kokkos_kernels_matrix<Execution>(this->operands_.matrix);
    handle_ = std::make_unique<Handle>(chosen_);
  }
  void release() override { handle_.reset(); }
  void run() override {
    const Operands& operands = this->operands_;
    KokkosSparse::spmv(operands.exec, handle_.get(), "N", operands.alpha, *this->matrix_, operands.x, operands.beta,
                       operands.y);
  }

 protected:
  KokkosKernelsWithHandle(const Operands& operands, const char* algorithm_name, KokkosSparse::SPMVAlgorithm chosen)
      : KokkosKernelsBase<Operands>(operands, algorithm_name), chosen_(chosen) {
    this->why = KokkosSparse::get_spmv_algorithm_name(chosen);
  }

 private:
  using Handle = KokkosSparse::SPMVHandle<Execution, typename KokkosKernelsBase<Operands>::Matrix,
                                          typename Operands::vector_view, typename Operands::vector_view>;

  KokkosSparse::SPMVAlgorithm chosen_;
  std::unique_ptr<Handle> handle_;
};

template <class Operands>
class KokkosKernelsNative : public KokkosKernelsWithHandle<Operands> {
 public:
  explicit KokkosKernelsNative(const Operands& operands)
      : KokkosKernelsWithHandle<Operands>(operands, "native", KokkosSparse::SPMV_NATIVE) {}
};

template <class Operands>
class KokkosKernelsMerge : public KokkosKernelsWithHandle<Operands> {
 public:
  explicit KokkosKernelsMerge(const Operands& operands)
      : KokkosKernelsWithHandle<Operands>(operands, "merge", KokkosSparse::SPMV_NATIVE_MERGE_PATH) {}
};

}  // namespace sporos::perf
