// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "policies/crs/Sporos_MachineRule.hpp"

#include <gtest/gtest.h>

#include "policies/crs/Sporos_DecideCrs.hpp"

namespace machine_rule_tests {

using sporos::host_machine;
using sporos::detail::machine_rule;

constexpr sporos::Machine tiny_gpu{sporos::MachineKind::gpu, 32, 1, 512, 256, 16384, 70};
static_assert(sporos::detail::shape_fault(machine_rule(sporos::h100(), 1000000, 7000000), sporos::h100()) == nullptr,
              "the rule is constexpr and gives a shape that runs");

TEST(MachineRule, GivesAShapeThatRunsOnEveryMachineForEveryMatrix) {
  for (const auto& machine :
       {sporos::tesla_c2070(), sporos::tesla_k40(), sporos::h100(), tiny_gpu, host_machine(1), host_machine(64)}) {
    for (const std::int64_t rows : {0LL, 1LL, 31LL, 1000LL, 4000000LL, 3000000000LL}) {
      for (const std::int64_t mean : {0, 1, 2, 4, 7, 16, 27, 81, 400, 100000}) {
        for (const bool prefetches : {false, true}) {
          const sporos::RowShape shape = machine_rule(machine, rows, rows * mean, prefetches);
          EXPECT_EQ(sporos::detail::shape_fault(shape, machine), nullptr) << rows << " rows of " << mean;
          EXPECT_GE(sporos::detail::block_count(shape, rows) * sporos::detail::rows_per_block(shape), rows);
          EXPECT_LE(sporos::detail::block_count(shape, rows), INT32_MAX) << rows << " rows of " << mean;
        }
      }
    }
  }
}

TEST(MachineRule, NeverGivesLongerRowsFewerLanes) {
  int lanes = 1;
  for (const std::int64_t mean : {1, 2, 4, 8, 16, 32, 64, 128, 256, 1024}) {
    const int coop = machine_rule(sporos::h100(), 1000000, 1000000 * mean).coop;
    EXPECT_GE(coop, lanes);
    lanes = coop;
  }
  EXPECT_EQ(lanes, 32);
}

TEST(MachineRule, GivesOneShareToOneThreadAndSeveralToEachOfMany) {
  EXPECT_EQ(sporos::detail::block_count(machine_rule(host_machine(1), 100000, 700000), 100000), 1);
  EXPECT_GE(sporos::detail::block_count(machine_rule(host_machine(8), 100000, 700000), 100000), 16);
}

TEST(MachineRule, TakesMorePartialSumsWhereEntriesArePrefetched) {
  for (const std::int64_t mean : {4, 12, 16, 100}) {
    const auto coop = [&](bool prefetches) {
      return machine_rule(host_machine(1), 1000000, 1000000 * mean, prefetches).coop;
    };
    EXPECT_EQ(coop(true), mean <= 8 ? 1 : 4) << mean;
    EXPECT_EQ(coop(false), mean <= 8 ? 1 : mean <= 14 ? 2 : 4) << mean;
  }
}

TEST(Target, FollowsFromTheMachine) {
  using sporos::Gather;
  using sporos::Reduction;
  using sporos::Target;
  using sporos::detail::primitives_for;
  static_assert(sporos::detail::target_of(sporos::tesla_c2070()) == Target::fermi, "compute capability 2.0");
  static_assert(sporos::detail::target_of(sporos::tesla_k40()) == Target::kepler, "compute capability 3.5");
  static_assert(sporos::detail::target_of(sporos::h100()) == Target::current, "compute capability 9.0");
  static_assert(sporos::detail::target_of(host_machine(4)) == Target::host, "no GPU");
  EXPECT_TRUE(primitives_for(sporos::tesla_c2070()) == (sporos::Primitives{Reduction::scratch, Gather::texture}));
  EXPECT_TRUE(primitives_for(host_machine(4)) == (sporos::Primitives{Reduction::thread, Gather::plain}));
  sporos::Machine other_gpu = sporos::h100();
  other_gpu.compute_capability = 0;
  EXPECT_TRUE(primitives_for(other_gpu) == (sporos::Primitives{Reduction::scratch, Gather::plain}));
}

TEST(Decision, FollowsTheOptionsBeforeTheRules) {
  sporos::RowProfile rows;
  rows.num_rows = 1000000;
  rows.num_columns = 1000000;
  rows.nnz = 7000000;
  rows.longest_row = 7;
  sporos::Options options;
  options.rule = sporos::RowRule::reguly_giles_2012;
  auto decision = sporos::detail::decide_crs(sporos::h100(), rows, options, 8);
  EXPECT_TRUE(decision.algorithm == sporos::Algorithm::coop);
  EXPECT_TRUE(decision.shape == sporos::detail::fixed_rule_2012(1000000, 7000000));
  options.shape = sporos::RowShape{8, 2, 64};
  options.target = sporos::Target::fermi;
  options.gather = sporos::Gather::plain;
  decision = sporos::detail::decide_crs(sporos::h100(), rows, options, 8);
  EXPECT_TRUE(decision.shape == (sporos::RowShape{8, 2, 64}));
  EXPECT_TRUE(decision.primitives == (sporos::Primitives{sporos::Reduction::scratch, sporos::Gather::plain}));
}

TEST(RowShape, SaysWhyItCannotRun) {
  const auto fault = [](sporos::RowShape shape) {
    const char* const text = sporos::detail::shape_fault(shape, sporos::h100());
    return std::string(text == nullptr ? "" : text);
  };
  EXPECT_EQ(fault({4, 1, 128}), "");
  EXPECT_NE(fault({3, 1, 96}).find("power of two"), std::string::npos);
  EXPECT_NE(fault({0, 1, 96}).find("power of two"), std::string::npos);
  EXPECT_NE(fault({64, 1, 128}).find("1 to 32"), std::string::npos);
  EXPECT_NE(fault({4, 0, 128}).find("repeat"), std::string::npos);
  EXPECT_NE(fault({8, 1, 4}).find("multiple of coop"), std::string::npos);
  EXPECT_NE(fault({1, 1, 0}).find("block_size must be at least 1"), std::string::npos);  // 0 is a multiple of coop
  EXPECT_NE(fault({8, 1, 100}).find("multiple of coop"), std::string::npos);
  EXPECT_NE(fault({4, 1, 2048}).find("largest team"), std::string::npos);
  EXPECT_NE(fault({4, 1, 48}).find("lanes"), std::string::npos);
  // A findings file with a block of millions of threads took as much memory as that many sums.
  EXPECT_EQ(sporos::detail::shape_fault({4, 1, 1024}, sporos::host_machine(2)), nullptr);
  EXPECT_EQ(std::string(sporos::detail::shape_fault({4, 1, 1028}, sporos::host_machine(2))),
            "block_size must be at most 1024 on a host");
}

}  // namespace machine_rule_tests
