// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Atomic additions of a team to an array. Terms for the same element are first added in scratch.
///
/// The table has one slot for all elements whose numbers are equal modulo its size, so that a short range of elements
/// fits without conflicts. A slot belongs to the first element that needs it. Terms for other elements with the same
/// slot are added to the array at once.
#pragma once

#include <cstdint>

#include "core/device/Sporos_AddAtomically.hpp"

namespace sporos {
namespace detail {

/// \tparam Target  where the sums go (ScatterTarget)
template <class Target>
class ScatterTable {
  using Sum = typename Target::Sum;
  using Y = typename Target::element;

 public:
  static std::size_t scratch_bytes(int slots) {
    return static_cast<std::size_t>(slots) * (sizeof(Sum) + sizeof(std::int64_t));
  }

  /// \param slots  a power of two; takes `scratch_bytes(slots)` of the team's scratch. All threads of the team must
  ///               call the constructor and flush()
  template <class Member>
  KOKKOS_INLINE_FUNCTION ScatterTable(const Member& member, int slots, const Target& to)
      : sums_(static_cast<Sum*>(member.team_scratch(0).get_shmem(slots * sizeof(Sum)))),
        owners_(static_cast<std::int64_t*>(member.team_scratch(0).get_shmem(slots * sizeof(std::int64_t)))),
        slots_(slots),
        to_(to) {
    for (int slot = member.team_rank(); slot < slots_; slot += member.team_size()) {
      sums_[slot] = Sum(0);
      owners_[slot] = nobody;
    }
    member.team_barrier();
  }

  KOKKOS_INLINE_FUNCTION void add(std::int64_t element, const Sum& term) const {
    const auto slot = static_cast<int>(element & (slots_ - 1));
    const std::int64_t owner = Kokkos::atomic_compare_exchange(owners_ + slot, nobody, element);
    if (owner == nobody || owner == element) {
      add_atomically(sums_ + slot, term);
    } else {
      add_atomically(to_.address(element), static_cast<Y>(term));
    }
  }

  template <class Member>
  KOKKOS_INLINE_FUNCTION void flush(const Member& member) const {
    member.team_barrier();
    for (int slot = member.team_rank(); slot < slots_; slot += member.team_size()) {
      if (owners_[slot] != nobody) add_atomically(to_.address(owners_[slot]), static_cast<Y>(sums_[slot]));
    }
  }

 private:
  static constexpr std::int64_t nobody = -1;

  Sum* sums_;
  std::int64_t* owners_;
  int slots_;
  Target to_;
};

}  // namespace detail
}  // namespace sporos
