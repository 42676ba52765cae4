// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "policies/Sporos_Format.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace format_tests {

using sporos::Format;

TEST(Format, EachHasItsName) {
  std::set<std::string> names{name(Format::automatic)};
  for (const Format format : sporos::all_formats()) {
    EXPECT_TRUE(names.insert(name(format)).second) << name(format);
    EXPECT_EQ(sporos::format_of(name(format)), format);
  }
  EXPECT_EQ(sporos::format_of("automatic"), Format::automatic);
  EXPECT_EQ(sporos::format_of("pkt"), Format::packet);
  EXPECT_EQ(sporos::format_of("ELL"), std::nullopt);
}

TEST(Format, OfTheCallerHasANameThatNobodyCanAskFor) {
  EXPECT_STREQ(name(Format::own), "own");
  EXPECT_EQ(sporos::format_of("own"), std::nullopt);
}

}  // namespace format_tests
