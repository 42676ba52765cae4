// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Letting go of Kokkos' memory in Kokkos::finalize, which ends the program where a View outlives it.
#pragma once

#include <mutex>
#include <set>

#include "formats/common/Sporos_Kokkos.hpp"

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
    everyone().waiting.insert(this);
  }
  ~AtFinalize() {
    const std::lock_guard<std::mutex> lock(everyone().mutex);
    everyone().waiting.erase(this);
  }

  virtual void let_go() = 0;

 private:
  struct Everyone {
    std::mutex mutex;
    std::set<AtFinalize*> waiting;
    bool has_hook = false;

    void expect_finalize() {
      if (has_hook || !Kokkos::is_initialized()) return;
      Kokkos::push_finalize_hook([] { everyone().tell(); });
      has_hook = true;
    }

    // Whoever lets go may destroy others, so each is looked up when it is its turn.
    void tell() {
      for (AtFinalize* last = nullptr;;) {
        {
          const std::lock_guard<std::mutex> lock(mutex);
          has_hook = false;
          const auto next = waiting.upper_bound(last);
          if (next == waiting.end()) return;
          last = *next;
        }
        last->let_go();
      }
    }
  };

  // Never destroyed: static objects may be later than that would be.
  static Everyone& everyone() {
    static auto* const all = new Everyone;
    return *all;
  }
};

}  // namespace detail
}  // namespace sporos
