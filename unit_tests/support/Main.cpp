// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <cstdlib>

#include "core/device/instance/Sporos_DetectHostLevel.hpp"

// A test that asks for the level which this processor uses anyway would repeat others.
bool repeats_others() {
  return std::getenv("SPOROS_SKIP_USUAL_LEVEL") != nullptr &&
         sporos::detail::host_level() == sporos::detail::usual_host_level();
}

int main(int argc, char** argv) {
  if (repeats_others()) return 77;
  testing::InitGoogleTest(&argc, argv);
  Kokkos::ScopeGuard kokkos(argc, argv);
  return RUN_ALL_TESTS();
}
