// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sporos_benchmark: the measurements of sporos_spmv as a Google Benchmark program. See --help.

#include <benchmark/benchmark.h>

#include <iostream>

#include "core/device/instance/Sporos_DetectMachine.hpp"
#include "perf_tests/arguments/BenchmarkArguments.hpp"
#include "perf_tests/arguments/KokkosArguments.hpp"
#include "perf_tests/problem/LoadMatrix.hpp"
#include "perf_tests/report/Environment.hpp"
#include "perf_tests/support/Compare.hpp"

namespace sporos::perf {
namespace {

// The part of a benchmark's name that names the contender. It includes the offset type if that is not the problem's
// own.
std::string part_of_name(const Contender& contender, const std::string& own_offset) {
  return contender.full_name() + (contender.offset == own_offset ? "" : ":" + contender.offset);
}

// Holds only the problem that was used last. Benchmarks run in the order of their registration, so each matrix is read
// once and only one is in memory.
class ProblemCache {
 public:
  bool has_wrong_answer = false;  ///< of Sporos, for any problem
  bool has_unreadable = false;    ///< any input

  Problem& get(const Settings& settings, const std::string& input) {
    const std::string key = settings.scalar + ' ' + input;
    if (key != key_) {
      key_.clear();
      problem_.reset();
      names_.clear();
      try {
        problem_ = load_problem(settings, input);
      } catch (...) {
        has_unreadable = true;
        throw;
      }
      for (const auto& contender : problem_->contenders) names_.push_back(part_of_name(*contender, settings.offset));
      key_ = key;
    }
    return *problem_;
  }

  /// Finds a contender by the name that it had before anything was prepared; nullptr if this matrix has no such
  /// contender.
  Contender* find(const std::string& name) const {
    for (std::size_t i = 0; i < names_.size(); ++i) {
      if (names_[i] == name) return problem_->contenders[i].get();
    }
    return nullptr;
  }

