// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Runs kernels on real teams, independently of the launches of the library.
#pragma once

#include <vector>

#include "core/device/instance/Sporos_DetectMachine.hpp"
#include "core/kernels/Sporos_CrsOperand.hpp"
#include "unit_tests/support/ProductCase.hpp"

namespace sporos_test {

using Exec = Kokkos::DefaultExecutionSpace;
using DoubleOperand =
    sporos::detail::CrsOperand<Exec, sporos::detail::CrsArrays<double, int, int>,
                               sporos::detail::VectorReader<Exec, sporos::Gather::plain, double>, double>;

using DoubleEpilogue = sporos::detail::LinearEpilogue<double, double>;

inline DoubleOperand operand_of(const ProductCase<double>& matrix_case) {
  return {sporos::detail::crs_arrays(sporos::crs_view(matrix_case.matrix)), {matrix_case.x.data()}};
}

/// \brief Powers of two: on the host up to the number of threads, elsewhere whole warps.
inline std::vector<int> team_sizes() {
  const int lanes = sporos::detect_machine(Exec()).lanes;
  if (!sporos::detail::is_host_execution<Exec>) return {lanes, 2 * lanes, 256};
  std::vector<int> sizes;
  for (int size = 1; size <= sporos::detail::concurrency(Exec()) && size <= 64; size *= 2) sizes.push_back(size);
  return sizes;
}

template <class Kernel>
void launch_teams(std::int64_t teams, int team_size, std::size_t scratch_bytes, const Kernel& kernel) {
  Kokkos::TeamPolicy<Exec> policy(Exec(), static_cast<int>(teams), team_size, 1);
  if (scratch_bytes > 0) policy.set_scratch_size(0, sporos::detail::scratch_of_team(scratch_bytes));
  Kokkos::parallel_for("test[teams]", policy, kernel);
}

}  // namespace sporos_test
