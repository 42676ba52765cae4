// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kokkos Tools callbacks show where every launch runs and what its label is.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/Sporos.hpp"
#include "unit_tests/support/Gallery.hpp"
#include "unit_tests/support/Instances.hpp"
#include "unit_tests/support/Recording.hpp"

namespace launches_tests {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using sporos_test::Log;
using sporos_test::Recording;

const std::vector<std::string> none;

using Matrix = sporos::CrsMatrix<double, int, int, Space>;

Matrix make_matrix(const sporos_test::Pattern& pattern) {
  return sporos::copy_to<Space>(sporos_test::make_matrix<double>(pattern));
}

sporos::Options with_algorithm(sporos::Algorithm algorithm) {
  sporos::Options options;
  options.algorithm = algorithm;
  return options;
}

std::vector<std::string> labels_of(const Log& log) {
  std::vector<std::string> labels;
  for (const auto& launch : log.launches) labels.push_back(launch.first);
  return labels;
}

std::string label_of(const char* what) { return sporos::detail::concat("sporos::spmv[crs,", what, "]"); }

constexpr bool on_host = sporos::detail::is_host_execution<Exec>;

class Launches : public testing::Test {
 protected:
  // A matrix of short rows, with fewer entries than it takes to search for long ones; and a matrix with a row that no
  // team sums alone.
  Matrix even = make_matrix(sporos_test::random_pattern("five a row", 300, 200, [](auto) { return 5; }));
  Matrix uneven =
      make_matrix(sporos_test::random_pattern("one long row", 300, 200, [](auto row) { return row == 7 ? 70000 : 5; }));
  Kokkos::View<double*, Space> x{"x", 200};
  Kokkos::View<double*, Space> y{"y", 300};
};

TEST_F(Launches, AllGoToTheInstanceOfTheCaller) {
  for (const Exec& instance : sporos_test::make_instances<Exec>(2)) {
    const std::uint32_t wanted = Kokkos::Tools::Experimental::device_id(instance);
    for (const Matrix& matrix : {even, uneven}) {
      const Recording recording;
      for (const auto algorithm : sporos::all_algorithms()) {
        const std::size_t before = recording.log().launches.size();
        const auto plan = sporos::Plan(instance, matrix, with_algorithm(algorithm));
        plan.apply(1.0, x, 0.0, y);
        plan.apply(0.0, x, 0.5, y);
        EXPECT_GE(recording.log().launches.size(), before + 3) << name(algorithm);
      }
      sporos::Plan(instance, matrix).apply(1.0, x, 0.0, y);
      sporos::spmv(instance, 1.0, matrix, x, 1.0, y);
      sporos::validate(instance, matrix);
      for (const auto& [label, device] : recording.log().launches) EXPECT_EQ(device, wanted) << label;
    }
  }
}

TEST_F(Launches, CarryLabelsThatMirrorTheTree) {
  for (const auto algorithm : sporos::all_algorithms()) {
    const auto plan = sporos::Plan(Exec(), even, with_algorithm(algorithm));
    const Recording recording;
    plan.apply(1.0, x, 0.0, y);
    plan.apply(0.0, x, 0.5, y);
    const Log& log = recording.log();
    EXPECT_EQ(log.launches.front().first, label_of(name(algorithm)));
    EXPECT_EQ(log.launches.back().first, label_of("scale"));
    EXPECT_EQ(log.regions, (std::vector<std::string>{label_of(name(algorithm)), label_of(name(algorithm))}));
  }
}

TEST_F(Launches, OfAPlanAreAsManyAsTheAlgorithmHasSteps) {
  using sporos::Algorithm;
  for (const Matrix& matrix : {even, uneven}) {
    for (const auto algorithm : sporos::all_algorithms()) {
      const auto plan = sporos::Plan(Exec(), matrix, with_algorithm(algorithm));
      const Recording recording;
      plan.apply(1.0, x, 0.0, y);
      std::vector<std::string> labels = labels_of(recording.log());
      // The size of a share decides whether shares cut one of the short rows.
      if (algorithm == Algorithm::merge_path && matrix.nnz() < 70000) labels.resize(1);
      std::vector<std::string> wanted{label_of(name(algorithm))};
      const bool fixes_up = algorithm == Algorithm::pcsr ||
                            (algorithm == Algorithm::merge_path && matrix.nnz() > 70000) ||
                            plan.describe().decision.cuts_rows;
      if (fixes_up) wanted.push_back(label_of("fix_up"));
      const bool has_long_rows = matrix.nnz() > 70000 && !on_host;
      const bool follows =
          algorithm == Algorithm::coop || algorithm == Algorithm::stream || algorithm == Algorithm::patterns;
      if (follows && has_long_rows) wanted.push_back(label_of("long rows"));
      EXPECT_EQ(labels, wanted) << name(algorithm) << ", " << matrix.nnz() << " entries";
    }
  }
}

TEST_F(Launches, ThatPrepareAnAutomaticPlanAreOne) {
  if (on_host && Exec().concurrency() > 1) GTEST_SKIP() << "shares of threads are prepared step by step";
  for (const Matrix& matrix : {even, uneven}) {
    { const auto first = sporos::Plan(Exec(), matrix); }  // its memory is kept for the next one
    const Recording recording;
    const auto plan = sporos::Plan(Exec(), matrix);
    EXPECT_EQ(labels_of(recording.log()), std::vector<std::string>{"sporos::setup[inspect]"});
    EXPECT_EQ(recording.log().allocations, none);
  }
}

TEST_F(Launches, OfAPlanNeitherAllocateNorWait) {
  for (const Matrix& matrix : {even, uneven}) {
    for (const auto algorithm : sporos::all_algorithms()) {
      const auto plan = sporos::Plan(Exec(), matrix, with_algorithm(algorithm));
      plan.apply(1.0, x, 0.0, y);  // Kokkos itself sets up its team memory at the first launch
      const Recording recording;
      plan.apply(1.0, x, 0.0, y);
      plan.apply(1.0, x, 0.5, y);
      plan.apply(0.0, x, 0.5, y);
      EXPECT_EQ(recording.log().allocations, none) << name(algorithm);
      EXPECT_EQ(recording.log().fences, none) << name(algorithm);
    }
  }
}

TEST_F(Launches, OfAProductWithoutPlanAreOneOrTwoOnceTheRowsAreKnown) {
  for (const Matrix& matrix : {even, uneven}) {
    // The first product looks at the rows, the second may get room for what it finds.
    for (int i = 0; i < 2; ++i) {
      sporos::spmv(Exec(), 1.0, matrix, x, 0.0, y);
      Exec().fence();
    }
    const Recording recording;
    sporos::spmv(Exec(), 1.0, matrix, x, 0.0, y);
    const auto algorithm =
        sporos::detail::decide_crs(sporos::detect_machine(Exec()), matrix.num_rows, matrix.nnz(), 8).algorithm;
    std::vector<std::string> wanted{label_of(name(algorithm))};
    const bool has_long_rows = matrix.nnz() > 70000 && !on_host;
    if (has_long_rows) wanted.push_back(label_of("fix_up"));
    EXPECT_EQ(labels_of(recording.log()), wanted);
    EXPECT_EQ(recording.log().allocations, none);
    EXPECT_EQ(recording.log().fences, none);
  }
}

}  // namespace launches_tests
