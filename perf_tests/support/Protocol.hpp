// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief How many calls a measurement is made of.
#pragma once

namespace sporos::perf {

struct Protocol {
  int warm_ups = 5;  ///< untimed products of each contender before the first sample
  int samples = 30;  ///< timed samples of each contender
};

}  // namespace sporos::perf
