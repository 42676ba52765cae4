// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include "core/Sporos.hpp"
#include "unit_tests/support/Instances.hpp"
#include "unit_tests/support/ProductCase.hpp"
#include "unit_tests/support/Recording.hpp"

namespace tuning_cache_tests {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using sporos::TuningCache;
using sporos_test::ProductCase;

constexpr bool can_time = sporos::detail::EventTimer<Exec>::measures;
constexpr int max_products = 2000;

sporos_test::Pattern short_rows() {
  return sporos_test::random_pattern("rows of 5", 900, 700, [](auto) { return 5; });
}

template <class Matrix, class X, class Y>
void products(const Exec& exec, TuningCache& cache, const Matrix& matrix, const X& x, const Y& y, int count) {
  for (int i = 0; i < count; ++i) {
    spmv(exec, cache, 1.0, matrix, x, 0.0, y);
    exec.fence();
  }
}

template <class Matrix>
int timed_products(const TuningCache& cache, const Matrix& matrix) {
  const auto description = cache.describe(Exec(), matrix);
  return description ? description->tuning.products : -1;
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

TEST(TuningCache, ServesTheDefaultInstance) {
  TuningCache cache(4, sporos::Options());
  const ProductCase<double> matrix_case(short_rows());
  const Kokkos::View<double*, Space> x("x", 700), y("y", 900), wanted("wanted", 900);
  Kokkos::deep_copy(x, 1);
  spmv(cache, 1.0, matrix_case.matrix, x, 0.0, y);
  EXPECT_EQ(cache.size(), 1u);
  EXPECT_TRUE(cache.describe(Exec(), matrix_case.matrix).has_value());
  spmv(Exec(), cache, 1.0, matrix_case.matrix, x, 0.0, wanted);
  EXPECT_EQ(cache.size(), 1u);
  const auto found = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), y);
  const auto same = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), wanted);
  for (std::size_t row = 0; row < 900; ++row) ASSERT_EQ(found(row), same(row)) << "row " << row;
}

TEST(TuningCache, TunesToTheEndWithRightAnswers) {
  if (!can_time) GTEST_SKIP() << "this backend is not timed";
  for (const auto& pattern : sporos_test::gallery()) {
    if (pattern.nnz() > 5000) continue;
    SCOPED_TRACE(pattern.name);
    TuningCache cache;
    ProductCase<double> matrix_case(pattern);
    int behind_the_end = 3;
    for (int count = 0; count < max_products && behind_the_end > 0; ++count) {
      matrix_case.check(0.75, count % 2 == 0 ? 0.0 : -1.25,
                        [&](auto a, auto x, auto b, auto y) { spmv(Exec(), cache, a, matrix_case.matrix, x, b, y); });
      if (cache.describe(Exec(), matrix_case.matrix)->tuning.finished) --behind_the_end;
    }
    EXPECT_EQ(behind_the_end, 0) << "the tuning does not end";
    EXPECT_EQ(cache.size(), 1u);
  }
}

TEST(TuningCache, CallsThatShowTheSameMatrixShareAnEntry) {
  TuningCache cache;
  const ProductCase<double> matrix_case(short_rows());
  EXPECT_FALSE(cache.describe(Exec(), matrix_case.matrix).has_value());
  products(Exec(), cache, matrix_case.matrix, matrix_case.x, matrix_case.y, 2);
  const int once = timed_products(cache, matrix_case.matrix);
  const auto view = sporos::crs_view(matrix_case.matrix);
  products(Exec(), cache, view, matrix_case.x, matrix_case.y, 1);
  const auto& matrix = matrix_case.matrix;
  const auto raw = sporos::crs_view<Space>(matrix.num_rows, matrix.num_columns, matrix.nnz(), matrix.row_offsets.data(),
                                           matrix.columns.data(), matrix.values.data());
  products(Exec(), cache, raw, matrix_case.x, matrix_case.y, 1);
  EXPECT_EQ(cache.size(), 1u);
  if (can_time) {
    EXPECT_GT(timed_products(cache, matrix_case.matrix), once);
  }
}

