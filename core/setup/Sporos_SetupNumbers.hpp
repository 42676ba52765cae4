// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The numbers that the kernels which prepare a plan find out for the host.
#pragma once

#include "formats/Sporos_Validate.hpp"

namespace sporos {

/// \brief How many row blocks and stretches of long rows were listed.
struct ListLengths {
  std::uint64_t row_blocks;
  std::uint64_t stretches;
};

/// \brief What the teams that list them share: zero before and after the kernel.
struct ListCounters {
  ListLengths lengths;
  std::uint64_t teams_done;
};

/// \brief What comes out of a kernel.
struct SetupResults {
  Inspection inspection;
  ListLengths lengths;
};

}  // namespace sporos
