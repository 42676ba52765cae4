// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is kept for each execution space instance, and that it does not grow with the number of instances that have
// existed.
#include "core/setup/Sporos_PerInstance.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "core/Sporos.hpp"
#include "unit_tests/support/Instances.hpp"
#include "unit_tests/support/InventedDecisions.hpp"
#include "unit_tests/support/Recording.hpp"

namespace {

/// An instance that consists only of its key, which is that of the calling thread or given by the test.
struct Invented {
  std::uintptr_t key = 0;
};

std::uintptr_t number_of_this_thread() {
  static std::atomic<std::uintptr_t> threads{1000000};
  thread_local const std::uintptr_t number = ++threads;
  return number;
}

}  // namespace

template <>
std::uintptr_t sporos::detail::instance_key(const Invented& instance) {
  return instance.key != 0 ? instance.key : number_of_this_thread();
}
template <>
bool sporos::detail::ends_with_thread(const Invented& instance) {
  return instance.key == 0;
}

namespace {

struct Memory {
  static constexpr std::size_t max_instances = 20;
  static inline std::atomic<int> alive{0};

  explicit Memory(const Invented&) { ++alive; }
  ~Memory() { --alive; }
  bool may_go() const { return !is_needed; }
  std::atomic<bool> is_needed{false};
};
using PerInvented = sporos::detail::PerInstance<Invented, Memory>;

class PerInstance : public testing::Test {
 protected:
  void TearDown() override {
    for (std::uintptr_t key = 1; key <= 10000; ++key) PerInvented::release({key});
    EXPECT_EQ(PerInvented::size(), 0u);
    EXPECT_EQ(Memory::alive, 0);
  }
};

TEST_F(PerInstance, IsMadeOnce) {
  const auto memory = PerInvented::get({1});
  EXPECT_EQ(PerInvented::get({1}), memory);
  EXPECT_EQ(PerInvented::find({1}), memory);
  EXPECT_NE(PerInvented::get({2}), memory);
  EXPECT_EQ(PerInvented::find({3}), nullptr);
  EXPECT_EQ(PerInvented::size(), 2u);
}

TEST_F(PerInstance, OfThreadsGoesWithThem) {
  static_assert(Memory::max_instances >= 20, "or one makes room for another");
  constexpr int at_once = 20;
  for (int started = 0; started < 10000; started += at_once) {
    std::vector<std::thread> threads;
    for (int i = 0; i < at_once; ++i) {
      threads.emplace_back([] {
        const auto memory = PerInvented::get({});
        EXPECT_EQ(PerInvented::find({}), memory);
      });
    }
    for (auto& thread : threads) thread.join();
    ASSERT_EQ(PerInvented::size(), 0u) << "after " << started + at_once << " threads";
    ASSERT_EQ(Memory::alive, 0);
  }
}

TEST_F(PerInstance, OfInstancesThatNobodyUsesMakesRoom) {
  const auto used = PerInvented::get({1});
  for (std::uintptr_t key = 2; key <= 10000; ++key) {
    PerInvented::get({key});
    ASSERT_LE(PerInvented::size(), Memory::max_instances);
    ASSERT_EQ(PerInvented::find({1}), used) << "key " << key;
  }
  for (std::uintptr_t key = 10000; key > 10000 - Memory::max_instances + 1; --key) {
    EXPECT_NE(PerInvented::find({key}), nullptr) << "key " << key;
  }
}

TEST_F(PerInstance, ThatMayNotGoStays) {
  std::vector<std::shared_ptr<Memory>> needed;
  for (std::uintptr_t key = 1; key <= 2 * Memory::max_instances; ++key) {
    needed.push_back(PerInvented::get({key}));
    needed.back()->is_needed = true;
  }
  for (std::uintptr_t key = 1; key <= needed.size(); ++key) EXPECT_EQ(PerInvented::find({key}), needed[key - 1]);
  PerInvented::get({9000});
  EXPECT_NE(PerInvented::find({9000}), nullptr);
  PerInvented::release({1});
  EXPECT_EQ(PerInvented::find({1}), nullptr);
}

TEST_F(PerInstance, LivesAsLongAsSomeoneHasIt) {
  auto memory = PerInvented::get({1});
  PerInvented::release({1});
  EXPECT_EQ(PerInvented::find({1}), nullptr);
  EXPECT_EQ(Memory::alive, 1);
  memory.reset();
  EXPECT_EQ(Memory::alive, 0);
}

TEST_F(PerInstance, GoesAfterTheKernelsThatMayUseIt) {
  const sporos_test::Recording recording;
  Kokkos::fence();
  const std::size_t of_one = recording.log().fences.size();
  if (of_one == 0) GTEST_SKIP() << "this Kokkos does not tell tools of the fences of this space";
  PerInvented::get({1});
  PerInvented::release({1});
  EXPECT_EQ(recording.log().fences.size(), 2 * of_one);
}

using sporos_test::Exec;
using LongRowMemory = sporos::detail::LongRowMemory<Exec>;
using SetupMemory = sporos::detail::SetupMemory<Exec>;

class Release : public testing::Test {
 protected:
  /// Uses all that is kept for an instance.
  void multiply() {
    auto decision = sporos_test::invented(sporos::Algorithm::adaptive, 64, 64);
    decision.limits.long_row = 64;
    decision.limits.segment = 64;
    check_invented(matrix_case, decision);
    decision.algorithm = sporos::Algorithm::stream;
    check_invented_without_setup(matrix_case, decision);
  }

