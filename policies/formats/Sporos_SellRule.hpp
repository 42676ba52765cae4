// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Slices, sorting windows and teams of SELL-C-sigma products.
#pragma once

#include <cstdint>

#include "formats/crs/Sporos_RowProfile.hpp"
#include "formats/sell/Sporos_SellShape.hpp"
#include "policies/Sporos_Machine.hpp"

namespace sporos {
namespace detail {

/// \brief Rows whose lengths deviate by up to this share of the mean are left in their order: sorting them would cost
/// the neighbourhood of their x, and two bytes a row, for little padding.
inline constexpr double even_rows_deviation = 0.2;

}  // namespace detail

/// \brief The shape for rows that have been measured.
///
/// A slice is what runs in lockstep: a warp, or on a host the doubles of a 512-bit register. Windows are as large as
/// one team can sort where rows are very uneven, since then padding costs more than distance.
inline SellShape sell_rule(const Machine& machine, const RowProfile& profile) {
  const bool on_host = machine.kind == MachineKind::host;
  SellShape shape = detail::default_sell_shape(on_host);
  const double deviation = profile.row_deviation();
  if (deviation <= detail::even_rows_deviation * profile.mean_row()) {
    shape.sorting_window = 1;
  } else if (deviation > profile.mean_row()) {
    shape.sorting_window = detail::largest_sorting_window;
  }
  return shape;
}

namespace detail {

/// \brief Lanes of a team, one a row; at least the largest slice.
inline constexpr int sell_block_size = 128;

/// \brief Entries that a lane has on their way at once.
inline constexpr int sell_in_flight = 4;

/// \brief Slices that one thread of a host takes at a time: all of them, or four shares for each of several threads.
constexpr std::int64_t slices_per_share(const Machine& machine, std::int64_t num_slices) {
  const std::int64_t shares = machine.multiprocessors == 1 ? 1 : 4LL * machine.multiprocessors;
  return (num_slices + shares - 1) / shares;
}

}  // namespace detail
}  // namespace sporos
