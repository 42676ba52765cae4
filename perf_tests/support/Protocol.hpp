// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The number of calls in a measurement.
#pragma once

namespace sporos::perf {

struct Protocol {
  int warm_ups = 5;  ///< untimed products of each contender before the first sample; fewer if they take long
  int samples = 30;  ///< timed samples of each contender
  int few = 3;       ///< of a slow contender: the first rounds alone
  double slow = 10;  ///< slow is who then has no sample under this multiple of the least sample of all
};

}  // namespace sporos::perf
