// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief What sporos_fem is asked to do.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/Sporos_Elements.hpp"

namespace sporos_fem {

enum class Distortion { none, smooth, random };

struct MeshKind {
  int dimensions = 2;
  Distortion distortion = Distortion::none;
  std::string name = "quadrilaterals";
};

struct Settings {
  std::vector<int> degrees{1};
  std::int64_t unknowns = 100000;
  std::vector<std::string> operators{"crs", "ell", "lma"};
  std::vector<std::string> scalars{"double"};
  sporos::Scatter scatter = sporos::Scatter::automatic;
  MeshKind mesh;
  bool peers = false;
  std::int64_t iterations = 0;  ///< 0: to convergence
  int repetitions = 1;
  double relative_residual = 0;  ///< 0: what the scalar allows
  std::string vtk;
  std::string json;
  std::string plot;
  bool help = false;
};

/// \brief Reads the arguments behind the program's name, without those of Kokkos.
/// \throws std::invalid_argument with a sentence for people
Settings parse_arguments(const std::vector<std::string>& arguments);

/// \brief The text of --help.
std::string usage();

}  // namespace sporos_fem
