// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Consecutive rows that one team sums.
#pragma once

#include <cstdint>

namespace sporos {
namespace detail {

/// \brief `num_rows` rows from `first_row` on, with the entries `begin` to `end - 1`. A team reads all that it needs
/// with one load of 32 bytes.
struct alignas(16) RowBlock {
  std::int64_t first_row;
  std::int64_t num_rows;
  std::int64_t begin;
  std::int64_t end;
};

}  // namespace detail
}  // namespace sporos
