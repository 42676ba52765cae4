// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "perf_tests/report/Json.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace json_tests {

using namespace sporos::perf;

TEST(Json, TextIsEscaped) {
  EXPECT_EQ(json_text("a\"b\\c"), "\"a\\\"b\\\\c\"");
  EXPECT_EQ(json_text("line\n\x01"), "\"line\\u000a\\u0001\"");
  EXPECT_EQ(json_text("\xc3\xa9"), "\"\xc3\xa9\"");
}

TEST(Json, NumbersKeepNineDigits) {
  EXPECT_EQ(json_number(0.1234567891), "0.123456789");
  EXPECT_EQ(json_number(-3), "-3");
}

TEST(Json, InfinityIsText) {
  EXPECT_EQ(json_number(std::numeric_limits<double>::infinity()), "\"infinite\"");
  EXPECT_EQ(json_number(std::numeric_limits<double>::quiet_NaN()), "\"infinite\"");
}

}  // namespace json_tests
