// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "perf_tests/support/Measure.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <thread>

namespace measure_tests {

using namespace sporos::perf;

class CountingContender : public Contender {
 public:
  explicit CountingContender(std::string& log, char letter)
      : Contender("library", "format", "algorithm", "int"), log_(log), letter_(letter) {}
  void prepare() override {
    log_ += 'p';
    std::this_thread::sleep_for(set_up);
  }
  void release() override { log_ += 'r'; }
  void describe() override { log_ += 'd'; }
  void run() override {
    log_ += letter_;
    // Longer than the shortest sample, so that a sample is one product.
    const auto begin = std::chrono::steady_clock::now();
    while (std::chrono::steady_clock::now() - begin < product) {
    }
  }

  std::chrono::milliseconds set_up{0};
  std::chrono::microseconds product{200};

 private:
  std::string& log_;
  char letter_;
};

// Every round must have all contenders, in any order.
void expect_rounds(const std::string& log, std::size_t begin, std::size_t rounds, std::string of_a_round) {
  ASSERT_EQ(log.size(), begin + rounds * of_a_round.size());
  for (std::size_t round = 0; round < rounds; ++round) {
    std::string found = log.substr(begin + round * of_a_round.size(), of_a_round.size());
    std::sort(found.begin(), found.end());
    EXPECT_EQ(found, of_a_round) << log;
  }
}

TEST(Measure, WarmsUpEachAndThenGoesRound) {
  std::string log;
  CountingContender first(log, 'a');
  CountingContender second(log, 'b');
  const std::vector<Timing> timings = measure(Execution(), {&first, &second}, Protocol{5, 3}, Cache::as_left);
  EXPECT_EQ(log.substr(0, 10), "aaaaabbbbb");
  expect_rounds(log, 10, 3, "ab");
  ASSERT_EQ(timings.size(), 2u);
  EXPECT_EQ(timings[0].samples, 3);
}

TEST(Measure, ASlowOneHasFewSamples) {
  std::string log;
  CountingContender first(log, 'a');
  CountingContender slow(log, 'b');
  slow.product *= 50;
  const std::vector<Timing> timings = measure(Execution(), {&first, &slow}, Protocol{1, 8}, Cache::as_left);
  EXPECT_EQ(timings[0].samples, 8);
  EXPECT_EQ(timings[1].samples, 3);
  EXPECT_GE(timings[1].median_s, 0.01);
  EXPECT_EQ(log.substr(log.size() - 5), "aaaaa");
}

TEST(Measure, WarmUpsThatTakeLongAreFewer) {
  std::string log;
  CountingContender contender(log, 'a');
  contender.product = std::chrono::milliseconds(110);
  measure(Execution(), {&contender}, Protocol{5, 1}, Cache::as_left);
  EXPECT_EQ(log, "aaa");
}

TEST(Measure, WarmSampleFollowsAnUntimedProductOfItsOwn) {
  std::string log;
  CountingContender first(log, 'a');
  CountingContender second(log, 'b');
  measure(Execution(), {&first, &second}, Protocol{1, 2}, Cache::warm);
  EXPECT_EQ(log.substr(0, 2), "ab");
  expect_rounds(log, 2, 2, "aabb");
  for (std::size_t i = 2; i + 1 < log.size(); i += 2) EXPECT_EQ(log[i], log[i + 1]) << log;
}

TEST(Measure, SetUpIsLaterOnesAfterARelease) {
  std::string log;
  CountingContender contender(log, 'a');
  EXPECT_GE(measure_setup(Execution(), contender), 0);
  // One sample that is not timed, and 30 that are, or fewer if the machine is busy with something else.
  ASSERT_EQ(log.size() % 2, 1u) << log;
  ASSERT_GE(log.size(), 5u);
  EXPECT_LE(log.size(), 2u * 31 + 1);
  for (std::size_t i = 0; i + 1 < log.size(); ++i) EXPECT_EQ(log[i], i % 2 == 0 ? 'r' : 'p') << log;
  EXPECT_EQ(log.back(), 'd');
}

TEST(Measure, SetUpThatTakesLongIsDoneTwice) {
  std::string log;
  CountingContender contender(log, 'a');
  contender.set_up = std::chrono::milliseconds(25);
  EXPECT_GE(measure_setup(Execution(), contender), 0.025);
  EXPECT_EQ(log, "rprpd");
}

}  // namespace measure_tests
