// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Matrices made from a line of text: `generate<double>("stencil7:160")`.
///
/// A description is `NAME:SIZE[,parameter=value...]`, where SIZE is one to three positive whole numbers joined by `x`
/// (rows by columns, or the points of a grid), or the name of a member of the benchmark set, with further parameters
/// if wanted: `uniform16,seed=7`. Every generator has the parameter `seed` (default 1, 0 to 2^64 - 1); generators()
/// lists the others.
///
/// The same description gives the same matrix on every machine and with every compiler that follows IEEE 754 (not
/// under `-ffast-math`). Structure and values do not depend on the types of the matrix, except that a value is rounded
/// to its type and that complex values have imaginary parts. The columns of a row ascend and differ; no value is zero.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "formats/common/Sporos_Arguments.hpp"
#include "formats/common/Sporos_RequireKokkos.hpp"
#include "formats/common/Sporos_ValueTypes.hpp"
#include "formats/generate/Sporos_GenerateDelaunay.hpp"
#include "formats/generate/Sporos_GenerateFamilies.hpp"
#include "formats/generate/Sporos_GenerateGraph.hpp"
#include "formats/generate/Sporos_GenerateRandom.hpp"
#include "formats/generate/Sporos_GenerateStencil.hpp"

namespace sporos {

/// \brief A generator as lists show it.
struct GeneratorInfo {
  std::string name;     ///< what a description starts with
  std::string what;     ///< a line of help
  std::string syntax;   ///< with all parameters; what is in brackets may be left out
  std::string example;  ///< a small matrix
};

/// \brief A member of the benchmark set: a name for a description.
struct BenchmarkProblem {
  std::string name;         ///< that generate() takes
  std::string description;  ///< that it stands for
};

/// \brief All generators, with a line of help each.
inline const std::vector<GeneratorInfo>& generators() {
  static const std::string values = "[,values=random|laplace]";
  static const std::string lengths = "[,shortest=][,longest=]";
  static const std::vector<GeneratorInfo> list = {
      {"stencil3", "3-point stencil on a line", "stencil3:N" + values, "stencil3:100000"},
      {"stencil5", "5-point stencil on a rectangle", "stencil5:N[xM]" + values, "stencil5:300x200,values=laplace"},
      {"stencil9", "9-point stencil on a rectangle", "stencil9:N[xM]" + values, "stencil9:300"},
      {"stencil7", "7-point stencil on a box", "stencil7:N[xMxK]" + values, "stencil7:40"},
      {"stencil27", "27-point stencil on a box", "stencil27:N[xMxK]" + values, "stencil27:40x30x20"},
      {"fem3", "trilinear finite elements on a box of nodes, 3 unknowns a node", "fem3:N[xMxK]", "fem3:16"},
      {"band", "short rows near the diagonal (2 to 6 entries, radius 32)", "band:N" + lengths + "[,radius=]",
       "band:100000"},
      {"uniform", "random columns, all rows equally long (16 entries)", "uniform:N[xM][,entries=]",
       "uniform:20000,entries=10,seed=3"},
      {"powerlaw", "row length k as often as (k + 1/8)^-exponent (2.21875; a multiple of 1/32), random columns",
       "powerlaw:N[xM][,exponent=][,longest=]", "powerlaw:50000,exponent=2.5"},
      {"rmat", "R-MAT graph of 2^LEVELS vertices, Graph500 probabilities, factor (16) edges a vertex before merging",
       "rmat:LEVELS[,factor=]", "rmat:12"},
      {"lp", "few long rows over many random columns (246 to 5190 entries)", "lp:NxM" + lengths,
       "lp:40x10000,shortest=100,longest=2000"},
      {"long", "regular long rows in a wide band (266 to 492 entries, radius 2000)", "long:N" + lengths + "[,radius=]",
       "long:1000"},
      {"dc1", "a few rows of the lengths heavy (5/8 and 1/3 of the width) among short ones (2 to 10, radius 100)",
       "dc1:N[,heavy=AxB...]" + lengths + "[,radius=]", "dc1:50000"},
      {"dense", "every entry", "dense:N[xM]", "dense:300x200"},
      {"arrow", "border (1) full rows and columns, first of all, and dense blocks (of 1) on the diagonal",
       "arrow:N[,border=][,block=]", "arrow:10000,border=3,block=5"},
      {"lastrow", "a full last row below short ones (2 to 6 entries, radius 32)", "lastrow:N" + lengths + "[,radius=]",
       "lastrow:10000"},
      {"alternating", "rows of the lengths in turn (1 and 300), random columns", "alternating:N[xM][,lengths=AxB...]",
       "alternating:1000"},
      {"periodic", "7-point stencil on a box that goes on at its other side", "periodic:N[xMxK]", "periodic:20"},
      {"delaunay", "triangulation of N x M random points, one a cell of a grid that goes on at its other side",
       "delaunay:N[xM]", "delaunay:50"},
      {"diagonals", "the main diagonal and others at the distances (a fifth and a third of N) on both sides",
       "diagonals:N[,distances=AxB...]", "diagonals:10000"},
      {"zipf", "entries (16) a row before merging, column k as often as (k + 1/8)^-exponent (1; a multiple of 1/32)",
       "zipf:N[xM][,entries=][,exponent=]", "zipf:10000"},
  };
  return list;
}

/// \brief The ten matrices that results are reported for. generate() takes their names, too.
inline const std::vector<BenchmarkProblem>& benchmark_set() {
  static const std::vector<BenchmarkProblem> set = {
      {"stencil7-160", "stencil7:160"},
      {"stencil27-110", "stencil27:110"},
      {"fem3-68", "fem3:68"},
      {"uniform16", "uniform:1048576"},
      {"band-short4", "band:4000000"},
      {"powerlaw3", "powerlaw:1000000"},
      {"wide-lp", "lp:4284x1100000"},
      {"nd-long400", "long:72000"},
      {"dc1-like", "dc1:1160000,heavy=726507x388700"},
      {"rmat20x16", "rmat:20"},
  };
  return set;
}

namespace detail {

inline std::string generator_name(const std::string& description) {
  return description.substr(0, description.find_first_of(":,"));
}

template <class List>
auto find_named(const List& list, const std::string& name) {
  return std::find_if(list.begin(), list.end(), [&](const auto& item) { return item.name == name; });
}

// A name of the benchmark set stands for its description; parameters that follow it are kept.
inline std::string expand_benchmark_name(const std::string& description) {
  const std::string name = generator_name(description);
  const auto problem = find_named(benchmark_set(), name);
  if (problem == benchmark_set().end()) return description;
  require(description.size() == name.size() || description[name.size()] == ',', "generate", '"', description,
          "\": ", name, " has its size (", problem->description, ") and takes parameters only");
  return problem->description + description.substr(name.size());
}

// Empty if the name is unknown.
inline std::string generator_syntax(const std::string& description) {
  const auto generator = find_named(generators(), generator_name(description));
  return generator == generators().end() ? "" : generator->syntax + "[,seed=]";
}

}  // namespace detail

/// \brief Whether `description` starts with the name of a generator or of a benchmark matrix, even if the rest is
/// wrong.
inline bool is_generator(const std::string& description) {
  const std::string name = detail::generator_name(description);
  return detail::find_named(generators(), name) != generators().end() ||
         detail::find_named(benchmark_set(), name) != benchmark_set().end();
}

/// \brief The matrix that `description` asks for, on the host; one thread, time and memory in proportion to the
/// finished matrix, and hardly more memory than it needs.
/// \throws std::invalid_argument for an unknown name, a wrong, missing, superfluous or impossible parameter, and for a
/// matrix whose columns or entries the index types cannot count
template <class Value = double, class Column = int, class Offset = int>
CrsMatrix<Value, Column, Offset, Kokkos::HostSpace> generate(const std::string& description) {
  static_assert(detail::ValueType<Value>::is_taken);
  detail::require_kokkos("generate");
  using Matrix = CrsMatrix<Value, Column, Offset, Kokkos::HostSpace>;
  using detail::StencilShape;
  const std::string expanded = detail::expand_benchmark_name(description);
  detail::GeneratorDescription parts(expanded, detail::generator_syntax(expanded));
  const std::string& name = parts.name();
  if (name == "stencil3") return detail::generate_stencil<Matrix>(parts, 1, StencilShape::star, 3);
  if (name == "stencil5") return detail::generate_stencil<Matrix>(parts, 2, StencilShape::star, 5);
  if (name == "stencil9") return detail::generate_stencil<Matrix>(parts, 2, StencilShape::box, 9);
  if (name == "stencil7") return detail::generate_stencil<Matrix>(parts, 3, StencilShape::star, 7);
  if (name == "stencil27") return detail::generate_stencil<Matrix>(parts, 3, StencilShape::box, 27);
  if (name == "fem3") return detail::generate_fem3<Matrix>(parts);
  if (name == "band") return detail::generate_band<Matrix>(parts, 2, 6, 32);
  if (name == "uniform") return detail::generate_uniform<Matrix>(parts);
  if (name == "powerlaw") return detail::generate_powerlaw<Matrix>(parts);
  if (name == "rmat") return detail::generate_rmat<Matrix>(parts);
  if (name == "lp") return detail::generate_lp<Matrix>(parts);
  if (name == "long") return detail::generate_band<Matrix>(parts, 266, 492, 2000);
  if (name == "dc1") return detail::generate_dc1<Matrix>(parts);
  if (name == "dense") return detail::generate_dense<Matrix>(parts);
  if (name == "arrow") return detail::generate_arrow<Matrix>(parts);
  if (name == "lastrow") return detail::generate_last_row<Matrix>(parts);
  if (name == "alternating") return detail::generate_alternating<Matrix>(parts);
  if (name == "periodic") return detail::generate_periodic<Matrix>(parts);
  if (name == "delaunay") return detail::generate_delaunay<Matrix>(parts);
  if (name == "diagonals") return detail::generate_diagonals<Matrix>(parts);
  if (name == "zipf") return detail::generate_zipf<Matrix>(parts);
  std::string known;
  for (const GeneratorInfo& generator : generators()) known += (known.empty() ? "" : ", ") + generator.name;
  parts.check(false, "there is no generator \"", name, "\"; there are ", known);
  return {};
}

/// \brief Refuses other arguments at compile time.
template <class Value = double, class... Given, class = detail::if_wrong<detail::Parameters<1, std::string>, Given...>>
auto generate(const Given&...) {
  static_assert(detail::are_right<Given...>,
                "sporos::generate: the argument is a description, such as generate<double>(\"stencil7:160\"); it works "
                "on the host and takes no instance");
  return CrsMatrix<Value, int, int, Kokkos::HostSpace>();
}

}  // namespace sporos
