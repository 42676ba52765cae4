// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief What the Kokkos Kernels contenders of all versions use.
#pragma once

#include <KokkosSparse_CrsMatrix.hpp>
#include <KokkosSparse_spmv.hpp>
#include <optional>

#include "core/interop/Sporos_KokkosKernels.hpp"
#include "perf_tests/support/PeerRegistry.hpp"

namespace sporos::perf {

/// \brief A matrix over the operands' arrays.
template <class Operands>
class KokkosKernelsBase : public Contender {
 protected:
  using Matrix = decltype(kokkos_kernels_matrix<Execution>(std::declval<typename Operands::matrix_type>()));

  KokkosKernelsBase(const Operands& operands, const char* algorithm_name)
      : Contender("KokkosKernels", "crs", algorithm_name, offset_name<typename Operands::offset_type>()),
        operands_(operands) {}

  const Operands& operands_;
  std::optional<Matrix> matrix_;
};

}  // namespace sporos::perf
