// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "policies/formats/Sporos_HostFormatCosts.hpp"

#include <gtest/gtest.h>

#include "policies/formats/Sporos_ChooseFormat.hpp"
#include "unit_tests/support/FormatProfiles.hpp"

namespace host_format_costs_tests {

using namespace sporos_test;

using sporos::Format;
using sporos::detail::choose_format;
using sporos::detail::FormatProfile;

TEST(HostFormatCosts, DependOnVectorsOnTheTypeAndOnWhatACacheHolds) {
  using namespace sporos::detail;
  using sporos::HostLevel;
  const auto check = [](HostLevel level, const auto& table) {
    for (const HostFormatCost& cost : table) {
      SCOPED_TRACE(concat(name(level), ", ", name(cost.format)));
      EXPECT_EQ(host_format_speed(level, cost.format, 8, host_cache_bytes), cost.speeds.cached);
      EXPECT_EQ(host_format_speed(level, cost.format, 8, host_cache_bytes + 1), cost.speeds.large);
      EXPECT_EQ(host_format_speed(level, cost.format, 4, host_cache_bytes), cost.speeds.narrow_cached);
      EXPECT_EQ(host_format_speed(level, cost.format, 4, host_cache_bytes + 1), cost.speeds.narrow_large);
    }
    EXPECT_EQ(host_format_speed(level, Format::ellpack_r, 8, 1), host_format_speed(level, Format::ell, 8, 1));
    EXPECT_EQ(host_format_speed(level, Format::crs, 8, 1), 1);
    EXPECT_EQ(host_format_speed(level, Format::dia, 16, 1), host_format_speed(HostLevel::portable, Format::dia, 8, 1));
  };
  check(HostLevel::avx512, host_format_costs_of_eights);
  for (const HostLevel level : {HostLevel::avx2, HostLevel::avx512_masks}) check(level, host_format_costs_of_fours);
  for (const HostLevel level : {HostLevel::portable, HostLevel::neon}) check(level, host_format_costs_of_scalars);
}

// Measured with AVX2: 1.1 to 1.2 for rows of 7, 1.2 to 2.5 for rows of 27.
TEST(HostFormatCosts, PredictThatEllWithVectorsIsOnlyALittleSlower) {
  for (const auto level : {sporos::HostLevel::avx2, sporos::HostLevel::avx512_masks}) {
    const auto machine = sporos::host_machine(1, level);
    const auto product = [&](const FormatProfile& profile) {
      return choose_format(profile, machine).candidate(Format::ell).product;
    };
    EXPECT_NEAR(product(stencil7()), 1.15, 0.05) << name(level);
    EXPECT_NEAR(product(stencil27()), 1.6, 0.1) << name(level);
    EXPECT_NEAR(product(stencil27(4)), 1.6, 0.1) << name(level);
  }
}

TEST(HostFormatCosts, LetEllWinForRowsOfOneFloatAlone) {
  for (const auto level : {sporos::HostLevel::portable, sporos::HostLevel::avx2}) {
    for (const int value : {4, 8}) {
      for (int width = 1; width <= 40; ++width) {
        FormatProfile profile = even_rows(1000000, 1000000 * width, width);
        profile.value_bytes = value;
        profile.ell_bytes = 1000000 * width * (value + 4);
        EXPECT_EQ(choose_format(profile, sporos::host_machine(1, level), {1000000, {}}).candidate(Format::ell).is_in,
                  value == 4 && width == 1)
            << name(level) << ' ' << value << ' ' << width;
      }
    }
  }
}

}  // namespace host_format_costs_tests
