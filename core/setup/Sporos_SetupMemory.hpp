// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief What an execution space instance keeps to make plans with.
#pragma once

#include <atomic>
#include <utility>

#include "core/setup/Sporos_BlockPool.hpp"
#include "core/setup/Sporos_PerInstance.hpp"
#include "core/setup/Sporos_SetupMailboxes.hpp"

namespace sporos {
namespace detail {

/// \brief One per instance, kept by PerInstance. Safe from several threads.
template <class ExecutionSpace>
struct SetupMemory {
  static constexpr std::size_t max_instances = 32;

  explicit SetupMemory(const ExecutionSpace& exec) : mailboxes(exec) {}

  /// \brief Always: plans own their blocks, so none needs this between two set-ups.
  bool may_go() const { return true; }

  SetupMailboxes<ExecutionSpace> mailboxes;
  BlockPool<ExecutionSpace> blocks;
};

/// \brief A block from the pool of an instance, given back when its owner is destroyed.
template <class ExecutionSpace>
class SetupBlock {
 public:
  using Bytes = typename BlockPool<ExecutionSpace>::Bytes;

  /// The kernel that fills the block runs on `exec`, as will the kernel that fills it next.
  SetupBlock(const ExecutionSpace& exec, Bytes bytes) : exec_(exec), bytes_(std::move(bytes)) {}
  SetupBlock(const SetupBlock&) = delete;
  SetupBlock& operator=(const SetupBlock&) = delete;
  ~SetupBlock() {
    if (!Kokkos::is_initialized()) return;
    const auto memory = PerInstance<ExecutionSpace, SetupMemory<ExecutionSpace>>::find(exec_);
    // Waits as a free would: products on other instances, or on one that has been released, may still be reading the
    // block.
    if (is_read_ || !memory) wait_for_all("sporos::setup[wait]");
    if (memory) memory->blocks.give_back(std::move(bytes_));
  }
  unsigned char* data() const { return bytes_.data(); }
  std::int64_t bytes() const { return static_cast<std::int64_t>(bytes_.extent(0)); }
  /// \brief From now on products may be reading the block without a plan that waits for them.
  void lend() const { is_read_ = true; }

 private:
  ExecutionSpace exec_;
  Bytes bytes_;
  mutable std::atomic<bool> is_read_{false};
};

}  // namespace detail
}  // namespace sporos
