// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Numbers as bits: equal where not even NaN or the sign of a zero tells them apart.
#pragma once

#include <cstdint>
#include <cstring>

#include "formats/common/Sporos_Kokkos.hpp"

namespace sporos {
namespace detail {

template <class Value>
struct ValueBits {
  static constexpr int num_words = (sizeof(Value) + 3) / sizeof(std::uint32_t);
  std::uint32_t words[num_words] = {};

  KOKKOS_INLINE_FUNCTION explicit ValueBits(const Value& value) {
    memcpy(words, static_cast<const void*>(&value), sizeof(Value));
  }
  KOKKOS_INLINE_FUNCTION bool operator==(const ValueBits& other) const {
    bool same = true;
    for (int i = 0; i < num_words; ++i) same = same && words[i] == other.words[i];
    return same;
  }
  // (SplitMix64's mixing)
  KOKKOS_INLINE_FUNCTION std::uint64_t hash() const {
    std::uint64_t z = 0;
    for (int i = 0; i < num_words; ++i) {
      z = (z ^ words[i]) * 0xbf58476d1ce4e5b9u;
      z ^= z >> 29;
    }
    return z ^ (z >> 32);
  }
};

}  // namespace detail
}  // namespace sporos
