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

/// \brief Rows are not sorted if the standard deviation of their lengths is at most this share of the mean. Sorting
/// would save little padding, but cost locality in x and two bytes a row.
inline constexpr double even_rows_deviation = 0.2;

}  // namespace detail

/// \brief The shape for rows that have been measured.
///
/// A slice is what runs in lockstep: a warp, or on a host the doubles of a 512-bit register. Where rows are very
/// uneven, a window is as large as one team can sort, since padding then costs more than the loss of locality.
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

/// \brief The threads of a team, one per row; at least as many as the largest slice has rows.
inline constexpr int sell_block_size = 128;

/// \brief Entries that a lane has in flight.
inline constexpr int sell_in_flight = 4;

/// \brief The shares of the slices on a host: one for a single thread, four for each of several, none without slices.
constexpr std::int64_t slice_shares(const Machine& machine, std::int64_t num_slices) {
  const std::int64_t shares = machine.multiprocessors == 1 ? 1 : 4LL * machine.multiprocessors;
  return shares < num_slices ? shares : num_slices;
}

}  // namespace detail
}  // namespace sporos
