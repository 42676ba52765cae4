// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "perf_tests/arguments/BenchmarkArguments.hpp"

#include <gtest/gtest.h>

#include "perf_tests/tests/ExpectRefusal.hpp"

namespace benchmark_arguments_tests {

using namespace sporos::perf;

BenchmarkSettings parse(const std::vector<std::string>& arguments) {
  return parse_benchmark_arguments(arguments, {{"double", "float"}, {"int", "size_t"}, {"eigen", "kokkos-kernels"}});
}

void expect_refusal(const std::vector<std::string>& arguments, const std::string& part) {
  sporos_test::expect_refusal([&] { parse(arguments); }, part);
}

TEST(BenchmarkArguments, WithoutInputsItIsTheBenchmarkSet) {
  const BenchmarkSettings settings = parse({"--benchmark_filter=x"});
  EXPECT_EQ(settings.settings.inputs.size(), 10u);
  EXPECT_EQ(settings.settings.inputs.front(), "stencil7-160");
  EXPECT_EQ(settings.scalars, (std::vector<std::string>{"double", "float"}));
  EXPECT_EQ(settings.others, std::vector<std::string>{"--benchmark_filter=x"});
  EXPECT_FALSE(settings.sweep_shapes);
}

TEST(BenchmarkArguments, NamedInputsStandInsteadOfTheSet) {
  using Inputs = std::vector<std::string>;
  EXPECT_EQ(parse({"stencil7:4"}).settings.inputs, Inputs{"stencil7:4"});
  EXPECT_EQ(parse({"--beta", "2", "a.mtx", "--generate", "stencil5:9", "b.mtx"}).settings.inputs,
            (Inputs{"a.mtx", "stencil5:9", "b.mtx"}));
  EXPECT_EQ(parse({"--beta", "2", "a.mtx"}).settings.beta, 2);
  EXPECT_EQ(parse({"--beta=2", "a.mtx"}).settings.beta, 2);
  EXPECT_EQ(parse({"--rcm", "a.mtx"}).settings.inputs, Inputs{"a.mtx"});
}

TEST(BenchmarkArguments, OptionsOfTheOtherProgramAreRefused) {
  expect_refusal({"--json", "out.json"}, "--benchmark_out");
  expect_refusal({"--list"}, "--benchmark_list_tests");
  expect_refusal({"--model"}, "--model is an option of sporos_spmv");
  expect_refusal({"--lock", "file"}, "--lock is an option of sporos_spmv");
  expect_refusal({"--optimum"}, "--optimum is an option of sporos_spmv");
  expect_refusal({"--set", "fitted"}, "--set is an option of sporos_spmv");
  expect_refusal({"--generate", "nothing:3"}, "there is no generator nothing:3");
  expect_refusal({"--generate"}, "--generate needs a value");
  expect_refusal({"--scalar", "double,half"}, "not 'half'");
  expect_refusal({"--matrices", "/nowhere"}, "--matrices: /nowhere");
}

TEST(BenchmarkArguments, SweptShapesAreThoseOfCoopWithoutPeers) {
  const BenchmarkSettings settings = parse({"--sweep-shapes", "stencil7:4"});
  EXPECT_TRUE(settings.sweep_shapes);
  ASSERT_TRUE(settings.settings.peers);
  EXPECT_TRUE(settings.settings.peers->empty());
  expect_refusal({"--sweep-shapes", "--coop", "4", "a"}, "chooses the shapes itself");
  expect_refusal({"--sweep-shapes", "--algorithm", "stream", "a"}, "is for the algorithm coop");
  expect_refusal({"--sweep-shapes", "--columns", "2", "a"}, "is for products without --operation");
}

TEST(BenchmarkArguments, OtherProductsAreAskedForAsInTheOtherProgram) {
  const BenchmarkSettings settings = parse({"--operation", "transpose", "a.mtx", "--columns=8"});
  EXPECT_EQ(settings.settings.kind.words(), "transpose, 8 columns in LayoutLeft");
  EXPECT_EQ(settings.settings.inputs, std::vector<std::string>{"a.mtx"});
}

}  // namespace benchmark_arguments_tests
