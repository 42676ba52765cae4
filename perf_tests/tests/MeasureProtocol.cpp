// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What happens between two samples: the order of the contenders, what fills the caches, and what keeps a device busy.
#include <gtest/gtest.h>

#include <chrono>
#include <set>
#include <string>
#include <vector>

#include "perf_tests/support/Measure.hpp"
#include "unit_tests/support/Recording.hpp"

namespace measure_protocol_tests {

using namespace sporos::perf;

/// Launches nothing. Notes what has been launched since the last product of any contender.
class NotingContender : public Contender {
 public:
  struct Note {
    char who;
    std::vector<std::string> launched_before;
  };

  NotingContender(std::vector<Note>& notes, char letter)
      : Contender("library", "format", "algorithm", "int"), notes_(notes), letter_(letter) {}
  void prepare() override {}
  void run() override {
    notes_.push_back({letter_, {}});
    auto& launches = sporos_test::current->launches;
    for (const auto& launch : launches) notes_.back().launched_before.push_back(launch.first);
    launches.clear();
    // Longer than the shortest sample, so that a sample is one product.
    const auto begin = std::chrono::steady_clock::now();
    while (std::chrono::steady_clock::now() - begin < std::chrono::microseconds(200)) {
    }
  }

 private:
  std::vector<Note>& notes_;
  char letter_;
};
using Notes = std::vector<NotingContender::Note>;

/// What `contenders` contenders note in their samples; what comes before the samples is left out.
Notes notes_of(int contenders, int samples, Cache cache) {
  const sporos_test::Recording recording;
  Notes notes;
  std::vector<std::unique_ptr<NotingContender>> owned;
  std::vector<Contender*> everyone;
  for (int i = 0; i < contenders; ++i) {
    owned.push_back(std::make_unique<NotingContender>(notes, static_cast<char>('a' + i)));
    everyone.push_back(owned.back().get());
  }
  constexpr int warm_ups = 2;
  measure(Execution(), everyone, Protocol{warm_ups, samples}, cache);
  notes.erase(notes.begin(), notes.begin() + contenders * warm_ups);
  return notes;
}

TEST(MeasureProtocol, EveryoneComesFirstAndLastInSomeRound) {
  constexpr int contenders = 3;
  const Notes notes = notes_of(contenders, 60, Cache::as_left);
  ASSERT_EQ(notes.size(), 60u * contenders);
  std::set<char> first;
  std::set<char> last;
  for (std::size_t i = 0; i < notes.size(); i += contenders) {
    first.insert(notes[i].who);
    last.insert(notes[i + contenders - 1].who);
  }
  EXPECT_EQ(first.size(), std::size_t{contenders});
  EXPECT_EQ(last.size(), std::size_t{contenders});
}

bool fills_memory(const NotingContender::Note& note) {
  for (const std::string& label : note.launched_before) {
    if (label.find("delay") == std::string::npos) return true;
  }
  return false;
}

TEST(MeasureProtocol, AFlushedSampleFollowsAWriteOfItsOwn) {
  const Notes flushed = notes_of(2, 3, Cache::flushed);
  ASSERT_EQ(flushed.size(), 6u);
  for (const auto& note : flushed) EXPECT_TRUE(fills_memory(note));
  for (const auto& note : notes_of(2, 3, Cache::as_left)) EXPECT_FALSE(fills_memory(note));
}

TEST(MeasureProtocol, ADeviceIsBusyWhenASampleIsLaunched) {
  if (sporos::detail::is_host_execution<Execution>) GTEST_SKIP() << "on a host nothing is launched ahead";
  for (const Cache cache : {Cache::as_left, Cache::flushed}) {
    for (const auto& note : notes_of(2, 3, cache)) {
      ASSERT_FALSE(note.launched_before.empty());
      EXPECT_EQ(note.launched_before.back(), "delay");
    }
  }
}

}  // namespace measure_protocol_tests
