// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief A team's additions to an array, by atomic operations: to the array at once or, where many go to the same
/// elements, in scratch first.
///
/// The slots in scratch are shared by all elements whose numbers are the same modulo their number. A slot belongs to
/// the first element that asks for it; the others are added to the array at once.
#pragma once

#include <cstdint>
#include <type_traits>

#include "core/device/Sporos_AddAtomically.hpp"
#include "policies/crs/Sporos_ScatterRule.hpp"

namespace sporos {
namespace detail {

/// \brief Adds to the array at once.
/// \tparam Target  where the sums go (ScatterTarget)
template <class Target>
struct ScatterAtOnce {
  Target to;

  KOKKOS_FORCEINLINE_FUNCTION void add(std::int64_t element, const typename Target::Sum& term) const {
    add_atomically(to.address(element), static_cast<typename Target::element>(term));
  }
};

/// \tparam Column  what the numbers of elements are stored as
template <class Target, class Column>
class ScatterTable {
  using Sum = typename Target::Sum;
  using Y = typename Target::element;
  using Owner = std::conditional_t<std::is_same<Column, int>::value, int, std::int64_t>;

 public:
  static constexpr std::size_t scratch_bytes = crowd_slots * (sizeof(Sum) + sizeof(Owner));

  /// All threads of the team must call it; a barrier must follow.
  template <class Member>
  KOKKOS_INLINE_FUNCTION ScatterTable(const Member& member, const Target& to)
      : sums_(static_cast<Sum*>(member.team_scratch(0).get_shmem(crowd_slots * sizeof(Sum)))),
        owners_(static_cast<Owner*>(member.team_scratch(0).get_shmem(crowd_slots * sizeof(Owner)))),
        at_once_{to} {
    for (int slot = member.team_rank(); slot < crowd_slots; slot += member.team_size()) {
      sums_[slot] = Sum(0);
      owners_[slot] = nobody;
    }
  }

  KOKKOS_FORCEINLINE_FUNCTION void add(std::int64_t element, const Sum& term) const {
    const int slot = static_cast<int>(element & (crowd_slots - 1));
    const Owner owner = Kokkos::atomic_compare_exchange(owners_ + slot, nobody, static_cast<Owner>(element));
    if (owner == nobody || owner == element) {
      add_atomically(sums_ + slot, term);
    } else {
      at_once_.add(element, term);
    }
  }

  /// All threads of the team must call it, after their last add().
  template <class Member>
  KOKKOS_INLINE_FUNCTION void flush(const Member& member) const {
    member.team_barrier();
    for (int slot = member.team_rank(); slot < crowd_slots; slot += member.team_size()) {
      if (owners_[slot] != nobody) at_once_.add(owners_[slot], sums_[slot]);
    }
  }

 private:
  static constexpr Owner nobody = -1;

  Sum* sums_;
  Owner* owners_;
  ScatterAtOnce<Target> at_once_;
};

/// \brief Calls `run(adder)` with a ScatterTable if `is_crowded` points to something else than 0, or else with
/// ScatterAtOnce. The table is complete after the first barrier of `run`.
template <class Column, class Member, class Target, class Run>
KOKKOS_FORCEINLINE_FUNCTION void add_by_team(const Member& member, const int* is_crowded, const Target& to,
                                             const Run& run) {
  if (is_crowded != nullptr && *is_crowded != 0) {
    const ScatterTable<Target, Column> table(member, to);
    run(table);
    table.flush(member);
  } else {
    run(ScatterAtOnce<Target>{to});
  }
}

}  // namespace detail
}  // namespace sporos
