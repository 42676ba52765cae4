// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "policies/tuning/Sporos_CrsCandidates.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <string>

#include "formats/common/Sporos_Require.hpp"
#include "unit_tests/support/RowProfiles.hpp"

namespace crs_candidates_tests {

using sporos::Algorithm;
using sporos::CrsDecision;
using sporos::Machine;
using sporos::Options;
using sporos::RowProfile;
using sporos_test::row_profile;

using Decisions = std::vector<CrsDecision>;

constexpr int value_bytes = 8;

struct NamedMachine {
  std::string name;
  Machine machine;
};

std::vector<NamedMachine> machines() {
  return {{"one thread", sporos::host_machine(1)},
          {"64 threads", sporos::host_machine(64)},
          {"Tesla C2070", sporos::tesla_c2070()},
          {"Tesla K40", sporos::tesla_k40()},
          {"H100", sporos::h100()}};
}

struct NamedProfile {
  std::string name;
  RowProfile rows;
};

std::vector<NamedProfile> profiles() {
  return {{"no rows", row_profile(0, 0, 0)},
          {"no entries", row_profile(1000, 0, 0)},
          {"one entry", row_profile(1, 1, 1)},
          {"stencil", row_profile(4096000, 28672000, 7)},
          {"finite elements", row_profile(314432, 24714115, 81)},
          {"long rows", row_profile(40000, 15160000, 492)},
          {"power law", row_profile(1000000, 3100000, 1311)},
          {"one enormous row", row_profile(116835, 766396, 726507)},
          {"nothing but one row", row_profile(1, 50000000, 50000000)},
          {"more rows than teams", row_profile(3000000000, 3000000000, 1)}};
}

using Lister = std::function<Decisions(const Machine&, const RowProfile&, const Options&)>;

struct NamedLister {
  std::string name;
  Lister list;
  std::size_t most;
};

// A tool of Kokkos is offered 64 candidates at most.
std::vector<NamedLister> listers() {
  return {{"candidates",
           [](const auto& machine, const auto& rows, const auto& options) {
             return sporos::detail::crs_candidates(machine, rows, options, value_bytes);
           },
           64},
          {"all",
           [](const auto& machine, const auto& rows, const auto& options) {
             return sporos::detail::all_crs_decisions(machine, rows, options, value_bytes);
           },
           400}};
}

/// Calls `check(list, machine, rows)` for both lists, on every machine, for every profile.
template <class Check>
void for_each_list(const Options& options, const Check& check) {
  for (const auto& lister : listers()) {
    for (const auto& machine : machines()) {
      for (const auto& rows : profiles()) {
        SCOPED_TRACE(lister.name + ", " + machine.name + ", " + rows.name);
        check(lister.list(machine.machine, rows.rows, options), machine.machine, rows.rows);
      }
    }
  }
}

std::string words(const CrsDecision& decision) {
  return sporos::detail::concat(name(decision.algorithm), " {", decision.shape.coop, ", ", decision.shape.repeat, ", ",
                                decision.shape.block_size, "}");
}

bool contains(const Decisions& list, Algorithm algorithm) {
  return std::any_of(list.begin(), list.end(),
                     [&](const CrsDecision& decision) { return decision.algorithm == algorithm; });
}

TEST(CrsCandidates, BeginWithTheAutomaticChoice) {
  for_each_list(Options(), [](const Decisions& list, const Machine& machine, const RowProfile& rows) {
    ASSERT_FALSE(list.empty());
    EXPECT_TRUE(list.front() == sporos::detail::decide_crs(machine, rows, Options(), value_bytes))
        << words(list.front());
  });
}

TEST(CrsCandidates, CanAllRun) {
  for_each_list(Options(), [](const Decisions& list, const Machine& machine, const RowProfile& rows) {
    for (auto decision = list.begin() + 1; decision < list.end(); ++decision) {
      EXPECT_EQ(sporos::detail::shape_fault(decision->shape, machine), nullptr) << words(*decision);
      EXPECT_LE(sporos::detail::block_count(decision->shape, rows.num_rows), INT32_MAX) << words(*decision);
    }
  });
}

TEST(CrsCandidates, AreNeverTheSameTwice) {
  for_each_list(Options(), [](const Decisions& list, const Machine&, const RowProfile&) {
    for (auto one = list.begin(); one != list.end(); ++one) {
      EXPECT_EQ(std::count(one, list.end(), *one), 1) << words(*one);
    }
  });
}

TEST(CrsCandidates, AreSaidByAlgorithmAndShapeAlone) {
  for_each_list(Options(), [](const Decisions& list, const Machine& machine, const RowProfile& rows) {
    for (const CrsDecision& one : list) {
      EXPECT_TRUE(one == sporos::detail::decide_crs(machine, rows, Options(), value_bytes, one.algorithm, one.shape))
          << words(one);
    }
  });
}

TEST(CrsCandidates, AreBounded) {
  for (const auto& lister : listers()) {
    for (const auto& machine : machines()) {
      for (const auto& rows : profiles()) {
        EXPECT_LE(lister.list(machine.machine, rows.rows, Options()).size(), lister.most)
            << lister.name << ", " << machine.name << ", " << rows.name;
      }
    }
  }
}

TEST(CrsCandidates, OfAMatrixWithoutEntriesAreOne) {
  for_each_list(Options(), [](const Decisions& list, const Machine&, const RowProfile& rows) {
    if (rows.nnz == 0) {
      EXPECT_EQ(list.size(), 1u);
    }
  });
}

TEST(CrsCandidates, LeaveOutWhatTheLongestRowAloneMakesSlow) {
  const RowProfile rows = row_profile(116835, 766396, 726507);
  const Decisions quick = sporos::detail::crs_candidates(sporos::h100(), rows, Options(), value_bytes);
  const Decisions all = sporos::detail::all_crs_decisions(sporos::h100(), rows, Options(), value_bytes);
  for (const Algorithm slow : {Algorithm::scalar, Algorithm::vector, Algorithm::ipcsr, Algorithm::light_vector}) {
    EXPECT_FALSE(contains(quick, slow)) << name(slow);
  }
  EXPECT_FALSE(contains(all, Algorithm::scalar));
  for (const Algorithm safe : {Algorithm::adaptive, Algorithm::merge_path, Algorithm::coop}) {
    EXPECT_TRUE(contains(quick, safe)) << name(safe);
    EXPECT_TRUE(contains(all, safe)) << name(safe);
  }
}

TEST(CrsCandidates, OfExhaustiveSearchHaveEveryAlgorithmButPcsrAndUselessPatterns) {
  for (const auto& machine : machines()) {
    for (const double share : {0.5, 1.0}) {
      RowProfile rows = row_profile(314432, 24714115, 81);
      rows.pattern_share = share;
      const bool patterns = share == 1 && machine.machine.kind == sporos::MachineKind::gpu;
      const Decisions all = sporos::detail::all_crs_decisions(machine.machine, rows, Options(), value_bytes);
      for (const Algorithm algorithm : sporos::all_algorithms()) {
        const bool is_there = algorithm == Algorithm::patterns ? patterns : algorithm != Algorithm::pcsr;
        EXPECT_EQ(contains(all, algorithm), is_there) << machine.name << ", " << name(algorithm);
      }
    }
  }
}

TEST(CrsCandidates, KeepToTheAlgorithmThatIsAskedFor) {
  for (const Algorithm algorithm : sporos::all_algorithms()) {
    Options options;
    options.algorithm = algorithm;
    for_each_list(options, [&](const Decisions& list, const Machine&, const RowProfile&) {
      for (const CrsDecision& decision : list) EXPECT_EQ(decision.algorithm, algorithm) << words(decision);
    });
  }
}

TEST(CrsCandidates, BeginWithTheShapeThatIsAskedForAndVaryIt) {
  Options options;
  options.algorithm = Algorithm::coop;
  options.shape = sporos::RowShape{8, 2, 128};
  const Decisions list =
      sporos::detail::crs_candidates(sporos::h100(), row_profile(4096000, 28672000, 7), options, value_bytes);
  EXPECT_TRUE(list.front().shape == *options.shape);
  EXPECT_GT(list.size(), 1u);
}

TEST(CrsCandidates, KeepThePrimitivesThatAreAskedFor) {
  Options options;
  options.target = sporos::Target::fermi;
  const Decisions list =
      sporos::detail::crs_candidates(sporos::h100(), row_profile(4096000, 28672000, 7), options, value_bytes);
  for (const CrsDecision& decision : list) {
    EXPECT_TRUE(decision.primitives == sporos::detail::primitives_of(sporos::Target::fermi)) << words(decision);
  }
}

// What is the fastest depends on the processor: 512-bit vectors lower the clock of some. Between the two levels with
// vectors of four numbers there is no choice; the one with masks is never the slower.
TEST(CrsCandidates, OfAHostHaveEveryNumberOfLanesThatItsProcessorHas) {
  using sporos::HostLevel;
  const auto has = [](const Decisions& list, HostLevel level) {
    return std::any_of(list.begin(), list.end(), [=](const CrsDecision& one) { return one.level == level; });
  };
  const auto levels = {HostLevel::portable, HostLevel::neon, HostLevel::avx2, HostLevel::avx512_masks,
                       HostLevel::avx512};
  for (const HostLevel highest : levels) {
    const Machine machine = sporos::host_machine(2, highest);
    const RowProfile rows = row_profile(4096000, 28672000, 7);
    const Decisions some = sporos::detail::crs_candidates(machine, rows, Options(), value_bytes);
    const Decisions all = sporos::detail::all_crs_decisions(machine, rows, Options(), value_bytes);
    EXPECT_EQ(some.front().level, highest) << "the automatic choice";
    for (const HostLevel level : levels) {
      const bool expected = level == highest || level == HostLevel::portable ||
                            (level == HostLevel::avx2 && highest == HostLevel::avx512);
      EXPECT_EQ(has(some, level), expected) << name(level) << " of " << name(highest);
      EXPECT_EQ(has(all, level), expected) << name(level) << " of " << name(highest);
    }
  }
}

}  // namespace crs_candidates_tests
