// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sporos_spmv: one matrix after the other, checked and timed beside everyone else. See --help.

#include <fstream>
#include <iostream>

#include "perf_tests/support/Arguments.hpp"
#include "perf_tests/support/Compare.hpp"
#include "perf_tests/support/KokkosArguments.hpp"
#include "perf_tests/support/Report.hpp"

namespace sporos::perf {
namespace {

constexpr int failure = 1;
constexpr int wrong_arguments = 2;

int complain(const std::string& sentence, int exit_code) {
  std::cerr << "sporos_spmv: " << sentence << std::endl;
  return exit_code;
}

void print_environment(const Environment& environment) {
  for (const auto& [name, value] : environment.facts) std::cout << name << ": " << value << '\n';
  std::cout << "copy: " << environment.copy_gbs << " GB/s\n" << std::flush;
}

bool is_sporos_right(const std::vector<Result>& results) {
  for (const Result& result : results) {
    if (result.library == "Sporos" && result.fault == "wrong") return false;
  }
  return true;
}

// Where every team covers as many rows; where teams take rows as they come, or shares of entries, there is no estimate.
void add_caching_estimate(std::vector<Result>& results, const Problem& problem) {
  for (Result& result : results) {
    if (result.rows_per_team) result.caching_bytes = problem.caching_bytes(*result.rows_per_team);
  }
}

MatrixReport report_on(const Settings& settings, const std::string& input, double copy_gbs) {
  const std::unique_ptr<Problem> problem = load_problem(settings, input);
  MatrixReport report{problem->name, problem->profile, {}};
  report.results = compare(*problem, settings.protocol, copy_gbs, [&] {
    std::cout << '\n' << problem->name << ": " << problem->contenders.front()->words << '\n' << std::flush;
  });
  std::cout << table(report.results) << std::flush;
  if (settings.model) {
    add_caching_estimate(report.results, *problem);
    std::cout << '\n' << model_table(report.results) << std::flush;
  }
  return report;
}

int run(const Settings& settings) {
  std::ofstream json_file;
  const auto write_json = [&](const Environment& environment, const std::vector<MatrixReport>& reports) {
    json_file.open(settings.json, std::ios::trunc);
    json_file << json(environment, reports, settings.inputs.size() > 1);
    json_file.close();
    return !json_file.fail();
  };
  if (!settings.json.empty() && !std::ofstream(settings.json, std::ios::app)) {
    return complain("--json: " + settings.json + " cannot be written", wrong_arguments);
  }

  const Environment environment = detect_environment();
  print_environment(environment);
  std::vector<MatrixReport> reports;
  int exit_code = 0;
  for (const std::string& input : settings.inputs) {
    try {
      reports.push_back(report_on(settings, input, environment.copy_gbs));
      if (!is_sporos_right(reports.back().results)) {
        exit_code = complain("an answer of Sporos is wrong for " + input, failure);
      }
    } catch (const std::invalid_argument& error) {
      return complain(error.what(), wrong_arguments);
    } catch (const std::exception& error) {
      exit_code = complain(error.what(), failure);
    }
    if (!settings.json.empty() && !reports.empty() && !write_json(environment, reports)) {
      return complain("--json: " + settings.json + " could not be written", failure);
    }
  }
  std::cout << '\n' << summary(reports);
  return exit_code;
}

}  // namespace
}  // namespace sporos::perf

int main(int argc, char** argv) {
  using namespace sporos::perf;
  KokkosArguments kokkos(argc, argv);
  const Choices choices = compiled_choices();
  Settings settings;
  try {
    settings = parse_arguments(kokkos.others(), choices);
  } catch (const WrongArguments& error) {
    return complain(error.what(), wrong_arguments);
  }
  if (settings.help || settings.list) {
    std::cout << (settings.help ? usage(choices) : available(choices));
    return 0;
  }
  const auto scope = kokkos.initialize();
  return run(settings);
}
