// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The block size that suits a matrix, and the number of blocks of a given size.
#pragma once

#include <cstdint>

#include "formats/bsr/Sporos_SampleBlocks.hpp"
#include "formats/common/Sporos_Arguments.hpp"

namespace sporos {
namespace detail {

/// \brief With this share of entries in the blocks, they take about as much memory as compressed rows, in double.
inline constexpr double default_min_fill = 0.7;

/// \brief The largest size whose blocks are filled well enough. For size 1 no block offsets are computed.
template <class Offsets, class ExecutionSpace, class Rows>
NumberedBlocks<Offsets> detect_in_rows(const ExecutionSpace& exec, const Rows& rows, double min_fill) {
  const auto entries = static_cast<double>(rows.nnz());
  const SampledFill fill(exec, rows,
                         [&](int size) { return entries > 0 && entries >= min_fill * rows.runs.fewest_places(size); });
  for (int size = largest_detected_block; size > 1; --size) {
    constexpr double doubt = 0.9;
    if (!fill.has(size) || fill(size) < doubt * min_fill) continue;
    const auto blocks = number_blocks_of<Offsets>(exec, rows, size);
    if (entries >= min_fill * static_cast<double>(blocks.count) * size * size) return blocks;
  }
  return {};
}

inline void require_min_fill(const char* function, double min_fill) {
  require(min_fill > 0 && min_fill <= 1, function, "min_fill = ", min_fill, " is not in (0, 1]");
}

}  // namespace detail

/// \brief The largest block size from 2 to 8 such that at least `min_fill` of all places in blocks hold an entry; 1
/// where there is none.
/// \throws std::invalid_argument where A is malformed or `min_fill` is not in (0, 1]
///
/// One pass over the columns rules out some sizes. For each size that remains, a sample of blocks (16384 entries, 4096
/// on a host) rules it out if they are emptier than allowed by a tenth or more. Then there is one pass over the columns
/// for each size that still remains. Waits for the results.
template <class ExecutionSpace, class AnyMatrix, class = detail::if_space<ExecutionSpace>>
int detect_block_size(const ExecutionSpace& exec, const AnyMatrix& A, double min_fill = detail::default_min_fill) {
  detail::require_min_fill("detect_block_size", min_fill);
  const auto crs = detail::convertible_crs(exec, A, "detect_block_size");
  using Offsets = Kokkos::View<typename detail::crs_view_t<AnyMatrix>::offset_type*, Kokkos::LayoutRight,
                               typename detail::crs_view_t<AnyMatrix>::memory_space>;
  return detail::detect_in_rows<Offsets>(exec, detail::rows_by_column(exec, crs.view), min_fill).size;
}

/// \brief The number of blocks of a size, for bytes_as_bsr(); waits for it.
/// \throws std::invalid_argument where A is malformed or the size is not in [1, largest_block_size]
template <class ExecutionSpace, class AnyMatrix, class = detail::if_space<ExecutionSpace>>
std::int64_t count_blocks(const ExecutionSpace& exec, const AnyMatrix& A, int block_size) {
  detail::require_block_size("count_blocks", block_size);
  const auto crs = detail::convertible_crs(exec, A, "count_blocks");
  return detail::count_blocks_in_rows(exec, detail::rows_by_column(exec, crs.view, block_size), block_size);
}

/// \brief Refuses other arguments at compile time.
template <class... Given,
          class = detail::if_wrong<detail::Parameters<2, detail::AnInstance, detail::AMatrix, double>, Given...>>
int detect_block_size(const Given&...) {
  static_assert(detail::are_right<Given...>,
                "sporos::detect_block_size: the arguments are exec, A (, min_fill); A is in compressed rows");
  return 0;
}

/// \brief Refuses other arguments at compile time.
template <class... Given,
          class = detail::if_wrong<detail::Parameters<3, detail::AnInstance, detail::AMatrix, int>, Given...>>
std::int64_t count_blocks(const Given&...) {
  static_assert(detail::are_right<Given...>,
                "sporos::count_blocks: the arguments are exec, A, block_size; A is in compressed rows");
  return 0;
}

}  // namespace sporos
