// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <limits>
#include <thread>

#include "core/Sporos.hpp"
#include "unit_tests/support/Gallery.hpp"
#include "unit_tests/support/Instances.hpp"
#include "unit_tests/support/Reference.hpp"

namespace plan_tests {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using sporos::Algorithm;
using Vector = Kokkos::View<double*, Space>;
using Matrix = sporos::CrsMatrix<double, int, int, Space>;

constexpr double nan_value = std::numeric_limits<double>::quiet_NaN();

Matrix banded(std::int64_t rows, std::int64_t columns) {
  return sporos::copy_to<Space>(sporos_test::make_matrix<double>(
      sporos_test::random_pattern("five a row", rows, columns, [](auto) { return 5; })));
}

Vector filled(std::size_t count, double value) {
  Vector vector("vector", count);
  Kokkos::deep_copy(vector, value);
  return vector;
}

sporos::Options with_algorithm(Algorithm algorithm) {
  sporos::Options options;
  options.algorithm = algorithm;
  return options;
}

template <class F>
std::string complaint(const F& f) {
  try {
    f();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "no complaint";
}

void expect_part(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << text;
}

TEST(Plan, RefusesVectorsOfTheWrongLength) {
  const auto plan = sporos::Plan(Exec(), banded(20, 30));
  expect_part(complaint([&] { plan.apply(1.0, Vector("x", 20), 0.0, Vector("y", 20)); }),
              "sporos::Plan::apply: x has 20 elements, but the matrix (20 x 30) has 30 columns");
  expect_part(complaint([&] { plan.apply(1.0, Vector("x", 30), 0.0, Vector("y", 21)); }),
              "sporos::Plan::apply: y has 21 elements, but the matrix (20 x 30) has 20 rows");
  expect_part(complaint([&] { sporos::spmv(Exec(), 1.0, banded(20, 30), Vector("x", 29), 0.0, Vector("y", 20)); }),
              "sporos::spmv: x has 29 elements");
}

TEST(Plan, RefusesVectorsThatOverlap) {
  const auto plan = sporos::Plan(Exec(), banded(20, 20));
  const Vector both("both", 30);
  const auto head = Kokkos::subview(both, std::make_pair(0, 20));
  const auto tail = Kokkos::subview(both, std::make_pair(10, 30));
  expect_part(complaint([&] { plan.apply(1.0, head, 0.0, head); }), "overlaps x");
  expect_part(complaint([&] { plan.apply(1.0, head, 0.0, tail); }), "overlaps x");
}

TEST(Plan, RefusesAResultInsideTheMatrix) {
  const Matrix matrix = banded(20, 20);
  const auto y = Kokkos::subview(matrix.values, std::make_pair(40, 60));
  expect_part(complaint([&] { sporos::spmv(Exec(), 1.0, matrix, filled(20, 1), 0.0, y); }), "the matrix' values");
}

TEST(Plan, TakesVectorsWithGaps) {
  const Kokkos::View<double**, Kokkos::LayoutRight, Space> rows("rows", 20, 3);
  const auto column = [&](int n) { return Kokkos::subview(rows, std::make_pair(0, n), 1); };
  EXPECT_NO_THROW(sporos::spmv(1.0, banded(20, 20), column(20), 0.0, Vector("y", 20)));
  EXPECT_NO_THROW(sporos::spmv(1.0, banded(1, 1), column(1), 0.0, Vector("y", 1)));
}

TEST(Plan, AcceptsVectorsThatMeet) {
  const Vector both("both", 40);
  Kokkos::deep_copy(both, 1);
  const auto plan = sporos::Plan(Exec(), banded(20, 20));
  plan.apply(0.0, Kokkos::subview(both, std::make_pair(0, 20)), 3.0, Kokkos::subview(both, std::make_pair(20, 40)));
  const auto result = sporos::detail::host_copy(both);
  EXPECT_EQ(result(19), 1);
  EXPECT_EQ(result(20), 3);
  EXPECT_EQ(result(39), 3);
}

TEST(Plan, RefusesAMalformedMatrix) {
  auto host = sporos::copy_to<Kokkos::HostSpace>(banded(20, 20));
  const auto columns = Kokkos::View<int*, Kokkos::HostSpace>("columns", host.columns.extent(0));
  Kokkos::deep_copy(columns, host.columns);
  columns(47) = 20;
  host.columns = columns;
  const auto broken = sporos::copy_to<Space>(host);
  expect_part(complaint([&] { sporos::Plan(Exec(), broken); }), "sporos::Plan: row 9: columns[47] = 20");
}

TEST(Plan, RefusesAShapeThatCannotRun) {
  sporos::Options options;
  options.shape = sporos::RowShape{6, 1, 96};
  expect_part(complaint([&] { sporos::Plan(Exec(), banded(20, 20), options); }),
              "shape {coop 6, repeat 1, block_size 96} cannot run: coop must be a power of two");
}

TEST(Plan, RefusesPrimitivesThatTheExecutionSpaceLacks) {
  sporos::Options options;
  options.reduction = sporos::detail::is_host_execution<Exec> ? sporos::Reduction::shuffle : sporos::Reduction::thread;
  expect_part(complaint([&] { sporos::Plan(Exec(), banded(20, 20), options); }), "is not available on");
}

TEST(Plan, OfPcsrRefusesProductsThatAreWiderThanItsRoom) {
  const auto plan = sporos::Plan(Exec(), banded(20, 30), with_algorithm(Algorithm::pcsr));
  using Complex = Kokkos::View<Kokkos::complex<double>*, Space>;
  expect_part(complaint([&] { plan.apply(1.0, Complex("x", 30), 0.0, Complex("y", 20)); }),
              "sporos::Plan::apply: pcsr has room for 800 bytes of products, but 100 products of these vectors take 16 "
              "bytes each; take another algorithm for them");
}

TEST(Plan, ReadsTheNewValuesAfterAnUpdate) {
  const Matrix matrix = banded(200, 100);
  Vector values("values", matrix.values.extent(0));
  Kokkos::deep_copy(values, 2);
  const auto x = filled(100, 1);
  for (const auto algorithm : sporos::all_algorithms()) {
    auto plan = sporos::Plan(Exec(), matrix, with_algorithm(algorithm));
    const Vector y = filled(200, nan_value);
    plan.apply(1.0, x, 0.0, y);
    plan.update_values(values);
    plan.apply(1.0, x, 0.0, y);
    const auto result = sporos::detail::host_copy(y);
    for (std::size_t row = 0; row < 200; ++row) EXPECT_EQ(result(row), 10) << name(algorithm);
    expect_part(complaint([&] { plan.update_values(Vector("values", 999)); }),
                "sporos::Plan::update_values: values has 999 elements, but the matrix has 1000 entries");
  }
}

TEST(Plan, KeepsTheArraysAlive) {
  auto matrix = banded(50, 50);
  const auto plan = sporos::Plan(Exec(), matrix);
  const auto values = matrix.values;
  matrix = Matrix();
  EXPECT_EQ(values.use_count(), 2);
}

TEST(Plan, SaysWhatRunsAndWhyInWordsAndAsJson) {
  sporos::Options options;
  options.rule = sporos::RowRule::reguly_giles_2012;
  const auto plan = sporos::Plan(Exec(), banded(200, 100), options);
  const std::string words = plan.describe().words();
  expect_part(words, "200 x 100 with 1000 entries: 5 a row on average");
  expect_part(words, "the longest row has 5, 0 are empty");
  expect_part(words, "crs/coop");
  expect_part(words, "coop 4, repeat 1, block size 128");
  expect_part(words, "the fixed rule of Reguly and Giles 2012");
  const std::string json = plan.describe().json();
  expect_part(json, "\"mean_row\": 5,");
  expect_part(json, "\"algorithm\": \"coop\"");
  expect_part(json, "\"prefetches\": false");
}

TEST(Plan, SaysWhetherItPrefetches) {
  sporos::Description description = sporos::Plan(Exec(), banded(200, 100)).describe();
  EXPECT_EQ(description.words().find("prefetches"), std::string::npos);
  description.decision.prefetches = true;
  expect_part(description.words(), "prefetches entries");
  expect_part(description.json(), "\"prefetches\": true");
}

// As on some ranks of a distributed matrix. There need not be row offsets.
TEST(Plan, OfEveryAlgorithmTakesAMatrixWithoutRows) {
  using Space = Exec::memory_space;
  const auto nothing =
      sporos::crs_view(0, 5, Kokkos::View<int*, Space>(), Kokkos::View<int*, Space>(), Kokkos::View<double*, Space>());
  for (const auto algorithm : sporos::all_algorithms()) {
    EXPECT_NO_THROW(
        sporos::Plan(Exec(), nothing, with_algorithm(algorithm)).apply(1.0, filled(5, 1), 0.0, filled(0, 1)))
        << name(algorithm);
  }
}

TEST(Plan, RefusesArraysThatDoNotLieSideBySide) {
  const Kokkos::View<double* [2], Kokkos::LayoutRight, Exec::memory_space> pairs("pairs", 1000);
  auto plan = sporos::Plan(Exec(), banded(200, 100));
  expect_part(complaint([&] { plan.update_values(Kokkos::subview(pairs, Kokkos::ALL(), 1)); }),
              "Plan::update_values: values must be contiguous, but its 1000 elements span");
}

TEST(Plan, OfEveryAlgorithmSaysItsName) {
  for (const auto algorithm : sporos::all_algorithms()) {
    const auto description = sporos::Plan(Exec(), banded(200, 100), with_algorithm(algorithm)).describe();
    expect_part(description.words(), sporos::detail::concat("Runs crs/", name(algorithm), " on "));
    expect_part(description.words(), sporos::detail::concat("the caller asked for ", name(algorithm)));
    expect_part(description.json(), sporos::detail::concat("\"algorithm\": \"", name(algorithm), "\""));
  }
}

TEST(Values, NaNInUnreadVectorsAndInfinitiesFollowTheRules) {
  const Matrix matrix = banded(64, 64);
  const auto plan = sporos::Plan(Exec(), matrix);
  // If beta == 0, y is never read; if alpha == 0, x is never read.
  const Vector y = filled(64, nan_value);
  plan.apply(1.0, filled(64, 1), 0.0, y);
  plan.apply(0.0, filled(64, nan_value), 2.0, y);
  auto result = sporos::detail::host_copy(y);
  for (std::size_t row = 0; row < 64; ++row) EXPECT_TRUE(std::isfinite(result(row)));
  // Any other NaN in x or y reaches the result.
  plan.apply(1.0, filled(64, nan_value), 0.0, y);
  result = sporos::detail::host_copy(y);
  for (std::size_t row = 0; row < 64; ++row) EXPECT_TRUE(std::isnan(result(row)));
  plan.apply(1.0, filled(64, 1), 1.0, y);
  EXPECT_TRUE(std::isnan(sporos::detail::host_copy(y)(0)));
}

TEST(Values, NaNReachesOnlyTheRowsThatReadIt) {
  const std::int64_t size = 300;
  const auto host = sporos_test::make_matrix<double>(
      sporos_test::random_pattern("short rows", size, size, [](auto row) { return row % 7; }));
  const auto matrix = sporos::copy_to<Space>(host);
  const auto x = sporos_test::make_vector<double>(size, 3);
  x(17) = nan_value;
  x(200) = std::numeric_limits<double>::infinity();
  const auto device_x = Kokkos::create_mirror_view_and_copy(Space{}, x);
  const auto check = [&](const char* how, const auto& product) {
    const Vector y = filled(static_cast<std::size_t>(size), nan_value);
    product(y);
    const auto result = sporos::detail::host_copy(y);
    for (std::int64_t row = 0; row < size; ++row) {
      bool special = false;
      for (int k = host.row_offsets(row); k < host.row_offsets(row + 1); ++k) {
        special = special || host.columns(k) == 17 || host.columns(k) == 200;
      }
      EXPECT_EQ(std::isfinite(result(row)), !special) << how << ", row " << row;
    }
  };
  check("without plan", [&](const Vector& y) { sporos::spmv(Exec(), 1.0, matrix, device_x, 0.0, y); });
  for (const auto algorithm : sporos::all_algorithms()) {
    const auto plan = sporos::Plan(Exec(), matrix, with_algorithm(algorithm));
    check(name(algorithm), [&](const Vector& y) { plan.apply(1.0, device_x, 0.0, y); });
  }
}

TEST(Threads, EachWithItsOwnPlanAndInstanceGetTheSerialAnswer) {
  if (!sporos_test::serves_several_threads) GTEST_SKIP() << "this Kokkos serves one host thread";
  const Matrix matrix = banded(3000, 2000);
  const auto x = Kokkos::create_mirror_view_and_copy(Space{}, sporos_test::make_vector<double>(2000, 5));
  const Vector expected = filled(3000, 0);
  sporos::spmv(Exec(), 1.0, matrix, x, 0.0, expected);
  Exec().fence();
  constexpr int threads = 4;
  std::vector<Vector> results;
  for (int i = 0; i < threads; ++i) results.push_back(filled(3000, nan_value));
  const auto instances = sporos_test::make_instances<Exec>(threads);
  std::vector<std::thread> workers;
  for (int i = 0; i < threads; ++i) {
    workers.emplace_back([&, i] {
      const Exec& mine = instances[static_cast<std::size_t>(i)];
      const auto plan = sporos::Plan(mine, matrix);
      for (int round = 0; round < 20; ++round) plan.apply(1.0, x, 0.0, results[static_cast<std::size_t>(i)]);
      mine.fence();
    });
  }
  for (auto& worker : workers) worker.join();
  const auto wanted = sporos::detail::host_copy(expected);
  for (const auto& result : results) {
    const auto got = sporos::detail::host_copy(result);
    for (std::size_t row = 0; row < 3000; ++row) ASSERT_EQ(got(row), wanted(row)) << "row " << row;
  }
}

// The type of the offsets is so small that any index past the end of a row by a warp would overflow.
TEST(IndexArithmetic, SurvivesOffsetsAtTheLimitOfTheirType) {
  const auto pattern =
      sporos_test::random_pattern("127 entries", 3, 100, [](auto row) { return row == 2 ? 100 : 13 + row; });
  ASSERT_EQ(pattern.nnz(), 127);
  const auto host = sporos_test::make_matrix<double, std::int8_t, std::int8_t>(pattern);
  const auto x = sporos_test::make_vector<double>(100, 1);
  const auto reference = sporos_test::reference_product(host, 1.0, x, 0.0, sporos_test::make_vector<double>(3, 2));
  const auto device_x = Kokkos::create_mirror_view_and_copy(Space{}, x);
  for (const auto algorithm : sporos::all_algorithms()) {
    for (int coop = 1; coop <= sporos::detail::max_coop; coop *= 2) {
      auto options = with_algorithm(algorithm);
      options.shape = sporos::RowShape{coop, 1, 64};
      if (sporos::detail::shape_fault(*options.shape, algorithm) != nullptr) continue;
      const Vector y = filled(3, nan_value);
      sporos::Plan(Exec(), sporos::copy_to<Space>(host), options).apply(1.0, device_x, 0.0, y);
      EXPECT_EQ(sporos_test::first_wrong_row(reference, sporos::detail::host_copy(y)), -1)
          << name(algorithm) << ", coop " << coop;
    }
  }
}

}  // namespace plan_tests
