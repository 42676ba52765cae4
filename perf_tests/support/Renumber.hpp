// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Renumbers matrices, if the settings say so.
#pragma once

#include <chrono>
#include <string>

#include "formats/reorder/Sporos_MetisOrdering.hpp"
#include "formats/reorder/Sporos_Permute.hpp"
#include "formats/reorder/Sporos_ReverseCuthillMcKee.hpp"
#include "perf_tests/support/Settings.hpp"

namespace sporos::perf {

/// \brief How a matrix was renumbered.
struct Renumbering {
  std::string ordering;   ///< rcm, metis, or empty for none
  double ordering_s = 0;  ///< on the host, without the permutation of the matrix

  bool is_done() const { return !ordering.empty(); }
  const char* words() const { return ordering == "rcm" ? "Reverse Cuthill-McKee" : "Nested dissection by METIS"; }
};

/// \brief Renumbers a matrix on the host, if the settings say so.
template <class HostMatrix>
Renumbering renumber(const Settings& settings, HostMatrix& matrix) {
  if (!settings.renumbers()) return {};
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  const Permutation order = settings.rcm ? reverse_cuthill_mckee(matrix) : metis_ordering(matrix);
  const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  matrix = permute_symmetric(Kokkos::DefaultHostExecutionSpace(), matrix, order);
  return {settings.rcm ? "rcm" : "metis", seconds};
}

}  // namespace sporos::perf
