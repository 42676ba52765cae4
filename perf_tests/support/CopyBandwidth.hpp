// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The speed of a plain copy on the device, which products are compared with.
#pragma once

#include <algorithm>

#include "perf_tests/support/Device.hpp"
#include "perf_tests/support/Operands.hpp"
#include "perf_tests/support/Protocol.hpp"
#include "perf_tests/support/Statistics.hpp"
#include "perf_tests/support/StopWatch.hpp"

namespace sporos::perf {

/// \brief Bytes read and written per second by `Kokkos::deep_copy` inside the device's memory, in GB/s: the median of
/// as many copies of at most 1 GiB (256 MiB on the host) as there are samples.
inline double measure_copy_bandwidth(const Execution& exec, const Protocol& protocol) {
  const std::size_t bytes = Device<Execution>::copy_buffer_bytes();
  const std::size_t count = std::max<std::size_t>(bytes / sizeof(double), 1);
  const Kokkos::View<double*, Memory> from("copy_from", count);
  const Kokkos::View<double*, Memory> to("copy_to", count);
  StopWatch<Execution> watch(exec);
  const auto one_copy = [&] {
    watch.lead_in();
    watch.start();
    Kokkos::deep_copy(exec, to, from);
    return watch.stop();
  };
  for (int i = 0; i < std::min(protocol.warm_ups, protocol.samples); ++i) one_copy();
  std::vector<double> seconds;
  for (int i = 0; i < protocol.samples; ++i) seconds.push_back(one_copy());
  return 2e-9 * static_cast<double>(count * sizeof(double)) / median(seconds);
}

}  // namespace sporos::perf
