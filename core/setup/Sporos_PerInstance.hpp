// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Something that every execution space instance has its own of.
#pragma once

#include <map>
#include <memory>
#include <mutex>

#include "core/device/instance/Sporos_InstanceKey.hpp"

namespace sporos {

/// \brief One T an instance, made from the instance when it is first asked for and kept until Kokkos::finalize.
///
/// Safe from several threads; a T has to be so itself, since several may ask for the same one.
template <class ExecutionSpace, class T>
class PerInstance {
 public:
  static T& get(const ExecutionSpace& exec) {
    const std::lock_guard<std::mutex> lock(mutex());
    if (!all()) {
      all() = std::make_unique<Map>();
      Kokkos::push_finalize_hook([] {
        const std::lock_guard<std::mutex> finalize_lock(mutex());
        all().reset();
      });
    }
    std::unique_ptr<T>& own = (*all())[instance_key(exec)];
    if (!own) own = std::make_unique<T>(exec);
    return *own;
  }

  /// \brief The T of `exec` if there is one, else nullptr: none is made.
  static T* find(const ExecutionSpace& exec) {
    const std::lock_guard<std::mutex> lock(mutex());
    if (!all()) return nullptr;
    const auto own = all()->find(instance_key(exec));
    return own == all()->end() ? nullptr : own->second.get();
  }

 private:
  using Map = std::map<std::uintptr_t, std::unique_ptr<T>>;

  static std::mutex& mutex() {
    static std::mutex mutex;
    return mutex;
  }

  static std::unique_ptr<Map>& all() {
    static std::unique_ptr<Map> map;
    return map;
  }
};

}  // namespace sporos
