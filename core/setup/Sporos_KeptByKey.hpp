// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Keeps one object per key for as long as it is of use.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

#include "formats/common/Sporos_Kokkos.hpp"

namespace sporos {
namespace detail {

/// \brief One T per key, made at the first request.
///
/// A T is removed by release(), at the end of a thread, or by get(), which keeps at most `max_kept`: it removes those
/// that were requested least recently, if they `may_go()`.
///
/// The last owner of a T waits for all kernels, which may still use its memory, and then destroys it. Safe from several
/// threads. T must be thread-safe too, since several threads may get the same one.
template <class T>
class KeptByKey {
 public:
  using Key = std::uintptr_t;

  explicit KeptByKey(std::size_t max_kept) : max_kept_(max_kept) {}
  KeptByKey(const KeptByKey&) = delete;
  KeptByKey& operator=(const KeptByKey&) = delete;

  /// \param make  returns a new T, which KeptByKey will delete
  template <class Make>
  std::shared_ptr<T> get(Key key, const Make& make) {
    std::vector<std::shared_ptr<T>> gone;  // destroyed after the lock, because destruction waits
    const std::lock_guard<std::mutex> lock(mutex_);
    Kept& own = kept_[key];
    own.last_use = ++uses_;
    if (own.value) return own.value;
    try {
      own.value = std::shared_ptr<T>(make(), wait_and_delete);
    } catch (...) {
      kept_.erase(key);
      throw;
    }
    while (kept_.size() > max_kept_) {
      const auto oldest = oldest_that_may_go(key);
      if (oldest == kept_.end()) break;
      gone.push_back(std::move(oldest->second.value));
      kept_.erase(oldest);
    }
    return own.value;
  }

  /// \brief The T of `key`, or nullptr if there is none. Makes none.
  std::shared_ptr<T> find(Key key) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto own = kept_.find(key);
    if (own == kept_.end()) return nullptr;
    own->second.last_use = ++uses_;
    return own->second.value;
  }

  void release(Key key) {
    std::shared_ptr<T> gone;
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto own = kept_.find(key);
    if (own == kept_.end()) return;
    gone = std::move(own->second.value);
    kept_.erase(own);
  }

  /// \brief Releases `key` when the calling thread ends. The KeptByKey must outlive the thread.
  void release_with_thread(Key key) {
    thread_local KeysOfThread keys;
    keys.all.emplace(this, key);
  }

  void release_all() {
    std::map<Key, Kept> gone;
    const std::lock_guard<std::mutex> lock(mutex_);
    gone.swap(kept_);
  }

  std::size_t size() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return kept_.size();
  }

 private:
  struct Kept {
    std::shared_ptr<T> value;
    std::uint64_t last_use = 0;
  };
  struct KeysOfThread {
    std::set<std::pair<KeptByKey*, Key>> all;
    ~KeysOfThread() {
      for (const auto& [kept, key] : all) kept->release(key);
    }
  };

  static void wait_and_delete(T* value) {
    if (Kokkos::is_initialized()) wait_for_all("sporos::release[wait]");
    delete value;
  }

  typename std::map<Key, Kept>::iterator oldest_that_may_go(Key newest) {
    auto oldest = kept_.end();
    for (auto one = kept_.begin(); one != kept_.end(); ++one) {
      if (one->first == newest || !one->second.value->may_go()) continue;
      if (oldest == kept_.end() || one->second.last_use < oldest->second.last_use) oldest = one;
    }
    return oldest;
  }

  const std::size_t max_kept_;
  mutable std::mutex mutex_;
  std::map<Key, Kept> kept_;
  std::uint64_t uses_ = 0;
};

}  // namespace detail
}  // namespace sporos
