// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Plans as values, in any format: they can be moved, cloned and empty.
#include <gtest/gtest.h>

#include <deque>
#include <map>
#include <type_traits>

#include "formats/Sporos_Generate.hpp"
#include "unit_tests/support/FormatTests.hpp"
#include "unit_tests/support/compiled/CompiledPlans.hpp"

namespace plan_semantics_tests {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Any = sporos::AnyMatrix<double, int, int, Space>;
using AnyPlan = sporos::Plan<Exec, Any>;
using RowsPlan = sporos::Plan<Exec, Any::crs_type>;
using DiaPlan = sporos::Plan<Exec, sporos::DiaMatrix<double, int, int, Space>>;
using sporos::Format;
using sporos::Plan;
using sporos_test::ProductCase;

std::vector<Format> formats() {
  std::vector<Format> all;
  for (const Format format : sporos::all_formats()) {
    if (format != Format::packet || sporos::has_metis) all.push_back(format);
  }
  return all;
}

/// Two sets of numbers for one pattern. In the first there are few different ones, and they are symmetric, so that
/// delta CRS, DIA and half storage replace their arrays for the second set.
struct Cases {
  Cases()
      : first(sporos::generate<double, int, int>("stencil9:40,values=laplace")),
        second(sporos::generate<double, int, int>("stencil9:40")) {}

  Any stored_as(Format format) const { return sporos::to_any(Exec(), first.matrix, format); }

