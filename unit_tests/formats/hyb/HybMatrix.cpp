// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "formats/hyb/Sporos_HybMatrix.hpp"

#include <gtest/gtest.h>

#include "core/launch/formats/Sporos_LaunchHyb.hpp"
#include "unit_tests/support/FormatTests.hpp"

namespace hyb_matrix_tests {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using sporos_test::complaint;
using sporos_test::drawn;
using sporos_test::elements;

auto of_lengths(std::int64_t rows, std::int64_t (*length)(std::int64_t)) {
  return sporos::copy_to<Space>(sporos_test::make_matrix<double>(sporos_test::random_pattern("", rows, 100, length)));
}

sporos::HybOptions of_width(std::int64_t width) {
  sporos::HybOptions options;
  options.width = width;
  return options;
}

TEST(HybMatrix, LiesInTwoParts) {
  const auto hyb = to_hyb(Exec(), drawn(), of_width(2));
  const auto values = elements(hyb.ell.values);
  const auto columns = elements(hyb.ell.columns);
  const std::vector<double> wanted_values{1, 0, 3, 6, 2, 0, 4, 0};
  const std::vector<int> wanted_columns{0, -1, 0, 3, 2, -1, 1, -1};
  for (std::size_t i = 0; i < 8; ++i) {
    EXPECT_EQ(values[i / 4 * 32 + i % 4], wanted_values[i]) << i;
    EXPECT_EQ(columns[i / 4 * 32 + i % 4], wanted_columns[i]) << i;
  }
  EXPECT_EQ(hyb.ell.nnz(), 5);
  EXPECT_EQ(elements(hyb.coo.rows), (std::vector<int>{2}));
  EXPECT_EQ(elements(hyb.coo.columns), (std::vector<int>{3}));
  EXPECT_EQ(elements(hyb.coo.values), (std::vector<double>{5}));
}

TEST(HybMatrix, IsDividedWhereTooFewRowsGoOn) {
  // 12000 rows: a third, 4000, has more than 5 entries, which is less than 4096.
  const auto uneven = of_lengths(12000, [](std::int64_t row) -> std::int64_t { return row % 3 == 0 ? 9 : 5; });
  EXPECT_EQ(sporos::measure_hyb(Exec(), uneven).width, 5);
  EXPECT_EQ(sporos::measure_hyb(Exec(), uneven).coo_entries, 16000);
  sporos::HybOptions options;
  options.rule.fewest_rows = 4000;
  EXPECT_EQ(sporos::measure_hyb(Exec(), uneven, options).width, 9);
  EXPECT_EQ(sporos::measure_hyb(Exec(), uneven, options).coo_entries, 0);
  options.rule.fewest_rows = 0;
  options.rule.ell_speed = 2;  // half of the rows must go on
  EXPECT_EQ(sporos::measure_hyb(Exec(), uneven, options).width, 5);
}

TEST(HybMatrix, IsDividedAnywhere) {
  // Row r of 300 has r entries: 300 - w rows have w or more.
  sporos_test::Pattern stairs{"", 300, {}};
  for (int length = 0; length < 300; ++length) {
    stairs.rows.emplace_back();
    for (int column = 0; column < length; ++column) stairs.rows.back().push_back(column);
  }
  const auto matrix = sporos::copy_to<Space>(sporos_test::make_matrix<double>(stairs));
  sporos::HybOptions options;
  options.rule.fewest_rows = 0;
  for (std::int64_t ell_speed = 2; ell_speed <= 300; ++ell_speed) {
    options.rule.ell_speed = ell_speed;
    const std::int64_t needed = (300 + ell_speed - 1) / ell_speed;
    EXPECT_EQ(sporos::measure_hyb(Exec(), matrix, options).width, 300 - needed);
    EXPECT_EQ(sporos::measure_hyb(Exec(), matrix, options).coo_entries, needed * (needed - 1) / 2);
  }
}

TEST(HybMatrix, OfFewRowsIsCooAlone) {
  const auto small = of_lengths(4095, [](std::int64_t) -> std::int64_t { return 3; });
  EXPECT_EQ(sporos::measure_hyb(Exec(), small).width, 0);
  EXPECT_EQ(sporos::measure_hyb(Exec(), small).coo_entries, 3 * 4095);
  const auto larger = of_lengths(4096, [](std::int64_t) -> std::int64_t { return 3; });
  EXPECT_EQ(sporos::measure_hyb(Exec(), larger).width, 3);
}

TEST(HybMatrix, TakesTheBytesThatWereForetold) {
  for (const auto& pattern : sporos_test::gallery()) {
    const auto matrix = sporos::copy_to<Space>(sporos_test::make_matrix<float, std::int64_t>(pattern));
    sporos::HybOptions options;
    options.rule.fewest_rows = 2;
    const auto split = sporos::measure_hyb(Exec(), matrix, options);
    EXPECT_EQ(to_hyb(Exec(), matrix, options).bytes(), sporos::bytes_as_hyb(matrix.num_rows, split, 4, 8))
        << pattern.name;
  }
}

TEST(HybMatrix, RefusesToTakeTooMuch) {
  EXPECT_EQ(complaint([] { to_hyb(Exec(), drawn(), of_width(3000)); }),
            "sporos::to_hyb: the matrix would take 1152000 bytes, but max_bytes is 1048944 (four times the 92 bytes "
            "of its compressed rows and a mebibyte)");
}

TEST(HybMatrix, RefusesOptionsThatMakeNoSense) {
  EXPECT_EQ(complaint([] { to_hyb(Exec(), drawn(), of_width(-1)); }),
            "sporos::to_hyb: width = -1 is not in [0, 2147483647]");
  EXPECT_EQ(complaint([] {
              sporos::HybOptions options;
              options.rule.ell_speed = 0;
              to_hyb(Exec(), drawn(), options);
            }),
            "sporos::to_hyb: rule {ell_speed 0, fewest_rows 4096} must have a speed of 1 or more and no negative "
            "number of rows");
}

TEST(HybMatrix, RefusesNewValuesThatDoNotFit) {
  const auto hyb = to_hyb(Exec(), drawn(), of_width(2));
  EXPECT_EQ(complaint([&] { update_values(Exec(), hyb, Kokkos::View<double*, Space>("values", 5)); }),
            "sporos::update_values: values has 5 elements, but the matrix has 6 entries");
  auto options = of_width(2);
  options.keep_map = false;
  const auto without = to_hyb(Exec(), drawn(), options);
  EXPECT_EQ(complaint([&] { update_values(Exec(), without, Kokkos::View<double*, Space>("values", 6)); }),
            "sporos::update_values: the matrix was converted with keep_map = false");
}

}  // namespace hyb_matrix_tests
