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

TEST(RequireInput, SaysWhenThereIsNeitherAFileNorAGenerator) {
  using sporos::perf::require_input;
  EXPECT_NO_THROW(require_input("stencil5:3"));
  EXPECT_NO_THROW(require_input("."));  // exists, but is no matrix: the reader reports that
  for (const std::string input : {"stencil6:3", "no-such-folder/matrix.mtx"}) {
    try {
      require_input(input);
      ADD_FAILURE() << input;
    } catch (const std::runtime_error& error) {
      EXPECT_EQ(error.what(),
                '"' + input + "\" is neither a file that is there nor a generator (sporos_spmv --list names these)");
    }
  }
}

}  // namespace load_matrix_tests
