// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Properties of taking rows from a counter: it must be zero again afterwards, and every plan needs its own.
#include "core/kernels/crs/Sporos_LightKernel.hpp"

#include <gtest/gtest.h>

#include "core/Sporos.hpp"
#include "unit_tests/support/Instances.hpp"
#include "unit_tests/support/InventedDecisions.hpp"

namespace light_kernel_tests {

using sporos::Algorithm;
using sporos::detail::SyncScope;
using sporos_test::Exec;
using sporos_test::Pattern;
using sporos_test::ProductCase;

template <SyncScope Who>
void check_counter(Algorithm algorithm) {
  const Exec exec;
  const sporos::Machine machine = sporos::detect_machine(exec);
  const auto labels = sporos::detail::crs_labels(algorithm);
  const Kokkos::View<sporos::detail::RowCounter*, Exec::memory_space> counter("counter", 1);
  sporos::detail::VectorBinder<Exec> binder;
  for (const Pattern& pattern : sporos_test::gallery()) {
    ProductCase<double> matrix_case(pattern);
    const auto matrix = sporos::crs_view(matrix_case.matrix);
    for (const int coop : {1, 8, 32}) {
      // From one team that does everything to more teams than there can be rows for.
      for (const std::int64_t resident_threads : {1, 500, 10000000}) {
        SCOPED_TRACE(sporos::detail::concat(pattern.name, ", ", name(algorithm), ", coop ", coop, ", ",
                                            resident_threads, " resident threads"));
        auto decision = sporos_test::invented(algorithm, 96, 0);
        decision.shape.coop = coop;
        matrix_case.check(3, 0.5, [&](auto a, auto x, auto b, auto y) {
          sporos::detail::run_product<sporos::DefaultPrimitives>(
              exec, machine, labels, decision.primitives, matrix, a, x, b, y, binder,
              [&](auto reduction, const auto& product) {
                sporos::detail::launch_light<decltype(reduction)::value, Who>(crs_product(product, matrix), decision,
                                                                              resident_threads, counter.data());
              });
        });
        const auto left = sporos::detail::host_copy(counter);
        ASSERT_EQ(left(0).next_row, 0u);
        ASSERT_EQ(left(0).teams_done, 0u);
      }
    }
  }
}

TEST(LightKernel, LeavesTheCounterAtZero) {
  check_counter<SyncScope::group>(Algorithm::light_vector);
  check_counter<SyncScope::warp>(Algorithm::light_warp);
}

TEST(LightKernel, OfTwoPlansInFlightAtOnceGivesTheRightAnswers) {
  const auto instances = sporos_test::make_instances<Exec>(2);
  for (const auto algorithm : {Algorithm::light_vector, Algorithm::light_warp}) {
    SCOPED_TRACE(name(algorithm));
    sporos::Options options;
    options.algorithm = algorithm;
    ProductCase<double> first(
        sporos_test::random_pattern("uneven", 30000, 700, [](auto row) { return row % 61 == 0 ? 300 : row % 7; }));
    ProductCase<double> second(sporos_test::random_pattern("even", 20000, 900, [](auto) { return 11; }));
    const auto first_plan = sporos::Plan(instances[0], first.matrix, options);
    const auto second_plan = sporos::Plan(instances[1], second.matrix, options);
    for (int round = 0; round < 5; ++round) {
      first.check(2, 0, [&](auto a, auto x, auto b, auto y) {
        second.check(-1, 0, [&](auto a2, auto x2, auto b2, auto y2) {
          Kokkos::fence();
          for (int product = 0; product < 20; ++product) {
            first_plan.apply(a, x, b, y);
            second_plan.apply(a2, x2, b2, y2);
          }
          instances[0].fence();
          instances[1].fence();
        });
      });
    }
  }
}

}  // namespace light_kernel_tests
