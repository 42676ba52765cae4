// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sporos_spmv: takes one matrix after the other, checks and times all contenders. See --help.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iostream>

#include "perf_tests/arguments/Arguments.hpp"
#include "perf_tests/arguments/KokkosArguments.hpp"
#include "perf_tests/report/Report.hpp"
#include "perf_tests/report/TuningTrace.hpp"
#include "perf_tests/support/CheckReport.hpp"
#include "perf_tests/support/Optimum.hpp"

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

// Only if all teams cover the same number of rows: there is no estimate for teams that take rows as they come, or
// shares of entries.
void add_caching_estimate(std::vector<Result>& results, const Problem& problem) {
  for (Result& result : results) {
    if (result.rows_per_team) result.caching_bytes = problem.caching_bytes(*result.rows_per_team);
  }
}

// Prints where the time of a turn goes.
class Laps {
 public:
  void operator()(const char* what) {
    const Clock::time_point now = Clock::now();
    words_ += sporos::detail::concat(words_.empty() ? "" : ", ", what, ' ',
                                     std::round(10 * std::chrono::duration<double>(now - last_).count()) / 10, " s");
    last_ = now;
  }
  const std::string& words() const { return words_; }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point last_ = Clock::now();
  std::string words_;
};

MatrixReport report_on(const Settings& settings, Problem& problem, double copy_gbs) {
  Laps laps;
  MatrixReport report{problem.name, problem.profile, problem.bandwidth, problem.renumbering, {}};
  report.values = settings.values_of_file ? "file" : "random";
  report.results = compare(problem, settings.protocol, copy_gbs, [&] {
    const char* const how = problem.renumbering.is_done() ? ", renumbered: " : ": ";
    std::cout << '\n' << problem.name << how << problem.contenders.front()->words << '\n' << std::flush;
    laps("set-ups and checks");
  });
  laps("samples");
  if (settings.optimum && report.results.front().fault.empty()) {
    report.results.push_back(find_optimum(problem, settings, copy_gbs));
    laps("optimum");
  }
  std::cout << table(report.results) << tuning_tables(report.results) << std::flush;
  if (!settings.lock.empty()) std::cout << "Turn: " << laps.words() << '\n' << std::flush;
  if (settings.model) {
    add_caching_estimate(report.results, problem);
    std::cout << '\n' << model_table(report.results) << std::flush;
  }
  return report;
}

// The results so far; the files are rewritten after each matrix.
struct Findings {
  Environment environment;
  std::vector<MatrixReport> reports;
  std::vector<TuningTrace> traces;

  void add(const Settings& settings, const std::string& input) {
    if (settings.renumbers()) {
      Settings as_it_comes = settings;
      as_it_comes.rcm = as_it_comes.metis = false;
      reports.push_back(report_on(settings, *load_problem(as_it_comes, input), environment.copy_gbs));
    }
    const std::unique_ptr<Problem> problem = load_problem(settings, input);
    reports.push_back(report_on(settings, *problem, environment.copy_gbs));
    if (settings.renumbers()) std::cout << renumbering(*(reports.end() - 2), reports.back()) << std::flush;
    if (settings.tuning_trace.empty()) return;
    for (const TuningTrace& trace : trace_tuning(*problem, settings)) traces.push_back(trace);
  }
};

// If the program is stopped, there is either the old file or the new one.
bool write(const std::string& file, const std::string& text) {
  const std::string part = file + ".part";
  std::ofstream out(part, std::ios::trunc);
  out << text;
  out.close();
  return !out.fail() && std::rename(part.c_str(), file.c_str()) == 0;
}

int run(const Settings& settings, std::unique_ptr<DeviceTurn> turn) {
  const std::pair<const char*, std::string> files[] = {{"--json", settings.json},
                                                       {"--tuning-trace", settings.tuning_trace}};
  for (const auto& [option, file] : files) {
    if (!file.empty() && !std::ofstream(file, std::ios::app)) {
      return complain(sporos::detail::concat(option, ": ", file, " cannot be written"), wrong_arguments);
    }
  }

  Findings found{detect_environment(settings.protocol), {}, {}};
  turn.reset();
  print_environment(found.environment);
  const bool several = settings.inputs.size() > 1 || settings.renumbers();
  int exit_code = 0;
  for (const std::string& input : settings.inputs) {
    const std::size_t before = found.reports.size();
    try {
      found.add(settings, input);
    } catch (const std::invalid_argument& error) {
      exit_code = complain(error.what(), wrong_arguments);
    } catch (const std::exception& error) {
      exit_code = std::max(exit_code, complain(error.what(), failure));
    }
    for (std::size_t i = before; i < found.reports.size(); ++i) {
      if (!is_sporos_right(found.reports[i].results)) {
        exit_code = std::max(exit_code, complain("an answer of Sporos is wrong for " + input, failure));
      }
    }
    if (found.reports.empty()) continue;
    if (!settings.json.empty() && !write(settings.json, json(found.environment, found.reports, several))) {
      return complain("--json: " + settings.json + " could not be written", failure);
    }
    if (!settings.tuning_trace.empty() && !write(settings.tuning_trace, json(found.traces))) {
      return complain("--tuning-trace: " + settings.tuning_trace + " could not be written", failure);
    }
  }
  std::cout << '\n' << summary(found.reports);
  return exit_code;
}

int check(const Settings& settings) {
  const auto checker = checkers().find(settings.scalar);
  if (checker == checkers().end())
    return complain("--check is for --offset int, which this build lacks", wrong_arguments);
  int exit_code = 0;
  std::string reports;
  for (const std::string& input : settings.inputs) {
    try {
      const CheckReport report = checker->second(settings, input);
      std::cout << input << ": " << report.right << " right, " << report.wrong.size() << " wrong\n";
      for (const auto& [who, why] : report.refused) std::cout << "  cannot: " << who << ": " << why << '\n';
      for (const std::string& product : report.wrong) std::cout << "  wrong: " << product << '\n';
      std::cout << std::flush;
      if (!report.wrong.empty()) exit_code = std::max(exit_code, failure);
      reports += (reports.empty() ? "" : ",\n ") + report.json(input, settings.scalar);
    } catch (const std::exception& error) {
      exit_code = std::max(exit_code, complain(error.what(), failure));
    }
  }
  if (!settings.json.empty() && !write(settings.json, '[' + reports + "]\n")) {
    return complain("--json: " + settings.json + " could not be written", failure);
  }
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
  for (const std::string& note : settings.notes) std::cerr << "sporos_spmv: " << note << std::endl;
  if (settings.help || settings.list) {
    std::cout << (settings.help ? usage(choices) : available(choices));
    return 0;
  }
  // The start of Kokkos and the copies that measure the device's memory are a turn, too.
  std::unique_ptr<DeviceTurn> turn;
  try {
    turn = std::make_unique<DeviceTurn>(settings.lock);
  } catch (const std::runtime_error& error) {
    return complain(error.what(), wrong_arguments);
  }
  const auto scope = kokkos.initialize();
  return settings.check ? check(settings) : run(settings, std::move(turn));
}
