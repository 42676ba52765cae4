// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief What a matrix in SELL-C-sigma is made of, for files.
#pragma once

#include "formats/common/Sporos_StoredParts.hpp"
#include "formats/sell/Sporos_SellMatrix.hpp"

namespace sporos {
namespace detail {

template <class V, class C, class O, class M>
struct StoredParts<SellMatrix<V, C, O, M>> {
  using Matrix = SellMatrix<V, C, O, M>;
  static constexpr const char* format = "sell";

  template <class Visit>
  static void each(Matrix& A, Visit& visit) {
    visit.number("num_rows", A.num_rows);
    visit.number("num_columns", A.num_columns);
    visit.number("num_entries", A.num_entries);
    visit.number("slice_height", A.shape.slice_height);
    visit.number("sorting_window", A.shape.sorting_window);
    visit.array("slice_offsets", A.slice_offsets);
    visit.array("shortest_rows", A.shortest_rows);
    visit.array("columns", A.columns);
    visit.array("values", A.values);
    visit.array("row_lengths", A.row_lengths);
    visit.array("places", A.places);
    visit.array("row_offsets", A.row_offsets);
  }

  static void check(const Matrix& A, const StoredChecks& checks) {
    checks.shape(A);
    const int height = A.shape.slice_height;
    const int window = A.shape.sorting_window;
    checks.require(is_slice_height(height) && is_sorting_window(window), "the shape cannot be {", height, ", ", window,
                   "}");
    const std::int64_t slices = (A.num_rows + height - 1) / height;
    checks.size("shortest_rows", A.shortest_rows, slices);
    checks.size("columns", A.columns, A.slots());
    checks.offsets("slice_offsets", A.slice_offsets, slices, A.slots());
    checks.size("places", A.places, window > 1 ? A.num_rows : 0);
    if (A.row_lengths.extent(0) > 0) checks.size("row_lengths", A.row_lengths, A.num_rows);
    checks.range("columns", A.columns, -1, A.num_columns);
    check_places(A, checks);
    check_map(checks, "row_offsets", A.row_offsets, checked_lengths(A, checks), A.num_entries);
  }

  template <class ExecutionSpace>
  static void complete(const ExecutionSpace&, Matrix&) {}

 private:
  // Inside of each window every place is there once.
  static void check_places(const Matrix& A, const StoredChecks& checks) {
    const auto places = host_copy(A.places);
    const auto window = static_cast<std::size_t>(A.shape.sorting_window);
    std::vector<bool> taken(places.extent(0), false);
    for (std::size_t position = 0; position < places.extent(0); ++position) {
      const std::size_t row = position / window * window + places(position);
      checks.require(places(position) < window && row < taken.size() && !taken[row], "places[", position,
                     "] = ", places(position), " is there twice, or outside of its rows");
      taken[row] = true;
    }
  }

  // How many entries each row has. The first slots of each position hold them.
  static std::vector<std::int64_t> checked_lengths(const Matrix& A, const StoredChecks& checks) {
    const std::int64_t height = A.shape.slice_height;
    const auto slices = host_copy(A.slice_offsets);
    const auto shortest_rows = host_copy(A.shortest_rows);
    const auto columns = host_copy(A.columns);
    const auto row_lengths = host_copy(A.row_lengths);
    const auto places = host_copy(A.places);
    const SellRows rows{places.extent(0) > 0 ? places.data() : nullptr, A.shape.sorting_window};
    std::vector<std::int64_t> lengths(static_cast<std::size_t>(A.num_rows));
    std::int64_t all = 0;
    for (std::int64_t slice = 0; slice < A.num_slices(); ++slice) {
      const auto at = static_cast<std::size_t>(slice);
      const std::int64_t slots = slices(at + 1) - slices(at);
      checks.require(slots % height == 0 && slots / height <= INT32_MAX, "slice ", slice, " has ", slots,
                     " slots, but is ", height, " high");
      std::int64_t shortest = INT32_MAX;
      for (std::int64_t lane = 0; lane < height; ++lane) {
        std::int64_t length = 0;
        bool has_ended = false;
        for (std::int64_t slot = slices(at) + lane; slot < slices(at + 1); slot += height) {
          const bool is_entry = columns(static_cast<std::size_t>(slot)) >= 0;
          checks.require(!is_entry || !has_ended, "columns[", slot, "] is behind the end of its row");
          has_ended = !is_entry;
          length += is_entry ? 1 : 0;
        }
        shortest = std::min(shortest, length);
        const std::int64_t position = slice * height + lane;
        all += length;
        if (position >= A.num_rows) {
          checks.require(length == 0, "slice ", slice, " has entries behind the last row");
          continue;
        }
        lengths[static_cast<std::size_t>(rows.row_at(position))] = length;
        checks.require(row_lengths.extent(0) == 0 || row_lengths(static_cast<std::size_t>(position)) == length,
                       "row_lengths[", position, "] is not the ", length, " entries of the row");
      }
      checks.require(shortest_rows(at) == shortest, "shortest_rows[", slice, "] = ", shortest_rows(at), ", but it is ",
                     shortest);
    }
    checks.require(all == A.num_entries, "num_entries is ", A.num_entries, ", but there are ", all);
    return lengths;
  }
};

}  // namespace detail
}  // namespace sporos
