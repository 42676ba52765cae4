// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief What sporos_fem finds out of one problem.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "perf_tests/fem/Settings.hpp"

namespace sporos_fem {

/// \brief One operator of one library.
struct Result {
  std::string operator_name;
  std::string library;
  std::int64_t memory_bytes = 0;
  double assembly_s = 0;    ///< element matrices, and for a global matrix adding them up
  double conversion_s = 0;  ///< to the format of the operator, and its plan
  std::int64_t iterations = 0;
  double seconds = 0;
  double gbs = 0;
  double error_l2 = 0;  ///< NaN where a fixed number of iterations was run
  bool converged = false;
  std::string status;  ///< how the solver ended

  double iterations_per_s() const { return seconds > 0 ? static_cast<double>(iterations) / seconds : 0; }
};

/// \brief One problem.
struct Case {
  int degree = 1;
  std::int64_t unknowns = 0;
  std::int64_t elements = 0;
  std::string scalar;
  std::string mesh;
  std::vector<Result> results;
};

/// \brief The solution at the nodes of a mesh, for a picture.
struct Picture {
  int dimensions = 2;
  std::int64_t cells = 0;           ///< in each direction, smaller than elements where these have inner nodes
  std::vector<double> coordinates;  ///< three a node
  std::vector<double> values;       ///< one a node
};

using Progress = std::function<void(const std::string&)>;

/// \brief Assembles, solves with every operator that the settings name, and compares with the exact solution.
/// \param picture  null, or where the solution of the last operator goes
template <class T>
Case run_case(const Settings& settings, int degree, const Progress& progress, Picture* picture);

std::string table(const Case& one);
/// \brief An object for one problem, an array of them for several.
std::string json(const std::vector<Case>& cases);
/// \brief Iterations per second against the degree, as SVG.
std::string plot(const std::vector<Case>& cases);
/// \brief VTK's legacy text form of an unstructured grid.
std::string vtk(const Picture& picture);

}  // namespace sporos_fem
