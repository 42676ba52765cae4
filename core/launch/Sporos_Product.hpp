// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief What every launch of a product gets, and the names of the launches.
#pragma once

#include <map>
#include <string>

#include "core/kernels/Sporos_CrsOperand.hpp"
#include "formats/common/Sporos_Require.hpp"
#include "policies/Sporos_Algorithm.hpp"

namespace sporos {
namespace detail {

/// Labels of the launches and of the region around them, made once: a product allocates nothing.
struct Labels {
  std::string product;
  std::string scale = "sporos::spmv[crs,scale]";
  std::string long_rows = "sporos::spmv[crs,long rows]";
  std::string fix_up = "sporos::spmv[crs,fix_up]";
};

// Made once: every plan needs them.
inline const Labels& crs_labels(Algorithm algorithm) {
  static const auto all = [] {
    std::map<Algorithm, Labels> labels;
    for (const Algorithm one : all_algorithms()) labels[one] = {concat("sporos::spmv[crs,", name(one), "]")};
    return labels;
  }();
  return all.at(algorithm);
}

/// 32, 40 and 64 registers a thread; what keeps a multiprocessor full, nearly full and half full.
using FullOccupancy = Kokkos::LaunchBounds<512, 4>;
using HighOccupancy = Kokkos::LaunchBounds<512, 3>;
using HalfOccupancy = Kokkos::LaunchBounds<512, 2>;

/// For kernels whose threads hold a few sums and products: 40 registers, but 64 for sums of 16 bytes.
template <class Sum>
using TileOccupancy = std::conditional_t<(sizeof(Sum) <= 8), HighOccupancy, HalfOccupancy>;

/// One product's operands; everything is raw, checked and on the device.
template <class ExecutionSpace, class OperandType, class YValue>
struct Product {
  using execution_space = ExecutionSpace;
  using Operand = OperandType;
  using Y = YValue;
  using Sum = typename Operand::sum_t;

  const ExecutionSpace& exec;
  const Labels& labels;
  Operand a;
  std::int64_t nnz;
  Y* y;
  Sum alpha;
  Sum beta;
};

/// A team policy for kernels that may take `Bound`'s registers.
template <class Bound, class ExecutionSpace>
auto team_policy(const ExecutionSpace& exec, std::int64_t teams, int block_size, std::size_t scratch_bytes) {
  Kokkos::TeamPolicy<ExecutionSpace, Bound> policy(exec, static_cast<int>(teams),
                                                   is_host_execution<ExecutionSpace> ? 1 : block_size, 1);
  if (scratch_bytes > 0) policy.set_scratch_size(0, scratch_of_team(scratch_bytes));
  return policy;
}

constexpr std::int64_t ceiling_of(std::int64_t count, std::int64_t step) { return (count + step - 1) / step; }

}  // namespace detail
}  // namespace sporos
