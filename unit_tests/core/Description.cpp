// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/Sporos_Description.hpp"

#include "core/Sporos_Plan.hpp"
#include "unit_tests/support/ProductCase.hpp"

namespace description_tests {

using sporos::Algorithm;
using Exec = Kokkos::DefaultExecutionSpace;

TEST(Description, NamesThePapersRuleWhereItChoseTheShape) {
  const sporos_test::ProductCase<double> matrix_case(
      sporos_test::random_pattern("5 a row", 200, 100, [](auto) { return 5; }));
  sporos::Options options;
  options.rule = sporos::RowRule::reguly_giles_2012;
  const auto names_the_rule = [&](Algorithm algorithm) {
    options.algorithm = algorithm;
    const auto words = sporos::Plan(Exec(), matrix_case.matrix, options).describe().words();
    return words.find("the shape is the fixed rule of Reguly and Giles 2012") != std::string::npos;
  };
  EXPECT_TRUE(names_the_rule(Algorithm::automatic));
  EXPECT_TRUE(names_the_rule(Algorithm::light_warp));
  options.rule = sporos::RowRule::sporos;
  EXPECT_FALSE(names_the_rule(Algorithm::light_warp));
}

}  // namespace description_tests
