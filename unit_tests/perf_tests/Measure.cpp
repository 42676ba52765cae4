// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "perf_tests/support/Measure.hpp"

#include <gtest/gtest.h>

namespace {

using namespace sporos::perf;

class CountingContender : public Contender {
 public:
  explicit CountingContender(std::string& log, char letter)
      : Contender("library", "format", "algorithm", "int"), log_(log), letter_(letter) {}
  void prepare() override { log_ += 'p'; }
  void describe() override { log_ += 'd'; }
  void run() override {
    log_ += letter_;
    // Longer than the shortest sample, so that a sample is one product.
    const auto begin = std::chrono::steady_clock::now();
    while (std::chrono::steady_clock::now() - begin < std::chrono::microseconds(200)) {
    }
  }

 private:
  std::string& log_;
  char letter_;
};

TEST(Measure, WarmsUpEachAndThenGoesRoundWithAnotherFirst) {
  std::string log;
  CountingContender first(log, 'a');
  CountingContender second(log, 'b');
  const std::vector<Timing> timings = measure(Execution(), {&first, &second}, Protocol{5, 3}, Cache::as_left);
  EXPECT_EQ(log, "aaaaabbbbbabbaab");
  ASSERT_EQ(timings.size(), 2u);
  EXPECT_EQ(timings[0].samples, 3);
}

TEST(Measure, WarmSampleFollowsAnUntimedProductOfItsOwn) {
  std::string log;
  CountingContender first(log, 'a');
  CountingContender second(log, 'b');
  measure(Execution(), {&first, &second}, Protocol{1, 2}, Cache::warm);
  EXPECT_EQ(log, "abaabbbbaa");
}

TEST(Measure, SetUpIsTheSecondOneWithoutItsDescription) {
  std::string log;
  CountingContender contender(log, 'a');
  EXPECT_GE(measure_setup(Execution(), contender), 0);
  EXPECT_EQ(log, "ppd");
}

}  // namespace
