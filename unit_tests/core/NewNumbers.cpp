// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What new numbers change in plans, and in products that were recorded before. A matrix that shares its arrays with the
// plan represents a recorded product: it reads what the plan read then.
#include <gtest/gtest.h>

#include "core/Sporos_AnyPlan.hpp"
#include "formats/Sporos_Generate.hpp"
#include "unit_tests/core/Recordable.hpp"
#include "unit_tests/support/FormatTests.hpp"

namespace new_numbers_tests {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Any = sporos::AnyMatrix<double, int, int, Space>;
using sporos::Format;
using sporos::Plan;
using sporos_test::ProductCase;
using sporos_test::Recordable;

// With 1024 entries of float, a table and its codes take exactly as many bytes as plain numbers.
TEST(NewNumbers, LeaveATableOfAnySize) {
  for (const std::int64_t entries : {1023, 1024, 1025}) {
    SCOPED_TRACE(entries);
    const auto pattern = sporos_test::random_pattern("", entries, entries, [](auto) { return 1; });
    auto same = sporos_test::make_matrix<float>(pattern);
    auto other = same;
    same.values = decltype(same.values)("values", static_cast<std::size_t>(entries));
    Kokkos::deep_copy(same.values, 2.0F);
    ProductCase<float> same_case(same);
    ProductCase<float> other_case(other);
    const Exec exec;
    sporos::ConversionOptions conversion;
    conversion.delta_values = sporos::DeltaValues::table;
    const auto stored = sporos::to_any(exec, same_case.matrix, Format::delta_crs, conversion);
    auto plan = Plan(exec, stored);
    sporos_test::check_repeated_products(same_case, plan);
    plan.update_values(other_case.matrix.values);
    sporos_test::check_repeated_products(other_case, plan);
    auto matrix = stored;
    EXPECT_TRUE(matrix.update(exec, other_case.matrix.values));
    EXPECT_FALSE(matrix.update(exec, same_case.matrix.values));
  }
}

std::vector<Format> formats() {
  std::vector<Format> all;
  for (const Format format : sporos::all_formats()) {
    if (format != Format::packet || sporos::has_metis) all.push_back(format);
  }
  return all;
}

struct Cases {
  // One matrix is symmetric and has few different numbers; the other is neither.
  Cases()
      : fitting(sporos::generate<double, int, int>("stencil9:40,values=laplace")),
        scaled(sporos::generate<double, int, int>("stencil9:40,values=laplace")),
        other(sporos::generate<double, int, int>("stencil9:40")) {
    const auto host = sporos::generate<double, int, int>("stencil9:40,values=laplace");
    for (std::size_t k = 0; k < host.values.extent(0); ++k) host.values(k) *= 3;
    scaled = ProductCase<double>(host);
  }

  // The matrix in a format, in its own arrays.
  Any stored_as(Format format) const { return sporos::to_any(Exec(), sporos::copy_to<Space>(fitting.matrix), format); }

