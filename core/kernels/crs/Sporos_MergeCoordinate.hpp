// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief A position in the entries of a matrix together with its row: where the work of a team begins.
#pragma once

#include <cstdint>

namespace sporos {
namespace detail {

/// \brief A pair, so that a team reads both with one load.
struct MergeCoordinate {
  std::int64_t row;
  std::int64_t entry;
};

}  // namespace detail
}  // namespace sporos
