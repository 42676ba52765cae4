// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief CUDA: shuffles of several columns.
#pragma once

#include "core/device/Sporos_Columns.hpp"
#include "core/device/Sporos_GroupSum.hpp"

namespace sporos {
namespace detail {

// Number by number: if they were copied as words, they would not stay in registers.
template <class T, int N>
__device__ inline Columns<T, N> shuffle_down(unsigned mask, const Columns<T, N>& value, int delta, int width) {
  Columns<T, N> ahead;
#pragma unroll
  for (int c = 0; c < N; ++c) ahead.numbers[c] = shuffle_down(mask, value.numbers[c], delta, width);
  return ahead;
}

}  // namespace detail
}  // namespace sporos