TEST(TuningCache, ChangedPointersOrSizesStartAfresh) {
  TuningCache cache;
  const ProductCase<double> matrix_case(short_rows());
  const auto& matrix = matrix_case.matrix;
  products(Exec(), cache, matrix, matrix_case.x, matrix_case.y, 5);
  EXPECT_EQ(cache.size(), 1u);

  auto other_offsets = matrix;
  auto other_columns = matrix;
  auto other_values = matrix;
  other_offsets.row_offsets = Kokkos::View<int*, Space>("row_offsets", matrix.row_offsets.extent(0));
  Kokkos::deep_copy(other_offsets.row_offsets, matrix.row_offsets);
  other_columns.columns = Kokkos::View<int*, Space>("columns", matrix.columns.extent(0));
  Kokkos::deep_copy(other_columns.columns, matrix.columns);
  other_values.values = Kokkos::View<double*, Space>("values", matrix.values.extent(0));
  Kokkos::deep_copy(other_values.values, matrix.values);
  std::size_t size = 1;
  for (const auto& other : {other_offsets, other_columns, other_values}) {
    EXPECT_FALSE(cache.describe(Exec(), other).has_value());
    products(Exec(), cache, other, matrix_case.x, matrix_case.y, 1);
    EXPECT_EQ(cache.size(), ++size);
    EXPECT_LE(timed_products(cache, other), 1);
  }

  // Fewer rows, fewer entries, more columns of the same arrays.
  const auto& offsets = matrix.row_offsets;
  const auto rows =
      sporos::crs_view<Space>(899, 700, matrix.nnz(), offsets.data(), matrix.columns.data(), matrix.values.data());
  const auto entries =
      sporos::crs_view<Space>(899, 700, matrix.nnz() - 5, offsets.data(), matrix.columns.data(), matrix.values.data());
  const auto columns =
      sporos::crs_view<Space>(900, 701, matrix.nnz(), offsets.data(), matrix.columns.data(), matrix.values.data());
  const auto head = Kokkos::subview(matrix_case.y, std::make_pair(0, 899));
  const Kokkos::View<double*, Space> longer_x("x", 701);
  products(Exec(), cache, rows, matrix_case.x, head, 1);
  EXPECT_EQ(cache.size(), ++size);
  products(Exec(), cache, entries, matrix_case.x, head, 1);
  EXPECT_EQ(cache.size(), ++size);
  products(Exec(), cache, columns, longer_x, matrix_case.y, 1);
  EXPECT_EQ(cache.size(), ++size);
}

TEST(TuningCache, SeesNewNumbersInTheSameArray) {
  TuningCache cache;
  const ProductCase<double> matrix_case(short_rows());
  Kokkos::deep_copy(matrix_case.x, 1);
  for (int count = 1; count <= 60; ++count) {
    Kokkos::deep_copy(matrix_case.matrix.values, count);
    products(Exec(), cache, matrix_case.matrix, matrix_case.x, matrix_case.y, 1);
    const auto result = sporos::detail::host_copy(matrix_case.y);
    for (std::size_t row = 0; row < 900; ++row) ASSERT_EQ(result(row), 5.0 * count) << "row " << row;
  }
  EXPECT_EQ(cache.size(), 1u);
}

TEST(TuningCache, KeepsTheLastUsed) {
  TuningCache cache(2);
  const ProductCase<double> a(short_rows());
  const ProductCase<double> b(short_rows());
  const ProductCase<float> c(short_rows());
  const auto use = [&](const auto& one) { products(Exec(), cache, one.matrix, one.x, one.y, 1); };
  const auto has = [&](const auto& one) { return cache.describe(Exec(), one.matrix).has_value(); };
  use(a);
  use(b);
  use(a);
  use(c);
  EXPECT_TRUE(has(a) && !has(b) && has(c));
  use(b);
  EXPECT_TRUE(!has(a) && has(b) && has(c));
  EXPECT_EQ(cache.size(), 2u);
  cache.clear();
  EXPECT_TRUE(!has(a) && !has(b) && !has(c));
  EXPECT_EQ(cache.size(), 0u);
  use(a);
  EXPECT_TRUE(has(a));
}

TEST(TuningCache, KeepsManagedArraysAliveUntilItForgets) {
  TuningCache cache;
  const ProductCase<double> matrix_case(short_rows());
  const auto values = matrix_case.matrix.values;
  const auto before = values.use_count();
  products(Exec(), cache, matrix_case.matrix, matrix_case.x, matrix_case.y, 1);
  EXPECT_GT(values.use_count(), before);
  cache.clear();
  EXPECT_EQ(values.use_count(), before);
}

