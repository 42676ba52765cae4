// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "perf_tests/support/DeviceTurn.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <thread>
#include <vector>

namespace device_turn_tests {

using sporos::perf::DeviceTurn;

TEST(DeviceTurn, OnlyOneHasIt) {
  const std::string file = testing::TempDir() + "device_turn";
  std::atomic<int> inside{0};
  std::atomic<bool> alone{true};
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      const DeviceTurn turn(file);
      if (++inside > 1) alone = false;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      --inside;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_TRUE(alone);
}

TEST(DeviceTurn, WithoutAFileNobodyWaits) {
  const DeviceTurn one("");
  const DeviceTurn another("");
}

TEST(DeviceTurn, AFileThatCannotBeMadeIsNamed) {
  try {
    const DeviceTurn turn(testing::TempDir() + "no/such/folder/file");
    ADD_FAILURE() << "nothing was thrown";
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("no/such/folder/file"), std::string::npos) << error.what();
  }
}

}  // namespace device_turn_tests
