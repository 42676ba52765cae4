// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>

#include "perf_tests/arguments/Text.hpp"
#include "perf_tests/fem/Settings.hpp"

namespace sporos_fem {
namespace {

using sporos::detail::concat;
using sporos::perf::joined;
using sporos::perf::split;

[[noreturn]] void refuse(const std::string& sentence) { throw std::invalid_argument(sentence); }

// What is no number is NaN, which no limit allows.
double number_in(const std::string& text) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  return *end == '\0' ? value : NAN;
}

std::int64_t whole_number(const std::string& option, const std::string& text, std::int64_t most) {
  const double value = number_in(text);
  if (!(value >= 1 && value <= static_cast<double>(most) && value == std::floor(value))) {
    refuse(concat(option, " needs a whole number from 1 to ", most, ", not '", text, "'"));
  }
  return static_cast<std::int64_t>(value);
}

std::string one_of(const std::string& option, const std::string& text, const std::vector<std::string>& choices) {
  if (std::find(choices.begin(), choices.end(), text) != choices.end()) return text;
  refuse(concat(option, " must be one of ", joined(choices, ", "), ", not '", text, "'"));
}

const std::vector<std::string> option_names{
    "--degree",     "--unknowns",    "--operator",          "--scalar", "--scatter", "--mesh", "--peers",
    "--iterations", "--repetitions", "--relative-residual", "--vtk",    "--json",    "--plot"};

std::vector<std::string> some_of(const std::string& option, const std::string& text,
                                 const std::vector<std::string>& choices) {
  std::vector<std::string> found;
  for (const std::string& part : split(text, ',')) found.push_back(one_of(option, part, choices));
  if (std::set<std::string>(found.begin(), found.end()).size() < found.size()) {
    refuse(concat(option, " names one of '", text, "' twice"));
  }
  return found;
}

const std::vector<std::string> operator_names{"crs", "ell", "sell", "dia", "delta_crs", "symmetric", "lma", "lma-full"};

std::vector<MeshKind> mesh_kinds() {
  return {{2, Distortion::none, "quadrilaterals"},          {2, Distortion::smooth, "quadrilaterals-smooth"},
          {2, Distortion::random, "quadrilaterals-random"}, {3, Distortion::none, "hexahedra"},
          {3, Distortion::smooth, "hexahedra-smooth"},      {3, Distortion::random, "hexahedra-random"}};
}

MeshKind mesh_of(const std::string& text) {
  std::vector<std::string> names;
  for (const MeshKind& kind : mesh_kinds()) names.push_back(kind.name);
  one_of("--mesh", text, names);
  for (const MeshKind& kind : mesh_kinds()) {
    if (kind.name == text) return kind;
  }
  return {};
}

sporos::Scatter scatter_of(const std::string& text) {
  std::vector<std::string> names;
  for (const auto scatter :
       {sporos::Scatter::automatic, sporos::Scatter::atomics, sporos::Scatter::colouring, sporos::Scatter::gather}) {
    names.push_back(name(scatter));
    if (names.back() == text) return scatter;
  }
  one_of("--scatter", text, names);
  return sporos::Scatter::automatic;
}

void set(Settings& settings, const std::string& option, const std::string& value) {
  if (option == "--degree") {
    settings.degrees.clear();
    for (const std::string& one : some_of(option, value, {"1", "2", "3", "4"}))
      settings.degrees.push_back(one[0] - '0');
  } else if (option == "--unknowns") {
    settings.unknowns = whole_number(option, value, 2147483647);
  } else if (option == "--operator") {
    settings.operators = some_of(option, value == "all" ? joined(operator_names, ",") : value, operator_names);
  } else if (option == "--scalar") {
    settings.scalars = some_of(option, value, {"double", "float"});
  } else if (option == "--scatter") {
    settings.scatter = scatter_of(value);
  } else if (option == "--mesh") {
    settings.mesh = mesh_of(value);
  } else if (option == "--peers") {
    settings.peers = one_of(option, value, {"none", "all"}) == "all";
  } else if (option == "--iterations") {
    settings.iterations = whole_number(option, value, 1000000000);
  } else if (option == "--repetitions") {
    settings.repetitions = static_cast<int>(whole_number(option, value, 1000));
  } else if (option == "--relative-residual") {
    settings.relative_residual = number_in(value);
    if (!(settings.relative_residual > 0 && settings.relative_residual < 1)) {
      refuse(concat(option, " needs a number between 0 and 1, not '", value, "'"));
    }
  } else if (option == "--vtk") {
    settings.vtk = value;
  } else if (option == "--json") {
    settings.json = value;
  } else if (option == "--plot") {
    settings.plot = value;
  }
}

}  // namespace

Settings parse_arguments(const std::vector<std::string>& arguments) {
  Settings settings;
  std::set<std::string> given;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    std::string option = arguments[i];
    if (option == "--help" || option == "-h") {
      settings.help = true;
      return settings;
    }
    if (option.compare(0, 2, "--") != 0) refuse(concat("'", option, "' is not an option; see --help"));
    std::string value;
    const std::size_t equals = option.find('=');
    if (equals != std::string::npos) {
      value = option.substr(equals + 1);
      option.resize(equals);
    } else if (i + 1 < arguments.size()) {
      value = arguments[++i];
    }
    if (std::find(option_names.begin(), option_names.end(), option) == option_names.end()) {
      refuse(concat("there is no option ", option, "; see --help"));
    }
    if (!given.insert(option).second) refuse(concat(option, " is given twice"));
    if (value.empty()) refuse(concat(option, " needs a value"));
    set(settings, option, value);
  }
  for (const int degree : settings.degrees) {
    if (settings.mesh.dimensions == 3 && degree > 2) {
      refuse(concat("--degree ", degree, " is for quadrilaterals; hexahedra have degree 1 or 2"));
    }
  }
  return settings;
}

std::string usage() {
  return "sporos_fem: -div(kappa grad u) = f on the unit square or cube, u = 0 on its boundary, by finite elements "
         "and\n"
         "conjugate gradients, with the matrix stored in several ways. The exact solution is known.\n\n"
         "  --degree LIST            of the Lagrange elements, 1 to 4; hexahedra 1 or 2 (1)\n"
         "  --unknowns N             about so many (100000)\n"
         "  --operator LIST          crs, ell, sell, dia, delta_crs, symmetric, lma (element matrices, lower "
         "triangles),\n"
         "                           lma-full (all their numbers), or all\n"
         "  --scalar LIST            double, float (double)\n"
         "  --scatter HOW            of lma: automatic, atomics, colouring, gather (automatic)\n"
         "  --mesh KIND              quadrilaterals, hexahedra; with -smooth or -random: distorted (quadrilaterals)\n"
         "  --peers none|all         the same solver on the products of other libraries, and Eigen's own (none)\n"
         "  --iterations N           runs N iterations, for their time, instead of solving to convergence\n"
         "  --repetitions N          solves so often, operators in turns, and takes the median time (1)\n"
         "  --relative-residual R    when it has converged (1e-11, of float 1e-5)\n"
         "  --vtk FILE               writes the last solution for ParaView\n"
         "  --json FILE              writes the results: an object, or an array where there are several problems\n"
         "  --plot FILE              draws iterations per second against the degree, as SVG\n";
}

}  // namespace sporos_fem
