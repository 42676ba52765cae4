// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The number of calls in a measurement.
#pragma once

namespace sporos::perf {

struct Protocol {
  int warm_ups = 5;  ///< untimed products of each contender before the first sample
  int samples = 30;  ///< timed samples of each contender
};

}  // namespace sporos::perf
