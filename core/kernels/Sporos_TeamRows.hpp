// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Which rows a team finishes.
#pragma once

#include <cstdint>
#include <type_traits>

#include "formats/common/Sporos_Kokkos.hpp"

namespace sporos {
namespace detail {

/// \brief Consecutive rows, all of which one team finishes.
struct TeamRows {
  std::int64_t first;
  std::int64_t last;  ///< behind the last one

  /// \brief `rows` rows for each team, of `num_rows` rows in all.
  KOKKOS_FORCEINLINE_FUNCTION static TeamRows equal(std::int64_t team, std::int64_t rows, std::int64_t num_rows) {
    const std::int64_t last = (team + 1) * rows;
    return {team * rows, last < num_rows ? last : num_rows};
  }
};

/// \brief Whether each team of a kernel finishes rows of its own, `kernel.rows_of_team(team, team_size)`.
template <class Kernel, class = void>
inline constexpr bool has_team_rows = false;
template <class Kernel>
inline constexpr bool has_team_rows<Kernel, std::void_t<decltype(&Kernel::rows_of_team)>> = true;

}  // namespace detail
}  // namespace sporos
