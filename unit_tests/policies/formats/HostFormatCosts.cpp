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

TEST(HostFormatCosts, DependOnVectorsOnTheTypeOnTheRowsAndOnWhatACacheHolds) {
  using namespace sporos::detail;
  using sporos::HostLevel;
  const auto check = [](HostLevel level, const auto& table) {
    const auto machine = sporos::host_machine(1, level);
    const std::int64_t cached = host_cache_bytes(machine);
    for (const HostFormatCost& cost : table) {
      for (const auto& [rows, speeds] : {std::pair(HostRows::even, cost.even), std::pair(HostRows::varied, cost.varied),
                                         std::pair(HostRows::many, cost.many)}) {
        SCOPED_TRACE(concat(name(level), ", ", name(cost.format), ", ", static_cast<int>(rows)));
        EXPECT_EQ(host_format_speed(machine, cost.format, rows, 8, cached), speeds.cached);
        EXPECT_EQ(host_format_speed(machine, cost.format, rows, 8, cached + 1), speeds.large);
        EXPECT_EQ(host_format_speed(machine, cost.format, rows, 4, cached), speeds.narrow_cached);
        EXPECT_EQ(host_format_speed(machine, cost.format, rows, 4, cached + 1), speeds.narrow_large);
      }
    }
    const auto speed = [&](const sporos::Machine& on, Format format, int value_bytes, std::int64_t bytes) {
      return host_format_speed(on, format, HostRows::even, value_bytes, bytes);
    };
    EXPECT_EQ(speed(machine, Format::ellpack_r, 8, 1), speed(machine, Format::ell, 8, 1));
    EXPECT_EQ(speed(machine, Format::crs, 8, 1), 1);
    EXPECT_EQ(speed(machine, Format::dia, 16, 1),
              speed(sporos::host_machine(1, HostLevel::portable), Format::dia, 8, 1));
    const auto many = sporos::host_machine(16, level);
    EXPECT_EQ(speed(many, Format::sell, 8, 2 * cached), speed(machine, Format::sell, 8, cached));
    EXPECT_EQ(speed(many, Format::sell, 8, 2 * cached + 1), 0.7 * speed(machine, Format::sell, 8, cached + 1));
    EXPECT_EQ(speed(many, Format::sell, 4, 2 * cached + 1), 0.85 * speed(machine, Format::sell, 4, cached + 1));
    EXPECT_EQ(speed(many, Format::crs, 8, 2 * cached + 1), 1);
  };
  const auto four = sporos::host_machine(4, HostLevel::avx512);
  const std::int64_t fits = std::int64_t{8} << 20;
  const auto sell = [&](HostRows rows, int value_bytes, std::int64_t bytes) {
    return host_format_speed(four, Format::sell, rows, value_bytes, bytes);
  };
  EXPECT_EQ(sell(HostRows::varied, 8, fits), sell_speed_in_second_level_caches);
  EXPECT_EQ(sell(HostRows::varied, 8, fits + 1), host_format_cost(HostLevel::avx512, Format::sell).varied.cached);
  EXPECT_EQ(sell(HostRows::varied, 4, fits), sell(HostRows::varied, 4, fits + 1));
  EXPECT_EQ(sell(HostRows::even, 8, fits), sell(HostRows::even, 8, fits + 1));
  check(HostLevel::avx512, host_format_costs_of_eights);
  check(HostLevel::avx512_masks, host_format_costs_of_masks);
  check(HostLevel::avx2, host_format_costs_of_fours);
  for (const HostLevel level : {HostLevel::portable, HostLevel::neon}) check(level, host_format_costs_of_scalars);
}

TEST(HostFormatCosts, TellRowsApart) {
  using sporos::detail::host_rows;
  using sporos::detail::HostRows;
  const auto rows = [](std::int64_t mean_in_hundredths, double deviation) {
    sporos::RowProfile profile;
    profile.num_rows = 100000;
    profile.nnz = profile.num_rows * mean_in_hundredths / 100;
    const double mean = profile.mean_row();
    profile.sum_of_squares = static_cast<double>(profile.num_rows) * mean * mean * (1 + deviation * deviation);
    return profile;
  };
  EXPECT_EQ(host_rows(rows(6400, 0.3)), HostRows::even);
  EXPECT_EQ(host_rows(rows(6401, 0.3)), HostRows::many);
  EXPECT_EQ(host_rows(rows(3200, 0.3)), HostRows::varied);
  EXPECT_EQ(host_rows(rows(3201, 0.3)), HostRows::even);
  EXPECT_EQ(host_rows(rows(700, 0.15)), HostRows::varied);
  EXPECT_EQ(host_rows(rows(700, 0.13)), HostRows::even);
  EXPECT_EQ(host_rows(rows(499, 0.24)), HostRows::even);
  EXPECT_EQ(host_rows(rows(499, 0.26)), HostRows::varied);
}

// 18 MB of compressed rows do not stay in a cache of 16 MiB, 9.6 MB of diagonals do.
TEST(HostFormatCosts, TakeTheSpeedOfWhatTheFormatItselfTakes) {
  FormatProfile profile = even_rows(300000, 2100000, 7, 4);
  add_diagonals(profile, 7);
  const auto machine = sporos::host_machine(1, sporos::HostLevel::avx2);
  ASSERT_GT(profile.crs_bytes(), sporos::detail::host_cache_bytes(machine));
  const double bytes = static_cast<double>(*profile.dia_bytes + profile.vector_bytes());
  const double crs = static_cast<double>(profile.crs_bytes() + profile.vector_bytes());
  const auto cost = sporos::detail::host_format_cost(machine.host_level, Format::dia);
  EXPECT_NEAR(choose_format(profile, machine).candidate(Format::dia).product, bytes / crs / cost.even.narrow_cached,
              1e-9);
}

// A thread that sums the slice of a long row keeps the others waiting.
TEST(HostFormatCosts, LetSlicesHaveLongRowsOnlyWhereThreadsDoNotWait) {
  FormatProfile profile = even_rows(100000, 1600000, 16);
  profile.sell_bytes = profile.crs_bytes() / 2;
  const auto is_in = [&](std::int64_t longest_row, int threads) {
    profile.rows.longest_row = longest_row;
    const auto machine = sporos::host_machine(threads, sporos::HostLevel::avx2);
    return choose_format(profile, machine).candidate(Format::sell).is_in;
  };
  EXPECT_TRUE(is_in(100000, 1));
  EXPECT_FALSE(is_in(100001, 1));
  EXPECT_TRUE(is_in(6250, 16));
  EXPECT_FALSE(is_in(6251, 16));
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
