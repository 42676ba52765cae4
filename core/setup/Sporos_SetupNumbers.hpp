// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The numbers that the kernels which prepare a plan find out for the host.
#pragma once

#include <array>

#include "formats/Sporos_Validate.hpp"

namespace sporos {

/// \brief How many row blocks and stretches of long rows were listed.
struct ListLengths {
  std::uint64_t row_blocks;
  std::uint64_t stretches;
};

/// \brief How many different lists of the same rows one kernel makes at most.
inline constexpr int most_lists = 2;

/// \brief What comes out of a kernel.
struct SetupResults {
  Inspection inspection;
  std::array<ListLengths, most_lists> lengths;
};

}  // namespace sporos
