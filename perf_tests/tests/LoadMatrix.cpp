// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "perf_tests/problem/LoadMatrix.hpp"

#include <gtest/gtest.h>

namespace load_matrix_tests {

using sporos::perf::matrix_name;

TEST(MatrixName, LosesFolderAndExtension) {
  EXPECT_EQ(matrix_name("/a/b/G3_circuit.mtx"), "G3_circuit");
  EXPECT_EQ(matrix_name("b/c.mtx.gz"), "c");
  EXPECT_EQ(matrix_name("plain"), "plain");
  EXPECT_EQ(matrix_name(".mtx"), ".mtx");
}

TEST(MatrixName, KeepsADescription) { EXPECT_EQ(matrix_name("uniform:20,entries=3"), "uniform:20,entries=3"); }

}  // namespace load_matrix_tests
