// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/kernels/crs/Sporos_CrsHostKernel.hpp"

#include <gtest/gtest.h>

#include "core/Sporos_Plan.hpp"
#include "unit_tests/support/FormatTests.hpp"
#include "unit_tests/support/Teams.hpp"

namespace crs_host_kernel_tests {

using sporos_test::DoubleOperand;
using Case = sporos_test::ProductCase<double>;

// The kernel is compiled for hosts alone.
constexpr bool on_host = sporos::detail::is_host_execution<sporos_test::Exec>;

template <int Coop>
void multiply_in_shares(const Case& matrix_case, int shares, bool prefetches, double alpha, double beta) {
  if constexpr (on_host) {
    using Kernel = sporos::detail::CrsHostKernel<DoubleOperand, sporos_test::DoubleEpilogue>;
    using Sums = sporos::detail::PartialSums<DoubleOperand, Coop>;
    const auto sum_rows = prefetches ? &Sums::template sum_rows<true> : &Sums::template sum_rows<false>;
    sporos_test::launch_teams(
        shares, 1, 0, Kernel{sporos_test::operand_of(matrix_case), {matrix_case.y.data(), alpha, beta}, sum_rows});
  }
}

template <int Coop>
void check_gallery() {
  SCOPED_TRACE(sporos::detail::concat("coop ", Coop));
  for (const auto& pattern : sporos_test::gallery()) {
    SCOPED_TRACE(pattern.name);
    Case matrix_case(pattern);
    if (matrix_case.matrix.num_rows == 0) continue;
    for (const bool prefetches : {false, true}) {
      for (const int shares : {1, 3, 64}) {
        for (const double beta : {0.0, 0.5}) {
          matrix_case.check(2, beta, [&](double a, auto, double b, auto) {
            multiply_in_shares<Coop>(matrix_case, shares, prefetches, a, b);
          });
        }
      }
    }
  }
}

TEST(CrsHostKernel, MatchesTheReferenceWithAndWithoutPrefetch) {
  if (!on_host) GTEST_SKIP() << "for hosts";
  check_gallery<1>();
  check_gallery<2>();
  check_gallery<4>();
  check_gallery<16>();
}

TEST(CrsHostKernel, AddsInTheSameOrderWithAndWithoutPrefetch) {
  if (!on_host) GTEST_SKIP() << "for hosts";
  for (const auto& pattern : sporos_test::gallery()) {
    SCOPED_TRACE(pattern.name);
    Case matrix_case(pattern);
    if (matrix_case.matrix.num_rows == 0) continue;
    const auto product = [&](bool prefetches) {
      multiply_in_shares<4>(matrix_case, 3, prefetches, 2, 0);
      return sporos_test::elements(matrix_case.y);
    };
    EXPECT_EQ(product(true), product(false));
  }
}

TEST(CrsHostKernel, MultipliesLargeMatricesWithPrefetchWithAndWithoutPlan) {
  sporos_test::Pattern pattern{"large", 1000, std::vector<std::vector<std::int64_t>>(100000)};
  for (std::size_t row = 0; row < pattern.rows.size(); ++row) {
    for (std::size_t k = 0; k < 12 + row % 7; ++k) {
      pattern.rows[row].push_back(static_cast<std::int64_t>((row * 31 + k * 17) % 1000));
    }
  }
  Case matrix_case(pattern);
  const auto plan = sporos::Plan(sporos_test::Exec(), matrix_case.matrix);
  EXPECT_EQ(plan.describe().decision.prefetches, sporos::detail::is_host_execution<sporos_test::Exec>);
  for (const double beta : {0.0, 0.5}) {
    matrix_case.check(2, beta, [&](auto... arguments) { plan.apply(arguments...); });
    matrix_case.check(2, beta, [&](auto a, auto x, auto b, auto y) {
      sporos::spmv(sporos_test::Exec(), a, matrix_case.matrix, x, b, y);
    });
  }
}

}  // namespace crs_host_kernel_tests
