// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Sporos for all products other than `y = alpha*A*x + beta*y` with rank-1 Views. Compiled in a separate source
/// file: SporosProducts.cpp.in.
#pragma once

#include "perf_tests/support/Operands.hpp"
#include "perf_tests/support/Problem.hpp"

namespace sporos::perf {

template <class Value, class Offset, class Vector>
struct SporosProducts {
  /// \brief Adds a plan for each algorithm of the settings, and the product without a plan.
  static void add(const Operands<Value, Offset, Vector>& operands, const Settings& settings, Contenders& contenders);
};

}  // namespace sporos::perf
