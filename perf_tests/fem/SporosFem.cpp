// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sporos_fem: finite elements with conjugate gradients, the matrix stored in several ways. See --help.

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iostream>

#include "perf_tests/arguments/KokkosArguments.hpp"
#include "perf_tests/fem/Case.hpp"

namespace sporos_fem {
namespace {

constexpr int failure = 1;
constexpr int wrong_arguments = 2;
constexpr std::int64_t large = 100000;  // unknowns from which on there is something to wait for

int complain(const std::string& sentence, int exit_code) {
  std::cerr << "sporos_fem: " << sentence << std::endl;
  return exit_code;
}

bool write(const std::string& file, const std::string& text) {
  std::ofstream out(file, std::ios::trunc);
  out << text;
  out.close();
  return !out.fail();
}

int run(const Settings& settings) {
  const std::pair<const char*, std::string> files[] = {
      {"--vtk", settings.vtk}, {"--json", settings.json}, {"--plot", settings.plot}};
  for (const auto& [option, file] : files) {
    if (!file.empty() && !std::ofstream(file, std::ios::app)) {
      return complain(std::string(option) + ": " + file + " cannot be written", wrong_arguments);
    }
  }
  std::vector<Case> cases;
  Picture picture;
  int exit_code = 0;
  for (const std::string& scalar : settings.scalars) {
    for (const int degree : settings.degrees) {
      const Progress progress = [&](const std::string& step) {
        if (settings.unknowns >= large) std::cerr << "degree " << degree << ", " << scalar << ": " << step << std::endl;
      };
      Picture* const wanted = settings.vtk.empty() ? nullptr : &picture;
      cases.push_back(scalar == "float" ? run_case<float>(settings, degree, progress, wanted)
                                        : run_case<double>(settings, degree, progress, wanted));
      std::cout << table(cases.back()) << std::flush;
      for (const Result& result : cases.back().results) {
        if (settings.iterations == 0 && !result.converged) {
          exit_code = complain(result.library + ' ' + result.operator_name + " ended with " + result.status, failure);
        }
      }
      if (!settings.json.empty() && !write(settings.json, json(cases))) {
        return complain("--json: " + settings.json + " could not be written", failure);
      }
    }
  }
  if (!settings.vtk.empty() && !write(settings.vtk, vtk(picture))) {
    return complain("--vtk: " + settings.vtk + " could not be written", failure);
  }
  if (!settings.plot.empty() && !write(settings.plot, plot(cases))) {
    return complain("--plot: " + settings.plot + " could not be written", failure);
  }
  return exit_code;
}

}  // namespace
}  // namespace sporos_fem

int main(int argc, char** argv) {
  using namespace sporos_fem;
  sporos::perf::KokkosArguments kokkos(argc, argv);
  Settings settings;
  try {
    settings = parse_arguments(kokkos.others());
  } catch (const std::invalid_argument& error) {
    return complain(error.what(), wrong_arguments);
  }
  if (settings.help) {
    std::cout << usage();
    return 0;
  }
  const auto scope = kokkos.initialize();
  try {
    return run(settings);
  } catch (const std::invalid_argument& error) {
    return complain(error.what(), wrong_arguments);
  } catch (const std::exception& error) {
    return complain(error.what(), failure);
  }
}
