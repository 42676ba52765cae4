// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/device/host/Sporos_RowSums.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "core/device/Sporos_ChangesOfLength.hpp"
#include "unit_tests/support/HostLeaves.hpp"

namespace row_sums_tests {

using sporos::HostLevel;
using sporos::detail::LeafForm;
using sporos_test::RowsAmongOthers;

constexpr LeafForm forms[] = {LeafForm::few, LeafForm::some, LeafForm::many, LeafForm::uneven, LeafForm::scattered};

template <class Rows, class X>
std::vector<X> sums_of(const Rows& rows, HostLevel level, LeafForm form, bool prefetches, const X*) {
  std::vector<X> sums(static_cast<std::size_t>(rows.num_rows()) + 1, X(7));
  using Value = typename decltype(rows.values)::value_type;
  using Offset = typename decltype(rows.offsets)::value_type;
  sporos::detail::row_sums_leaves<Value, X, Offset>(level).of(form)(rows.run(prefetches), sums.data());
  EXPECT_EQ(sums.back(), X(7)) << "wrote behind the sums";
  sums.pop_back();
  return sums;
}

template <class Value, class X, class Offset>
void check_lengths(const std::vector<std::int64_t>& lengths, std::int64_t before, std::int64_t behind) {
  const RowsAmongOthers<Value, X, Offset> rows(lengths, before, behind);
  for (const HostLevel level : sporos_test::leaf_levels()) {
    for (const LeafForm form : forms) {
      for (const bool prefetches : {false, true}) {
        const auto sums = sums_of(rows, level, form, prefetches, rows.x.data());
        for (std::size_t row = 0; row < sums.size(); ++row) {
          EXPECT_TRUE(rows.is_sum(static_cast<std::int64_t>(row), static_cast<double>(sums[row])))
              << sporos::name(level) << ", form " << static_cast<int>(form) << ", row " << row << " of " << lengths[row]
              << " entries";
        }
      }
    }
  }
}

std::vector<std::vector<std::int64_t>> lists_of_lengths() {
  std::vector<std::vector<std::int64_t>> lists{{}, {0}, {0, 0, 0, 0, 0}, {3, 0, 0}, {1, 300, 1, 300, 1, 300, 1}};
  std::vector<std::int64_t> all;
  for (std::int64_t length = 0; length <= 70; ++length) {
    lists.push_back({length});
    lists.push_back({length, 1, 0, length, 2});
    all.push_back(length);
  }
  lists.push_back(all);
  lists.push_back({all.rbegin(), all.rend()});
  std::vector<std::int64_t> fours;  // every four lengths up to four
  for (std::int64_t i = 0; i < 625; ++i) fours.insert(fours.end(), {i % 5, i / 5 % 5, i / 25 % 5, i / 125});
  lists.push_back(fours);
  return lists;
}

TEST(RowSums, AreThoseOfTheRowsForEveryLength) {
  for (const auto& lengths : lists_of_lengths()) {
    check_lengths<double, double, int>(lengths, 0, 0);
    check_lengths<float, float, int>(lengths, 0, 0);
    check_lengths<float, double, std::size_t>(lengths, 0, 0);
  }
}

TEST(RowSums, AreTheSameBitsWhereElementsOfXArePrefetched) {
  const RowsAmongOthers<double, double> rows(std::vector<std::int64_t>(300, 3), 3, 20);
  for (const HostLevel level : sporos_test::leaf_levels()) {
    auto run = rows.run(true);
    run.prefetches_x = true;
    std::vector<double> sums(300);
    sporos::detail::row_sums_leaves<double, double, int>(level).of(LeafForm::far)(run, sums.data());
    EXPECT_EQ(sums, sums_of(rows, level, LeafForm::uneven, true, rows.x.data()));
  }
}

// So a group may be judged scattered by where its columns are.
TEST(RowSums, AreTheSameBitsForScatteredRows) {
  for (const auto& lengths : lists_of_lengths()) {
    const RowsAmongOthers<double, double> rows(lengths, 3, 20);
    for (const HostLevel level : sporos_test::leaf_levels()) {
      if (level == HostLevel::avx512) continue;  // never judged so; it sums `some` in vectors of eight
      EXPECT_EQ(sums_of(rows, level, LeafForm::scattered, true, rows.x.data()),
                sums_of(rows, level, LeafForm::some, true, rows.x.data()));
    }
  }
}

TEST(RowSums, ReadNothingInFrontOfTheRowsOrBehind) {
  for (const auto& lengths : lists_of_lengths()) {
    check_lengths<double, double, int>(lengths, 3, 40);
    check_lengths<float, float, int>(lengths, 5, 40);
  }
}

// The last vector of a row extends into the next rows.
TEST(RowSums, KeepNaNAndInfinityToTheirRows) {
  for (const double strange : {std::nan(""), std::numeric_limits<double>::infinity()}) {
    for (std::int64_t length = 0; length <= 20; ++length) {
      RowsAmongOthers<double, double> in_values({length, 9, length, 9, length, 9, length, 9, 9, length});
      auto in_x = in_values;
      for (std::size_t row : {1, 3, 5, 7}) {
        for (int k = in_values.offsets[row]; k < in_values.offsets[row + 1]; ++k) {
          in_values.values[static_cast<std::size_t>(k)] = strange;
          in_x.columns[static_cast<std::size_t>(k)] = 97;
        }
      }
      in_x.x.push_back(strange);
      for (const HostLevel level : sporos_test::leaf_levels()) {
        for (const LeafForm form : forms) {
          for (const auto& rows : {in_values, in_x}) {
            const auto sums = sums_of(rows, level, form, false, rows.x.data());
            for (std::size_t row = 0; row < sums.size(); ++row) {
              EXPECT_EQ(std::isfinite(sums[row]), row % 2 == 0 || row > 7) << row << " of " << length;
            }
          }
        }
      }
    }
  }
}

// They do not depend on where a share begins, or on whether the matrix ends after a row.
TEST(RowSums, DependOnNothingButTheRow) {
  std::vector<std::int64_t> lengths;
  for (std::int64_t row = 0; row < 60; ++row) lengths.push_back(row * 7 % 41);
  const RowsAmongOthers<double, double> rows(lengths, 2, 40);
  for (const HostLevel level : sporos_test::leaf_levels()) {
    for (const LeafForm form : forms) {
      SCOPED_TRACE(sporos::detail::concat(name(level), ", form ", static_cast<int>(form)));
      const auto expected = sums_of(rows, level, form, false, rows.x.data());
      for (std::size_t first = 0; first < 8; ++first) {
        for (std::size_t last = 50; last <= 60; ++last) {
          auto part = rows;
          part.offsets.assign(rows.offsets.begin() + static_cast<std::ptrdiff_t>(first),
                              rows.offsets.begin() + static_cast<std::ptrdiff_t>(last) + 1);
          const auto sums = sums_of(part, level, form, true, part.x.data());
          for (std::size_t row = 0; row < sums.size(); ++row) EXPECT_EQ(sums[row], expected[first + row]);
        }
      }
    }
  }
}

// Groups of four rows with at most four entries are summed by separate code, and sums of zeros have a sign.
TEST(RowSums, OfShortRowsAreTheSameAsAmongLongOnes) {
  std::vector<std::int64_t> lengths;
  for (std::int64_t row = 0; row < 400; ++row) lengths.push_back(row < 80 ? row / 16 : row % 7 % 5);
  RowsAmongOthers<double, double> rows(lengths, 0, 8);
  for (std::size_t k = 0; k < 30; ++k) rows.values[k] = -0.0;
  for (std::size_t k = 100; k < 130; ++k) rows.values[k] = -0.0;
  for (const HostLevel level : sporos_test::leaf_levels()) {
    const auto few = sums_of(rows, level, LeafForm::few, false, rows.x.data());
    for (std::size_t row = 0; row < few.size(); ++row) {
      RowsAmongOthers<double, double> alone = rows;
      alone.offsets = {rows.offsets[row], rows.offsets[row + 1]};
      const double sum = sums_of(alone, level, LeafForm::few, false, rows.x.data())[0];
      EXPECT_EQ(few[row], sum) << row;
      EXPECT_EQ(std::signbit(few[row]), std::signbit(sum)) << row;
    }
  }
}

// More than a leaf keeps the products of, all at once and of one row; the last are longer than what fits.
TEST(RowSums, OfUnevenRowsNeedNoFixedRoom) {
  constexpr std::int64_t room = sporos::detail::leaf_products;
  std::vector<std::int64_t> lengths(300, 37);
  lengths.insert(lengths.end(), {room, 3, room + 1, 0, room - 1, 1, 2, 5 * room, 4});
  check_lengths<double, double, int>(lengths, 3, 20);
  check_lengths<float, double, std::size_t>(lengths, 0, 0);
}

// A longer row beside it adds zeros to a row's sum.
TEST(RowSums, OfNegativeZerosHaveTheSameSignBesideLongerRows) {
  RowsAmongOthers<double, double> rows({8, 4, 8, 300, 8, 4, 8, 8});
  for (double& value : rows.values) value = -0.0;
  for (double& number : rows.x) number = 1;
  for (const HostLevel level : sporos_test::leaf_levels()) {
    const auto sums = sums_of(rows, level, LeafForm::uneven, false, rows.x.data());
    for (const double sum : sums) EXPECT_FALSE(std::signbit(sum)) << name(level);
  }
}

TEST(ChangesOfLength, CountsRowsThatFillAnotherNumberOfVectors) {
  for (const std::int64_t rows : {0, 1, 2, 5, 32, 33, 64}) {
    std::vector<int> offsets{7};
    std::vector<std::size_t> wide{7};
    std::vector<int> vectors;
    for (std::int64_t row = 0; row < rows; ++row) {
      const int length = static_cast<int>(row * row % 11);
      vectors.push_back((length + 3) / 4);
      offsets.push_back(offsets.back() + length);
      wide.push_back(static_cast<std::size_t>(offsets.back()));
    }
    for (const std::int64_t distance : {1, 2, 4}) {
      std::int64_t expected = 0;
      for (std::size_t i = static_cast<std::size_t>(distance); i < vectors.size(); ++i) {
        if (vectors[i] != vectors[i - static_cast<std::size_t>(distance)]) ++expected;
      }
      EXPECT_EQ(sporos::detail::changes_of_length(offsets.data(), rows, distance), expected) << rows;
      EXPECT_EQ(sporos::detail::changes_of_length(wide.data(), rows, distance), expected) << rows;
    }
  }
}

TEST(DetectHostLevel, TheEnvironmentLowersIt) {
  using sporos::detail::host_level_for;
  EXPECT_EQ(host_level_for("portable"), HostLevel::portable);
  const bool is_arm = sporos::detail::widest_host_level() == HostLevel::neon;
  EXPECT_EQ(host_level_for("neon"), is_arm ? HostLevel::neon : HostLevel::portable);
  EXPECT_LE(host_level_for("avx2"), HostLevel::avx2);
  EXPECT_LE(host_level_for("avx512_masks"), HostLevel::avx512_masks);
  EXPECT_EQ(host_level_for("avx512"), sporos::detail::widest_host_level());
  EXPECT_EQ(host_level_for(nullptr), sporos::detail::usual_host_level());
  EXPECT_LE(host_level_for(nullptr), sporos::detail::widest_host_level());
}

TEST(DetectHostLevel, RefusesAnUnknownName) {
  try {
    sporos::detail::host_level_for("sse2");
    FAIL() << "no complaint";
  } catch (const std::invalid_argument& complaint) {
    EXPECT_NE(std::string(complaint.what()).find("SPOROS_HOST_LEVEL is \"sse2\""), std::string::npos)
        << complaint.what();
  }
}

}  // namespace row_sums_tests
