// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Frees Kokkos' memory in Kokkos::finalize, which ends the program if a View outlives it.
#pragma once

#include <mutex>
#include <utility>

#include "formats/common/Sporos_Kokkos.hpp"

namespace sporos {
namespace detail {

/// \brief `let_go()` is called when Kokkos is finalized, if the object is alive then and was made or copied while
/// Kokkos was initialized.
class AtFinalize {
 public:
  AtFinalize(const AtFinalize&) noexcept : AtFinalize() {}
  AtFinalize& operator=(const AtFinalize&) noexcept {
    const std::lock_guard<std::mutex> lock(everyone().mutex);
    everyone().expect_finalize();
    return *this;
  }

 protected:
  AtFinalize() noexcept {
    const std::lock_guard<std::mutex> lock(everyone().mutex);
    everyone().expect_finalize();
    place_.append_to(everyone().waiting);
  }
  ~AtFinalize() {
    const std::lock_guard<std::mutex> lock(everyone().mutex);
    place_.remove();
  }

  virtual void let_go() = 0;

 private:
  // A place in a linked ring, which allocates nothing, so that plans move without exceptions.
  struct Place {
    Place* before = this;
    Place* after = this;
    AtFinalize* owner = nullptr;

    void remove() {
      before->after = after;
      after->before = before;
    }
    void append_to(Place& ring) {
      before = ring.before;
      after = &ring;
      before->after = this;
      ring.before = this;
    }
  };

  struct Everyone {
    std::mutex mutex;
    Place waiting;
    Place told;
    bool has_hook = false;

    void expect_finalize() {
      if (has_hook || !Kokkos::is_initialized()) return;
      Kokkos::push_finalize_hook([] { everyone().tell(); });
      has_hook = true;
    }

    // `let_go()` may destroy other members of the ring, so each next one is looked up only when its turn comes.
    void tell() {
      while (AtFinalize* const next = take(waiting, told)) next->let_go();
      while (take(told, waiting) != nullptr) continue;
      has_hook = false;
    }

    AtFinalize* take(Place& from, Place& to) {
      const std::lock_guard<std::mutex> lock(mutex);
      if (from.after == &from) return nullptr;
      Place& first = *from.after;
      first.remove();
      first.append_to(to);
      return first.owner;
    }
  };

  // Never destroyed, because static objects may outlive it otherwise.
  static Everyone& everyone() {
    static auto* const all = new Everyone;
    return *all;
  }

  Place place_{&place_, &place_, this};
};

/// \brief A value that is replaced by `T()` when Kokkos is finalized. As a member, since a base class of this namespace
/// would bring the namespace into overload resolution.
template <class T>
class UntilFinalize : private AtFinalize {
 public:
  UntilFinalize() = default;
  explicit UntilFinalize(T value) : value_(std::move(value)) {}

  const T& get() const { return value_; }

 private:
  void let_go() override { value_ = T(); }

  T value_{};
};

}  // namespace detail
}  // namespace sporos
