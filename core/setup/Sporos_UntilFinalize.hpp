// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Letting go of Kokkos' memory in Kokkos::finalize, which ends the program where a View outlives it.
#pragma once

#include <mutex>
#include <utility>

#include "formats/Sporos_Kokkos.hpp"

namespace sporos {
namespace detail {

/// \brief Told when Kokkos is finalized, as long as it lives; before that, where it is made while Kokkos is there.
class AtFinalize {
 public:
  AtFinalize(const AtFinalize&) : AtFinalize() {}
  AtFinalize& operator=(const AtFinalize&) {
    const std::lock_guard<std::mutex> lock(everyone().mutex);
    everyone().expect_finalize();
    return *this;
  }

 protected:
  AtFinalize() {
    const std::lock_guard<std::mutex> lock(everyone().mutex);
    everyone().expect_finalize();
    link_.join(everyone().waiting);
  }
  ~AtFinalize() {
    const std::lock_guard<std::mutex> lock(everyone().mutex);
    link_.leave();
  }

  virtual void let_go() = 0;

 private:
  // Of a ring: leaving needs no list.
  struct Link {
    AtFinalize* owner = nullptr;
    Link* before = this;
    Link* behind = this;

    void join(Link& ring) {
      before = ring.before;
      behind = &ring;
      before->behind = this;
      ring.before = this;
    }
    void leave() {
      before->behind = behind;
      behind->before = before;
    }
  };

  struct Everyone {
    std::mutex mutex;
    Link waiting;
    bool has_hook = false;

    void expect_finalize() {
      if (has_hook || !Kokkos::is_initialized()) return;
      Kokkos::push_finalize_hook([] { everyone().tell(); });
      has_hook = true;
    }

    // Whoever lets go may destroy others, who leave. Those who stay are told the next time, too.
    void tell() {
      Link untold;
      for (bool is_first = true;; is_first = false) {
        AtFinalize* next = nullptr;
        {
          const std::lock_guard<std::mutex> lock(mutex);
          if (is_first) {
            has_hook = false;
            untold.join(waiting);
            waiting.leave();
            waiting.before = waiting.behind = &waiting;
          }
          if (untold.behind == &untold) return;
          next = untold.behind->owner;
          next->link_.leave();
          next->link_.join(waiting);
        }
        next->let_go();
      }
    }
  };

  // Never destroyed: static objects may be later than that would be.
  static Everyone& everyone() {
    static auto* const all = new Everyone;
    return *all;
  }

  Link link_{this};
};

/// \brief A T that is as made by default from Kokkos::finalize on.
template <class T>
class UntilFinalize : public T, private AtFinalize {
 public:
  UntilFinalize() = default;
  UntilFinalize(T value) : T(std::move(value)) {}

  /// \brief It as a T, where templates look for just that type.
  const T& plain() const { return *this; }

 private:
  void let_go() override { static_cast<T&>(*this) = T(); }
};

}  // namespace detail
}  // namespace sporos
