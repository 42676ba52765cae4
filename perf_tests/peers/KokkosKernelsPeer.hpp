// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Kokkos Kernels: `KokkosSparse::spmv`, native and merge path.
///
/// On the host "spmv" is the plain call that users make. On a GPU "native" avoids vendor libraries if Kokkos Kernels
/// was built with them.
#pragma once

#include "perf_tests/peers/KokkosKernelsBase.hpp"
#include "perf_tests/peers/KokkosKernelsProducts.hpp"
#if defined(KOKKOSKERNELS_VERSION) && KOKKOSKERNELS_VERSION >= 40300
#include "perf_tests/peers/KokkosKernelsHandle.hpp"
#else
#include "perf_tests/peers/KokkosKernelsControls.hpp"
#endif

namespace sporos::perf {

template <class Operands>
class KokkosKernelsSpmv : public KokkosKernelsBase<Operands> {
 public:
  explicit KokkosKernelsSpmv(const Operands& operands) : KokkosKernelsBase<Operands>(operands, "spmv") {
    this->why = "the plain call";
  }
  void prepare() override { this->matrix_ = kokkos_kernels_matrix<Execution>(this->operands_.matrix); }
  void run() override {
    const Operands& operands = this->operands_;
    KokkosSparse::spmv("N", operands.alpha, *this->matrix_, operands.x, operands.beta, operands.y);
  }
};

template <class Value, class Offset, class Vector>
void add_kokkos_kernels(const Operands<Value, Offset, Vector>& operands, Contenders& contenders) {
  using Given = Operands<Value, Offset, Vector>;
  if constexpr (std::is_same<Offset, int>::value) {
    if (!operands.kind.is_plain()) return add_kokkos_kernels_products(operands, contenders);
  }
  if constexpr (sporos::detail::is_host_execution<Execution>) {
    contenders.push_back(std::make_unique<KokkosKernelsSpmv<Given>>(operands));
  } else {
    contenders.push_back(std::make_unique<KokkosKernelsNative<Given>>(operands));
  }
  contenders.push_back(std::make_unique<KokkosKernelsMerge<Given>>(operands));
}

template <class Value, class Offset, class Vector>
Peer<Value, Offset, Vector> kokkos_kernels_peer() {
  return {"kokkos-kernels", RunsOn::any_offsets, &add_kokkos_kernels<Value, Offset, Vector>};
}

}  // namespace sporos::perf
