// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two rows of a DIA matrix at once, as lanes of a GPU take them.
#include <gtest/gtest.h>

#include <limits>

#include "core/kernels/formats/Sporos_DiaPairsKernel.hpp"
#include "formats/dia/Sporos_ToDia.hpp"
#include "unit_tests/support/Lockstep.hpp"
#include "unit_tests/support/ProductCase.hpp"

namespace wavefront_dia_tests {

namespace detail = sporos::detail;
using Space = sporos_test::Lockstep<32>;
using Exec = Kokkos::DefaultExecutionSpace;
using Reader = detail::VectorReader<Space, sporos::Gather::plain, double>;
using Operand = detail::FormatOperand<Space, detail::DiaArrays<double>, Reader, double>;
using Kernel = detail::DiaPairsKernel<Operand, detail::LinearEpilogue<double, double>>;

template <class Matrix>
void multiply(const Matrix& dia, const double* x, double alpha, double beta, double* y) {
  ASSERT_EQ(dia.num_mirrored(), 0);
  const detail::DiaArrays<double> arrays{dia.num_rows, dia.num_columns, detail::dia_slots(dia), dia.offsets.data(),
                                         dia.values.data()};
  constexpr std::int64_t rows = 90;  // more than two for each thread
  sporos_test::launch_lockstep<32>(static_cast<int>(detail::ceiling_of(dia.num_rows, rows)), 32, 0,
                                   Kernel{{Operand{arrays, {x}}, {y, alpha, beta}, rows}});
}

class WavefrontDia : public testing::Test {
 protected:
  void SetUp() override {
    if (!detail::is_host_execution<Exec>) GTEST_SKIP() << "matrices are not on the host";
  }
};

TEST_F(WavefrontDia, PairsOfRowsWithAnyNumberOfDiagonalsMatchTheReference) {
  for (int diagonals = 1; diagonals <= 2 * detail::dia_pairs_at_once + 2; ++diagonals) {
    for (const int rows : {1, 2, 269, 270}) {
      SCOPED_TRACE(detail::concat(rows, " rows, ", diagonals, " diagonals"));
      sporos_test::Pattern pattern{"", rows - rows / 9 + 3, {}};
      for (int row = 0; row < rows; ++row) {
        pattern.rows.emplace_back();
        for (int d = 0; d < diagonals; ++d) {
          const int column = row + 3 * d - diagonals;
          if (column >= 0 && column < pattern.num_columns && (row + d) % 5 != 0) pattern.rows.back().push_back(column);
        }
      }
      sporos_test::ProductCase<double> matrix_case(pattern);
      const auto dia = sporos::to_dia(Exec(), matrix_case.matrix);
      for (const double beta : {0.0, 0.5}) {
        matrix_case.check(2, beta, [&](double alpha, auto x, double scale, auto y) {
          multiply(dia, x.data(), alpha, scale, y.data());
        });
      }
    }
  }
}

TEST_F(WavefrontDia, PairsOfRowsSkipFilling) {
  // The diagonal below the main one has its only entry in row 3, and filling in column 0 of row 1.
  sporos_test::ProductCase<double> matrix_case({"", 3, {{0}, {1}, {2}, {2}}});
  const auto dia = sporos::to_dia(Exec(), matrix_case.matrix);
  ASSERT_EQ(dia.num_diagonals(), 2);
  const double x[3] = {std::numeric_limits<double>::quiet_NaN(), 1, 2};
  double y[4];
  multiply(dia, x, 1, 0, y);
  EXPECT_TRUE(std::isnan(y[0]));
  for (const int row : {1, 2, 3}) EXPECT_FALSE(std::isnan(y[row])) << row;
}

}  // namespace wavefront_dia_tests
