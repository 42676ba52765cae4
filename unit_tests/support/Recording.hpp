// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief What a piece of code launches, allocates and waits for, as reported to Kokkos Tools.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "formats/common/Sporos_Kokkos.hpp"

namespace sporos_test {

/// \brief What Kokkos reported, in order; launches with the device on which they run.
struct Log {
  std::vector<std::pair<std::string, std::uint32_t>> launches;
  std::vector<std::string> regions;
  std::vector<std::string> allocations;
  std::uint64_t allocated_bytes = 0;
  std::vector<std::string> deallocations;
  std::vector<std::string> fences;
};
inline Log* current = nullptr;

inline void on_launch(const char* label, const std::uint32_t device, std::uint64_t*) {
  current->launches.emplace_back(label, device);
}
inline void on_region(const char* label) { current->regions.emplace_back(label); }
inline void on_allocation(Kokkos::Profiling::SpaceHandle, const char* label, const void*, std::uint64_t bytes) {
  if (bytes > 0) current->allocations.emplace_back(label);  // Kokkos' CUDA teams report allocations of 0 bytes
  current->allocated_bytes += bytes;
}
inline void on_deallocation(Kokkos::Profiling::SpaceHandle, const char* label, const void*, std::uint64_t bytes) {
  if (bytes > 0) current->deallocations.emplace_back(label);
}
// Kokkos fences around every callback of a tool that does not decline. These fences belong to the recording.
inline void on_fence(const char* label, const std::uint32_t, std::uint64_t*) {
  const std::string name = label;
  if (name.find("Profile Tool Fence") == std::string::npos) current->fences.push_back(name);
}

/// \brief Records while it is alive; only one may be alive at a time.
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
    Tools::set_deallocate_data_callback(on_deallocation);
    Tools::set_begin_fence_callback(on_fence);
  }
  ~Recording() {
    namespace Tools = Kokkos::Tools::Experimental;
    Tools::set_begin_parallel_for_callback(nullptr);
    Tools::set_begin_parallel_reduce_callback(nullptr);
    Tools::set_begin_parallel_scan_callback(nullptr);
    Tools::set_push_region_callback(nullptr);
    Tools::set_allocate_data_callback(nullptr);
    Tools::set_deallocate_data_callback(nullptr);
    Tools::set_begin_fence_callback(nullptr);
  }
  const Log& log() const { return log_; }

 private:
  Log log_;
};

}  // namespace sporos_test
