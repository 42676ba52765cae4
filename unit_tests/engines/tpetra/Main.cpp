// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <Tpetra_Core.hpp>

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  const Tpetra::ScopeGuard scope(&argc, &argv);
  return RUN_ALL_TESTS();
}
