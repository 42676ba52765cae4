// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief What a plan keeps in memory.
#pragma once

#include <cstdint>

namespace sporos {

/// \brief Bytes that a plan keeps alive. Arrays that only products recorded into a graph still read are not counted.
struct PlanMemory {
  std::int64_t matrix = 0;      ///< arrays of the matrix, which others may share; without the map of update_values()
  std::int64_t prepared = 0;    ///< lists, and room for sums: of every decision that was prepared, while the plan tunes
  std::int64_t transposed = 0;  ///< the transposed matrix, its map and what is prepared for it

  std::int64_t total() const { return matrix + prepared + transposed; }  ///< all of it
};

}  // namespace sporos
