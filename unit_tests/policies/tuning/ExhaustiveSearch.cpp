// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "policies/tuning/Sporos_ExhaustiveSearch.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace exhaustive_search_tests {

/// The true times of the choices; a choice is its place in the list.
using Times = std::vector<double>;

struct TriedPlace {
  std::size_t choice;
  int products = 0;
  double seconds = std::numeric_limits<double>::infinity();
};
using TryAllPlaces = sporos::detail::ExhaustiveSearch<TriedPlace>;

TryAllPlaces try_all_of(const Times& times) {
  std::vector<TriedPlace> choices;
  for (std::size_t i = 0; i < times.size(); ++i) choices.push_back({i});
  return TryAllPlaces(choices);
}

// The report whose number is `disturbed` is that of a product that took a thousand times as long.
TryAllPlaces searched(const Times& times, int disturbed, int* reports = nullptr) {
  TryAllPlaces search = try_all_of(times);
  int report = 0;
  while (!search.finished()) search.report(times[search.next().choice] * (report++ == disturbed ? 1000 : 1));
  if (reports != nullptr) *reports = report;
  return search;
}

TEST(ExhaustiveSearch, FindsTheBestWhicheverTimeIsDisturbed) {
  const Times times{1.3, 1.2, 1.4, 1.0, 1.5, 1.6, 9.0};
  int reports = 0;
  searched(times, -1, &reports);
  ASSERT_GT(reports, 14);
  for (int disturbed = -1; disturbed < reports; ++disturbed) {
    const auto tried = searched(times, disturbed).tried();
    EXPECT_EQ(tried.front().choice, 3u) << disturbed;
    EXPECT_EQ(tried.front().seconds, 1.0) << disturbed;
    EXPECT_TRUE(std::is_sorted(tried.begin(), tried.end(), [](const TriedPlace& a, const TriedPlace& b) {
      return a.seconds < b.seconds;
    })) << disturbed;
  }
}

TEST(ExhaustiveSearch, TimesAllTwiceAndTheBestThirdInRounds) {
  const auto tried = searched({1.3, 1.2, 1.4, 1.0, 1.5, 1.6, 9.0}, -1).tried();
  for (std::size_t i = 0; i < tried.size(); ++i) EXPECT_EQ(tried[i].products, i < 3 ? 5 : 2) << i;
  TryAllPlaces first = try_all_of({1e-5, 1e-5});
  EXPECT_TRUE(first.is_cold());
  while (!first.finished()) {
    EXPECT_TRUE(first.products() == 1 || first.products() == 20) << first.products();
    first.report(1e-5);
  }
  EXPECT_EQ(first.tried().front().products, 100);
}

TEST(ExhaustiveSearch, KeepsTheFirstChoiceAmongTheLastAndWhatCannotRunOut) {
  const auto tried = searched({4.0, 1.0, 1.1, 1.2, 1.3, 1.4, 1.5}, -1).tried();
  EXPECT_EQ(tried[2].choice, 0u);
  EXPECT_EQ(tried[2].products, 5);
  TryAllPlaces search = try_all_of({2.0, 1.0, 3.0});
  while (!search.finished()) {
    const std::size_t choice = search.next().choice;
    search.report(choice == 1 ? std::numeric_limits<double>::quiet_NaN() : choice == 0 ? 2.0 : 3.0);
  }
  EXPECT_EQ(search.tried().front().choice, 0u);
  EXPECT_EQ(search.tried().back().choice, 1u);
  EXPECT_EQ(search.tried().back().products, 0);
  EXPECT_EQ(search.tried().back().seconds, std::numeric_limits<double>::infinity());
  TryAllPlaces none = try_all_of({1.0, 1.0});
  for (int report = 0; report < 2; ++report) none.report(std::numeric_limits<double>::infinity());
  EXPECT_TRUE(none.finished());
  EXPECT_THROW(try_all_of({}), std::invalid_argument);
}

}  // namespace exhaustive_search_tests
