// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief When the threads of a host prefetch the entries of a matrix.
///
/// Speed of `coop` over Kokkos Kernels 3.4 on one core of a shared server (EPYC with 32 MiB of L3, double), the worse
/// of two runs, by how many entries ahead; the machine's noise is 5 %:
///
/// | matrix (MB, mean row)     | never | 48   | 64   |
/// |---------------------------|-------|------|------|
/// | fem3:20 (21, 73)          | 1.03  | 1.04 | 1.06 |
/// | powerlaw:500000 (21, 3.4) | 1.06  | 1.12 | 1.12 |
/// | wave (25, 13.6)           | 1.06  | 1.12 | 1.11 |
/// | cnr-2000 (39, 9.9)        | 1.06  | 0.99 | 1.02 |
/// | rmat:18 (47, 15.0)        | 0.94  | 1.22 | 1.12 |
/// | band:1000000 (48, 4)      | 1.34  | 1.35 | 1.35 |
/// | uniform:300000 (58, 16)   | 1.04  | 1.08 | 1.05 |
/// | stencil27:60 (68, 26)     | 0.98  | 1.12 | 1.14 |
/// | uniform:500000 (72, 12)   | 1.00  | 1.05 | 0.99 |
/// | fem3:30 (74, 76)          | 0.98  | 1.02 | 1.05 |
/// | uniform:200000 (77, 32)   | 0.99  | 1.08 | 0.96 |
/// | bitmap_census-income (83) | 0.99  | 1.08 | 1.10 |
/// | stencil7:100 (83, 6.9)    | 1.06  | 1.20 | 1.28 |
/// | G3_circuit (92, 4.8)      | 1.10  | 1.25 | 1.32 |
///
/// With random columns, loads of x need the processor's slots for outstanding misses; the greater the prefetch
/// distance, the fewer of them are left. For matrices in a cache, prefetching cost up to 8 % (stencil27:30, 8 MB;
/// landmark, 14 MB) in an earlier form of the loop.
#pragma once

#include <cstdint>

#include "policies/Sporos_Algorithm.hpp"
#include "policies/Sporos_Machine.hpp"

namespace sporos {
namespace detail {

/// \brief The prefetch distance in entries.
inline constexpr int prefetch_distance = 48;

/// \brief The prefetch distance of leaves, in entries: a page of doubles, since the hardware prefetcher stops at the
/// end of a page. There is one prefetch for each cache line.
///
/// Speed over the best of MKL, Eigen and Kokkos Kernels, double / float, on the same core with AVX2: with one prefetch
/// per row at distance 48, and with one per cache line at larger distances:
///
/// | matrix               | 48 a row    | 256         | 512         | 1024        |
/// |----------------------|-------------|-------------|-------------|-------------|
/// | uniform:300000       | 0.84 / 0.91 | 0.89 / 0.88 | 0.87 / 0.88 | 0.92 / 0.89 |
/// | fem3:30              | 0.99 / 0.90 | 1.26 / 1.13 | 1.17 / 1.43 | 1.22 / 1.36 |
/// | bitmap_census-income | 0.98 / 1.07 | 1.25 / 1.08 | 1.29 / 1.22 | 1.12 / 1.27 |
/// | rmat:18              | 0.92 / 1.12 | 0.99 / 0.98 | 0.94 / 1.23 | 0.98 / 1.38 |
/// | stencil27:60         | 0.86 / 0.88 | 1.01 / 1.00 | 1.04 / 0.93 | 0.96 / 0.93 |
/// | cnr-2000             | 0.97 / 1.08 | 0.98 / 0.94 | 0.98 / 1.07 | 1.04 / 1.00 |
/// | long:20000           | 0.91 / 0.98 | 1.03 / 1.11 | 0.89 / 1.15 | 0.94 / 1.09 |
/// | wave                 | 1.07 / 0.96 | 1.04 / 0.94 | 1.12 / 0.94 | 1.07 / 0.93 |
///
/// Elements of x are prefetched where rows read x far apart alone (is_far): elsewhere that made products with random
/// columns 5 to 20 % slower (uniform:300000, cnr-2000).
inline constexpr int leaf_prefetch_distance = 512;

/// \brief The prefetch distance of elements of x, in entries. 64 and 256 were as good within noise (powerlaw, double).
inline constexpr int x_prefetch_distance = 128;

/// \brief The prefetch distance, in rows, of ELL, in which neighbouring rows are contiguous.
inline constexpr int ell_prefetch_rows = 128;

/// \brief Whether threads prefetch: on hosts, where each thread sums rows of its own, for matrices too large to stay in
/// a cache from one product to the next.
/// \param value_bytes  size of a matrix value; columns count as four bytes
constexpr bool prefetch_rule(const Machine& machine, Algorithm algorithm, std::int64_t nnz, int value_bytes) {
  const bool sums_rows = algorithm == Algorithm::coop || algorithm == Algorithm::patterns ||
                         algorithm == Algorithm::scalar || algorithm == Algorithm::vector;
  return machine.kind == MachineKind::host && sums_rows && nnz > std::int64_t{16} * 1024 * 1024 / (value_bytes + 4);
}

}  // namespace detail
}  // namespace sporos
