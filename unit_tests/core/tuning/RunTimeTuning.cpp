// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/Sporos.hpp"
#include "unit_tests/support/ProductCase.hpp"
#include "unit_tests/support/Recording.hpp"

namespace run_time_tuning_tests {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using sporos::Algorithm;
using sporos::Tuning;
using sporos_test::ProductCase;

constexpr bool can_time = sporos::detail::EventTimer<Exec>::measures;
constexpr int max_products = 2000;

sporos::Options tuned_by(Tuning tuning, Algorithm algorithm = Algorithm::automatic) {
  sporos::Options options;
  options.tuning = tuning;
  options.algorithm = algorithm;
  return options;
}

sporos_test::Pattern short_rows() {
  return sporos_test::random_pattern("rows of 5", 900, 700, [](auto) { return 5; });
}

template <class Plan, class Case>
void product(const Plan& plan, const Case& matrix_case) {
  plan.apply(1.0, matrix_case.x, 0.0, matrix_case.y);
  plan.exec().fence();  // the next product finds the time of this one
}

/// Multiplies until the tuning is finished; returns the number of products.
template <class Plan, class Case>
int tune(const Plan& plan, const Case& matrix_case) {
  int products = 0;
  for (; products < max_products && !plan.describe().tuning.finished; ++products) product(plan, matrix_case);
  EXPECT_TRUE(plan.describe().tuning.finished);
  return products;
}

template <class Plan>
int timed_products(const Plan& plan) {
  return plan.describe().tuning.products;
}

class RunTimeTuning : public testing::TestWithParam<Tuning> {
 protected:
  void SetUp() override {
    if (!can_time) GTEST_SKIP() << "this backend is not timed";
  }
};

INSTANTIATE_TEST_SUITE_P(Of, RunTimeTuning, testing::Values(Tuning::run_time, Tuning::tuner_2012),
                         [](const auto& info) { return std::string(name(info.param)); });

TEST_P(RunTimeTuning, GivesRightAnswersAllTheTime) {
  for (const auto& pattern : sporos_test::gallery()) {
    if (pattern.nnz() > 20000) continue;
    SCOPED_TRACE(pattern.name);
    ProductCase<double> matrix_case(pattern);
    const auto plan = sporos::Plan(Exec(), matrix_case.matrix, tuned_by(GetParam()));
    int behind_the_end = 3;
    for (int count = 0; count < max_products && behind_the_end > 0; ++count) {
      matrix_case.check(0.75, count % 2 == 0 ? 0.0 : -1.25, [&](auto... arguments) { plan.apply(arguments...); });
      if (testing::Test::HasFailure()) return;
      if (plan.describe().tuning.finished) --behind_the_end;
    }
    EXPECT_EQ(behind_the_end, 0) << "the tuning does not end";
  }
}

TEST_P(RunTimeTuning, SaysHowFarItIs) {
  const ProductCase<double> matrix_case(short_rows());
  const auto plan = sporos::Plan(Exec(), matrix_case.matrix, tuned_by(GetParam(), Algorithm::coop));
  const auto before = plan.describe();
  EXPECT_EQ(before.tuning.tuning, GetParam());
  EXPECT_FALSE(before.tuning.finished);
  EXPECT_TRUE(before.tuning.tried.empty());
  EXPECT_NE(before.words().find("Still tuning, so far in 0 products"), std::string::npos) << before;
  tune(plan, matrix_case);
  const auto after = plan.describe();
  EXPECT_GE(after.tuning.tried.size(), 2u);
  EXPECT_NE(after.words().find("Tuned in "), std::string::npos) << after;
  EXPECT_NE(after.json().find(
                sporos::detail::concat("\"tuning\": {\"kind\": \"", name(GetParam()), "\", \"finished\": true")),
            std::string::npos)
      << after.json();
}

TEST_P(RunTimeTuning, KeepsNothingThatWasSlowerThanTheFirstChoice) {
  const ProductCase<double> matrix_case(short_rows());
  const auto plan = sporos::Plan(Exec(), matrix_case.matrix, tuned_by(GetParam()));
  tune(plan, matrix_case);
  const auto description = plan.describe();
  const auto& tried = description.tuning.tried;
  const auto kept =
      std::find_if(tried.begin(), tried.end(), [&](const auto& one) { return one.decision == description.decision; });
  ASSERT_NE(kept, tried.end());
  EXPECT_LE(kept->seconds, tried.front().seconds);
}

TEST_P(RunTimeTuning, StaysWithItsChoice) {
  const ProductCase<double> matrix_case(short_rows());
  const auto plan = sporos::Plan(Exec(), matrix_case.matrix, tuned_by(GetParam()));
  tune(plan, matrix_case);
  const auto description = plan.describe();
  const sporos_test::Recording recording;
  for (int count = 0; count < 20; ++count) product(plan, matrix_case);
  EXPECT_TRUE(plan.describe().decision == description.decision);
  EXPECT_EQ(timed_products(plan), description.tuning.products);
  const std::string label = sporos::detail::concat("sporos::spmv[crs,", name(description.decision.algorithm), "]");
  EXPECT_EQ(recording.log().regions, std::vector<std::string>(20, label));
}

TEST_P(RunTimeTuning, NeitherAllocatesNorWaitsOnceItIsOver) {
  const ProductCase<double> matrix_case(short_rows());
  const auto plan = sporos::Plan(Exec(), matrix_case.matrix, tuned_by(GetParam()));
  tune(plan, matrix_case);
  plan.apply(1.0, matrix_case.x, 0.0, matrix_case.y);
  const sporos_test::Recording recording;
  plan.apply(1.0, matrix_case.x, 0.0, matrix_case.y);
  plan.apply(1.0, matrix_case.x, 0.5, matrix_case.y);
  EXPECT_EQ(recording.log().allocations, std::vector<std::string>());
  EXPECT_EQ(recording.log().fences, std::vector<std::string>());
}

// `coop` on short rows prepares nothing, so only the timing could wait or allocate.
TEST_P(RunTimeTuning, TimesWithoutWaiting) {
  const ProductCase<double> matrix_case(short_rows());
  const auto plan = sporos::Plan(Exec(), matrix_case.matrix, tuned_by(GetParam(), Algorithm::coop));
  plan.apply(1.0, matrix_case.x, 0.0, matrix_case.y);  // Kokkos itself sets up its team memory at the first launch
  {
    const sporos_test::Recording recording;
    for (int count = 0; count < max_products && !plan.describe().tuning.finished; ++count) {
      plan.apply(1.0, matrix_case.x, 0.0, matrix_case.y);
    }
    EXPECT_EQ(recording.log().allocations, std::vector<std::string>());
    EXPECT_EQ(recording.log().fences, std::vector<std::string>());
    EXPECT_GE(recording.log().launches.size(), 2u);
  }
  plan.exec().fence();
}

TEST_P(RunTimeTuning, TimesOneKindOfProductAlone) {
  ProductCase<double> matrix_case(short_rows());
  const auto plan = sporos::Plan(Exec(), matrix_case.matrix, tuned_by(GetParam()));
  const Kokkos::View<float*, Space> x("x", 700);
  const Kokkos::View<float*, Space> y("y", 900);
  Kokkos::deep_copy(x, 1);
  product(plan, matrix_case);
  plan.apply(0.0, matrix_case.x, 1.0, matrix_case.y);  // multiplies nothing
  plan.apply(1.0, x, 0.0, y);                          // other types
  plan.exec().fence();
  const int before = timed_products(plan);
  EXPECT_FALSE(plan.describe().tuning.finished);
  for (int count = 0; count < 5; ++count) {
    plan.apply(0.0, matrix_case.x, 1.0, matrix_case.y);
    plan.apply(1.0, x, 0.0, y);
    plan.exec().fence();
  }
  EXPECT_EQ(timed_products(plan), before);
  const auto result = sporos::detail::host_copy(y);
  const auto host = sporos_test::make_matrix<double>(short_rows());
  for (int row = 0; row < 900; ++row) {
    double sum = 0;
    for (int k = host.row_offsets(row); k < host.row_offsets(row + 1); ++k) sum += host.values(k);
    ASSERT_NEAR(static_cast<double>(result(row)), sum, 1e-5) << "row " << row;
  }
}

TEST_P(RunTimeTuning, GoesOnByItselfInAClone) {
  const ProductCase<double> matrix_case(short_rows());
  const auto plan = sporos::Plan(Exec(), matrix_case.matrix, tuned_by(GetParam()));
  product(plan, matrix_case);
  const int timed = timed_products(plan);
  const auto clone = plan.clone();
  EXPECT_EQ(timed_products(clone), timed);
  tune(clone, matrix_case);
  EXPECT_TRUE(clone.describe().tuning.finished);
  EXPECT_FALSE(plan.describe().tuning.finished);
  EXPECT_EQ(timed_products(plan), timed);
  const auto tuned = clone.clone();
  EXPECT_TRUE(tuned.describe().tuning.finished);
  EXPECT_TRUE(tuned.describe().decision == clone.describe().decision);
}

TEST_P(RunTimeTuning, ReadsNewValues) {
  const ProductCase<double> matrix_case(short_rows());
  auto plan = sporos::Plan(Exec(), matrix_case.matrix, tuned_by(GetParam()));
  Kokkos::deep_copy(matrix_case.x, 1);
  Kokkos::View<double*, Space> values("values", matrix_case.matrix.values.extent(0));
  for (int count = 1; count <= 60; ++count) {
    if (count % 10 == 1) {
      values = Kokkos::View<double*, Space>("values", values.extent(0));
      Kokkos::deep_copy(values, count);
      plan.update_values(values);
    }
    product(plan, matrix_case);
    const auto result = sporos::detail::host_copy(matrix_case.y);
    const double wanted = 5.0 * (1 + (count - 1) / 10 * 10);
    for (std::size_t row = 0; row < 900; ++row) ASSERT_EQ(result(row), wanted) << "product " << count;
  }
}

TEST(RunTimeTuningOf2012, RefusesAnotherAlgorithm) {
  const ProductCase<double> matrix_case(short_rows());
  try {
    sporos::Plan(Exec(), matrix_case.matrix, tuned_by(Tuning::tuner_2012, Algorithm::merge_path));
    ADD_FAILURE() << "not refused";
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(
        error.what(),
        "sporos::Plan: tuning = tuner_2012 varies the shape of coop, so it cannot tune algorithm = merge_path");
  }
}

// On a GPU that is not timed here, or an asynchronous host, the first choice runs, and the plan does not say that it
// tunes.
TEST(UntimedBackend, RunsTheFirstChoiceWhereNothingCanBeTimed) {
  if (can_time) GTEST_SKIP() << "this backend is timed";
  ProductCase<double> matrix_case(short_rows());
  const auto plan = sporos::Plan(Exec(), matrix_case.matrix, tuned_by(Tuning::run_time));
  sporos_test::check_repeated_products(matrix_case, plan);
  EXPECT_FALSE(plan.describe().tuning.finished);
  EXPECT_EQ(timed_products(plan), 0);
}

}  // namespace run_time_tuning_tests
