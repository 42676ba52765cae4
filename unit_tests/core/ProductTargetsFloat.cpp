// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "unit_tests/core/ProductTargetTests.hpp"

namespace sporos_test {

TEST(ProductTargetsFloat, OfEveryGenerationMatchTheReference) { check_every_target<float>(); }

TEST(ProductTargetsFloat, OfEveryGenerationMatchTheReferenceInTheLargestTeams) {
  check_every_target_with_the_largest_teams<float>();
}

TEST(ProductTargetsFloat, OfEveryPrimitiveMatchTheReference) { check_every_primitive<float>(); }

TEST(ProductTargetsFloat, OfEveryPrimitiveNeitherAllocateNorWait) {
  check_that_no_primitive_allocates_or_waits<float>();
}

}  // namespace sporos_test
