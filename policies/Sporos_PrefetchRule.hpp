// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief When a host's threads ask for the entries of a matrix ahead of their use.
///
/// Speed of `coop` over Kokkos Kernels 3.4 on one core of a shared server (EPYC with 32 MiB of L3, double), the worse
/// of two runs, by how many entries ahead; never with the partial sums of host_rule() for that:
///
/// | matrix (MB, mean row)          | never | 48   | 56   | 64   |
/// |--------------------------------|-------|------|------|------|
/// | fem3:20 (21, 73)               | 1.00  | 1.01 |      |      |
/// | wave (25, 13.6)                | 1.05  | 1.11 | 1.14 | 1.13 |
/// | powerlaw:500000 (21, 3.4)      | 1.06  | 1.08 | 1.08 | 1.09 |
/// | cnr-2000 (39, 9.9)             | 1.06  | 1.02 | 0.98 | 1.07 |
/// | rmat:18 (47, 15.0)             | 1.00  | 1.19 | 1.18 | 1.14 |
/// | band:1000000 (48, 4)           | 1.37  | 1.36 | 1.37 | 1.36 |
/// | uniform:300000 (58, 16)        | 1.07  | 1.02 | 1.02 | 0.99 |
/// | uniform:500000 (72, 12)        | 1.12  | 1.06 | 1.01 | 0.96 |
/// | uniform:200000 (77, 32)        | 1.08  | 1.04 | 0.99 | 0.97 |
/// | stencil27:60 (68, 26)          | 1.01  | 1.12 | 1.11 | 1.11 |
/// | fem3:30 (74, 76)               | 0.99  | 1.02 | 1.04 | 1.06 |
/// | bitmap_census-income (83)      | 1.00  | 1.09 | 1.12 | 1.12 |
/// | stencil7:100 (83, 6.9)         | 1.06  | 1.20 | 1.21 | 1.25 |
/// | G3_circuit (92, 4.8)           | 1.12  | 1.25 | 1.29 | 1.29 |
///
/// Random columns want the processor's slots for misses for x, and have the fewer of them the further ahead entries
/// are asked for. In a cache the asking costs: 0.24 ms for stencil7:40 (5 MB) became 0.27, 0.57 for landmark (14 MB)
/// 0.64 (trial loops, 64 ahead).
#pragma once

#include <cstdint>

#include "policies/Sporos_Algorithm.hpp"
#include "policies/Sporos_Machine.hpp"

namespace sporos {

/// \brief How many entries ahead.
inline constexpr int prefetch_distance = 48;

/// \brief Whether threads ask: on hosts, where each sums rows of its own, of a matrix too large for its entries to
/// still be in a cache from the product before.
/// \param value_bytes  size of a matrix value; columns count as four bytes
constexpr bool prefetch_rule(const Machine& machine, Algorithm algorithm, std::int64_t nnz, int value_bytes) {
  const bool sums_rows =
      algorithm == Algorithm::coop || algorithm == Algorithm::scalar || algorithm == Algorithm::vector;
  return machine.kind == MachineKind::host && sums_rows && nnz > std::int64_t{16} * 1024 * 1024 / (value_bytes + 4);
}

}  // namespace sporos
