// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Copies columns to an array in which the numbers of a row are neighbours, on a host.
#pragma once

#include <cstdint>

#include "formats/common/Sporos_Kokkos.hpp"

namespace sporos {
namespace detail {

/// \brief Index `i` copies the i-th block of rows, column by column: the copies of a block stay in a first-level cache
/// until their rows are complete. Bytes: each number once read and once written.
template <class T>
struct PackColumnsKernel {
  static constexpr std::int64_t block = 32;

  const T* from;
  std::int64_t rows;
  std::int64_t columns;
  std::int64_t row_stride;
  std::int64_t column_stride;
  T* to;

  void operator()(std::int64_t i) const {
    const std::int64_t begin = i * block;
    const std::int64_t end = rows - begin < block ? rows : begin + block;
    for (std::int64_t c = 0; c < columns; ++c) {
      const T* const column = from + c * column_stride;
      for (std::int64_t row = begin; row < end; ++row) to[row * columns + c] = column[row * row_stride];
    }
  }
};

}  // namespace detail
}  // namespace sporos
