// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The numbers that the kernels which prepare a plan find out for the host.
#pragma once

#include <array>

#include "core/device/Sporos_Posted.hpp"
#include "formats/Sporos_Validate.hpp"

namespace sporos {

/// \brief A number for row blocks, and one for stretches of long rows.
template <class T>
struct OfList {
  T row_blocks;
  T stretches;
};

/// \brief How many different lists of the same rows one kernel makes at most.
inline constexpr int most_lists = 2;

/// \brief What a kernel finds out.
struct SetupQuestions {
  std::int64_t inspections = 0;                         ///< teams that post one
  std::array<OfList<bool>, most_lists> has_lists = {};  ///< whose lengths are posted
};

/// \brief What comes out of it; the lengths of lists that are not made are 0.
struct SetupResults {
  Inspection inspection;
  std::array<OfList<std::uint64_t>, most_lists> lengths = {};
};

}  // namespace sporos
