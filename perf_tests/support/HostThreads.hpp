// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Loops over the rows of a matrix on several threads of the host, in what is not timed.
#pragma once

#include <algorithm>
#include <cstddef>
#include <thread>
#include <vector>

namespace sporos::perf {

/// \brief Calls `f(begin, end)` for parts of `[0, count)`, each on a thread of its own; one part if there is little to
/// do. `f` must neither throw nor copy Views: some builds of Kokkos count their owners without atomics.
template <class F>
void on_host_threads(std::size_t count, const F& f) {
  constexpr std::size_t worth_a_thread = 50000;
  constexpr std::size_t most = 8;
  const std::size_t there_are = std::max(1u, std::thread::hardware_concurrency());
  const std::size_t parts = std::clamp<std::size_t>(count / worth_a_thread, 1, std::min(most, there_are));
  const auto begin_of = [&](std::size_t part) { return count * part / parts; };
  std::vector<std::thread> threads;
  for (std::size_t part = 1; part < parts; ++part) {
    threads.emplace_back([&f, begin = begin_of(part), end = begin_of(part + 1)] { f(begin, end); });
  }
  f(0, begin_of(1));
  for (std::thread& thread : threads) thread.join();
}

}  // namespace sporos::perf
