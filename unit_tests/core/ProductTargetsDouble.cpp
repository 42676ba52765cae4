// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "unit_tests/core/ProductTargetTests.hpp"

namespace sporos_test {

TEST(ProductTargetsDouble, OfEveryGenerationMatchTheReference) { check_every_target<double>(); }

TEST(ProductTargetsDouble, OfEveryGenerationMatchTheReferenceInTheLargestTeams) {
  check_every_target_with_the_largest_teams<double>();
}

TEST(ProductTargetsDouble, OfEveryPrimitiveMatchTheReference) { check_every_primitive<double>(); }

TEST(ProductTargetsDouble, OfEveryPrimitiveNeitherAllocateNorWait) {
  check_that_no_primitive_allocates_or_waits<double>();
}

}  // namespace sporos_test
