// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The order of the rows of a SELL matrix, and the widths of its slices.
///
/// One team sorts a window of rows in its scratch memory, by a bitonic network over 32-bit keys: length first (all
/// above 65534 count as equal), then row number. No two keys are equal, so the result is always that of a stable sort.
/// 4 bytes of scratch and O(log^2 window) exchanges a row.
#pragma once

#include <cstdint>

#include "formats/common/Sporos_Arguments.hpp"
#include "formats/common/Sporos_LaunchKernel.hpp"
#include "formats/common/Sporos_RequireKokkos.hpp"
#include "formats/common/Sporos_RowOffsets.hpp"
#include "formats/sell/Sporos_SellMatrix.hpp"

namespace sporos {
namespace detail {

template <class Offset>
struct SortWindow {
  static constexpr std::uint32_t longest = 0xffff;

  const Offset* row_offsets;
  std::int64_t num_rows;
  int window;
  std::uint16_t* places;

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& member) const {
    auto* const keys = static_cast<std::uint32_t*>(member.team_scratch(0).get_shmem(window * sizeof(std::uint32_t)));
    const std::int64_t first = static_cast<std::int64_t>(member.league_rank()) * window;
    for (int i = member.team_rank(); i < window; i += member.team_size()) keys[i] = key_of(first + i, i);
    member.team_barrier();
    for (int size = 2; size <= window; size *= 2) {
      for (int stride = size / 2; stride > 0; stride /= 2) {
        for (int pair = member.team_rank(); pair < window / 2; pair += member.team_size()) {
          const int low = 2 * pair - (pair & (stride - 1));
          exchange(keys[low], keys[low + stride], (low & size) == 0);
        }
        member.team_barrier();
      }
    }
    for (int i = member.team_rank(); i < window && first + i < num_rows; i += member.team_size()) {
      places[first + i] = static_cast<std::uint16_t>(keys[i] & 0xffff);
    }
  }

 private:
  // Places after the last row are sorted to the end.
  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t key_of(std::int64_t row, int place) const {
    if (row >= num_rows) return longest << 16 | static_cast<std::uint32_t>(place);
    const auto length = static_cast<std::uint64_t>(row_offsets[row + 1] - row_offsets[row]);
    const std::uint32_t shortness = length < longest ? longest - 1 - static_cast<std::uint32_t>(length) : 0;
    return shortness << 16 | static_cast<std::uint32_t>(place);
  }

  KOKKOS_FORCEINLINE_FUNCTION static void exchange(std::uint32_t& a, std::uint32_t& b, bool ascending) {
    if ((a > b) != ascending) return;
    const std::uint32_t kept = a;
    a = b;
    b = kept;
  }
};

template <class Offset>
struct MeasureSlice {
  const Offset* row_offsets;
  SellRows rows;
  std::int64_t num_rows;
  int height;
  std::int64_t* slots;
  std::int32_t* shortest_rows;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t slice) const {
    std::int64_t longest = 0;
    std::int64_t shortest = INT32_MAX;
    for (int lane = 0; lane < height; ++lane) {
      const std::int64_t length = length_at(slice * height + lane);
      if (length > longest) longest = length;
      if (length < shortest) shortest = length;
    }
    shortest_rows[slice] = static_cast<std::int32_t>(shortest);
    slots[slice] = longest * height;
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION std::int64_t length_at(std::int64_t position) const {
    if (position >= num_rows) return 0;
    const std::int64_t row = rows.row_at(position);
    return static_cast<std::int64_t>(row_offsets[row + 1]) - static_cast<std::int64_t>(row_offsets[row]);
  }
};

/// \brief Gives `sell` its shape, the order of its rows and the bounds of its slices, and returns the number of slots;
/// waits for it.
template <class ExecutionSpace, class View, class Matrix>
std::int64_t arrange_slices(const ExecutionSpace& exec, const View& crs, const SellShape& shape, Matrix& sell) {
  using Offset = typename View::offset_type;
  sell.num_rows = crs.num_rows;
  sell.num_columns = crs.num_columns;
  sell.num_entries = crs.nnz();
  sell.shape = shape;
  const int window = shape.sorting_window;
  if (window > 1) {
    constexpr int sorting_team = is_host_execution<ExecutionSpace> ? 1 : 256;
    sell.places = fresh_array<decltype(sell.places)>(exec, "sporos::sell[places]", crs.num_rows);
    const auto windows = static_cast<int>((crs.num_rows + window - 1) / window);
    Kokkos::TeamPolicy<ExecutionSpace> teams(exec, windows, sorting_team, 1);
    teams.set_scratch_size(0, scratch_of_team(static_cast<std::size_t>(window) * 4));
    if (windows > 0) {
      launch_kernel("sporos::to_sell[sort]", teams,
                    SortWindow<Offset>{crs.row_offsets.data(), crs.num_rows, window, sell.places.data()});
    }
  }
  const std::int64_t slices = (crs.num_rows + shape.slice_height - 1) / shape.slice_height;
  sell.slice_offsets = fresh_array<decltype(sell.slice_offsets)>(exec, "sporos::sell[slice offsets]", slices + 1);
  sell.shortest_rows = fresh_array<decltype(sell.shortest_rows)>(exec, "sporos::sell[shortest rows]", slices);
  launch_kernel("sporos::to_sell[slices]", RowRange<ExecutionSpace>(exec, 0, slices),
                MeasureSlice<Offset>{crs.row_offsets.data(), SellRows{sell.places.data(), window}, crs.num_rows,
                                     shape.slice_height, sell.slice_offsets.data(), sell.shortest_rows.data()});
  return sum_lengths(exec, slices, sell.slice_offsets.data());
}

template <class ExecutionSpace, class Value, class Column, class Offset, class MemorySpace>
std::int64_t count_slots(const ExecutionSpace& exec, const CrsView<Value, Column, Offset, MemorySpace>& crs,
                         const SellShape& shape) {
  SellMatrix<Value, Column, Offset, MemorySpace> counted;
  return arrange_slices(exec, crs, shape, counted);
}

}  // namespace detail

/// \brief The number of slots (entries and padding) of a matrix in slices, for bytes_as_sell().
/// \throws std::invalid_argument where the matrix is malformed or the shape invalid
///
/// Sorts and measures the rows, but reads no entries and keeps nothing; waits for the result.
template <class ExecutionSpace, class AnyMatrix, class = detail::if_space<ExecutionSpace>>
std::int64_t count_sell_slots(const ExecutionSpace& exec, const AnyMatrix& A, const SellShape& shape) {
  detail::require_kokkos("count_sell_slots");
  detail::require_sell_shape("count_sell_slots", shape);
  const auto crs = detail::crs_view_for("count_sell_slots", A);
  detail::require_good_rows(crs, detail::inspect_rows(exec, crs), "count_sell_slots");
  return detail::count_slots(exec, crs, shape);
}

/// \brief Refuses other arguments at compile time.
template <class... Given,
          class = detail::if_wrong<detail::Parameters<3, detail::AnInstance, detail::AMatrix, SellShape>, Given...>>
std::int64_t count_sell_slots(const Given&...) {
  static_assert(detail::are_right<Given...>,
                "sporos::count_sell_slots: the arguments are exec, A, shape; A is in compressed rows, and shape is a "
                "sporos::SellShape");
  return 0;
}

}  // namespace sporos
