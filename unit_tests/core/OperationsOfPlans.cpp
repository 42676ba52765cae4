// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What plans promise about transposed products, apart from the result.
#include "unit_tests/core/Recordable.hpp"
#include "unit_tests/support/OperationCase.hpp"

namespace operations_of_plans_tests {

using sporos_test::Exec;
using sporos_test::Recordable;

using sporos::Op;
using sporos_test::check_plan;
using sporos_test::gallery;
using sporos_test::make_matrix;
using sporos_test::make_vector;
using sporos_test::OperationCase;
using sporos_test::Pattern;
using sporos_test::plan_of;
using sporos_test::Space;
using sporos_test::transposed;

template <class Plan>
auto twice(const OperationCase<double>& one, const Plan& plan) {
  const auto x = Kokkos::create_mirror_view_and_copy(Space(), make_vector<double>(one.matrix.num_rows, 1));
  std::vector<std::vector<double>> results;
  for (int run = 0; run < 2; ++run) {
    const Kokkos::View<double*, Space> y("y", static_cast<std::size_t>(one.matrix.num_columns));
    plan.apply(Op::transpose, 1.0, x, 0.0, y);
    results.push_back(sporos_test::elements(y));
  }
  return results;
}

TEST(OperationsOfPlans, OfTwoPlansGiveTheSameBits) {
  sporos::Options options;
  options.deterministic = true;
  for (const Pattern& pattern : gallery()) {
    SCOPED_TRACE(pattern.name);
    const OperationCase<double> one(pattern);
    const auto first = twice(one, plan_of(one.matrix, options));
    EXPECT_EQ(first[0], first[1]);
    options.operations = Op::transpose;
    EXPECT_EQ(twice(one, plan_of(one.matrix, options)), first);
  }
}

TEST(OperationsOfPlans, SeeNewNumbers) {
  const OperationCase<double> one(gallery()[14]);
  auto other_host = make_matrix<double>(gallery()[14]);
  other_host.values = make_vector<double>(other_host.nnz(), 77);
  const OperationCase<double> other(other_host);
  auto plan = plan_of(one.matrix);
  check_plan(one, plan);
  auto copy = plan.clone();
  EXPECT_TRUE(plan.update_values(other.matrix.values));
  check_plan(other, plan);
  check_plan(one, copy);
  EXPECT_EQ(transposed(copy.describe()).bytes, transposed(plan.describe()).bytes);
  // In the array that the plan shares already.
  Kokkos::deep_copy(other.matrix.values, one.matrix.values);
  EXPECT_FALSE(plan.update_values(other.matrix.values));
  check_plan(one, plan);
}

TEST(OperationsOfPlans, OfAClonedPlanInAFormatAreCopied) {
  const OperationCase<double> one(sporos_test::structured_gallery()[1]);
  const auto plan = sporos::Plan(Exec(), sporos::to_any(Exec(), one.matrix, sporos::Format::ell));
  check_plan(one, plan);  // which makes the transposed matrix
  const auto copy = [&] {
    const sporos_test::Recording recording;
    auto copied = plan.clone();
    for (const auto& [launch, device] : recording.log().launches) {
      EXPECT_EQ(launch.find("sporos::transpose"), std::string::npos) << launch;
    }
    return copied;
  }();
  EXPECT_GT(transposed(copy.describe()).bytes, 0);
  EXPECT_EQ(transposed(copy.describe()).bytes, transposed(plan.describe()).bytes);
  check_plan(one, copy);
}

TEST(OperationsOfPlans, AreDescribedWithTheirMemory) {
  const OperationCase<double> one({"", 5, {{0, 2}, {}, {0, 1, 3}}});
  const std::int64_t bytes = 6 * 4 + 5 * (4 + 8 + 4);
  EXPECT_EQ(sporos::transposed_bytes(one.matrix), bytes);
  sporos::Options options;
  auto plan = plan_of(one.matrix, options);
  EXPECT_EQ(transposed(plan.describe()).bytes, 0);
  EXPECT_NE(plan.describe().json().find("\"transposed\": null"), std::string::npos) << plan.describe().json();
  options.operations = Op::conjugate;
  EXPECT_EQ(transposed(plan_of(one.matrix, options).describe()).bytes, 0);
  options.operations = Op::transpose;
  options.algorithm = sporos::Algorithm::adaptive;
  plan = plan_of(one.matrix, options);
  EXPECT_EQ(transposed(plan.describe()).bytes, bytes);
  EXPECT_NE(plan.describe().words().find(" Transposed products run crs/adaptive on 104 bytes of their own."),
            std::string::npos)
      << plan.describe();
  options = {};
  options.operations = Op::transpose;
  const auto ell = sporos::to_ell(Exec(), one.matrix);
  EXPECT_EQ(sporos::transposed_bytes(ell), bytes);
  EXPECT_EQ(transposed(plan_of(ell, options).describe()).bytes, bytes);
  EXPECT_NE(plan_of(ell, options).describe().words().find("bytes of their own"), std::string::npos);
  const auto dia = sporos::to_dia(Exec(), one.matrix);
  EXPECT_EQ(sporos::transposed_bytes(sporos::any_matrix(dia)), 0);
  EXPECT_EQ(transposed(plan_of(dia, options).describe()).bytes, 0);
}

TEST(OperationsOfPlans, RefuseVectorsOfOtherSizes) {
  const OperationCase<double> one({"", 5, {{0, 2}, {}, {0, 1, 3}}});
  const Kokkos::View<double*, Space> three("three", 3);
  const Kokkos::View<double*, Space> five("five", 5);
  const auto plan = plan_of(one.matrix);
  const auto ell_plan = plan_of(sporos::to_ell(Exec(), one.matrix));
  using sporos_test::complaint;
  EXPECT_EQ(complaint([&] { plan.apply(Op::transpose, 1.0, five, 0.0, three); }),
            "sporos::Plan::apply, op = transpose: x has 5 elements, but the transposed matrix (5 x 3) has 3 columns");
  EXPECT_EQ(complaint([&] { sporos::spmv(Op::conjugate_transpose, 1.0, one.matrix, three, 0.0, three); }),
            "sporos::spmv, op = conjugate_transpose: y has 3 elements, but the transposed matrix (5 x 3) has 5 rows");
  EXPECT_EQ(complaint([&] { ell_plan.apply(Op::conjugate, 1.0, three, 0.0, five); }),
            "sporos::Plan::apply, op = conjugate: x has 3 elements, but the matrix (3 x 5) has 5 columns");
  const Kokkos::View<double*, Space> values = one.matrix.values;
  EXPECT_NE(complaint([&] {
              sporos::spmv(Op::transpose, 1.0, one.matrix, three, 0.0, values);
            }).find("overlaps the matrix' values"),
            std::string::npos);
}

TEST(OperationsOfPlans, RefuseColumnsThatCannotNumberTheRows) {
  const Kokkos::View<int*, Space> offsets("offsets", 301);
  const auto A = sporos::crs_view(300, 7, offsets, Kokkos::View<signed char*, Space>("columns", 0),
                                  Kokkos::View<double*, Space>("values", 0));
  EXPECT_EQ(sporos_test::complaint([&] { sporos::detail::transposed(Exec(), A, "Plan"); }),
            "sporos::Plan: the transposed matrix has 300 columns, which its column type (up to 127) cannot number");
}

// Entries before the first row and after the last one belong to no row.
TEST(OperationsOfPlans, PassOverEntriesOutsideOfTheRows) {
  const OperationCase<double> one({"", 3, {{0, 2}, {1}, {2, 0, 1}}});
  const auto A = one.matrix;
  const auto inner = sporos::crs_view(1, 3, Kokkos::subview(A.row_offsets, std::make_pair(1, 3)), A.columns, A.values);
  const Kokkos::View<double*, Space> x("x", 1);
  Kokkos::deep_copy(x, 2.0);
  const double value = sporos_test::elements(A.values)[2];
  const std::vector<double> wanted{0, 2 * value, 0};
  const Kokkos::View<double*, Space> y("y", 3);
  const auto plan = plan_of(inner);
  plan.apply(Op::transpose, 1.0, x, 0.0, y);
  EXPECT_EQ(sporos_test::elements(y), wanted);
  Kokkos::deep_copy(y, -1.0);
  sporos::spmv(Op::transpose, 1.0, inner, x, 0.0, y);
  EXPECT_EQ(sporos_test::elements(y), wanted);
}

// A GPU sorts in several passes, a host in one; the result is the same.
TEST(OperationsOfPlans, SortByColumnAlikeInAnyShape) {
  for (const Pattern& pattern : gallery()) {
    SCOPED_TRACE(pattern.name);
    const OperationCase<double> one(pattern);
    const auto A = sporos::crs_view(one.matrix);
    if (A.nnz() == 0) continue;
    const auto wanted = sporos::detail::transposed(Exec(), A, "test");
    const int bits = std::max(sporos::detail::bits_of(A.num_columns), 1);
    for (const int passes : {1, 2, 3, 4}) {
      for (const std::int64_t shares : {1, 7}) {
        auto found = wanted.with_own_values(Exec());
        found.map = decltype(found.map)("map", wanted.map.extent(0));
        found.rows.columns = decltype(found.rows.columns)("columns", wanted.map.extent(0));
        found.rows.row_offsets = decltype(found.rows.row_offsets)("offsets", wanted.rows.row_offsets.extent(0));
        sporos::detail::sort_by_column(Exec(), A, 0, A.nnz(), found.rows.row_offsets, found.rows.columns, found.map,
                                       {(bits + passes - 1) / passes, passes, shares});
        EXPECT_EQ(sporos_test::elements(found.map), sporos_test::elements(wanted.map)) << passes;
        EXPECT_EQ(sporos_test::elements(found.rows.columns), sporos_test::elements(wanted.rows.columns));
        EXPECT_EQ(sporos_test::elements(found.rows.row_offsets), sporos_test::elements(wanted.rows.row_offsets));
      }
    }
  }
}

TEST(OperationsOfPlans, ThatNeedAnotherMatrixAreNotRecordedFirst) {
  Recordable::now = true;
  EXPECT_EQ(sporos_test::complaint(
                [] { sporos::detail::require_not_recorded<Recordable>("Plan::apply", Exec(), Op::transpose); }),
            "sporos::Plan::apply: op = transpose needs the transposed matrix, which cannot be made while a graph is "
            "recorded; name the operation in options.operations, or multiply once before");
  Recordable::now = false;
  sporos::detail::require_not_recorded<Recordable>("Plan::apply", Exec(), Op::transpose);
}

}  // namespace operations_of_plans_tests
