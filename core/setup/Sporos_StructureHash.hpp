// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief A number that identifies the pattern of a matrix as it is stored.
#pragma once

#include <cstdint>

#include "formats/common/Sporos_MixBits.hpp"
#include "formats/crs/Sporos_CrsView.hpp"

namespace sporos {
namespace detail {

// The sum is the same in any order, so each number is mixed with its position first. (SplitMix64)
template <class Integer>
struct HashArray {
  const Integer* numbers;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i, std::uint64_t& sum) const {
    sum += mixed(static_cast<std::uint64_t>(numbers[i]) + static_cast<std::uint64_t>(i + 1) * 0x9e3779b97f4a7c15u);
  }
};

template <class ExecutionSpace, class View>
std::uint64_t hash_array(const ExecutionSpace& exec, const View& view) {
  std::uint64_t sum = 0;
  Kokkos::parallel_reduce("sporos::setup[structure hash]",
                          Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>(
                              exec, 0, static_cast<std::int64_t>(view.extent(0))),
                          HashArray<typename View::non_const_value_type>{view.data()}, sum);
  wait_for(exec, "sporos::setup[wait]");
  return sum;
}

/// \brief Hash of row offsets and columns, the same on every machine. One pass over both on the device; waits for it.
template <class ExecutionSpace, class Matrix>
std::uint64_t structure_hash(const ExecutionSpace& exec, const Matrix& matrix) {
  return 3 * hash_array(exec, matrix.row_offsets) + hash_array(exec, matrix.columns);
}

}  // namespace detail
}  // namespace sporos
