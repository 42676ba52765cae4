// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Sporos' storage formats for all products other than `y = alpha*A*x + beta*y` with rank-1 Views. Compiled in a
/// separate source file, as SporosProducts is.
#pragma once

#include "perf_tests/support/CheckReport.hpp"
#include "perf_tests/support/Operands.hpp"
#include "perf_tests/support/Problem.hpp"

namespace sporos::perf {

template <class Value, class Offset, class Vector>
struct SporosFormatProducts {
  /// \brief Adds a contender for each format, and one for the format that a plan chooses.
  static void add(const Operands<Value, Offset, Vector>& operands, Contenders& contenders);

  /// \brief All products that there are, checked (ProductChecks.hpp): here, since they are the same kernels.
  static CheckReport check(const Settings& settings, const std::string& input);
};

/// \brief Puts it on the list of checkers, for the offsets that it is compiled for.
template <class Value, class Offset, class Vector>
struct CheckRegistration {
  explicit CheckRegistration(const char* scalar) {
    if constexpr (std::is_same<Offset, int>::value) {
      checkers()[scalar] = &SporosFormatProducts<Value, Offset, Vector>::check;
    }
  }
};

}  // namespace sporos::perf
