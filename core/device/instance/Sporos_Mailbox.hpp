// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief A mailbox: a kernel puts in a value while it runs, and the host takes it out.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "formats/common/Sporos_Kokkos.hpp"

namespace sporos {
namespace detail {

/// \brief Memory for a value in PinnedSpace. Next to each 32-bit word of it is the generation, the number of the kernel
/// that has put it there. Both are written at once, so the host can tell whether a word has arrived, and the kernel
/// needs no fence.
template <class T>
class Mailbox {
  static_assert(std::is_trivially_copyable<T>::value && sizeof(T) % sizeof(std::uint32_t) == 0, "not whole words");

 public:
  /// \brief To be called by one thread.
  KOKKOS_INLINE_FUNCTION void put(const T& value, std::uint32_t generation) {
    for (int i = 0; i < length; ++i) put_word(i, value, generation);
  }

  /// \brief To be called by all threads of a team.
  /// \param value  in the team's scratch
  template <class Member>
  KOKKOS_INLINE_FUNCTION void put(const Member& member, const T& value, std::uint32_t generation) {
    for (int i = member.team_rank(); i < length; i += member.team_size()) put_word(i, value, generation);
  }

  /// \brief To be called by the host. Whether the whole value has arrived; if so, sets `value`.
  bool take(std::uint32_t generation, T& value) const {
    std::uint32_t words[length];
    const volatile std::uint64_t* const arrived = words_;
    for (int i = 0; i < length; ++i) {
      const std::uint64_t word = arrived[i];
      if (word >> 32 != generation) return false;
      words[i] = static_cast<std::uint32_t>(word);
    }
    std::memcpy(&value, words, sizeof(T));
    return true;
  }

 private:
  static constexpr int length = sizeof(T) / sizeof(std::uint32_t);

  KOKKOS_INLINE_FUNCTION void put_word(int i, const T& value, std::uint32_t generation) {
    std::uint32_t word = 0;
    memcpy(&word, reinterpret_cast<const unsigned char*>(&value) + i * sizeof(word), sizeof(word));
    *static_cast<volatile std::uint64_t*>(words_ + i) = static_cast<std::uint64_t>(generation) << 32 | word;
  }

  std::uint64_t words_[length];
};

}  // namespace detail
}  // namespace sporos
