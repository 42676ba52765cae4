// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief What a kernel tells the host while it runs.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "formats/common/Sporos_Kokkos.hpp"

namespace sporos {
namespace detail {

/// \brief A value in PinnedSpace, each word of it beside the number of the kernel that it is from: as the two arrive
/// together, the host can tell a value that has come, and the kernel needs no fence between value and mark.
template <class T>
class Posted {
  static_assert(std::is_trivially_copyable<T>::value && sizeof(T) % sizeof(std::uint32_t) == 0, "not whole words");

 public:
  /// \brief By one thread.
  KOKKOS_INLINE_FUNCTION void put(const T& value, std::uint32_t ticket) {
    for (int i = 0; i < length; ++i) put_word(i, value, ticket);
  }

  /// \brief By a team.
  /// \param value  in its scratch
  template <class Member>
  KOKKOS_INLINE_FUNCTION void put(const Member& member, const T& value, std::uint32_t ticket) {
    for (int i = member.team_rank(); i < length; i += member.team_size()) put_word(i, value, ticket);
  }

  /// \brief By the host: whether all of it has come, and if so, the value.
  bool take(std::uint32_t ticket, T& value) const {
    std::uint32_t words[length];
    const volatile std::uint64_t* const posted = words_;
    for (int i = 0; i < length; ++i) {
      const std::uint64_t word = posted[i];
      if (word >> 32 != ticket) return false;
      words[i] = static_cast<std::uint32_t>(word);
    }
    std::memcpy(&value, words, sizeof(T));
    return true;
  }

 private:
  static constexpr int length = sizeof(T) / sizeof(std::uint32_t);

  KOKKOS_INLINE_FUNCTION void put_word(int i, const T& value, std::uint32_t ticket) {
    std::uint32_t word = 0;
    memcpy(&word, reinterpret_cast<const unsigned char*>(&value) + i * sizeof(word), sizeof(word));
    *static_cast<volatile std::uint64_t*>(words_ + i) = static_cast<std::uint64_t>(ticket) << 32 | word;
  }

  std::uint64_t words_[length];
};

}  // namespace detail
}  // namespace sporos
