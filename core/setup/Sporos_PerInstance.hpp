// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Something that every execution space instance has its own of.
#pragma once

#include <memory>

#include "core/device/instance/Sporos_InstanceKey.hpp"
#include "core/setup/Sporos_AtFinalize.hpp"
#include "core/setup/Sporos_KeptByKey.hpp"

namespace sporos {
namespace detail {

/// \brief One T an instance, made from the instance when it is first asked for.
///
/// Kept until release() or Kokkos::finalize, or until the thread ends where the instance does so with it. What the
/// library is not told is that a stream is gone; so no more than `T::max_instances` are kept, but for those that may
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

  /// \brief The T of `exec` if there is one, else nullptr: none is made.
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

  // Never destroyed: a thread may end later than that would be.
  static All& all() {
    static auto* const kept = new All;
    return *kept;
  }
};

}  // namespace detail
}  // namespace sporos