  sporos_test::ProductCase<double> matrix_case{
      sporos_test::random_pattern("a long row", 300, 200, [](auto row) { return row == 7 ? 3000 : 5; })};
};

TEST_F(Release, GivesBackWhatIsKept) {
  sporos::release();
  const std::size_t others = LongRowMemory::num_instances();
  multiply();
  EXPECT_EQ(LongRowMemory::num_instances(), others + 1);
  EXPECT_NE((sporos::detail::PerInstance<Exec, SetupMemory>::find(Exec())), nullptr);
  sporos::release();
  EXPECT_EQ(LongRowMemory::num_instances(), others);
  EXPECT_EQ((sporos::detail::PerInstance<Exec, SetupMemory>::find(Exec())), nullptr);
  sporos::release(Exec());
  multiply();
}

TEST_F(Release, LeavesPlansWhatIsTheirs) {
  sporos::Options options;
  options.algorithm = sporos::Algorithm::adaptive;
  auto plan = std::make_unique<decltype(sporos::Plan(Exec(), matrix_case.matrix))>(Exec(), matrix_case.matrix, options);
  const auto check = [&] { matrix_case.check(0.75, -1.25, [&](auto... arguments) { plan->apply(arguments...); }); };
  check();
  sporos::release(Exec());
  check();
  multiply();
  check();
  sporos::release(Exec());
  plan.reset();
  multiply();
}

#if defined(KOKKOS_ENABLE_CUDA)

TEST_F(Release, IsNotNeededForStreamsByThread) {
  const std::size_t before = LongRowMemory::num_instances();
  const int device = Kokkos::Cuda().cuda_device();
  for (int i = 0; i < 100; ++i) {
    std::thread([&] {
      ASSERT_EQ(cudaSetDevice(device), cudaSuccess);
      ASSERT_EQ(cudaFree(nullptr), cudaSuccess);  // a new thread has no context before its first call
      const Kokkos::Cuda exec(cudaStreamPerThread);
      matrix_case.check(0.75, -1.25, [&](auto a, auto x, auto b, auto y) {
        sporos::spmv(exec, a, matrix_case.matrix, x, b, y);
        exec.fence();
      });
      EXPECT_EQ(LongRowMemory::num_instances(), before + 1);
    }).join();
  }
  EXPECT_EQ(LongRowMemory::num_instances(), before);
}

TEST_F(Release, IsNotForAnInstanceThatRecords) {
  cudaStream_t stream = nullptr;
  ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  {
    const Kokkos::Cuda exec(stream);
    ASSERT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed), cudaSuccess);
    EXPECT_THROW(sporos::release(exec), std::runtime_error);
    cudaGraph_t recorded = nullptr;
    ASSERT_EQ(cudaStreamEndCapture(stream, &recorded), cudaSuccess);
    cudaGraphDestroy(recorded);
  }
  cudaStreamDestroy(stream);
}

#endif

}  // namespace
