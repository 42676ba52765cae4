// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Transposed and conjugated products: the gallery in every operation, algorithm and format, with a plan and without.
#include <gtest/gtest.h>

#include "core/Sporos.hpp"
#include "formats/coo/Sporos_SortEntries.hpp"
#include "formats/generate/Sporos_Generate.hpp"
#include "formats/reorder/Sporos_Metis.hpp"
#include "unit_tests/support/CompiledPlans.hpp"
#include "unit_tests/support/FormatTests.hpp"

namespace {

using Exec = Kokkos::DefaultExecutionSpace;

/// Products of plans with these kernels count as recorded while `now` is set.
struct Recordable : sporos::DefaultPrimitives {
  inline static bool now = false;
};

}  // namespace

template <>
bool sporos::detail::is_product_recorded<Recordable>(const Exec&) {
  return Recordable::now;
}

namespace {

using Space = Exec::memory_space;
using sporos::Op;
using sporos::Plan;
using sporos_test::gallery;
using sporos_test::make_matrix;
using sporos_test::make_vector;
using sporos_test::Pattern;

constexpr Op all_operations[] = {Op::none, Op::transpose, Op::conjugate, Op::conjugate_transpose};

/// A matrix with x and y of a size that suits either way, and what products by it should be.
template <class Value>
class OperationCase {
 public:
  using HostMatrix = sporos::CrsMatrix<Value, int, int, Kokkos::HostSpace>;
  using Vector = Kokkos::View<Value*, Space>;

  explicit OperationCase(const Pattern& pattern) : OperationCase(make_matrix<Value>(pattern)) {}
  explicit OperationCase(const HostMatrix& host) : matrix(sporos::copy_to<Space>(host)), host_(host) {}

  /// `run(op, alpha, x, beta, y)` makes the product; beta == 0 starts from NaN, which must not be read.
  template <class Run>
  void check(Op op, Value alpha, Value beta, const Run& run) const {
    SCOPED_TRACE(sporos::detail::concat("op ", name(op), ", alpha ", std::abs(sporos_test::widen(alpha)), ", beta ",
                                        std::abs(sporos_test::widen(beta))));
    const HostMatrix by = operated(op);
    const auto host_x = make_vector<Value>(by.num_columns, 1);
    auto host_y = make_vector<Value>(by.num_rows, 2);
    const auto reference = sporos_test::reference_product(by, alpha, host_x, beta, host_y);
    if (beta == Value(0)) Kokkos::deep_copy(host_y, Value(std::numeric_limits<float>::quiet_NaN()));
    const auto x = Kokkos::create_mirror_view_and_copy(Space(), host_x);
    const auto y = Kokkos::create_mirror_view_and_copy(Space(), host_y);
    run(op, alpha, x, beta, y);
    Exec().fence();
    EXPECT_EQ(sporos_test::first_wrong_row(reference, sporos::detail::host_copy(y)), -1);
  }

  template <class Run>
  void check_all(const Run& run) const {
    for (const Op op : all_operations) {
      check(op, Value(0.75), Value(0), run);
      check(op, Value(-0.5), Value(1), run);
      check(op, Value(1), Value(2.5), run);
      check(op, Value(0), Value(2.5), run);
    }
  }

  sporos::CrsMatrix<Value, int, int, Space> matrix;

 private:
  // The boring way: lists of entries, a row after the other.
  HostMatrix operated(Op op) const {
    const auto value_of = [&](int k) {
      return op == Op::conjugate || op == Op::conjugate_transpose ? sporos::detail::conjugate_of(host_.values(k))
                                                                  : host_.values(k);
    };
    const bool turns = op == Op::transpose || op == Op::conjugate_transpose;
    const std::int64_t rows = turns ? host_.num_columns : host_.num_rows;
    std::vector<std::vector<std::pair<int, Value>>> lists(static_cast<std::size_t>(rows));
    for (int row = 0; row < host_.num_rows; ++row) {
      for (int k = host_.row_offsets(row); k < host_.row_offsets(row + 1); ++k) {
        const int column = host_.columns(k);
        lists[static_cast<std::size_t>(turns ? column : row)].emplace_back(turns ? row : column, value_of(k));
      }
    }
    auto result =
        sporos::detail::allocate_crs<HostMatrix>(rows, turns ? host_.num_rows : host_.num_columns, host_.nnz());
    int k = 0;
    for (std::size_t row = 0; row < lists.size(); ++row) {
      result.row_offsets(row) = k;
      for (const auto& [column, value] : lists[row]) {
        result.columns(k) = column;
        result.values(k++) = value;
      }
    }
    result.row_offsets(lists.size()) = k;
    return result;
  }

