// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <set>

#include "core/Sporos.hpp"
#include "core/tuning/Sporos_TrialRounds.hpp"

namespace trial_vector_tests {

template <class Value>
class TrialVector : public testing::Test {};
using Values = testing::Types<float, double, Kokkos::complex<double>>;
TYPED_TEST_SUITE(TrialVector, Values);

TYPED_TEST(TrialVector, HoldsNoZerosAndHardlyANumberTwice) {
  const Kokkos::DefaultExecutionSpace exec;
  const auto vector = sporos::detail::trial_vector<TypeParam>(exec, "vector", 1000);
  const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), vector);
  ASSERT_EQ(host.extent(0), 1000u);
  std::set<double> different;
  for (std::size_t i = 0; i < host.extent(0); ++i) {
    EXPECT_GT(Kokkos::complex<double>(host(i)).real() * Kokkos::complex<double>(host(i)).real(), 0);
    different.insert(Kokkos::complex<double>(host(i)).real());
  }
  EXPECT_GT(different.size(), 900u);
}

TEST(EmptyTrialVector, HasNoElements) {
  const Kokkos::DefaultExecutionSpace exec;
  EXPECT_EQ(sporos::detail::trial_vector<double>(exec, "vector", 0).extent(0), 0u);
}

}  // namespace trial_vector_tests
