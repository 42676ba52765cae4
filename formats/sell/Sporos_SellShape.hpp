// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The two parameters of SELL-C-sigma, and the bytes of such a matrix.
#pragma once

#include <cstdint>

#include "formats/common/Sporos_Require.hpp"

namespace sporos {

/// \brief The rows of a slice (C) and of a window that is sorted by length (sigma); a window of 1 sorts nothing.
struct SellShape {
  int slice_height = 32;   ///< rows of a slice
  int sorting_window = 1;  ///< rows of a window, which are sorted by length, the longest first
};

/// \brief Whether all numbers are the same.
constexpr bool operator==(const SellShape& a, const SellShape& b) {
  return a.slice_height == b.slice_height && a.sorting_window == b.sorting_window;
}

namespace detail {

/// \brief The default shape for unknown rows: slices as high as a warp on a GPU, as a vector register on a host.
constexpr SellShape default_sell_shape(bool on_host) { return {on_host ? 8 : 32, on_host ? 256 : 1024}; }

/// \brief The largest window that one team can sort in its scratch memory. It also bounds how far a row moves.
inline constexpr int largest_sorting_window = 8192;

constexpr bool is_slice_height(int height) { return height >= 2 && height <= 64 && (height & (height - 1)) == 0; }

constexpr bool is_sorting_window(int window) {
  return window >= 1 && window <= largest_sorting_window && (window & (window - 1)) == 0;
}

inline void require_sell_shape(const char* function, const SellShape& shape) {
  require(is_slice_height(shape.slice_height), function, "slice_height = ", shape.slice_height,
          " must be a power of two from 2 to 64");
  require(is_sorting_window(shape.sorting_window), function, "sorting_window = ", shape.sorting_window,
          " must be a power of two from 1 to ", largest_sorting_window);
}

}  // namespace detail

/// \brief Bytes of a SellMatrix without the map of update_values().
/// \param slots  entries and padding: what count_sell_slots() finds
/// \param row_lengths  whether the length of each row is stored
/// \throws std::invalid_argument where a number is negative
constexpr std::int64_t bytes_as_sell(std::int64_t num_rows, std::int64_t slots, const SellShape& shape,
                                     std::int64_t value_bytes, std::int64_t column_bytes, bool row_lengths) {
  detail::require_none_negative(
      "bytes_as_sell",
      {{"num_rows", num_rows}, {"slots", slots}, {"value_bytes", value_bytes}, {"column_bytes", column_bytes}});
  if (shape.slice_height < 1) {
    detail::require(false, "bytes_as_sell", "slice_height = ", shape.slice_height, " must be at least 1");
  }
  const std::int64_t slices = (num_rows + shape.slice_height - 1) / shape.slice_height;
  const std::int64_t of_a_row = (shape.sorting_window > 1 ? 2 : 0) + (row_lengths ? 4 : 0);
  return slots * (value_bytes + column_bytes) + (slices + 1) * 8 + slices * 4 + num_rows * of_a_row;
}

namespace detail {

/// \brief Whether reading the length of each row costs less than reading the padding without lengths.
constexpr bool row_lengths_pay(std::int64_t num_rows, std::int64_t nnz, std::int64_t slots, std::int64_t value_bytes,
                               std::int64_t column_bytes) {
  return (slots - nnz) * (value_bytes + column_bytes) > 8 * num_rows;
}

}  // namespace detail
}  // namespace sporos
