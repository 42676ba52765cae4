// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The protocol: the one function that times everyone.
#pragma once

#include <chrono>
#include <cmath>
#include <string>
#include <vector>

#include "perf_tests/support/Contender.hpp"
#include "perf_tests/support/Operands.hpp"
#include "perf_tests/support/Protocol.hpp"
#include "perf_tests/support/Statistics.hpp"
#include "perf_tests/support/StopWatch.hpp"

namespace sporos::perf {

/// \brief What the caches hold when a sample begins.
enum class Cache {
  as_left,  ///< whatever the sample before left: for matrices that no cache holds
  warm,     ///< the contender's own operands: an untimed product of its own comes first
  flushed   ///< another array: 128 MB are written first
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

// How many products make a sample that the clock can resolve.
inline int products_in_sample(const Execution& exec, Contender& contender, const Protocol& protocol) {
  StopWatch<Execution> watch(exec);
  std::vector<double> seconds;
  for (int call = 0; call < protocol.warm_ups; ++call) {
    watch.start();
    contender.run();
    seconds.push_back(watch.stop());
  }
  const double product_s = median(seconds);
  const double shortest = StopWatch<Execution>::shortest_sample_s;
  if (product_s >= shortest) return 1;
  return static_cast<int>(std::ceil(shortest / std::max(product_s, 1e-8)));
}

}  // namespace detail

/// \brief Times everyone in rounds: each round takes one sample of each contender, so that a disturbance from outside
/// meets all of them alike, and each round begins with another one, so that no rhythm outside falls in with theirs. A
/// sample is one product, or as many as the host clock needs.
inline std::vector<Timing> measure(const Execution& exec, const std::vector<Contender*>& contenders,
                                   const Protocol& protocol, Cache cache) {
  std::vector<int> batches;
  for (Contender* contender : contenders) batches.push_back(detail::products_in_sample(exec, *contender, protocol));
  detail::CacheFlusher flusher(cache == Cache::flushed);
  StopWatch<Execution> watch(exec);
  std::vector<std::vector<double>> samples(contenders.size());
  for (int round = 0; round < protocol.samples; ++round) {
    for (std::size_t turn = 0; turn < contenders.size(); ++turn) {
      const std::size_t i = (static_cast<std::size_t>(round) + turn) % contenders.size();
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

/// \brief The set-up of a contender in seconds: the median of five more prepare(), so that loading code is nobody's
/// set-up, or of fewer where it takes long.
inline double measure_setup(const Execution& exec, Contender& contender) {
  constexpr std::size_t most_samples = 5;
  constexpr double enough_s = 0.02;
  const auto prepare_anew = [&] {
    contender.release();
    exec.fence();
    const auto begin = std::chrono::steady_clock::now();
    contender.prepare();
    exec.fence();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  };
  prepare_anew();
  std::vector<double> samples{prepare_anew()};
  for (double sum = samples.front(); samples.size() < most_samples && sum < enough_s; sum += samples.back()) {
    samples.push_back(prepare_anew());
  }
  contender.describe();
  return median(samples);
}

}  // namespace sporos::perf
