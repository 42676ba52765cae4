// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief A place in the entries of a matrix, with the row it belongs to: where a team's work begins.
#pragma once

#include <cstdint>

namespace sporos {
namespace detail {

/// \brief As a pair, so that a team learns both with one load.
struct MergeCoordinate {
  std::int64_t row;
  std::int64_t entry;
};

}  // namespace detail
}  // namespace sporos