  ProductCase<double> first;
  ProductCase<double> second;
};

template <class AnyPlan>
void check_move_only() {
  EXPECT_FALSE(std::is_copy_constructible<AnyPlan>::value);
  EXPECT_FALSE(std::is_copy_assignable<AnyPlan>::value);
  EXPECT_TRUE(std::is_nothrow_move_constructible<AnyPlan>::value);
  EXPECT_TRUE(std::is_nothrow_move_assignable<AnyPlan>::value);
  EXPECT_TRUE(std::is_nothrow_default_constructible<AnyPlan>::value);
}

TEST(PlanSemantics, PlansMoveAndAreNotCopied) {
  check_move_only<AnyPlan>();
  check_move_only<RowsPlan>();
  check_move_only<DiaPlan>();
}

// `clone` gets new numbers, then the plan that it was cloned from.
template <class ThePlan>
void check_clone(Cases& cases, ThePlan& plan) {
  ThePlan clone = plan.clone();
  EXPECT_EQ(clone.describe().words(), plan.describe().words());
  sporos_test::check_repeated_products(cases.first, clone);
  clone.update_values(cases.second.matrix.values);
  sporos_test::check_repeated_products(cases.first, plan);
  sporos_test::check_repeated_products(cases.second, clone);
  ThePlan of_clone = clone.clone();
  clone.update_values(cases.first.matrix.values);
  sporos_test::check_repeated_products(cases.second, of_clone);
  plan.update_values(cases.second.matrix.values);
  sporos_test::check_repeated_products(cases.first, clone);
  plan = ThePlan();
  sporos_test::check_repeated_products(cases.first, clone);
}

TEST(PlanSemantics, ClonesHaveNumbersOfTheirOwnInEveryFormat) {
  Cases cases;
  for (const Format format : formats()) {
    SCOPED_TRACE(name(format));
    auto plan = Plan(Exec(), cases.stored_as(format));
    EXPECT_EQ(plan.clone().format(), format);
    check_clone(cases, plan);
  }
}

TEST(PlanSemantics, ClonesOfPlansOfOneFormatHaveNumbersOfTheirOwn) {
  Cases cases;
  for (const Format format : formats()) {
    SCOPED_TRACE(name(format));
    if (format == Format::symmetric) continue;  // refuses the second numbers
    sporos::ConversionOptions conversion;
    conversion.delta_values = sporos::DeltaValues::plain;
    conversion.halve_diagonals = false;
    sporos::to_any(Exec(), cases.first.matrix, format, conversion).visit([&](const auto& matrix) {
      auto plan = Plan(Exec(), matrix);
      check_clone(cases, plan);
    });
  }
}

// Nothing that a product writes is shared, neither memory for carries nor the lists of them.
TEST(PlanSemantics, ClonesShareNoArrayThatIsWritten) {
  for (const auto& pattern : sporos_test::gallery()) {
    if (pattern.name != "one very long row among short ones") continue;
    ProductCase<double> matrix_case(pattern);
    for (const Format format : {Format::coo, Format::hyb, Format::csr5, Format::delta_crs}) {
      SCOPED_TRACE(name(format));
      sporos::to_any(Exec(), matrix_case.matrix, format).visit([&](auto matrix) {
        auto own = sporos::detail::with_own_numbers(Exec(), matrix);
        if constexpr (sporos::detail::is_format<decltype(matrix)>) {
          std::vector<const void*> arrays;
          std::int64_t written = 0;
          matrix.each_written([&](const auto& array) { arrays.push_back(array.data()); });
          own.each_written([&](const auto& array) {
            if (array.extent(0) == 0) return;
            ++written;
            EXPECT_EQ(std::count(arrays.begin(), arrays.end(), array.data()), 0);
          });
          EXPECT_GE(written, 2);
        }
        sporos_test::check_repeated_products(matrix_case, Plan(Exec(), own));
      });
    }
  }
}

TEST(PlanSemantics, ClonesOfCompressedRowsRunWhatThePlanRuns) {
  ProductCase<double> matrix_case(
      sporos_test::random_pattern("a long row", 3000, 40000, [](auto row) { return row == 7 ? 30000 : 4; }));
  for (const auto algorithm : sporos::all_algorithms()) {
    SCOPED_TRACE(name(algorithm));
    sporos::Options options;
    options.algorithm = algorithm;
    const auto plan = Plan(Exec(), matrix_case.matrix, options);
    const auto clone = plan.clone();
    EXPECT_EQ(clone.describe().words(), plan.describe().words());
    sporos_test::check_repeated_products(matrix_case, clone);
    sporos_test::check_repeated_products(matrix_case, plan);
  }
}

TEST(PlanSemantics, ClonesMeasureNothing) {
  ProductCase<double> matrix_case(sporos_test::structured_gallery()[1]);
  sporos::Options options;
  options.format = Format::automatic;
  options.tuning = sporos::Tuning::exhaustive;
  const auto plan = Plan(Exec(), sporos::any_matrix(matrix_case.matrix), options);
  const sporos_test::Recording recording;
  const auto clone = plan.clone();
  for (const auto& [launch, device] : recording.log().launches) {
    EXPECT_EQ(launch.find("sporos::spmv"), std::string::npos) << launch;
  }
  EXPECT_EQ(clone.describe().json(), plan.describe().json());
}

template <class ThePlan>
void check_empty(const ThePlan& plan, ThePlan& writable) {
  EXPECT_TRUE(plan.empty());
  const Kokkos::View<double*, Space> x("x", 4);
  const auto message_of = [](const auto& use) {
    try {
      use();
    } catch (const std::runtime_error& error) {
      return std::string(error.what());
    }
    return std::string("no complaint");
  };
  const std::string empty = ": the plan is empty (never made, moved from, or Kokkos was finalized)";
  EXPECT_EQ(message_of([&] { plan.apply(1.0, x, 0.0, x); }), "sporos::Plan::apply" + empty);
  EXPECT_EQ(message_of([&] { plan.describe(); }), "sporos::Plan::describe" + empty);
  EXPECT_EQ(message_of([&] { plan.clone(); }), "sporos::Plan::clone" + empty);
  EXPECT_EQ(message_of([&] { plan.exec(); }), "sporos::Plan::exec" + empty);
  EXPECT_EQ(message_of([&] { writable.update_values(x); }), "sporos::Plan::update_values" + empty);
}

template <class ThePlan, class Matrix>
void check_empty_then_filled(ProductCase<double>& matrix_case, const Matrix& matrix) {
  struct Solver {
    ThePlan plan;
  } solver;
  check_empty(solver.plan, solver.plan);
  solver.plan = ThePlan(Exec(), matrix);
  EXPECT_FALSE(solver.plan.empty());
  sporos_test::check_repeated_products(matrix_case, solver.plan);
  std::vector<ThePlan> plans(2);
  plans[1] = std::move(solver.plan);
  check_empty(solver.plan, solver.plan);
  plans.resize(20);
  sporos_test::check_repeated_products(matrix_case, plans[1]);
  plans[1] = ThePlan();
  check_empty(plans[1], plans[1]);
}

TEST(PlanSemantics, PlansAreEmptyUntilTheyAreMade) {
  ProductCase<double> matrix_case(sporos_test::structured_gallery()[1]);
  check_empty_then_filled<RowsPlan>(matrix_case, matrix_case.matrix);
  check_empty_then_filled<DiaPlan>(matrix_case, to_dia(Exec(), matrix_case.matrix));
  check_empty_then_filled<AnyPlan>(matrix_case, sporos::any_matrix(matrix_case.matrix));
  EXPECT_THROW(AnyPlan().format(), std::runtime_error);
}

TEST(PlanSemantics, PlansAreElements) {
  Cases cases;
  std::map<Format, AnyPlan> plans;
  for (const Format format : formats()) plans[format] = Plan(Exec(), cases.stored_as(format));
  for (const auto& [format, plan] : plans) {
    EXPECT_EQ(plan.format(), format);
    sporos_test::check_repeated_products(cases.first, plan);
  }
}

// They exist before Kokkos is initialized and after it is finalized.
const AnyPlan static_plan;
const RowsPlan static_rows_plan;
const DiaPlan static_dia_plan;

TEST(PlanSemantics, EmptyPlansNeedNoKokkos) {
  EXPECT_TRUE(static_plan.empty());
  EXPECT_TRUE(static_rows_plan.empty());
  EXPECT_TRUE(static_dia_plan.empty());
}

}  // namespace plan_semantics_tests
