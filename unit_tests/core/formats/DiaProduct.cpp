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

template <class Value, class Vector = Value, class Column = int, class Offset = int>
void check_all() {
  check_format<Value, Vector, Column, Offset>(dia, checks);
  for (const auto& pattern : sporos_test::symmetric_gallery()) {
    if (suits(pattern)) sporos_test::check_symmetric<Value, Vector, Column, Offset>(pattern, dia);
  }
}

TEST(DiaProduct, Float) { check_all<float>(); }
TEST(DiaProduct, Double) { check_all<double>(); }
TEST(DiaProduct, ComplexFloat) { check_all<Kokkos::complex<float>>(); }
TEST(DiaProduct, ComplexDouble) { check_all<Kokkos::complex<double>>(); }
TEST(DiaProduct, FloatMatrixWithDoubleVectors) { check_all<float, double>(); }
TEST(DiaProduct, LongOffsets) { check_all<double, double, int, std::size_t>(); }
TEST(DiaProduct, LongColumns) { check_all<double, double, std::int64_t, int>(); }
TEST(DiaProduct, LongColumnsAndOffsets) { check_all<double, double, std::int64_t, std::int64_t>(); }

// Transposed, and with NaN in x where there is filling.
TEST(DiaProduct, OfHalfOfTheDiagonalsIsThatOfAllOfThem) {
  const Kokkos::DefaultExecutionSpace exec;
  for (const auto& pattern : sporos_test::symmetric_gallery()) {
    if (!suits(pattern)) continue;
    SCOPED_TRACE(pattern.name);
    sporos_test::ProductCase<double> matrix_case(sporos_test::make_symmetric<double>(pattern));
    sporos::DiaOptions options;
    options.max_bytes = std::int64_t{1} << 28;
    const auto half = to_dia(exec, matrix_case.matrix, options);
    options.halve = false;
    const auto whole = to_dia(exec, matrix_case.matrix, options);
    EXPECT_EQ(whole.num_mirrored(), 0);
    EXPECT_EQ(half.num_mirrored(), half.num_diagonals() / 2);
    const auto last = static_cast<std::size_t>(half.num_columns - 1);
    for (const std::size_t column : {std::size_t{0}, last / 2, last}) {
      Kokkos::deep_copy(Kokkos::subview(matrix_case.x, std::make_pair(column, column + 1)),
                        std::numeric_limits<double>::quiet_NaN());
      for (const auto op : {sporos::Op::none, sporos::Op::transpose}) {
        Kokkos::View<double*> of_half("of half", last + 1), of_whole("of whole", last + 1);
        sporos::spmv(exec, op, 1.0, half, matrix_case.x, 0.0, of_half);
        sporos::spmv(exec, op, 1.0, whole, matrix_case.x, 0.0, of_whole);
        const auto halved = sporos_test::elements(of_half);
        const auto expected = sporos_test::elements(of_whole);
        for (std::size_t i = 0; i <= last; ++i) {
          if (std::isnan(expected[i])) {
            EXPECT_TRUE(std::isnan(halved[i])) << i << ", NaN in " << column;
          } else {
            EXPECT_NEAR(halved[i], expected[i], 1e-12) << i << ", NaN in " << column;
          }
        }
      }
    }
  }
}

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

// On a GPU, where threads then take two rows of narrow numbers at once.
TEST(DiaProduct, OfMoreRowsThanAGpuHoldsThreads) {
  const auto machine = sporos::detect_machine(Kokkos::DefaultExecutionSpace());
  const bool on_gpu = machine.kind == sporos::MachineKind::gpu;
  const int rows = on_gpu ? 1536 * static_cast<int>(machine.multiprocessors) + 2 : 2001;
  for (const int more : {0, 1}) {
    sporos_test::Pattern pattern{"band", rows, {}};
    for (int row = 0; row < rows + more; ++row) {
      pattern.rows.emplace_back();
      for (const int column : {row - 300, row - 1, row, row + 2, row + 900}) {
        if (column >= 0 && column < rows) pattern.rows.back().push_back(column);
      }
    }
    sporos_test::check_format_of<float, float, int, int>(pattern, dia, checks);
    sporos_test::check_format_of<float, double, int, int>(pattern, dia, checks);
  }
}

}  // namespace dia_product_tests
