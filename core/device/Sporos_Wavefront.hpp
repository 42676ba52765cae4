// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Sums, broadcasts and votes of lanes that exchange registers, however many they are.
///
/// `Wave` is the backend: `lanes`, how many run together, a power of two; `down(word, delta, width)`, the word of the
/// lane that is `delta` higher in a group of `width`; `from(word, lane, width)`, that of lane `lane` of the group;
/// `ballot(asks)`, a bit for each lane; `sync()`, after which the lanes see each other's writes to team scratch.
/// Lanes of other groups may be elsewhere in the code, but for ballots.
#pragma once

#include <cstring>

#include "core/device/Sporos_Columns.hpp"
#include "core/device/Sporos_GroupSum.hpp"

namespace sporos {
namespace detail {

// Copies other types word by word; columns number by number, which keeps them in registers.
template <class Wave, class T>
KOKKOS_FORCEINLINE_FUNCTION T wave_down(const T& value, int delta, int width) {
  if constexpr (std::is_arithmetic<T>::value) {
    return Wave::down(value, delta, width);
  } else {
    static_assert(sizeof(T) % sizeof(unsigned) == 0 && std::is_trivially_copyable<T>::value, "not whole words");
    unsigned words[sizeof(T) / sizeof(unsigned)];
    memcpy(words, static_cast<const void*>(&value), sizeof(T));
    for (unsigned& word : words) word = Wave::down(word, delta, width);
    T ahead;
    memcpy(static_cast<void*>(&ahead), words, sizeof(T));
    return ahead;
  }
}
template <class Wave, class T, int N>
KOKKOS_FORCEINLINE_FUNCTION Columns<T, N> wave_down(const Columns<T, N>& value, int delta, int width) {
  Columns<T, N> ahead;
  for (int c = 0; c < N; ++c) ahead.numbers[c] = wave_down<Wave>(value.numbers[c], delta, width);
  return ahead;
}

/// \brief What GroupSum promises.
template <class Wave, class T>
class WaveGroupSum {
 public:
  static constexpr std::size_t scratch_bytes_per_lane = 0;

  template <class Member>
  KOKKOS_INLINE_FUNCTION explicit WaveGroupSum(const Member&) {}

  // If `width` is a constant, the compiler unrolls this completely.
  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION T sum(const Member&, T value, int width) const {
    for (int delta = Wave::lanes / 2; delta > 0; delta /= 2) {
      if (delta < width) value += wave_down<Wave>(value, delta, width);
    }
    return value;
  }
};

/// \brief What GroupBroadcast promises.
template <class Wave>
class WaveBroadcast {
 public:
  static constexpr std::size_t scratch_bytes_per_lane = 0;

  template <class Member>
  KOKKOS_INLINE_FUNCTION explicit WaveBroadcast(const Member&) {}

  template <class Member>
  KOKKOS_INLINE_FUNCTION std::int64_t from_first(const Member&, std::int64_t value, int width) const {
    return Wave::from(static_cast<long long>(value), 0, width);
  }
};

/// \brief What Ballot promises.
template <class Wave>
struct WaveBallot {
  static constexpr bool exists = true;
  static constexpr int lanes = Wave::lanes;

  KOKKOS_FORCEINLINE_FUNCTION static int count(bool asks) { return __builtin_popcountll(Wave::ballot(asks)); }

  template <class Help>
  KOKKOS_FORCEINLINE_FUNCTION static void for_each_asking(bool asks, const Help& help) {
    for (std::uint64_t asking = Wave::ballot(asks); asking != 0; asking &= asking - 1) help(lowest_bit(asking));
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION static int lowest_bit(std::uint64_t bits) { return __builtin_ctzll(bits); }
};

/// \brief What WarpScan promises.
template <class Wave>
struct WaveScan {
  KOKKOS_FORCEINLINE_FUNCTION static int sum_before(int lane, int value) {
    int sum = value;
    for (int delta = 1; delta < Wave::lanes; delta *= 2) {
      const int before = Wave::from(sum, lane >= delta ? lane - delta : lane, Wave::lanes);
      if (lane >= delta) sum += before;
    }
    return sum - value;
  }
};

/// \brief What SegmentedReduce promises.
template <class Wave, class T>
class WaveSegmentedReduce {
 public:
  static constexpr std::size_t scratch_bytes_per_lane = 0;

  template <class Member>
  KOKKOS_INLINE_FUNCTION explicit WaveSegmentedReduce(const Member&) {}

  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION T sum_of_run(const Member&, T value, int run, int width) const {
    for (int delta = 1; delta < Wave::lanes; delta *= 2) {
      if (delta < width) {
        const T ahead = wave_down<Wave>(value, delta, width);
        if (delta <= run) value += ahead;
      }
    }
    return value;
  }

  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION T from_next(const Member& member, const T& value, int width) const {
    const T next = wave_down<Wave>(value, 1, width);
    return member.team_rank() % width + 1 < width ? next : T(0);
  }
};

/// \brief What TeamSum promises, of a team of at most `lanes` times `lanes`: first in each wave, then of their sums.
template <class Wave>
struct WaveTeamSum {
  template <class Member, class T>
  KOKKOS_FORCEINLINE_FUNCTION static T sum(const Member& member, T* scratch, T value) {
    constexpr int lanes = Wave::lanes;
    const int thread = member.team_rank();
    const int lane = thread % lanes;
    const int lanes_there = member.team_size() - (thread - lane);
    for (int delta = lanes / 2; delta > 0; delta /= 2) {
      const T ahead = wave_down<Wave>(value, delta, lanes);
      if (lane + delta < lanes_there) value += ahead;
    }
    if (lane == 0) scratch[thread / lanes] = value;
    member.team_barrier();
    value = lanes * thread < member.team_size() ? scratch[thread] : T{};
    for (int delta = lanes / 2; delta > 0; delta /= 2) {
      const T ahead = wave_down<Wave>(value, delta, lanes);
      if (lanes * (thread + delta) < member.team_size()) value += ahead;
    }
    return value;
  }
};

}  // namespace detail
}  // namespace sporos
