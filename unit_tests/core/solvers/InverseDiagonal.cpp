// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/solvers/Sporos_InverseDiagonal.hpp"

#include <gtest/gtest.h>

#include "core/Sporos_Convert.hpp"
#include "core/Sporos_Formats.hpp"
#include "unit_tests/support/FormatTests.hpp"

namespace inverse_diagonal_tests {

using sporos_test::complaint;
using sporos_test::elements;
using Exec = Kokkos::DefaultExecutionSpace;

auto matrix_of(std::int64_t columns, const std::vector<std::vector<std::int64_t>>& rows) {
  const auto matrix = sporos_test::make_matrix<double>({"", columns, rows});
  for (std::int64_t k = 0; k < matrix.nnz(); ++k) matrix.values(k) = static_cast<double>(k + 1);
  return sporos::copy_to<Exec::memory_space>(matrix);
}

TEST(InverseDiagonal, IsOneOverEachEntryOrOverTheSumOfThoseInOnePlace) {
  const auto A = matrix_of(3, {{1, 0}, {1, 1}, {0, 1, 2}});  // 2, 3 + 4, 7
  EXPECT_EQ(elements(sporos::inverse_diagonal(Exec(), A)), std::vector<double>({1.0 / 2, 1.0 / 7, 1.0 / 7}));
}

TEST(InverseDiagonal, OfOtherFormatsIsTheSame) {
  const Exec exec;
  const auto A = matrix_of(3, {{0, 2}, {1}, {0, 2}});
  const auto wanted = elements(sporos::inverse_diagonal(exec, A));
  EXPECT_EQ(elements(sporos::inverse_diagonal(exec, to_ell(exec, A))), wanted);
  EXPECT_EQ(elements(sporos::inverse_diagonal(exec, sporos::to_any(exec, A, sporos::Format::dia))), wanted);
}

TEST(InverseDiagonal, NamesTheFirstRowWithoutOne) {
  const Exec exec;
  EXPECT_EQ(complaint([&] {
              sporos::inverse_diagonal(exec, matrix_of(4, {{0}, {1}, {1}, {}}));
            }),
            "sporos::inverse_diagonal: the diagonal entry of row 2 is missing or 0");
  const auto zero = matrix_of(2, {{0}, {1}});
  Kokkos::deep_copy(zero.values, 0.0);
  EXPECT_EQ(complaint([&] { sporos::inverse_diagonal(exec, zero); }),
            "sporos::inverse_diagonal: the diagonal entry of row 0 is missing or 0");
}

TEST(InverseDiagonal, RefusesMatricesThatAreNotSquare) {
  EXPECT_EQ(complaint([&] {
              sporos::inverse_diagonal(Exec(), matrix_of(3, {{0}, {1}}));
            }),
            "sporos::inverse_diagonal: the matrix is 2 x 3, not square");
}

TEST(InverseDiagonal, OfAMatrixWithoutRowsIsEmpty) {
  EXPECT_EQ(sporos::inverse_diagonal(Exec(), matrix_of(0, {})).extent(0), 0u);
}

}  // namespace inverse_diagonal_tests
