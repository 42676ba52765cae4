// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "policies/Sporos_Format.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "unit_tests/support/Complaint.hpp"

namespace format_tests {

using sporos::Format;
using sporos_test::complaint;

TEST(Format, EachHasItsName) {
  std::set<std::string> names{name(Format::automatic)};
  for (const Format format : sporos::all_formats()) {
    EXPECT_TRUE(names.insert(name(format)).second) << name(format);
    EXPECT_EQ(sporos::format_of(name(format)), format);
  }
  EXPECT_EQ(sporos::format_of("automatic"), Format::automatic);
  EXPECT_EQ(sporos::format_of("pkt"), Format::packet);
}

TEST(Format, OfTheCallerHasANameThatNobodyCanAskFor) {
  EXPECT_STREQ(name(Format::own), "own");
  EXPECT_THROW(sporos::format_of("own"), std::invalid_argument);
}

// A wrong name in options must not mean that the format is left out.
TEST(Format, ANameThatThereIsNotIsSaidWithThoseThatThereAre) {
  EXPECT_EQ(
      complaint([] { std::optional<Format>() = sporos::format_of("ELL"); }),
      "sporos::format_of: there is no format \"ELL\"; there are crs, coo, dia, ell, ellpack_r, hyb, sell, bsr, csr5, "
      "delta_crs, packet, symmetric, automatic");
}

}  // namespace format_tests
