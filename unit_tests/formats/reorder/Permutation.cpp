// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "formats/reorder/Sporos_Permutation.hpp"
#include "unit_tests/support/Complaint.hpp"

#include <gtest/gtest.h>

namespace permutation_tests {

using sporos_test::complaint;

using Indices = std::vector<std::int64_t>;
using sporos::Permutation;

TEST(Permutation, KnowsBothDirectionsFromEither) {
  // old 2 1 3 0     old 0 1 2 3
  // new 0 1 2 3     new 3 1 0 2
  const Indices old_of_new{2, 1, 3, 0};
  const Indices new_of_old{3, 1, 0, 2};
  for (const auto& permutation : {Permutation::from_old_of_new(old_of_new), Permutation::from_new_of_old(new_of_old)}) {
    EXPECT_EQ(permutation.size(), 4);
    EXPECT_EQ(permutation.old_of_new(), old_of_new);
    EXPECT_EQ(permutation.new_of_old(), new_of_old);
  }
}

TEST(Permutation, InverseSwapsTheDirections) {
  const auto inverse = Permutation::from_old_of_new({2, 1, 3, 0}).inverse();
  EXPECT_EQ(inverse.old_of_new(), (Indices{3, 1, 0, 2}));
  EXPECT_EQ(inverse.new_of_old(), (Indices{2, 1, 3, 0}));
}

TEST(Permutation, IdentityLeavesEverythingWhereItIs) {
  EXPECT_EQ(Permutation::identity(3).old_of_new(), (Indices{0, 1, 2}));
  EXPECT_EQ(Permutation::identity(3).new_of_old(), (Indices{0, 1, 2}));
  EXPECT_EQ(Permutation::identity(0).size(), 0);
  EXPECT_EQ(Permutation().size(), 0);
}

TEST(Permutation, RefusesAnIndexThatIsOutOfRange) {
  EXPECT_EQ(complaint([] {
              Permutation::from_old_of_new({0, 3, 1});
            }),
            "sporos::Permutation::from_old_of_new: old_of_new[1] = 3 is not in [0, 3)");
  EXPECT_EQ(complaint([] {
              Permutation::from_new_of_old({0, 1, -2});
            }),
            "sporos::Permutation::from_new_of_old: new_of_old[2] = -2 is not in [0, 3)");
}

TEST(Permutation, RefusesAnIndexThatIsThereTwice) {
  EXPECT_EQ(complaint([] {
              Permutation::from_old_of_new({0, 2, 1, 2});
            }),
            "sporos::Permutation::from_old_of_new: old_of_new[3] = 2, and so is old_of_new[1]");
  EXPECT_EQ(complaint([] {
              Permutation::from_new_of_old({1, 1});
            }),
            "sporos::Permutation::from_new_of_old: new_of_old[1] = 1, and so is new_of_old[0]");
}

TEST(Permutation, RefusesANegativeSize) {
  EXPECT_EQ(complaint([] { Permutation::identity(-1); }),
            "sporos::Permutation::identity: size = -1 must not be negative");
}

}  // namespace permutation_tests
