// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief A team's additions to an array, by atomic operations. Where many go to the same elements, they meet in
/// scratch first.
///
/// Each thread gives one element as a sample. If enough samples fall into one slot, the team uses a table: its slots
/// are shared by all elements whose numbers are the same modulo its size. A slot belongs to the first element that asks
/// for it; the others are added to the array at once, as all are without the table.
#pragma once

#include <cstdint>
#include <type_traits>

#include "core/device/Sporos_AddAtomically.hpp"

namespace sporos {
namespace detail {

/// \tparam Target  where the sums go (ScatterTarget)
/// \tparam Column  what the numbers of elements are stored as
template <class Target, class Column>
class ScatterTable {
  using Sum = typename Target::Sum;
  using Y = typename Target::element;
  // The number of samples, and then the element that the slot belongs to.
  using Slot = std::conditional_t<std::is_same<Column, int>::value, int, std::int64_t>;

 public:
  static std::size_t scratch_bytes(int slots) {
    return static_cast<std::size_t>(slots) * (sizeof(Sum) + sizeof(Slot)) + sizeof(std::int64_t);
  }

  /// \param slots   a power of two; takes `scratch_bytes(slots)` of the team's scratch. All threads of the team must
  ///                call the constructor and flush()
  /// \param crowd   as many samples in one slot as make a table worthwhile
  /// \param sample  an element that the calling thread is about to add to, or -1
  template <class Member>
  KOKKOS_INLINE_FUNCTION ScatterTable(const Member& member, int slots, int crowd, std::int64_t sample, const Target& to)
      : sums_(static_cast<Sum*>(member.team_scratch(0).get_shmem(slots * sizeof(Sum)))),
        owners_(static_cast<Slot*>(member.team_scratch(0).get_shmem(slots * sizeof(Slot) + sizeof(std::int64_t)))),
        slots_(slots),
        to_(to) {
    fill_owners(member, 0, slots_ + 1);
    Slot* const is_crowded = owners_ + slots_;
    if (sample >= 0 && Kokkos::atomic_fetch_add(owners_ + slot_of(sample), Slot(1)) + 1 >= crowd) *is_crowded = 1;
    member.team_barrier();
    if (*is_crowded == 0) {
      slots_ = 0;
      return;
    }
    for (int slot = member.team_rank(); slot < slots_; slot += member.team_size()) sums_[slot] = Sum(0);
    fill_owners(member, nobody, slots_);
  }

  KOKKOS_INLINE_FUNCTION void add(std::int64_t element, const Sum& term) const {
    if (slots_ > 0) {
      const int slot = slot_of(element);
      const Slot owner = Kokkos::atomic_compare_exchange(owners_ + slot, nobody, static_cast<Slot>(element));
      if (owner == nobody || owner == element) {
        add_atomically(sums_ + slot, term);
        return;
      }
    }
    add_atomically(to_.address(element), static_cast<Y>(term));
  }

  template <class Member>
  KOKKOS_INLINE_FUNCTION void flush(const Member& member) const {
    if (slots_ == 0) return;
    member.team_barrier();
    for (int slot = member.team_rank(); slot < slots_; slot += member.team_size()) {
      if (owners_[slot] != nobody) add_atomically(to_.address(owners_[slot]), static_cast<Y>(sums_[slot]));
    }
  }

 private:
  static constexpr Slot nobody = -1;

  KOKKOS_INLINE_FUNCTION int slot_of(std::int64_t element) const { return static_cast<int>(element & (slots_ - 1)); }

  template <class Member>
  KOKKOS_INLINE_FUNCTION void fill_owners(const Member& member, Slot value, int count) const {
    for (int slot = member.team_rank(); slot < count; slot += member.team_size()) owners_[slot] = value;
    member.team_barrier();
  }

  Sum* sums_;
  Slot* owners_;
  int slots_;  // 0: no table
  Target to_;
};

}  // namespace detail
}  // namespace sporos
