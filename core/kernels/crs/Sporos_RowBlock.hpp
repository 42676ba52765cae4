// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Consecutive rows that are one team's work.
#pragma once

#include <cstdint>

namespace sporos {
namespace detail {

/// \brief `num_rows` rows from `first_row` on, with the entries `begin` to `end - 1`: all that a team needs, in one
/// load of 32 bytes.
struct alignas(16) RowBlock {
  std::int64_t first_row;
  std::int64_t num_rows;
  std::int64_t begin;
  std::int64_t end;
};

}  // namespace detail
}  // namespace sporos