  HostMatrix host_;
};

// Those of real numbers are compiled elsewhere, in every format.
template <class Matrix>
auto plan_of(const Matrix& matrix, const sporos::Options& options = {}) {
  if constexpr (std::is_same<typename Matrix::value_type, double>::value) {
    return Plan(Exec(), sporos::any_matrix(matrix), options);
  } else {
    return Plan(Exec(), matrix, options);
  }
}

sporos::TransposedDescription transposed(const sporos::Description& plan) { return plan.transposed; }
sporos::TransposedDescription transposed(const sporos::AnyDescription& any) {
  return std::visit([](const auto& plan) { return plan.transposed; }, any.plan);
}

template <class Value>
void check_gallery() {
  const Exec exec;
  for (const Pattern& pattern : gallery()) {
    SCOPED_TRACE(pattern.name);
    const OperationCase<Value> one(pattern);
    const auto plan = plan_of(one.matrix);
    one.check_all([&](auto... arguments) { plan.apply(arguments...); });
    one.check_all([&](Op op, auto a, auto x, auto b, auto y) { sporos::spmv(exec, op, a, one.matrix, x, b, y); });
    for (const sporos::Algorithm algorithm : sporos::all_algorithms()) {
      SCOPED_TRACE(name(algorithm));
      sporos::Options options;
      options.algorithm = algorithm;
      options.operations = {Op::transpose, Op::conjugate_transpose};
      const auto by_name = plan_of(one.matrix, options);
      for (const Op op : all_operations) {
        one.check(op, Value(0.75), Value(-1.25), [&](auto... arguments) { by_name.apply(arguments...); });
      }
      EXPECT_EQ(transposed(by_name.describe()).algorithm, name(algorithm));
    }
  }
}

TEST(Operations, OfTheGalleryInDouble) { check_gallery<double>(); }
TEST(Operations, OfTheGalleryInComplex) { check_gallery<Kokkos::complex<double>>(); }

std::vector<sporos::Format> formats() {
  std::vector<sporos::Format> all;
  for (const sporos::Format format : sporos::all_formats()) {
    if (format != sporos::Format::packet || sporos::has_metis) all.push_back(format);
  }
  return all;
}

/// Any format can take these: square, columns ascend, one of them symmetric.
std::vector<sporos::CrsMatrix<double, int, int, Kokkos::HostSpace>> matrices_for_all() {
  return {sporos::generate<double, int, int>("stencil9:23x17"),
          sporos::generate<double, int, int>("stencil5:40,values=laplace"),
          sporos::generate<double, int, int>("band:700,shortest=1,longest=6,radius=9")};
}

template <class Plan>
void check_plan(const OperationCase<double>& one, const Plan& plan) {
  one.check_all([&](auto... arguments) { plan.apply(arguments...); });
}

TEST(Operations, OfEveryFormat) {
  const Exec exec;
  for (const auto& host : matrices_for_all()) {
    const OperationCase<double> one(host);
    auto other_host = host;
    other_host.values = make_vector<double>(host.nnz(), 77);
    const OperationCase<double> other(other_host);
    for (const sporos::Format format : formats()) {
      SCOPED_TRACE(sporos::detail::concat(host.num_rows, " rows, ", name(format)));
      const auto stored = sporos::to_any(exec, sporos::copy_to<Space>(host), format);
      auto plan = Plan(exec, stored);
      check_plan(one, plan);
      const auto copy = plan.clone();
      plan.update_values(other.matrix.values);
      check_plan(other, plan);
      check_plan(one, copy);
      sporos::Options options;
      options.operations = Op::transpose;
      check_plan(one, plan_of(one.matrix, options));
    }
  }
}

// Plans of one format know it by type, and clone without another conversion.
template <class Value, class Matrix>
void check_format(const OperationCase<Value>& one, const OperationCase<Value>& other, const Matrix& matrix) {
  const Exec exec;
  auto plan = plan_of(matrix);
  one.check_all([&](auto... arguments) { plan.apply(arguments...); });
  one.check_all([&](Op op, auto a, auto x, auto b, auto y) { sporos::spmv(exec, op, a, matrix, x, b, y); });
  const auto copy = plan.clone();
  plan.update_values(other.matrix.values);
  other.check_all([&](auto... arguments) { plan.apply(arguments...); });
  one.check_all([&](auto... arguments) { copy.apply(arguments...); });
}

// By its entries, as it is stored, by way of compressed rows, and by mirror images alone.
TEST(Operations, OfFormatsWithoutAPlan) {
  const Exec exec;
  const OperationCase<double> one(sporos::generate<double, int, int>("stencil5:40,values=laplace"));
  const auto check = [&](const auto& stored) {
    one.check_all([&](Op op, auto a, auto x, auto b, auto y) { sporos::spmv(exec, op, a, stored, x, b, y); });
  };
  check(sporos::to_coo(exec, one.matrix));
  check(sporos::to_dia(exec, one.matrix));
  check(sporos::to_ell(exec, one.matrix));
  check(sporos::to_symmetric(exec, one.matrix));
}

TEST(Operations, OfFormatsWithComplexNumbers) {
  using Value = Kokkos::complex<double>;
  const Exec exec;
  const auto host = sporos::generate<Value, int, int>("stencil5:19x31");
  auto other_host = host;
  other_host.values = make_vector<Value>(host.nnz(), 77);
  const OperationCase<Value> one(host);
  const OperationCase<Value> other(other_host);
  check_format(one, other, sporos::to_dia(exec, one.matrix));
  check_format(one, other, sporos::to_coo(exec, one.matrix));
  check_format(one, other, sporos::to_hyb(exec, one.matrix, sporos::HybOptions{}));
}

TEST(Operations, OfTheGalleryInDiagonals) {
  for (const Pattern& pattern : sporos_test::structured_gallery()) {
    SCOPED_TRACE(pattern.name);
    const OperationCase<double> one(pattern);
    check_format(one, one, sporos::to_dia(Exec(), one.matrix));
  }
}

// NaN that meets filling must stay where it is.
TEST(Operations, InDiagonalsDoNotMultiplyFilling) {
  const auto A = sporos_test::drawn();
  const Kokkos::View<double*, Space> x("x", 4);
  const Kokkos::View<double*, Space> y("y", 4);
  const auto host_x = Kokkos::create_mirror_view(x);
  for (std::size_t i = 0; i < 4; ++i) host_x(i) = i == 1 ? std::numeric_limits<double>::quiet_NaN() : 1.0;
  Kokkos::deep_copy(x, host_x);
  plan_of(sporos::to_dia(Exec(), A)).apply(Op::transpose, 1.0, x, 0.0, y);
  EXPECT_EQ(sporos_test::elements(y), (std::vector<double>{4, 4, 2, 11}));
}

TEST(Operations, OfEntriesInAnyOrderTakeNewNumbersInThatOrder) {
  // The drawn matrix, back to front.
  const std::vector<int> rows{3, 2, 2, 2, 0, 0};
  const std::vector<int> columns{3, 3, 1, 0, 2, 0};
  const auto device = [](const auto& numbers, auto zero) {
    const Kokkos::View<decltype(zero)*, Space> view("numbers", numbers.size());
    const auto host = Kokkos::create_mirror_view(view);
    for (std::size_t k = 0; k < numbers.size(); ++k) host(k) = static_cast<decltype(zero)>(numbers[k]);
    Kokkos::deep_copy(view, host);
    return view;
  };
  const auto coo = sporos::to_coo(Exec(), 4, 4, device(rows, 0), device(columns, 0),
                                  device(std::vector<int>{0, 0, 0, 0, 0, 0}, 0.0));
  sporos::Options options;
  options.operations = Op::transpose;
  auto plan = plan_of(coo, options);
  plan.update_values(device(std::vector<int>{6, 5, 4, 3, 2, 1}, 0.0));
  const Kokkos::View<double*, Space> y("y", 4);
  plan.apply(Op::transpose, 1.0, device(std::vector<int>{1, 10, 100, 1000}, 0.0), 0.0, y);
  EXPECT_EQ(sporos_test::elements(y), (std::vector<double>{301, 400, 2, 6500}));
}

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

TEST(Operations, OfTwoPlansGiveTheSameBits) {
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

TEST(Operations, SeeNewNumbers) {
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

TEST(Operations, AreDescribedWithTheirMemory) {
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

TEST(Operations, RefuseVectorsOfOtherSizes) {
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

TEST(Operations, RefuseColumnsThatCannotNumberTheRows) {
  const Kokkos::View<int*, Space> offsets("offsets", 301);
  const auto A = sporos::crs_view(300, 7, offsets, Kokkos::View<signed char*, Space>("columns", 0),
                                  Kokkos::View<double*, Space>("values", 0));
  EXPECT_EQ(sporos_test::complaint([&] { sporos::detail::transposed(Exec(), A, "Plan"); }),
            "sporos::Plan: the transposed matrix has 300 columns, which its column type (up to 127) cannot number");
}

// Entries before the first row and behind the last one belong to no row.
TEST(Operations, PassOverEntriesOutsideOfTheRows) {
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

// A GPU sorts in several passes, a host in one: the same by either way.
TEST(Operations, SortByColumnAlikeInAnyShape) {
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

TEST(Operations, ThatNeedAnotherMatrixAreNotRecordedFirst) {
  Recordable::now = true;
  EXPECT_EQ(sporos_test::complaint([] { sporos::detail::require_not_recorded<Recordable>(Exec(), Op::transpose); }),
            "sporos::Plan::apply: op = transpose needs the transposed matrix, which cannot be made while a graph is "
            "recorded; name the operation in options.operations, or multiply once before");
  Recordable::now = false;
  sporos::detail::require_not_recorded<Recordable>(Exec(), Op::transpose);
}

}  // namespace
