// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Products without a plan on a GPU: which rows count as even, and how uneven ones are shared.
#pragma once

#include "formats/crs/Sporos_RowProfile.hpp"
#include "policies/Sporos_CrsDecision.hpp"
#include "policies/crs/Sporos_LongRowRule.hpp"
#include "policies/crs/Sporos_TileRule.hpp"

namespace sporos {
namespace detail {

/// \brief Of so many entries one is looked at, with the length of its row. Longer rows are never missed.
inline constexpr std::int64_t sampled_entries = 1024;

/// \brief After so many products of a matrix with uneven rows they are looked at again: the arrays may hold another
/// one. A look takes some 5 microseconds.
inline constexpr std::int64_t products_until_next_look = 32;

/// \brief The longest row with which rows count as even, by the rule of plans (RowProfile::has_even_rows).
constexpr std::int64_t longest_even_row(std::int64_t num_rows, std::int64_t nnz) {
  return num_rows == 0 ? 0 : 8 * (nnz + num_rows) / num_rows;
}

/// \brief Longer rows are told of if even rows were expected; they have been seen before, if the matrix is the same.
constexpr std::int64_t expected_row(std::int64_t num_rows, std::int64_t nnz) {
  const std::int64_t even = longest_even_row(num_rows, nnz);
  return even < sampled_entries ? sampled_entries : even;
}

/// \brief Teams of 64 threads for the smallest matrices, which need many teams; else 128, and 4 entries a thread, or 8
/// where rows are short. A share is a whole tile, since rows count as items, too. `limits.segment` is the work of a
/// share.
constexpr CrsDecision decide_uneven(const Machine& machine, std::int64_t num_rows, std::int64_t nnz) {
  CrsDecision decision;
  decision.algorithm = Algorithm::adaptive;
  decision.primitives = primitives_for(machine);
  const int block_size = nnz < 256 * 1024 ? 64 : 128;
  decision.shape = {1, nnz >= 1024 * 1024 && nnz <= 12 * num_rows ? 8 : 4, block_size};
  decision.tile = tile_for(machine, decision.shape);
  decision.limits.long_row = planned_long_rows(nnz, block_size, true).long_row;
  decision.limits.segment = decision.tile;
  return decision;
}

/// \brief The number of shares of the work; `decision` is of decide_uneven().
constexpr std::int64_t work_shares(const CrsDecision& decision, std::int64_t num_rows, std::int64_t nnz) {
  return (nnz + num_rows + decision.limits.segment - 1) / decision.limits.segment;
}

}  // namespace detail
}  // namespace sporos
