// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "policies/formats/Sporos_FormatTrials.hpp"

#include <gtest/gtest.h>

namespace format_trials_tests {

using sporos::Format;
using sporos::FormatTrials;

FormatTrials trials(std::int64_t expected_products) {
  FormatTrials trials;
  trials.expected_products = expected_products;
  trials.tried = {{Format::crs, 400, 0, 1e-4, 6, ""},
                  {Format::dia, 300, 2e-3, 8e-5, 6, ""},
                  {Format::bsr, 200, 9e-3, 5e-5, 6, ""},
                  {Format::ell, 0, INFINITY, INFINITY, 0, "too large"}};
  trials.sort();
  return trials;
}

TEST(FormatTrials, TheBestDependsOnTheProducts) {
  EXPECT_EQ(trials(0).best().format, Format::crs);
  EXPECT_EQ(trials(99).best().format, Format::crs);  // dia repays 2 ms with 20 us a product after 100
  EXPECT_EQ(trials(170).best().format, Format::dia);
  EXPECT_EQ(trials(1000).best().format, Format::bsr);
}

TEST(FormatTrials, SayWhatWasTried) {
  EXPECT_EQ(FormatTrials().words(), "");
  EXPECT_EQ(
      trials(1000).words(),
      "Exhaustive search tried 4 formats; for 1000 products bsr takes the least time, 50 microseconds a product.");
  EXPECT_EQ(trials(1000).table(),
            "format microseconds products conversion bytes\n"
            "bsr 50 6 9000 200\n"
            "dia 80 6 2000 300\n"
            "crs 100 6 0 400\n"
            "ell inf 0 inf - too large\n");
  EXPECT_EQ(trials(1).json().find("[{\"format\": \"bsr\", \"bytes\": 200, \"conversion_seconds\": 0.009"), 0u);
  EXPECT_NE(trials(1).json().find("\"seconds\": null"), std::string::npos);
}

}  // namespace format_trials_tests
