// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The protocol: the one function that times all contenders.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "perf_tests/support/Contender.hpp"
#include "perf_tests/support/Operands.hpp"
#include "perf_tests/support/Protocol.hpp"
#include "perf_tests/support/Statistics.hpp"
#include "perf_tests/support/StopWatch.hpp"

namespace sporos::perf {

/// \brief The contents of the caches when a sample begins.
enum class Cache {
  as_left,  ///< what the previous sample left: for matrices that fit into no cache
  warm,     ///< the contender's operands: it first runs an untimed product
  flushed   ///< another array: 128 MB are written first, untimed
};

namespace detail {

class CacheFlusher {
 public:
  explicit CacheFlusher(bool needed) : buffer_("flush", needed ? std::size_t{128} * 1024 * 1024 / sizeof(int) : 0) {}
  void flush(const Execution& exec) { Kokkos::deep_copy(exec, buffer_, ++content_); }

 private:
  Kokkos::View<int*, Memory> buffer_;
  int content_ = 0;
};

// How many products one sample needs to be long enough for the clock. The warm-ups end early if they take long.
inline int products_in_sample(const Execution& exec, Contender& contender, const Protocol& protocol) {
  constexpr double enough_s = 0.2;
  StopWatch<Execution> watch(exec);
  std::vector<double> seconds;
  double sum = 0;
  for (int call = 0; call < protocol.warm_ups && sum < enough_s; ++call) {
    watch.start();
    contender.run();
    seconds.push_back(watch.stop());
    sum += seconds.back();
  }
  const double product_s = median(seconds);
  const double shortest = StopWatch<Execution>::shortest_sample_s;
  if (product_s >= shortest) return 1;
  return static_cast<int>(std::ceil(shortest / std::max(product_s, 1e-8)));
}

// Takes those out of `order` that are slow by the samples so far.
inline void leave_slow_ones(std::vector<std::size_t>& order, const std::vector<std::vector<double>>& samples,
                            double slow) {
  const auto least_of = [&](std::size_t i) { return quantile(samples[i], 0); };
  double least = std::numeric_limits<double>::infinity();
  for (const std::size_t i : order) least = std::min(least, least_of(i));
  order.erase(std::remove_if(order.begin(), order.end(), [&](std::size_t i) { return least_of(i) > slow * least; }),
              order.end());
}

}  // namespace detail

/// \brief Times all contenders in rounds. Each round takes one sample of each contender, so that a disturbance from
/// outside affects all of them alike. The order changes from round to round, so that no contender always finds the
/// caches as the same one has left them. A sample is one product, or as many as the host clock needs. Slow contenders
/// take part in the first rounds alone: they would take most of the time.
inline std::vector<Timing> measure(const Execution& exec, const std::vector<Contender*>& contenders,
                                   const Protocol& protocol, Cache cache) {
  std::vector<int> batches;
  for (Contender* contender : contenders) batches.push_back(detail::products_in_sample(exec, *contender, protocol));
  detail::CacheFlusher flusher(cache == Cache::flushed);
  StopWatch<Execution> watch(exec);
  std::vector<std::vector<double>> samples(contenders.size());
  std::vector<std::size_t> order(contenders.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::mt19937 random;
  for (int round = 0; round < protocol.samples; ++round) {
    if (round == protocol.few) detail::leave_slow_ones(order, samples, protocol.slow);
    std::shuffle(order.begin(), order.end(), random);
    for (const std::size_t i : order) {
      const int batch = cache == Cache::flushed ? 1 : batches[i];
      if (cache == Cache::warm) contenders[i]->run();
      if (cache == Cache::flushed) flusher.flush(exec);
      watch.lead_in();
      watch.start();
      for (int product = 0; product < batch; ++product) contenders[i]->run();
      samples[i].push_back(watch.stop() / batch);
    }
  }
  std::vector<Timing> timings;
  for (const auto& seconds : samples) timings.push_back(summarise(seconds));
  return timings;
}

namespace detail {

// Seconds by the host clock until the launched work is finished.
template <class Work>
double time_once(const Execution& exec, const Work& work) {
  exec.fence();
  const auto begin = std::chrono::steady_clock::now();
  work();
  exec.fence();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

// The median of 30 more runs, so that loading code does not count, or of fewer if they take long. The time of the clock
// and of a wait without work is subtracted. `before` is not timed.
template <class Before, class Work>
double median_time(const Execution& exec, const Before& before, const Work& work) {
  constexpr std::size_t max_samples = 30;
  constexpr double enough_s = 0.02;
  std::vector<double> samples;
  std::vector<double> of_nothing;
  const auto sample = [&] {
    before();
    of_nothing.push_back(time_once(exec, [] {}));
    samples.push_back(time_once(exec, work));
    return samples.back();
  };
  sample();
  samples.clear();
  of_nothing.clear();
  for (double sum = 0; samples.size() < max_samples && sum < enough_s;) sum += sample();
  return std::max(0.0, median(samples) - median(of_nothing));
}

}  // namespace detail

/// \brief The set-up of a contender in seconds.
inline double measure_setup(const Execution& exec, Contender& contender) {
  const double seconds = detail::median_time(
      exec, [&] { contender.release(); }, [&] { contender.prepare(); });
  contender.describe();
  return seconds;
}

/// \brief The time in seconds in which a contender takes new numbers for the same pattern, if it does.
inline std::optional<double> measure_update(const Execution& exec, Contender& contender) {
  if (!contender.update()) return std::nullopt;
  return detail::median_time(
      exec, [] {}, [&] { contender.update(); });
}

}  // namespace sporos::perf
