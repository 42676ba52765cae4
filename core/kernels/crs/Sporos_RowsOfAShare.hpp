// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The rows that begin in a share of the work.
#pragma once

#include <cstdint>

namespace sporos {
namespace detail {

/// \brief Rows `first` to `last - 1`.
struct RowsOfAShare {
  std::int64_t first;
  std::int64_t last;
};

}  // namespace detail
}  // namespace sporos
