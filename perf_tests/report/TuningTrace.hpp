// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The times of a plan's products, one by one, while it tunes, compared with the best that exhaustive search
/// finds (figure 13 of Reguly & Giles 2012).
#pragma once

#include <string>
#include <vector>

#include "formats/common/Sporos_Require.hpp"
#include "perf_tests/report/Json.hpp"
#include "perf_tests/support/Measure.hpp"
#include "perf_tests/support/Problem.hpp"

namespace sporos::perf {

/// \brief Seconds of each of the first products with one tuner, and the optimum, timed in the same way.
struct TuningTrace {
  std::string tuner;
  std::string matrix;
  std::string scalar;
  double optimum_s = 0;
  std::vector<double> products_s;
};

namespace detail {

inline std::vector<double> time_products(Problem& problem, const Options& options, int products) {
  const std::unique_ptr<Contender> plan = problem.plan_with(options, 0);
  plan->prepare();
  StopWatch<Execution> watch((Execution()));
  std::vector<double> seconds;
  for (int product = 0; product < products; ++product) {
    watch.lead_in();
    watch.start();
    plan->run();
    seconds.push_back(watch.stop());
  }
  return seconds;
}

/// Medians over several plans that each tune from the start, product by product. Products before them load the kernels.
inline std::vector<double> time_tuning(Problem& problem, const Options& options, int products) {
  constexpr int plans = 7;
  std::vector<std::vector<double>> samples(static_cast<std::size_t>(products));
  time_products(problem, options, products);
  for (int plan = 0; plan < plans; ++plan) {
    const std::vector<double> seconds = time_products(problem, options, products);
    for (std::size_t product = 0; product < samples.size(); ++product) samples[product].push_back(seconds[product]);
  }
  std::vector<double> medians;
  for (const auto& seconds : samples) medians.push_back(median(seconds));
  return medians;
}

}  // namespace detail

/// \brief Two traces. The tuner of the paper begins with the paper's rule, and is compared with the best of `coop`,
/// which is the only algorithm that it varies. The tuner of Sporos begins with its own choice, and is compared with the
/// best of all algorithms.
inline std::vector<TuningTrace> trace_tuning(Problem& problem, const Settings& settings) {
  std::vector<TuningTrace> traces;
  for (const Tuning tuner : {Tuning::tuner_2012, Tuning::run_time}) {
    Options options = settings.options;
    if (tuner == Tuning::tuner_2012) {
      options.algorithm = Algorithm::coop;
      options.rule = RowRule::reguly_giles_2012;
    }
    options.tuning = Tuning::exhaustive;
    const double optimum_s = median(detail::time_products(problem, options, settings.products));
    options.tuning = tuner;
    traces.push_back({name(tuner), problem.name, problem.scalar, optimum_s,
                      detail::time_tuning(problem, options, settings.products)});
  }
  return traces;
}

/// \brief A JSON list, as plot.py reads it.
inline std::string json(const std::vector<TuningTrace>& traces) {
  std::string text = "[";
  const char* separator = "\n";
  for (const TuningTrace& trace : traces) {
    std::string seconds;
    for (const double product : trace.products_s) seconds += (seconds.empty() ? "" : ", ") + json_number(product);
    text +=
        sporos::detail::concat(separator, " {\"tuner\": ", json_text(trace.tuner),
                               ", \"matrix\": ", json_text(trace.matrix), ", \"scalar\": ", json_text(trace.scalar),
                               ", \"optimum_s\": ", json_number(trace.optimum_s), ", \"products_s\": [", seconds, "]}");
    separator = ",\n";
  }
  return text + "\n]\n";
}

}  // namespace sporos::perf
