// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The algorithms of a plan as the command lines name them.
#pragma once

#include <string>
#include <vector>

#include "policies/Sporos_Algorithm.hpp"

namespace sporos::perf {

/// \brief `automatic`, and then every algorithm that can be asked for by name.
inline std::vector<Algorithm> offered_algorithms() {
  std::vector<Algorithm> algorithms = {Algorithm::automatic};
  for (const Algorithm algorithm : all_algorithms()) algorithms.push_back(algorithm);
  return algorithms;
}

inline std::vector<std::string> offered_algorithm_names() {
  std::vector<std::string> names;
  for (const Algorithm algorithm : offered_algorithms()) names.emplace_back(name(algorithm));
  return names;
}

}  // namespace sporos::perf
