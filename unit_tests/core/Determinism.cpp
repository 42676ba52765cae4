// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <cstring>

#include "unit_tests/support/FormatTests.hpp"
#include "unit_tests/support/SymmetricGallery.hpp"
#include "unit_tests/support/compiled/CompiledPlans.hpp"

namespace determinism_tests {

using Exec = Kokkos::DefaultExecutionSpace;

// Bit for bit: even the sign of a zero must be the same.
template <class Value, class Plan>
void expect_same_bits(sporos_test::ProductCase<Value>& matrix_case, const Plan& plan) {
  Kokkos::View<Value*, Kokkos::HostSpace> first("first", matrix_case.y.extent(0));
  for (int run = 0; run < 5; ++run) {
    matrix_case.start_from(Value(0.3));
    plan.apply(Value(0.7), matrix_case.x, Value(0.3), matrix_case.y);
    if (run == 0) {
      Kokkos::deep_copy(first, matrix_case.y);
    } else {
      const auto again = sporos::detail::host_copy(matrix_case.y);
      EXPECT_EQ(std::memcmp(first.data(), again.data(), first.extent(0) * sizeof(Value)), 0) << "run " << run;
    }
  }
}

TEST(Determinism, EveryAlgorithmOfAPlanGivesTheSameBitsAgain) {
  for (const auto& pattern : sporos_test::gallery()) {
    sporos_test::ProductCase<double> matrix_case(pattern);
    for (const auto algorithm : sporos::all_algorithms()) {
      SCOPED_TRACE(sporos::detail::concat(pattern.name, ", ", name(algorithm)));
      sporos::Options options;
      options.algorithm = algorithm;
      options.deterministic = true;
      const auto plan = sporos::Plan(Exec(), matrix_case.matrix, options);
      expect_same_bits(matrix_case, plan);
    }
  }
}

// A second plan prepares everything again.
TEST(Determinism, ASecondPlanGivesTheSameBits) {
  for (const auto& pattern : sporos_test::gallery()) {
    sporos_test::ProductCase<float> matrix_case(pattern);
    for (const auto algorithm : sporos::all_algorithms()) {
      SCOPED_TRACE(sporos::detail::concat(pattern.name, ", ", name(algorithm)));
      sporos::Options options;
      options.algorithm = algorithm;
      Kokkos::View<float*, Kokkos::HostSpace> results[2];
      for (auto& result : results) {
        matrix_case.start_from(0.0f);
        sporos::Plan(Exec(), matrix_case.matrix, options).apply(0.7f, matrix_case.x, 0.0f, matrix_case.y);
        result = Kokkos::View<float*, Kokkos::HostSpace>("result", matrix_case.y.extent(0));
        Kokkos::deep_copy(result, matrix_case.y);
      }
      EXPECT_EQ(std::memcmp(results[0].data(), results[1].data(), results[0].extent(0) * sizeof(float)), 0);
    }
  }
}

// Half storage on a GPU adds mirror images in the order in which threads arrive.
TEST(Determinism, EveryFormatGivesTheSameBitsAgainOrRefuses) {
  using sporos::Format;
  using sporos::Plan;
  const Exec exec;
  sporos_test::ProductCase<float> matrix_case(sporos_test::make_symmetric<float>(sporos_test::symmetric_gallery()[3]));
  ASSERT_GT(to_symmetric(exec, matrix_case.matrix).halved_entries, 0);
  for (const Format format : sporos::all_formats()) {
    if (format == Format::packet && !sporos::has_metis) continue;
    SCOPED_TRACE(name(format));
    const auto stored = to_any(exec, matrix_case.matrix, format);
    sporos::Options options;
    options.format = format;
    options.deterministic = true;
    if (format == Format::symmetric && !sporos::detail::is_host_execution<Exec>) {
      EXPECT_NE(sporos_test::complaint([&] {
                  Plan(exec, stored, options);
                }).find("deterministic = true, but products of a matrix in"),
                std::string::npos);
      options.deterministic = false;
      EXPECT_NE(Plan(exec, stored, options).describe().words().find("in any order"), std::string::npos);
      continue;
    }
    const Plan plan(exec, stored, options);
    EXPECT_EQ(plan.describe().words().find("in any order"), std::string::npos);
    expect_same_bits(matrix_case, plan);
  }
}

}  // namespace determinism_tests
