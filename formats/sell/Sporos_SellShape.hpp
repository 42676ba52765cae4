// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The two numbers of SELL-C-sigma, and what a matrix of that shape takes.
#pragma once

#include <cstdint>

#include "formats/common/Sporos_Require.hpp"

namespace sporos {

/// \brief Rows of a slice (C), and rows among which the longest come first (sigma); 1 leaves rows where they are.
struct SellShape {
  int slice_height = 32;   ///< rows of a slice
  int sorting_window = 1;  ///< rows among which the longest come first
};

/// \brief Whether all numbers are the same.
constexpr bool operator==(const SellShape& a, const SellShape& b) {
  return a.slice_height == b.slice_height && a.sorting_window == b.sorting_window;
}

namespace detail {

/// \brief The shape where nothing is known of the rows: a warp's slices on a GPU, a vector register's on a host.
constexpr SellShape default_sell_shape(bool on_host) { return {on_host ? 8 : 32, on_host ? 256 : 1024}; }

/// \brief What one team can sort in its scratch memory, which also bounds the distance between a row and its y.
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
constexpr std::int64_t bytes_as_sell(std::int64_t num_rows, std::int64_t slots, const SellShape& shape,
                                     std::int64_t value_bytes, std::int64_t column_bytes, bool row_lengths) {
  const std::int64_t slices = (num_rows + shape.slice_height - 1) / shape.slice_height;
  const std::int64_t of_a_row = (shape.sorting_window > 1 ? 2 : 0) + (row_lengths ? 4 : 0);
  return slots * (value_bytes + column_bytes) + (slices + 1) * 8 + slices * 4 + num_rows * of_a_row;
}

namespace detail {

/// \brief Whether reading each row's length costs less than reading its padding does without.
constexpr bool row_lengths_pay(std::int64_t num_rows, std::int64_t nnz, std::int64_t slots, std::int64_t value_bytes,
                               std::int64_t column_bytes) {
  return (slots - nnz) * (value_bytes + column_bytes) > 8 * num_rows;
}

}  // namespace detail
}  // namespace sporos
