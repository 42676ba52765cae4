// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/launch/formats/Sporos_LaunchDia.hpp"
#include "unit_tests/support/FormatTests.hpp"

namespace dia_product_tests {

using sporos_test::check_format;

struct Convert {
  template <class ExecutionSpace, class Matrix>
  auto operator()(const ExecutionSpace& exec, const Matrix& A) const {
    sporos::DiaOptions options;
    options.max_bytes = std::int64_t{1} << 28;
    return to_dia(exec, A, options);
  }
};
constexpr Convert dia;

// Others have a diagonal for each row and column, and only take time.
bool is_small(const sporos_test::Pattern& pattern) {
  const auto rows = static_cast<std::int64_t>(pattern.rows.size());
  return rows * (rows + pattern.num_columns) <= 2000000;
}

bool suits(const sporos_test::Pattern& pattern) {
  for (const auto& row : pattern.rows) {
    if (!std::is_sorted(row.begin(), row.end())) return false;
  }
  return sporos_test::has_distinct_columns(pattern) && is_small(pattern);
}
constexpr sporos_test::FormatChecks checks{true, suits};

TEST(DiaProduct, Float) { check_format<float>(dia, checks); }
TEST(DiaProduct, Double) { check_format<double>(dia, checks); }
TEST(DiaProduct, ComplexFloat) { check_format<Kokkos::complex<float>>(dia, checks); }
TEST(DiaProduct, ComplexDouble) { check_format<Kokkos::complex<double>>(dia, checks); }
TEST(DiaProduct, FloatMatrixWithDoubleVectors) { check_format<float, double>(dia, checks); }
TEST(DiaProduct, LongOffsets) { check_format<double, double, int, std::size_t>(dia, checks); }
TEST(DiaProduct, LongColumns) { check_format<double, double, std::int64_t, int>(dia, checks); }
TEST(DiaProduct, LongColumnsAndOffsets) { check_format<double, double, std::int64_t, std::int64_t>(dia, checks); }

// Rows of the gallery, sorted and without repetitions.
TEST(DiaProduct, OfManyDiagonals) {
  for (auto pattern : sporos_test::gallery()) {
    for (auto& row : pattern.rows) {
      std::sort(row.begin(), row.end());
      row.erase(std::unique(row.begin(), row.end()), row.end());
    }
    if (!is_small(pattern)) continue;
    sporos_test::check_format_of<double, double, int, int>(pattern, dia, checks);
  }
}

TEST(DiaProduct, IsTheSameWhateverXIsWhereThereIsFilling) {
  // The diagonal below the main one has its only entry in row 3, and filling in column 0 of row 1.
  sporos_test::ProductCase<double> matrix_case({"", 3, {{0}, {1}, {2}, {2}}});
  const Kokkos::DefaultExecutionSpace exec;
  const auto matrix = to_dia(exec, matrix_case.matrix);
  ASSERT_EQ(matrix.num_diagonals(), 2);
  Kokkos::deep_copy(Kokkos::subview(matrix_case.x, std::make_pair(0, 1)), std::numeric_limits<double>::quiet_NaN());
  sporos::spmv(exec, 1.0, matrix, matrix_case.x, 0.0, matrix_case.y);
  const auto y = sporos_test::elements(matrix_case.y);
  EXPECT_TRUE(std::isnan(y[0]));
  for (const std::size_t row : {1, 2, 3}) EXPECT_FALSE(std::isnan(y[row])) << row;
}

}  // namespace dia_product_tests
