// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Blocks of memory that are reused by the next plan of the same instance.
///
/// On a GPU, an allocation and a free cost as much as several small products.
#pragma once

#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "formats/common/Sporos_Kokkos.hpp"

namespace sporos {
namespace detail {

/// \brief Keeps spare blocks of at most `max_kept_bytes` in all. Safe from several threads.
template <class ExecutionSpace>
class BlockPool {
 public:
  using Bytes = Kokkos::View<unsigned char*, typename ExecutionSpace::memory_space>;
  static constexpr std::size_t min_block_bytes = std::size_t{64} * 1024;
  static constexpr std::size_t max_kept_bytes = std::size_t{64} * 1024 * 1024;

  /// \brief A block of at least `bytes` with undefined content; an empty one for 0 bytes.
  Bytes take(const ExecutionSpace& exec, std::size_t bytes) {
    if (bytes == 0) return Bytes();
    std::size_t size = min_block_bytes;
    while (size < bytes) size *= 2;
    const std::lock_guard<std::mutex> lock(mutex_);
    for (Bytes& kept : kept_) {
      if (kept.extent(0) != size) continue;
      std::swap(kept, kept_.back());
      Bytes block = std::move(kept_.back());
      kept_.pop_back();
      kept_bytes_ -= size;
      return block;
    }
    return Bytes(Kokkos::view_alloc(exec, std::string("sporos::setup[spare]"), Kokkos::WithoutInitializing), size);
  }

  /// \brief Takes a block back. Only kernels that were launched on the instance before this call may still be using it.
  void give_back(Bytes block) {
    if (block.extent(0) == 0) return;
    const std::lock_guard<std::mutex> lock(mutex_);
    if (kept_bytes_ + block.extent(0) > max_kept_bytes) return;
    kept_bytes_ += block.extent(0);
    kept_.push_back(std::move(block));
  }

 private:
  std::mutex mutex_;
  std::vector<Bytes> kept_;
  std::size_t kept_bytes_ = 0;
};

}  // namespace detail
}  // namespace sporos