  ProductCase<double> fitting;
  ProductCase<double> scaled;
  ProductCase<double> other;
};

// Whether the format stores the fitting numbers in a way that the other ones do not fit.
bool keeps_what_fits_alone(Format format) {
  return format == Format::delta_crs || format == Format::dia || format == Format::symmetric;
}

void check_recorded(ProductCase<double>& wanted, const Any& recorded) {
  wanted.check(0.75, 0.0, [&](auto a, auto x, auto b, auto y) { sporos::spmv(Exec(), a, recorded, x, b, y); });
}

TEST(NewNumbers, AreSeenByRecordedProductsUnlessUpdateSaysOtherwise) {
  Cases cases;
  for (const Format format : formats()) {
    SCOPED_TRACE(name(format));
    const bool is_replaced = format == Format::crs || keeps_what_fits_alone(format);
    const Any stored = cases.stored_as(format);
    auto plan = Plan(Exec(), stored);
    EXPECT_EQ(plan.update_values(cases.scaled.matrix.values), format == Format::crs);
    sporos_test::check_repeated_products(cases.scaled, plan);
    check_recorded(format == Format::crs ? cases.fitting : cases.scaled, stored);
    EXPECT_EQ(plan.update_values(cases.other.matrix.values), is_replaced);
    sporos_test::check_repeated_products(cases.other, plan);
    check_recorded(format == Format::crs ? cases.fitting : is_replaced ? cases.scaled : cases.other, stored);
    // After numbers that did not fit, all numbers fit.
    EXPECT_EQ(plan.update_values(cases.scaled.matrix.values), format == Format::crs);
    sporos_test::check_repeated_products(cases.scaled, plan);
  }
}

TEST(NewNumbers, OfMatricesWithoutAPlanFollowTheSameRule) {
  Cases cases;
  for (const Format format : formats()) {
    SCOPED_TRACE(name(format));
    const bool is_replaced = format == Format::crs || keeps_what_fits_alone(format);
    Any stored = cases.stored_as(format);
    const Any recorded = stored;
    EXPECT_EQ(update_values(Exec(), stored, cases.other.matrix.values), is_replaced);
    check_recorded(cases.other, stored);
    check_recorded(is_replaced ? cases.fitting : cases.other, recorded);
  }
}

TEST(NewNumbers, OfPlansOfOneFormatAreSeenByRecordedProducts) {
  Cases cases;
  for (const Format format : formats()) {
    if (format == Format::crs) continue;
    SCOPED_TRACE(name(format));
    const Any stored = cases.stored_as(format);
    stored.visit([&](const auto& matrix) {
      auto plan = Plan(Exec(), matrix);
      EXPECT_FALSE(plan.update_values(cases.scaled.matrix.values));
      sporos_test::check_repeated_products(cases.scaled, plan);
    });
    check_recorded(cases.scaled, stored);
  }
}

TEST(NewNumbers, InTheArrayThatCompressedRowsShareNeedNoNewRecording) {
  Cases cases;
  const auto& matrix = cases.fitting.matrix;
  auto plan = Plan(Exec(), matrix);
  auto any_plan = Plan(Exec(), sporos::any_matrix(matrix));
  auto any = sporos::any_matrix(matrix);
  Kokkos::deep_copy(matrix.values, cases.other.matrix.values);
  EXPECT_FALSE(plan.update_values(matrix.values));
  EXPECT_FALSE(any_plan.update_values(matrix.values));
  EXPECT_FALSE(any.update(Exec(), matrix.values));
  sporos_test::check_repeated_products(cases.other, plan);
  sporos_test::check_repeated_products(cases.other, any_plan);
}

// If the caller gives the same array without owning it, the plan keeps its share in the ownership.
TEST(NewNumbers, InTheSameArrayKeepItsOwner) {
  Cases cases;
  auto matrix = sporos::copy_to<Space>(cases.fitting.matrix);
  auto plan = Plan(Exec(), matrix);
  const Kokkos::View<const double*, Space, Kokkos::MemoryUnmanaged> same(matrix.values.data(), matrix.values.extent(0));
  const int owners = matrix.values.use_count();
  EXPECT_FALSE(plan.update_values(same));
  EXPECT_EQ(matrix.values.use_count(), owners);
}

TEST(NewNumbers, OfAMatrixWithoutEntriesNeedNoNewRecording) {
  auto plan = Plan(Exec(), sporos::copy_to<Space>(sporos_test::make_matrix<double>({"", 4, {{}, {}}})));
  EXPECT_FALSE(plan.update_values(Kokkos::View<double*, Space>("none", 0)));
}

// An array at no address, and arrays of wrong lengths, change nothing.
template <class Update>
void check_refusals(const std::string& function, const Update& update, std::int64_t nnz) {
  using Wanted = Kokkos::View<const double*, Space, Kokkos::MemoryUnmanaged>;
  const auto refused = "sporos::" + function + ": values has ";
  const auto count = std::to_string(nnz);
  EXPECT_EQ(sporos_test::complaint([&] { update(Wanted(nullptr, static_cast<std::size_t>(nnz))); }),
            refused + count + " elements, but points to no memory (null)");
  for (const std::int64_t length : {std::int64_t{0}, nnz - 1, nnz + 1}) {
    const Kokkos::View<double*, Space> values("values", static_cast<std::size_t>(length));
    EXPECT_EQ(sporos_test::complaint([&] { update(values); }),
              refused + std::to_string(length) + " elements, but the matrix has " + count + " entries");
  }
}

TEST(NewNumbers, MustBeInMemoryAndOnePerEntry) {
  Cases cases;
  for (const Format format : formats()) {
    SCOPED_TRACE(name(format));
    Any stored = cases.stored_as(format);
    const std::int64_t nnz = stored.nnz();
    auto any_plan = Plan(Exec(), stored);
    check_refusals(
        "Plan::update_values", [&](const auto& v) { any_plan.update_values(v); }, nnz);
    check_refusals(
        "update_values", [&](const auto& v) { update_values(Exec(), stored, v); }, nnz);
    stored.visit([&](const auto& matrix) {
      auto plan = Plan(Exec(), matrix);
      check_refusals(
          "Plan::update_values", [&](const auto& v) { plan.update_values(v); }, nnz);
      sporos_test::check_repeated_products(cases.fitting, plan);
    });
    sporos_test::check_repeated_products(cases.fitting, any_plan);
  }
  auto deltas = to_delta_crs(Exec(), sporos::copy_to<Space>(cases.fitting.matrix));
  check_refusals(
      "replace_values", [&](const auto& v) { replace_values(Exec(), deltas, v); }, deltas.nnz());
}

// How many owners the first array that the plan reads has, besides the test.
template <class MakePlan, class View>
void check_what_is_kept(Cases& cases, const MakePlan& make_plan, const View& array) {
  const int before = array.use_count();
  for (const bool is_recorded : {false, true}) {
    {
      auto plan = make_plan();
      const auto multiply = [&] { plan.apply(1.0, cases.fitting.x, 0.0, cases.fitting.y); };
      multiply();
      Recordable::now = is_recorded;
      multiply();
      Recordable::now = false;
      multiply();
      EXPECT_TRUE(plan.update_values(cases.other.matrix.values));
      EXPECT_EQ(array.use_count() > before, is_recorded);
      const auto moved = std::move(plan);
      EXPECT_EQ(array.use_count() > before, is_recorded);
    }
    EXPECT_EQ(array.use_count(), before);
  }
}

TEST(NewNumbers, KeepArraysThatRecordedProductsRead) {
  Cases cases;
  const auto in_plan = [](const auto& matrix) { return [&] { return Plan(Exec(), matrix, {}, Recordable()); }; };
  const auto rows = sporos::copy_to<Space>(cases.fitting.matrix);
  check_what_is_kept(cases, in_plan(rows), rows.values);
  const Any crs = sporos::any_matrix(rows);
  check_what_is_kept(cases, in_plan(crs), rows.values);
  const auto deltas = to_delta_crs(Exec(), rows);
  const Any any_deltas = sporos::any_matrix(deltas);
  check_what_is_kept(cases, in_plan(any_deltas), deltas.codes);
  const auto halves = to_symmetric(Exec(), rows);
  const Any any_halves = sporos::any_matrix(halves);
  check_what_is_kept(cases, in_plan(any_halves), halves.near_values);
}

}  // namespace new_numbers_tests