TEST(TuningCache, RefusesWhatSpmvRefuses) {
  TuningCache cache;
  const ProductCase<double> matrix_case(short_rows());
  const Kokkos::View<double*, Space> wrong("wrong", 20);
  EXPECT_EQ(complaint([&] { spmv(Exec(), cache, 1.0, matrix_case.matrix, wrong, 0.0, matrix_case.y); }),
            "sporos::spmv: x has 20 elements, but the matrix (900 x 700) has 700 columns");
  EXPECT_EQ(complaint([&] { spmv(Exec(), cache, 1.0, matrix_case.matrix, matrix_case.x, 0.0, wrong); }),
            "sporos::spmv: y has 20 elements, but the matrix (900 x 700) has 900 rows");
  const auto inside = Kokkos::subview(matrix_case.matrix.values, std::make_pair(0, 900));
  EXPECT_NE(complaint([&] {
              spmv(Exec(), cache, 1.0, matrix_case.matrix, matrix_case.x, 0.0, inside);
            }).find("overlaps the matrix' values"),
            std::string::npos);
  EXPECT_EQ(cache.size(), 0u);
  EXPECT_EQ(complaint([] { TuningCache nothing(0); }), "sporos::TuningCache: max_entries = 0 must be at least 1");
}

TEST(TuningCache, RefusesAMalformedMatrixUntilItIsMended) {
  TuningCache cache;
  const ProductCase<double> matrix_case(short_rows());
  const auto columns = Kokkos::View<int*, Space>("columns", matrix_case.matrix.columns.extent(0));
  Kokkos::deep_copy(columns, 700);
  auto broken = matrix_case.matrix;
  broken.columns = columns;
  for (int time = 0; time < 2; ++time) {
    EXPECT_NE(complaint([&] {
                spmv(Exec(), cache, 1.0, broken, matrix_case.x, 0.0, matrix_case.y);
              }).find("sporos::spmv: row 0: columns[0] = 700"),
              std::string::npos);
    EXPECT_FALSE(cache.describe(Exec(), broken).has_value());
  }
  Kokkos::deep_copy(columns, 699);
  products(Exec(), cache, broken, matrix_case.x, matrix_case.y, 1);
  EXPECT_TRUE(cache.describe(Exec(), broken).has_value());
}

TEST(TuningCache, TakesOtherOptions) {
  sporos::Options options;
  options.algorithm = sporos::Algorithm::merge_path;
  TuningCache cache(3, options);
  ProductCase<double> matrix_case(short_rows());
  matrix_case.check(0.75, -1.25,
                    [&](auto a, auto x, auto b, auto y) { spmv(Exec(), cache, a, matrix_case.matrix, x, b, y); });
  EXPECT_EQ(cache.describe(Exec(), matrix_case.matrix)->decision.algorithm, sporos::Algorithm::merge_path);
}

TEST(TuningCache, HasAnEntryForEveryInstance) {
  TuningCache cache;
  const ProductCase<double> matrix_case(short_rows());
  const auto instances = sporos_test::make_instances<Exec>(2);
  const std::size_t different =
      sporos::detail::instance_key(instances[0]) == sporos::detail::instance_key(instances[1]) ? 1 : 2;
  for (int round = 0; round < 3; ++round) {
    for (const Exec& instance : instances) {
      const std::uint32_t wanted = Kokkos::Tools::Experimental::device_id(instance);
      const sporos_test::Recording recording;
      products(instance, cache, matrix_case.matrix, matrix_case.x, matrix_case.y, 1);
      for (const auto& [label, device] : recording.log().launches) EXPECT_EQ(device, wanted) << label;
    }
  }
  EXPECT_EQ(cache.size(), different);
}

TEST(TuningCache, HitsNeitherAllocateNorWaitOnceTuned) {
  if (!can_time) GTEST_SKIP() << "this backend is not timed";
  TuningCache cache;
  const ProductCase<double> matrix_case(short_rows());
  const auto is_tuned = [&] {
    const auto description = cache.describe(Exec(), matrix_case.matrix);
    return description && description->tuning.finished;
  };
  for (int count = 0; count < max_products && !is_tuned(); ++count) {
    products(Exec(), cache, matrix_case.matrix, matrix_case.x, matrix_case.y, 1);
  }
  ASSERT_TRUE(is_tuned());
  products(Exec(), cache, matrix_case.matrix, matrix_case.x, matrix_case.y, 1);
  const sporos_test::Recording recording;
  spmv(Exec(), cache, 1.0, matrix_case.matrix, matrix_case.x, 0.0, matrix_case.y);
  EXPECT_EQ(recording.log().allocations, std::vector<std::string>());
  EXPECT_EQ(recording.log().fences, std::vector<std::string>());
  EXPECT_EQ(recording.log().launches.size(), 1u);
}

}  // namespace tuning_cache_tests
