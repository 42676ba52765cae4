// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "perf_tests/arguments/MatrixSets.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "formats/generate/Sporos_Generate.hpp"
#include "perf_tests/support/Operands.hpp"
#include "perf_tests/tests/ExpectRefusal.hpp"

namespace matrix_sets_tests {

using sporos::perf::matrices_of_set;

bool has(const std::vector<std::string>& inputs, const std::string& name) {
  return std::find(inputs.begin(), inputs.end(), name) != inputs.end();
}

TEST(MatrixSets, BothHaveGeneratedMatricesAndNoneIsInBoth) {
  const auto fitted = matrices_of_set("fitted", "");
  const auto held_out = matrices_of_set("held-out", "");
  EXPECT_TRUE(has(fitted, "stencil7:100"));
  EXPECT_TRUE(has(held_out, "delaunay:520"));
  for (const std::string& name : held_out) EXPECT_FALSE(has(fitted, name)) << name;
  for (const auto& set : {fitted, held_out}) {
    for (const std::string& name : set) EXPECT_TRUE(sporos::is_generator(name)) << name;
  }
}

TEST(MatrixSets, LargeOnesAreForADevice) {
  const bool on_host = sporos::detail::is_host_execution<sporos::perf::Execution>;
  EXPECT_EQ(has(matrices_of_set("fitted", ""), "stencil7-160"), !on_host);
}

TEST(MatrixSets, FilesThatTheListDoesNotNameAreHeldOut) {
  const std::string folder = testing::TempDir() + "sporos_matrix_sets";
  std::filesystem::create_directories(folder);
  for (const char* const name : {"/wave.mtx", "/wing.mtx.gz", "/unknown.mtx", "/waves.mtx.gz", "/wave.txt"}) {
    std::ofstream(folder + name) << "%%MatrixMarket matrix coordinate pattern general\n1 1 1\n1 1\n";
  }
  const auto fitted = matrices_of_set("fitted", folder);
  const auto held_out = matrices_of_set("held-out", folder);
  EXPECT_TRUE(has(fitted, folder + "/wave.mtx"));
  EXPECT_TRUE(has(fitted, folder + "/wing.mtx.gz"));
  EXPECT_FALSE(has(fitted, folder + "/unknown.mtx"));
  EXPECT_TRUE(has(held_out, folder + "/unknown.mtx"));
  EXPECT_TRUE(has(held_out, folder + "/waves.mtx.gz"));
  EXPECT_FALSE(has(held_out, folder + "/wave.txt"));
  std::filesystem::remove_all(folder);
  sporos_test::expect_refusal([&] { matrices_of_set("fitted", folder); }, folder);
}

}  // namespace matrix_sets_tests
