// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products and conjugate gradients of PETSc on several ranks, with and without Sporos attached.
#include <cmath>
#include <fstream>
#include <iostream>

#include "perf_tests/arguments/Text.hpp"
#include "perf_tests/ranks/RanksMeasure.hpp"
#include "perf_tests/report/Json.hpp"

namespace sporos::perf {
namespace {

constexpr const char* usage =
    R"(usage: mpirun -n RANKS sporos_ranks PROBLEM... [--weak] [--no-solver] [--format NAME] [--mat-type NAME]
                                [--rounds N] [--json FILE]

Times, of PETSc's matrix-vector product and conjugate gradients with PETSc's local products and with Sporos': the whole, the
product of the diagonal block, of the other block, the exchange, the plan without PETSc, and MKL's product where it was
compiled in. Everything has its turn in every round; of a round the slowest rank counts.

PROBLEM     a file.mtx, or a generated matrix as sporos_spmv --list explains: stencil7:64
--weak      the last size of a generated matrix grows with the number of ranks
--format NAME  Sporos stores its blocks so: sell, dia, ..., automatic (default: PETSc's rows)
--mat-type NAME  PETSc's type of both matrices: aijmkl, aijkokkos, ... (default: aij; aijcusparse on a GPU)
--rounds N  samples of each (default 21)
--json FILE writes all times as JSON
--no-solver leaves out conjugate gradients, which need a definite matrix: stencil7:64,values=laplace

The share of the exchange that is hidden: (local + other + exchange - product) / exchange, between 0 and 1.
)";

struct Arguments {
  std::vector<std::string> problems;
  bool weak = false;
  bool solves = true;
  int rounds = 21;
  std::string json;
  std::string type = is_on_device ? MATAIJCUSPARSE : MATAIJ;
  Options options;
};

Arguments parse(int argc, char** argv) {
  Arguments arguments;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const auto value = [&] {
      if (i + 1 == argc) throw std::invalid_argument(word + " needs a value");
      return std::string(argv[++i]);
    };
    if (word == "--weak") {
      arguments.weak = true;
    } else if (word == "--no-solver") {
      arguments.solves = false;
    } else if (word == "--rounds") {
      const std::string number = value();
      if (number.empty() || number.size() > 6 || number.find_first_not_of("0123456789") != std::string::npos ||
          std::stoi(number) == 0) {
        throw std::invalid_argument("--rounds needs a whole number, not '" + number + "'");
      }
      arguments.rounds = std::stoi(number);
    } else if (word == "--format") {
      arguments.options.format = format_of(value());
    } else if (word == "--mat-type") {
      arguments.type = value();
    } else if (word == "--json") {
      arguments.json = value();
    } else if (word[0] == '-') {
      throw std::invalid_argument("there is no option " + word);
    } else {
      arguments.problems.push_back(word);
    }
  }
  if (arguments.problems.empty()) throw std::invalid_argument("there is no problem");
  return arguments;
}

double hidden_share(const std::map<std::string, Timing>& times, const std::string& who) {
  const double exchange = times.at("exchange").median_s;
  const double apart = times.at("local " + who).median_s + times.at("other " + who).median_s + exchange;
  return std::max(0.0, std::min(1.0, (apart - times.at("product " + who).median_s) / exchange));
}

void print_row(const std::string& name, int ranks, const std::map<std::string, Timing>& times) {
  const auto microseconds = [&](const std::string& part) {
    const auto found = times.find(part);
    return found == times.end() ? std::string("-") : std::to_string(std::lround(found->second.median_s * 1e6));
  };
  std::string line = "| " + name + " | " + std::to_string(ranks);
  for (const char* part : {"product", "local", "other", "step"}) {
    line += " | " + microseconds(std::string(part) + " petsc") + " / " + microseconds(std::string(part) + " sporos");
  }
  line += " | " + microseconds("exchange");
  line += times.count("exchange") == 0 ? std::string(" | -")
                                       : " | " + std::to_string(std::lround(100 * hidden_share(times, "petsc"))) +
                                             " / " + std::to_string(std::lround(100 * hidden_share(times, "sporos")));
  std::cout << line << " | " << microseconds("plan") << " | " << microseconds("mkl") << " |" << std::endl;
}

std::string as_json(const std::string& name, int ranks, const RanksProblem& problem,
                    const std::map<std::string, Timing>& times) {
  std::int64_t most[2] = {problem.entries, problem.ghost_count};
  std::int64_t entries = problem.entries;
  MPI_Allreduce(MPI_IN_PLACE, most, 2, MPI_INT64_T, MPI_MAX, PETSC_COMM_WORLD);
  MPI_Allreduce(MPI_IN_PLACE, &entries, 1, MPI_INT64_T, MPI_SUM, PETSC_COMM_WORLD);
  std::string text = "{\"problem\": " + json_text(name) + ", \"ranks\": " + std::to_string(ranks) +
                     ", \"rows\": " + std::to_string(problem.rows) + ", \"entries\": " + std::to_string(entries) +
                     ", \"most_entries\": " + std::to_string(most[0]) + ", \"most_ghosts\": " + std::to_string(most[1]);
  for (const auto& [part, timing] : times) {
    text += ",\n  " + json_text(part) + ": {\"median_s\": " + json_number(timing.median_s) +
            ", \"spread_s\": " + json_number(timing.spread_s) + ", \"least_s\": " + json_number(timing.least_s) + "}";
  }
  return text + "}";
}

void run(const Arguments& arguments) {
  int ranks = 1, rank = 0;
  MPI_Comm_size(PETSC_COMM_WORLD, &ranks);
  MPI_Comm_rank(PETSC_COMM_WORLD, &rank);
  if (rank == 0) {
    std::cout << "PETSc " << PETSC_VERSION_MAJOR << "." << PETSC_VERSION_MINOR << "." << PETSC_VERSION_SUBMINOR
              << ", microseconds, PETSc's products / Sporos'\n\n"
              << "| matrix | ranks | product | diagonal block | other block | step of CG | exchange | % of it hidden | "
                 "plan alone | MKL |\n|---|---|---|---|---|---|---|---|---|---|\n";
  }
  std::vector<std::string> results;
  for (const std::string& given : arguments.problems) {
    const std::string name = arguments.weak ? grown(given, ranks) : given;
    const RanksProblem problem(name, arguments.type, arguments.options);
    const auto times = measure_problem(problem, arguments.options, arguments.rounds, arguments.solves);
    if (rank == 0) print_row(name, ranks, times);
    results.push_back(as_json(name, ranks, problem, times));
  }
  if (rank != 0 || arguments.json.empty()) return;
  std::ofstream file(arguments.json);
  file << "{\"petsc\": \"" << PETSC_VERSION_MAJOR << "." << PETSC_VERSION_MINOR << "." << PETSC_VERSION_SUBMINOR
       << "\", \"results\": [\n"
       << joined(results, ",\n") << "\n]}\n";
  if (!file) throw std::runtime_error("--json: " + arguments.json + " cannot be written");
}

}  // namespace
}  // namespace sporos::perf

int main(int argc, char** argv) {
  sporos::perf::Arguments arguments;
  try {
    if (argc == 2 && std::string(argv[1]) == "--help") {
      std::cout << sporos::perf::usage;
      return 0;
    }
    arguments = sporos::perf::parse(argc, argv);
  } catch (const std::invalid_argument& error) {
    std::cerr << "sporos_ranks: " << error.what() << "; see --help\n";
    return 2;
  }
  int one = 1;
  if (PetscInitialize(&one, &argv, nullptr, nullptr) != 0) return 1;
  const Kokkos::ScopeGuard kokkos(one, argv);  // ends after PETSc, which frees memory of Kokkos if it has used it
  try {
    sporos::perf::run(arguments);
  } catch (const std::exception& error) {
    std::cerr << "sporos_ranks: " << error.what() << std::endl;
    MPI_Abort(PETSC_COMM_WORLD, 1);
  }
  return PetscFinalize() == 0 ? 0 : 1;
}
