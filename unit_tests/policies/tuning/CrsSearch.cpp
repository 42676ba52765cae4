// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "policies/tuning/Sporos_CrsSearch.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

namespace crs_search_tests {

using sporos::Algorithm;
using sporos::CrsDecision;
using sporos::Options;
using sporos::detail::CrsSearch;

constexpr int value_bytes = 8;

sporos::RowProfile stencil() {
  sporos::RowProfile rows;
  rows.num_rows = rows.num_columns = 4096000;
  rows.nnz = 28672000;
  rows.longest_row = 7;
  return rows;
}

CrsSearch own_search() {
  return CrsSearch(sporos::detail::crs_candidates(sporos::h100(), stencil(), Options(), value_bytes));
}
CrsSearch search_of_2012() { return CrsSearch(sporos::h100(), stencil(), Options(), value_bytes); }

/// An invented surface: `adaptive` with 128 threads is best by little, and among `coop` 8 lanes by much.
double seconds_of(const CrsDecision& decision) {
  const auto off = [](int number, int best) { return number > best ? number / best - 1 : best / number - 1; };
  const double team = 0.01 * off(decision.shape.block_size, 128) + 0.01 * off(decision.shape.repeat, 8);
  if (decision.algorithm == Algorithm::adaptive) return 1e-4 * (0.9 + team);
  if (decision.algorithm == Algorithm::coop) return 1e-4 * (1 + 0.1 * off(decision.shape.coop, 8));
  return 1e-4 * (0.95 + team);
}

void run_to_the_end(CrsSearch& search) {
  for (int product = 0; product < 1000 && !search.finished(); ++product) search.report(seconds_of(search.next()));
  ASSERT_TRUE(search.finished());
}

TEST(CrsSearch, EndsWithTheBestOfTheCandidates) {
  CrsSearch search = own_search();
  run_to_the_end(search);
  EXPECT_EQ(search.best().algorithm, Algorithm::adaptive);
  EXPECT_EQ(search.best().shape.block_size, 128);
  for (const auto& decision : sporos::detail::crs_candidates(sporos::h100(), stencil(), Options(), value_bytes)) {
    EXPECT_LE(seconds_of(search.best()), seconds_of(decision));
  }
}

TEST(CrsSearch, Of2012StaysWithCoopAndEndsWithTheBestItTried) {
  CrsSearch search = search_of_2012();
  EXPECT_TRUE(search.best().shape == sporos::detail::machine_rule(sporos::h100(), stencil().num_rows, stencil().nnz));
  run_to_the_end(search);
  EXPECT_EQ(search.best().shape.coop, 8);
  ASSERT_GT(search.tried().size(), 2u);
  for (const auto& tried : search.tried()) {
    EXPECT_EQ(tried.decision.algorithm, Algorithm::coop);
    EXPECT_FALSE(tried.decision.in_batches);
    EXPECT_LE(seconds_of(search.best()), tried.seconds);
  }
}

TEST(CrsSearch, Of2012StartsAtTheRuleOfThePaperWhereThatIsAskedFor) {
  Options options;
  options.rule = sporos::RowRule::reguly_giles_2012;
  const CrsSearch search(sporos::h100(), stencil(), options, value_bytes);
  EXPECT_TRUE(search.next().shape == sporos::detail::fixed_rule_2012(stencil().num_rows, stencil().nnz));
}

TEST(CrsSearch, LanesOfThePaperDoNotLoadInBatches) {
  Options options;
  options.algorithm = Algorithm::coop;
  const auto in_batches = [&] {
    return sporos::detail::decide_crs(sporos::h100(), stencil(), options, value_bytes).in_batches;
  };
  EXPECT_TRUE(in_batches());
  options.rule = sporos::RowRule::reguly_giles_2012;
  EXPECT_FALSE(in_batches());
}

TEST(CrsSearch, SaysWhatItTriedInTheOrderOfTheFirstTime) {
  for (CrsSearch search : {own_search(), search_of_2012()}) {
    EXPECT_TRUE(search.tried().empty());
    const CrsDecision first = search.next();
    int products = 0;
    for (; products < 1000 && !search.finished(); ++products) {
      const CrsDecision decision = search.next();
      search.report(seconds_of(decision));
      const auto tried = search.tried();
      const auto found =
          std::find_if(tried.begin(), tried.end(), [&](const auto& one) { return one.decision == decision; });
      ASSERT_NE(found, tried.end());
      EXPECT_NEAR(found->seconds, seconds_of(decision), 1e-12);
    }
    EXPECT_TRUE(search.tried().front().decision == first);
    EXPECT_EQ(search.products(), products);
    int timed = 0;
    for (const auto& one : search.tried()) timed += one.products;
    EXPECT_LE(timed, products);
    EXPECT_GT(timed, 0);
  }
}

TEST(CrsSearch, PassesOverWhatCannotRun) {
  const double none = std::numeric_limits<double>::quiet_NaN();
  for (CrsSearch search : {own_search(), search_of_2012()}) {
    const CrsDecision first = search.next();
    for (int product = 0; product < 1000 && !search.finished(); ++product) {
      search.report(search.next() == first ? 1e-4 : none);
    }
    EXPECT_TRUE(search.finished());
    EXPECT_TRUE(search.best() == first);
    const auto tried = search.tried();
    ASSERT_GT(tried.size(), 1u);
    for (auto one = tried.begin() + 1; one != tried.end(); ++one) {
      EXPECT_EQ(one->products, 0);
      EXPECT_FALSE(std::isfinite(one->seconds));
    }
  }
}

TEST(CrsSearch, Of2012RefusesAnotherAlgorithm) {
  Options options;
  options.algorithm = Algorithm::merge_path;
  try {
    const CrsSearch search(sporos::h100(), stencil(), options, value_bytes);
    ADD_FAILURE() << "not refused";
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(
        error.what(),
        "sporos::Plan: tuning = tuner_2012 varies the shape of coop, so it cannot tune algorithm = merge_path");
  }
}

}  // namespace crs_search_tests
