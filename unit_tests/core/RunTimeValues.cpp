// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A run-time value for which no kernel is compiled ends in an error, not in a product that does nothing.
#include <gtest/gtest.h>

#include "core/Sporos_FormatPlan.hpp"
#include "core/launch/formats/Sporos_LaunchBsr.hpp"
#include "core/launch/formats/Sporos_LaunchDeltaCrs.hpp"
#include "core/launch/formats/Sporos_LaunchSell.hpp"
#include "unit_tests/support/Complaint.hpp"
#include "unit_tests/support/InventedDecisions.hpp"

namespace run_time_values_tests {

using sporos::Gather;
using sporos::Reduction;
using sporos_test::complaint;
using sporos_test::Exec;
using sporos_test::ProductCase;

ProductCase<double> some_case() {
  return ProductCase<double>(sporos_test::random_pattern("rows of 5", 40, 30, [](auto) { return 5; }));
}

/// The complaint of run(alpha, x, beta, y). y must not have changed.
template <class Case, class Run>
std::string complaint_of_product(Case& matrix_case, const Run& run) {
  Kokkos::deep_copy(matrix_case.y, 7);
  const std::string said = complaint([&] { run(1.0, matrix_case.x, 0.0, matrix_case.y); });
  const auto y = sporos::detail::host_copy(matrix_case.y);
  for (std::size_t row = 0; row < y.extent(0); ++row) EXPECT_EQ(y(row), 7) << "row " << row;
  return said;
}

/// The complaint of a product without a plan; one with a plan says the same in its own name.
template <class Case, class Matrix>
std::string complaint_of(Case& matrix_case, const Matrix& matrix) {
  const auto plan = sporos::Plan(Exec(), matrix);
  const std::string planned = complaint_of_product(matrix_case, [&](auto... arguments) { plan.apply(arguments...); });
  const std::string unplanned =
      complaint_of_product(matrix_case, [&](auto a, auto x, auto b, auto y) { sporos::spmv(a, matrix, x, b, y); });
  EXPECT_EQ(planned, "sporos::Plan::apply" + unplanned.substr(std::string("sporos::spmv").size()));
  return unplanned;
}

TEST(RunTimeValues, ReachTheirConstantOnce) {
  for (const int value : {1, 4, 16}) {
    std::vector<int> reached;
    sporos::detail::with_value<1, 4, 16>(value, "value", [&](auto constant) { reached.push_back(constant()); });
    EXPECT_EQ(reached, std::vector<int>{value});
  }
}

TEST(RunTimeValues, ThatNoListHasAreRefusedByName) {
  EXPECT_EQ(complaint([] { sporos::detail::with_value<1, 4>(3, "value", [](auto) { FAIL(); }); }),
            "sporos::spmv: value = 3 is none of 1, 4");
}

TEST(RunTimeValues, LanesOfARowAreAPowerOfTwo) {
  auto matrix_case = some_case();
  const Exec exec;
  for (const int coop : {-4, 0, 3, 64}) {
    auto decision = sporos_test::invented(sporos::Algorithm::coop, 192, 0);
    decision.shape.coop = coop;
    decision.shape.repeat = 256;
    EXPECT_EQ(complaint_of_product(matrix_case,
                                   [&](auto alpha, auto x, auto beta, auto y) {
                                     sporos::detail::VectorBinder<Exec> binder;
                                     sporos::detail::run_product<sporos::DefaultPrimitives>(
                                         exec, sporos::detect_machine(exec),
                                         sporos::detail::crs_labels(decision.algorithm), decision.primitives,
                                         sporos::crs_view(matrix_case.matrix), alpha, x, beta, y, binder,
                                         [&](auto reduction, const auto& product) {
                                           sporos::detail::launch_in_place<decltype(reduction)::value>(
                                               crs_product(product, sporos::crs_view(matrix_case.matrix)), decision);
                                         });
                                   }),
              sporos::detail::concat("sporos::spmv: coop = ", coop, " is none of 1, 2, 4, 8, 16, 32"));
  }
}

TEST(RunTimeValues, PrimitivesAreThoseOfTheExecutionSpace) {
  const auto refusal = [](Reduction reduction, Gather gather) {
    return complaint([&] {
      sporos::EveryPrimitive::with<Exec>({reduction, gather}, [](auto, auto) { FAIL() << "ran"; });
    });
  };
  const Reduction usual = sporos::detail::Reductions<Exec>::preferred;
  if (!sporos::detail::VectorBinder<Exec>::supports(Gather::texture)) {
    EXPECT_EQ(refusal(usual, Gather::texture),
              "sporos::spmv: gather = texture (2) is not available on this execution space");
    EXPECT_EQ(complaint([&] {
                sporos::EveryGather::with<Exec>({usual, Gather::texture}, [](auto, auto) { FAIL() << "ran"; });
              }),
              refusal(usual, Gather::texture));
  }
  const Reduction other = sporos::detail::is_host_execution<Exec> ? Reduction::shuffle : Reduction::thread;
  EXPECT_EQ(refusal(other, Gather::plain),
            sporos::detail::concat("sporos::spmv: reduction = ", sporos::detail::value_words(other),
                                   " is not available on this execution space"));
  EXPECT_EQ(refusal(static_cast<Reduction>(9), Gather::plain),
            "sporos::spmv: reduction = 9 is none of shuffle (0), scratch (1), thread (2)");
  EXPECT_EQ(refusal(usual, static_cast<Gather>(9)),
            "sporos::spmv: gather = 9 is none of plain (0), read_only (1), texture (2)");
}

TEST(RunTimeValues, ATargetThatTheExecutionSpaceLacksIsRefusedByItsName) {
  const bool on_host = sporos::detail::is_host_execution<Exec>;
  sporos::Options options;
  options.target = on_host ? sporos::Target::fermi : sporos::Target::host;
  const std::string what = on_host ? "target = fermi: reduction scratch with gather texture"
                                   : "target = host: reduction thread with gather plain";
  EXPECT_EQ(complaint([&] { sporos::Plan(Exec(), some_case().matrix, options); }),
            sporos::detail::concat("sporos::Plan: ", what, " is not available on ", Exec::name(),
                                   "; left out, they are ", name(sporos::detail::Reductions<Exec>::preferred), " and ",
                                   name(sporos::detail::VectorBinder<Exec>::preferred)));
}

TEST(RunTimeValues, SliceHeightsAreAPowerOfTwo) {
  auto matrix_case = some_case();
  for (const int height : {-2, 0, 1, 3, 128}) {
    auto sell = sporos::to_sell(Exec(), matrix_case.matrix);
    sell.shape.slice_height = height;
    EXPECT_EQ(complaint_of(matrix_case, sell),
              sporos::detail::concat("sporos::spmv: slice_height = ", height, " is none of 2, 4, 8, 16, 32, 64"));
  }
}

TEST(RunTimeValues, BlocksHaveARowAtLeast) {
  auto matrix_case = some_case();
  for (const int size : {-3, 0}) {
    auto bsr = sporos::to_bsr(Exec(), matrix_case.matrix);
    bsr.block_size = size;
    EXPECT_EQ(complaint_of(matrix_case, bsr),
              sporos::detail::concat("sporos::spmv: block_size = ", size, " must be at least 1"));
  }
}

TEST(RunTimeValues, DeltaValuesAreStoredInOneOfThreeWays) {
  auto matrix_case = some_case();
  auto deltas = sporos::to_delta_crs(Exec(), matrix_case.matrix);
  deltas.stored_values = sporos::DeltaValues::automatic;
  EXPECT_EQ(complaint_of(matrix_case, deltas),
            "sporos::spmv: stored_values = automatic (0) is none of plain (1), narrow (2), table (3)");
}

}  // namespace run_time_values_tests
