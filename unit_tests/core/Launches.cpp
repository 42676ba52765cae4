// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kokkos Tools callbacks prove where every launch went and what it was called.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "core/Sporos.hpp"
#include "unit_tests/support/Gallery.hpp"
#include "unit_tests/support/Instances.hpp"

namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

struct Log {
  std::vector<std::pair<std::string, std::uint32_t>> launches;
  std::vector<std::string> regions;
  std::vector<std::string> allocations;
  std::vector<std::string> fences;
};
Log* current = nullptr;

void on_launch(const char* label, const std::uint32_t device, std::uint64_t*) {
  current->launches.emplace_back(label, device);
}
void on_region(const char* label) { current->regions.emplace_back(label); }
void on_allocation(Kokkos::Profiling::SpaceHandle, const char* label, const void*, std::uint64_t bytes) {
  if (bytes > 0) current->allocations.emplace_back(label);  // Kokkos' CUDA teams allocate nothing, literally
}
// Kokkos fences around every callback of a tool that does not decline; those are the recording's own.
void on_fence(const char* label, const std::uint32_t, std::uint64_t*) {
  const std::string name = label;
  if (name.find("Profile Tool Fence") == std::string::npos) current->fences.push_back(name);
}

class Recording {
 public:
  Recording() {
    current = &log_;
    namespace Tools = Kokkos::Tools::Experimental;
    Tools::set_begin_parallel_for_callback(on_launch);
    Tools::set_begin_parallel_reduce_callback(on_launch);
    Tools::set_begin_parallel_scan_callback(on_launch);
    Tools::set_push_region_callback(on_region);
    Tools::set_allocate_data_callback(on_allocation);
    Tools::set_begin_fence_callback(on_fence);
  }
  ~Recording() {
    namespace Tools = Kokkos::Tools::Experimental;
    Tools::set_begin_parallel_for_callback(nullptr);
    Tools::set_begin_parallel_reduce_callback(nullptr);
    Tools::set_begin_parallel_scan_callback(nullptr);
    Tools::set_push_region_callback(nullptr);
    Tools::set_allocate_data_callback(nullptr);
    Tools::set_begin_fence_callback(nullptr);
  }
  const Log& log() const { return log_; }

 private:
  Log log_;
};

const std::vector<std::string> none;

class Launches : public testing::Test {
 protected:
  sporos::CrsMatrix<double, int, int, Space> matrix = sporos::copy_to<Space>(
      sporos_test::make_matrix<double>(sporos_test::random_pattern("five a row", 300, 200, [](auto) { return 5; })));
  Kokkos::View<double*, Space> x{"x", 200};
  Kokkos::View<double*, Space> y{"y", 300};
};

TEST_F(Launches, AllGoToTheInstanceOfTheCaller) {
  for (const Exec& instance : sporos_test::make_instances<Exec>(2)) {
    const std::uint32_t wanted = Kokkos::Tools::Experimental::device_id(instance);
    const Recording recording;
    const auto plan = sporos::Plan(instance, matrix);
    plan.apply(1.0, x, 0.0, y);
    plan.apply(0.0, x, 0.5, y);
    sporos::spmv(instance, 1.0, matrix, x, 1.0, y);
    sporos::validate(instance, matrix);
    EXPECT_EQ(recording.log().launches.size(), 7u);
    for (const auto& [label, device] : recording.log().launches) EXPECT_EQ(device, wanted) << label;
  }
}

TEST_F(Launches, CarryLabelsThatMirrorTheTree) {
  const auto plan = sporos::Plan(Exec(), matrix);
  const Recording recording;
  plan.apply(1.0, x, 0.0, y);
  plan.apply(0.0, x, 0.5, y);
  const Log& log = recording.log();
  ASSERT_EQ(log.launches.size(), 2u);
  EXPECT_EQ(log.launches[0].first, "sporos::spmv[crs,coop]");
  EXPECT_EQ(log.launches[1].first, "sporos::spmv[crs,scale]");
  EXPECT_EQ(log.regions, (std::vector<std::string>{"sporos::spmv[crs,coop]", "sporos::spmv[crs,coop]"}));
}

TEST_F(Launches, OfAPlanNeitherAllocateNorWait) {
  for (const auto reduction : {sporos::Reduction::shuffle, sporos::Reduction::scratch, sporos::Reduction::thread}) {
    if (!sporos::Reductions<Exec>::supports(reduction)) continue;
    sporos::Options options;
    options.reduction = reduction;
    const auto plan = sporos::Plan(Exec(), matrix, options);
    plan.apply(1.0, x, 0.0, y);  // Kokkos itself sets up its team memory at the first launch
    const Recording recording;
    plan.apply(1.0, x, 0.0, y);
    plan.apply(0.0, x, 0.5, y);
    EXPECT_EQ(recording.log().allocations, none) << name(reduction);
    EXPECT_EQ(recording.log().fences, none) << name(reduction);
  }
}

TEST_F(Launches, OfOneProductAreOne) {
  sporos::spmv(Exec(), 1.0, matrix, x, 0.0, y);  // Kokkos itself sets up its team memory at the first launch
  const Recording recording;
  sporos::spmv(Exec(), 1.0, matrix, x, 0.0, y);
  EXPECT_EQ(recording.log().launches.size(), 1u);
  EXPECT_EQ(recording.log().allocations, none);
}

}  // namespace
