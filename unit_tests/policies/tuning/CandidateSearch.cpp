// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "policies/tuning/Sporos_CandidateSearch.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <type_traits>
#include <vector>

namespace {

/// The true times of the candidates; a choice is its place in the list.
using Times = std::vector<double>;
using Search = sporos::detail::CandidateSearch<std::size_t>;

static_assert(std::is_copy_assignable_v<Search>, "a plan that is copied copies its search");

/// From 0 to 1, the same on every system.
double share_from(std::mt19937& generator) { return static_cast<double>(generator()) / 4294967296.0; }

/// Times off by a share at most, and one in `outliers` three times as long (never where that is 0).
class Noise {
 public:
  Noise(unsigned seed, double share, unsigned outliers) : generator_(seed), share_(share), outliers_(outliers) {}
  double operator()(double seconds) {
    const double off = 1 + share_ * (2 * share_from(generator_) - 1);
    const bool outlier = outliers_ > 0 && generator_() % outliers_ == 0;
    return seconds * off * (outlier ? 3 : 1);
  }

 private:
  std::mt19937 generator_;
  double share_;
  unsigned outliers_;
};

Search search_over(const Times& times, int horizon = 200) {
  std::vector<std::size_t> candidates;
  for (std::size_t i = 0; i < times.size(); ++i) candidates.push_back(i);
  return Search(candidates, horizon);
}

/// Runs products and adds up their true times; the first is cold and takes one and a half times as long to the clock.
double total_time(Search& search, const Times& times, Noise& noise, int products) {
  double total = 0;
  for (int product = 0; product < products; ++product) {
    const double time = times[search.next()];
    total += time;
    search.report(noise(product == 0 ? 1.5 * time : time));
  }
  return total;
}

double least(const Times& times) { return *std::min_element(times.begin(), times.end()); }

/// The first within 5 % of the best, the others from 5 % less than it to twice as much, a dozen of them.
Times near_best_first(unsigned seed) {
  std::mt19937 generator(seed);
  Times times{1};
  for (int i = 0; i < 12; ++i)
    times.push_back(i % 3 == 0 ? 0.953 + 0.2 * share_from(generator) : 1 + 0.9 * share_from(generator));
  return times;
}

/// Relative times as they are met: the rows of lanes in Sporos_MachineRule.hpp as neighbours of the chosen shape (the
/// choice, more lanes, fewer, more still, fewer still), then other algorithms. The first five hold the best.
const std::vector<Times>& typical() {
  static const std::vector<Times> surfaces{
      {102, 112, 101, 106, 130, 125, 140, 160, 200},  // short rows, even
      {159, 165, 163, 158, 180, 190, 200, 240},       // stencil
      {229, 175, 165, 169, 281, 180, 210},            // the rule is one step or two short
      {172, 205, 245, 341, 176, 190, 210, 168},       // the best comes last, by little
      {349, 399, 326, 378, 340, 360, 400},            // one step too many
      {126, 120, 139, 121, 168, 130, 150},            // long rows
      {200, 260, 110, 108, 115, 109, 120, 300},       // skewed: another algorithm is almost twice as fast
      {1000, 95, 100, 110, 98, 105},                  // a cliff
      {100, 130, 125, 99, 101, 104, 180},             // nothing to gain
      {118, 100, 160, 116, 101, 180, 150, 103}};
  return surfaces;
}

TEST(CandidateSearch, TimesTheFirstTwiceAndTheOthersInOrder) {
  const Times times{1.0, 1.2, 0.9, 1.3};
  Search search = search_over(times);
  std::vector<std::size_t> tried;
  while (!search.finished() && tried.size() < 100) {
    tried.push_back(search.next());
    search.report(times[search.next()]);
  }
  EXPECT_EQ(tried, (std::vector<std::size_t>{0, 0, 1, 2, 3}));
  EXPECT_EQ(search.best(), 2u);
  EXPECT_EQ(search.next(), 2u);
  EXPECT_EQ(search.products(), 5);
  EXPECT_NEAR(search.regret(), 0.2 + (1.3 / 0.9 - 1), 1e-12);
}

TEST(CandidateSearch, SaysWhatItTried) {
  const Times times{1.0, 1.2, 0.9, 0.91};
  Search search = search_over(times);
  double offset = 0;
  while (!search.finished()) search.report(times[search.next()] + (offset += 1e-6));
  const auto& trials = search.trials();
  ASSERT_EQ(trials.size(), times.size());
  for (std::size_t i = 0; i < times.size(); ++i) {
    EXPECT_EQ(trials[i].choice, i);
    EXPECT_NEAR(trials[i].minimum, times[i], 1e-5);
  }
  EXPECT_EQ(trials[0].count, 2);
  EXPECT_EQ(trials[1].count, 1);
  EXPECT_EQ(trials[2].count, 8);  // within 5 % of each other: timed until the noise has had its say
  EXPECT_EQ(trials[3].count, 8);
}

TEST(CandidateSearch, TimesACloseCallAgain) {
  Search search = search_over({0, 0});
  for (const double seconds : {1.0, 1.0, 0.98}) search.report(seconds);  // the second looks better
  EXPECT_EQ(search.best(), 1u);
  while (!search.finished()) search.report(search.next() == 0 ? 0.96 : 1.02);
  EXPECT_EQ(search.best(), 0u);
}

TEST(CandidateSearch, IsNotMisledByAColdFirstProduct) {
  Search search = search_over({1, 1.2, 1.3});
  search.report(10);
  while (!search.finished()) search.report(search.next() == 0 ? 1 : 1.2);
  EXPECT_EQ(search.best(), 0u);
  Search twice = search_over({1, 1.2, 1.3});
  for (const double seconds : {10.0, 3.0, 1.0, 1.0}) {
    EXPECT_EQ(twice.next(), 0u);
    twice.report(seconds);
  }
  EXPECT_EQ(twice.next(), 1u);
}

TEST(CandidateSearch, NeverTriesAgainWhatIsTwiceAsSlow) {
  const Times times{1, 2, 0.97, 1.01, 0.99};
  Search search = search_over(times);
  Noise noise(1, 0.03, 0);
  total_time(search, times, noise, 300);
  EXPECT_TRUE(search.finished());
  EXPECT_EQ(search.trials()[1].attempts, 1);
}

TEST(CandidateSearch, SpreadsWhatTheBudgetOf50ProductsDoesNotHold) {
  const Times times{1, 1.9, 1.9, 1.9, 0.8};
  Search search = search_over(times);
  Noise none(0, 0, 0);
  total_time(search, times, none, 50);
  EXPECT_FALSE(search.finished());
  EXPECT_EQ(search.best(), 0u);
  EXPECT_LE(search.regret(), 2);
  total_time(search, times, none, 60);
  EXPECT_TRUE(search.finished());
  EXPECT_EQ(search.best(), 4u);
  Search short_lived = search_over(times, 50);
  total_time(short_lived, times, none, 50);
  EXPECT_TRUE(short_lived.finished());
  EXPECT_EQ(short_lived.products(), 50);
}

TEST(CandidateSearch, FindsAMuchBetterChoiceAtOnce) {
  const Times times{1000, 30, 20, 21, 40, 25};
  Search search = search_over(times);
  Noise noise(5, 0.03, 0);
  total_time(search, times, noise, 5);
  EXPECT_EQ(search.best(), 2u);
}

TEST(CandidateSearch, EndsWithinItsHorizonAndNeverBelowTheFirstChoice) {
  constexpr double share = 0.03;
  for (unsigned seed = 0; seed < 2000; ++seed) {
    std::mt19937 generator(seed);
    Times times;
    for (unsigned i = 0; i <= seed % 40; ++i) times.push_back(0.5 + 3 * share_from(generator));
    Noise noise(seed, share, 100);
    Search search = search_over(times);
    total_time(search, times, noise, 200);
    EXPECT_TRUE(search.finished()) << seed;
    EXPECT_EQ(search.next(), search.best());
    EXPECT_LE(times[search.best()], times[0] * (1 + share) / (1 - share)) << seed;
  }
}

TEST(CandidateSearch, CostsAtMostATenthOfFiftyProductsWhereTheFirstIsNearTheBest) {
  for (unsigned seed = 0; seed < 3000; ++seed) {
    const Times times = near_best_first(seed);
    Noise noise(seed, 0.03, 100);
    for (const int horizon : {50, 200}) {
      Search search = search_over(times, horizon);
      EXPECT_LE(total_time(search, times, noise, 50), 1.10 * 50 * least(times)) << seed << ", horizon " << horizon;
    }
  }
}

TEST(CandidateSearch, CostsAtMostATenthInTheWorstOrderToo) {
  // Five per cent off, and the best behind as many dear candidates as any budget could be spent on.
  for (const double dear : {1.04, 1.1, 1.25, 1.5, 1.9, 2.0}) {
    Times times{1};
    times.insert(times.end(), 40, dear);
    times.push_back(1 / 1.05);
    Noise none(0, 0, 0);
    Search search = search_over(times);
    EXPECT_LE(total_time(search, times, none, 50), 1.10 * 50 * least(times)) << dear;
  }
}

TEST(CandidateSearch, ReachesTheOptimumOfTypicalListsWithinAFewProducts) {
  for (const double share : {0.0, 0.01, 0.03}) {
    double after_8 = 0, in_the_end = 0;
    constexpr unsigned runs = 2000;
    for (unsigned run = 0; run < runs; ++run) {
      const Times& times = typical()[run % typical().size()];
      Noise noise(run, share, share > 0 ? 200 : 0);
      Search search = search_over(times);
      total_time(search, times, noise, 8);
      after_8 += least(times) / times[search.best()] / runs;
      total_time(search, times, noise, 200);
      in_the_end += least(times) / times[search.best()] / runs;
    }
    EXPECT_GE(after_8, 0.98) << share;
    EXPECT_GE(in_the_end, 0.99) << share;
  }
}

TEST(CandidateSearch, SurvivesTimesThatAreNone) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const Times times{1, 1.2, 0.8, 1.1};
  for (const double bad : {nan, infinity, -infinity, 0.0, -1.0}) {
    Search sometimes = search_over(times);
    for (int product = 0; product < 200; ++product) sometimes.report(product % 2 ? times[sometimes.next()] : bad);
    EXPECT_TRUE(sometimes.finished());
    EXPECT_EQ(sometimes.best(), 2u);
    Search always = search_over(times);
    for (int product = 0; product < 4; ++product) always.report(bad);
    EXPECT_TRUE(always.finished());
    EXPECT_EQ(always.next(), 0u);
    EXPECT_EQ(always.trials()[0].count, 0);
    Search never_one = search_over(times);  // the events of one candidate fail whenever it runs
    for (int product = 0; product < 200; ++product)
      never_one.report(never_one.next() == 2 ? bad : times[never_one.next()]);
    EXPECT_TRUE(never_one.finished());
    EXPECT_EQ(never_one.best(), 0u);
    EXPECT_EQ(never_one.trials()[2].attempts, 2) << "given up, not waited for";
  }
}

TEST(CandidateSearch, HasNothingToDoForOneCandidateAndRefusesNone) {
  EXPECT_TRUE(search_over({1}).finished());
  EXPECT_EQ(search_over({1}).best(), 0u);
  EXPECT_THROW(Search(std::vector<std::size_t>()), std::invalid_argument);
}

TEST(CandidateSearch, IsAValueAndIgnoresTimesAfterTheEnd) {
  const Times times{1, 1.2, 0.8};
  Noise none(0, 0, 0);
  Search search = search_over(times);
  total_time(search, times, none, 3);
  Search copy = search;
  total_time(copy, times, none, 100);
  EXPECT_EQ(copy.best(), 2u);
  EXPECT_EQ(search.products(), 3);
  const int products = copy.products();
  copy.report(1e-9);
  EXPECT_EQ(copy.products(), products);
  EXPECT_EQ(copy.trials()[2].minimum, 0.8);
}

}  // namespace
