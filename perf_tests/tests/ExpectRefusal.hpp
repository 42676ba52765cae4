// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Arguments that a benchmark program refuses.
#pragma once

#include <gtest/gtest.h>

#include "perf_tests/arguments/Arguments.hpp"

namespace sporos_test {

/// \brief `parse()` must throw WrongArguments whose text has `part` in it.
template <class Parse>
void expect_refusal(const Parse& parse, const std::string& part) {
  try {
    parse();
    ADD_FAILURE() << "not refused: " << part;
  } catch (const sporos::perf::WrongArguments& error) {
    EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
  }
}

}  // namespace sporos_test
