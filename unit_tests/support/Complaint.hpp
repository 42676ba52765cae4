// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The complaint of a call.
#pragma once

#include <stdexcept>
#include <string>

namespace sporos_test {

/// \brief The text of a std::invalid_argument, or that there was none.
template <class Action>
std::string complaint(const Action& action) {
  try {
    action();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "no complaint";
}

}  // namespace sporos_test
