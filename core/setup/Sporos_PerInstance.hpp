// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief One object for each execution space instance.
#pragma once

#include <memory>

#include "core/device/instance/Sporos_InstanceKey.hpp"
#include "core/setup/Sporos_AtFinalize.hpp"
#include "core/setup/Sporos_KeptByKey.hpp"

namespace sporos {
namespace detail {

/// \brief One T per instance, made from the instance at the first request.
///
/// A T is kept until release() or Kokkos::finalize, or until the end of the thread if the instance ends with it. The
/// library cannot know when a stream is destroyed; so at most `T::max_instances` are kept, not counting those that may
/// not go. Safe from several threads, as KeptByKey says.
template <class ExecutionSpace, class T>
class PerInstance {
 public:
  static std::shared_ptr<T> get(const ExecutionSpace& exec) {
    const std::uintptr_t key = instance_key(exec);
    return all().get(key, [&] {
      if (ends_with_thread(exec)) all().release_with_thread(key);
      return new T(exec);
    });
  }

  /// \brief The T of `exec`, or nullptr if there is none. Makes none.
  static std::shared_ptr<T> find(const ExecutionSpace& exec) { return all().find(instance_key(exec)); }

  static void release(const ExecutionSpace& exec) { all().release(instance_key(exec)); }

  static std::size_t size() { return all().size(); }

 private:
  class All : public KeptByKey<T>, private AtFinalize {
   public:
    All() : KeptByKey<T>(T::max_instances) {}

   private:
    void let_go() override { this->release_all(); }
  };

  // Never destroyed, because a thread may end later than static objects.
  static All& all() {
    static auto* const kept = new All;
    return *kept;
  }
};

}  // namespace detail
}  // namespace sporos
