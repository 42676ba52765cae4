// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Numbers what the parts of a kernel find.
#pragma once

#include "core/device/Sporos_RowCounter.hpp"
#include "core/device/instance/Sporos_Mailbox.hpp"

namespace sporos {
namespace detail {

/// \brief A count that every part of a kernel adds to once. The same word counts the parts that have added. So one
/// atomic addition tells a part the first number of what it found, and tells the last part that it is the last.
template <class ExecutionSpace>
struct PartCounter {
  std::uint64_t* word;            ///< 0 before the first part and after the last
  Mailbox<std::uint64_t>* total;  ///< where the last part posts the sum
  std::int64_t parts;
  std::uint32_t generation;

  /// \brief Adds what a part found, and returns the sum of the parts before it. The total must be less than 2^36, and
  /// the number of parts less than 2^28.
  KOKKOS_INLINE_FUNCTION std::uint64_t add(std::uint64_t count) const {
    constexpr int count_bits = 36;
    const std::uint64_t before =
        AtomicCounter<ExecutionSpace>::fetch_add(word, (std::uint64_t(1) << count_bits) + count);
    const std::uint64_t sum = before & ((std::uint64_t(1) << count_bits) - 1);
    if ((before >> count_bits) + 1 == static_cast<std::uint64_t>(parts)) {
      *word = 0;
      total->put(sum + count, generation);
    }
    return sum;
  }
};

}  // namespace detail
}  // namespace sporos
