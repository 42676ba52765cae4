// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The memory that a plan keeps.
#pragma once

#include <cstdint>

namespace sporos {

/// \brief Bytes that a plan keeps alive. Arrays that are still read only by products in a graph are not counted.
struct PlanMemory {
  std::int64_t matrix = 0;      ///< arrays of the matrix, which may be shared; without the map of update_values()
  std::int64_t prepared = 0;    ///< lists, room for sums, copies of columns; of all decisions if the plan tunes
  std::int64_t transposed = 0;  ///< the transposed matrix, its map and what is prepared for it

  std::int64_t total() const { return matrix + prepared + transposed; }  ///< all of it
};

}  // namespace sporos