 private:
  std::string key_;
  std::unique_ptr<Problem> problem_;
  std::vector<std::string> names_;
};

void report(benchmark::State& state, const Result& result) {
  state.SetIterationTime(result.timing->median_s);
  state.SetLabel(result.why);
  state.counters["min_gbs"] = result.min_gbs();
  state.counters["effective_gbs"] = result.effective_gbs();
  state.counters["gflops"] = result.gflops();
  state.counters["copy_share"] = result.copy_share();
  state.counters["spread_s"] = result.timing->spread_s;
  state.counters["setup_s"] = result.setup_s;
  state.counters["error_in_bounds"] = result.error_in_bounds;
  state.counters["rows"] = static_cast<double>(result.bytes.num_rows);
  state.counters["nnz"] = static_cast<double>(result.bytes.nnz);
  if (result.tuning) state.counters["tuning_products"] = result.tuning->products;
  if (!result.shape) return;
  state.counters["coop"] = result.shape->coop;
  state.counters["repeat"] = result.shape->repeat;
  state.counters["block_size"] = result.shape->block_size;
}

// Checks, then times. The result is the time in the first state of the caches; the time in a second state is a counter.
void run_contender(benchmark::State& state, ProblemCache& cache, Problem& problem, Contender& contender,
                   const Settings& settings, double copy_gbs) {
  Result result = examine(problem, contender, copy_gbs);
  if (result.fault == "wrong" && result.library == "Sporos") cache.has_wrong_answer = true;
  const std::vector<Cache> caches = cache_states(problem.bytes);
  for (auto iteration : state) {
    (void)iteration;
    if (!result.fault.empty()) {
      state.SkipWithError(result.fault.c_str());
      continue;
    }
    result.timing = measure(Execution(), {&contender}, settings.protocol, caches.front()).front();
    report(state, result);
    if (caches.size() > 1) {
      state.counters["flushed_s"] =
          measure(Execution(), {&contender}, settings.protocol, caches.back()).front().median_s;
    }
  }
}

template <class Run>
void add_benchmark(const std::string& name, const Run& run) {
  benchmark::RegisterBenchmark(name.c_str(),
                               [run](benchmark::State& state) {
                                 try {
                                   run(state);
                                 } catch (const std::exception& error) {
                                   state.SkipWithError(error.what());
                                 }
                               })
      ->UseManualTime()
      ->Iterations(1)
      ->Unit(benchmark::kMicrosecond);
}

std::vector<RowShape> legal_shapes() {
  const Machine machine = detect_machine(Execution());
  std::vector<RowShape> shapes;
  for (const int coop : {1, 2, 4, 8, 16, 32}) {
    for (const int repeat : {1, 2, 4, 8}) {
      for (const int block_size : {64, 128, 256, 512}) {
        const RowShape shape{coop, repeat, block_size};
        if (sporos::detail::shape_fault(shape, machine) == nullptr) shapes.push_back(shape);
      }
    }
  }
  return shapes;
}

// The shapes, and the choices of the rules for this matrix, whose shapes may be others than those of the sweep.
void add_shapes(ProblemCache& cache, const Settings& settings, const std::string& input, double copy_gbs) {
  const auto add = [&](const std::string& algorithm, const Options& options) {
    add_benchmark(sporos::detail::concat("spmv/Sporos/crs/", algorithm, '/', settings.scalar, '/', matrix_name(input)),
                  [&cache, settings, input, options, copy_gbs](benchmark::State& state) {
                    Problem& problem = cache.get(settings, input);
                    run_contender(state, cache, problem, *problem.plan_with(options, settings.products), settings,
                                  copy_gbs);
                  });
  };
  Options options = settings.options;
  options.algorithm = Algorithm::coop;
  for (const RowRule rule : {RowRule::reguly_giles_2012, RowRule::sporos}) {
    options.rule = rule;
    add(rule == RowRule::sporos ? "rule-sporos" : "rule-reguly_giles_2012", options);
  }
  for (const RowShape& shape : legal_shapes()) {
    options.shape = shape;
    add(sporos::detail::concat("coop-", shape.coop, '-', shape.repeat, '-', shape.block_size), options);
  }
}

void add_contenders(ProblemCache& cache, const Settings& settings, const std::string& input, double copy_gbs) {
  // The contenders do not depend on the matrix, so a tiny one shows which there are.
  const std::unique_ptr<Problem> tiny = load_problem(settings, "stencil3:4");
  for (const auto& contender : tiny->contenders) {
    const std::string part = part_of_name(*contender, settings.offset);
    add_benchmark(sporos::detail::concat("spmv/", part, '/', settings.scalar, '/', matrix_name(input)),
                  [&cache, settings, input, part, copy_gbs](benchmark::State& state) {
                    Problem& problem = cache.get(settings, input);
                    Contender* const found = cache.find(part);
                    if (found == nullptr) throw Cannot("cannot: the entries do not fit its row offsets");
                    run_contender(state, cache, problem, *found, settings, copy_gbs);
                  });
  }
}

int run(const char* program, const BenchmarkSettings& wanted) {
  std::vector<char*> pointers = {const_cast<char*>(program)};
  for (const std::string& argument : wanted.others) pointers.push_back(const_cast<char*>(argument.c_str()));
  int count = static_cast<int>(pointers.size());
  benchmark::Initialize(&count, pointers.data());
  if (count > 1) {
    std::cerr << "sporos_benchmark: Google Benchmark has no option " << pointers[1] << std::endl;
    return 2;
  }
  const Environment environment = detect_environment(wanted.settings.protocol);
  for (const auto& [name, value] : environment.facts) {
    if (name != "date") benchmark::AddCustomContext(name, value);  // Google Benchmark has a date of its own
  }
  if (const std::string kind = wanted.settings.kind.words(); !kind.empty()) {
    benchmark::AddCustomContext("product", kind);
  }
  benchmark::AddCustomContext("copy_gbs", std::to_string(environment.copy_gbs));

  ProblemCache cache;
  for (const std::string& scalar : wanted.scalars) {
    Settings settings = wanted.settings;
    settings.scalar = scalar;
    for (const std::string& input : wanted.settings.inputs) {
      if (wanted.sweep_shapes) {
        add_shapes(cache, settings, input, environment.copy_gbs);
      } else {
        add_contenders(cache, settings, input, environment.copy_gbs);
      }
    }
  }
  benchmark::RunSpecifiedBenchmarks();
  return cache.has_wrong_answer || cache.has_unreadable ? 1 : 0;
}

}  // namespace
}  // namespace sporos::perf

int main(int argc, char** argv) {
  using namespace sporos::perf;
  KokkosArguments kokkos(argc, argv);
  const Choices choices = compiled_choices();
  BenchmarkSettings wanted;
  try {
    wanted = parse_benchmark_arguments(kokkos.others(), choices);
  } catch (const WrongArguments& error) {
    std::cerr << "sporos_benchmark: " << error.what() << std::endl;
    return 2;
  }
  for (const std::string& note : wanted.settings.notes) std::cerr << "sporos_benchmark: " << note << std::endl;
  if (wanted.help) {
    std::cout << benchmark_usage(choices);
    return 0;
  }
  try {
    for (const std::string& input : wanted.settings.inputs) require_input(input);
  } catch (const std::exception& error) {
    std::cerr << "sporos_benchmark: " << error.what() << std::endl;
    return 1;
  }
  const auto scope = kokkos.initialize();
  return run(argv[0], wanted);
}
