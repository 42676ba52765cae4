// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kokkos can be initialized only once in a process, and these tests do so themselves: a process runs one of them.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>

namespace {

struct OneTestAlone : testing::EmptyTestEventListener {
  void OnTestProgramStart(const testing::UnitTest& program) override {
    if (program.test_to_run_count() <= 1) return;
    std::fputs("Choose one test with --gtest_filter: each of them needs a process of its own.\n", stderr);
    std::exit(2);
  }
};

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  testing::UnitTest::GetInstance()->listeners().Append(new OneTestAlone);
  return RUN_ALL_TESTS();
}
