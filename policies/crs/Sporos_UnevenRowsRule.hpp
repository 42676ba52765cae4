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

/// \brief After so many products of a matrix its rows are looked at again: the arrays may hold another one. A look
/// takes some 5 microseconds.
inline constexpr std::int64_t products_until_next_look = 32;

/// \brief The same where rows were even. These products may take less time than a look, and the kernels themselves tell
/// of long rows.
inline constexpr std::int64_t even_products_until_next_look = 128;

/// \brief Longer rows are shared by teams. Another kernel adds up their parts, in 3 microseconds, for which a team sums
/// such a row; and a limit of 2048 or 4096 gains nothing where longer rows are shared anyway.
inline constexpr std::int64_t longest_row_of_a_team = 8192;

/// \brief The longest row with which rows count as even: by the rule of plans (RowProfile::has_even_rows), if it is not
/// so long that teams should share it.
constexpr std::int64_t longest_even_row(std::int64_t num_rows, std::int64_t nnz) {
  const std::int64_t even = num_rows == 0 ? 0 : 8 * (nnz + num_rows) / num_rows;
  return even < longest_row_of_a_team ? even : longest_row_of_a_team;
}

/// \brief Longer rows are told of if even rows were expected; they have been seen before, if the matrix is the same.
constexpr std::int64_t expected_row(std::int64_t num_rows, std::int64_t nnz) {
  const std::int64_t even = longest_even_row(num_rows, nnz);
  return even < sampled_entries ? sampled_entries : even;
}

/// \brief The shape of teams, their tile and the longest row that one team sums. A share is a whole tile, since rows
/// count as items, too: `limits.segment` is the work of a share, a power of two.
///
/// Microseconds on an H100 of the kernel and, where rows are cut, the one that adds up their parts, by threads times
/// entries:
///
/// | matrix (10^6 entries, mean), double / float | 128*4       | 256*4       | 128*8       | 256*8       |
/// |---------------------------------------------|-------------|-------------|-------------|-------------|
/// | rmat:14 (0.2, 14)                           | 11.4 / 11.8 | 11.8 / 11.4 | 12.5 / 12.6 | 13.4 / 13.1 |
/// | rmat:16 (0.9, 14)                           | 17.3 / 15.6 | 18.1 / 16.6 | 16.8 / 16.7 | 18.2 / 17.0 |
/// | rmat:18 (3.9, 15)                           | 48.4 / 36.1 | 51.1 / 35.8 | 45.7 / 35.6 | 47.1 / 35.8 |
/// | rmat:20 (16, 15)                            | 162 / 134   | 177 / 134   | 158 / 142   | 159 / 142   |
/// | powerlaw:60000 (0.2, 3.4)                   | 14.5 / 16.4 | 13.6 / 14.0 | 16.2 / 18.1 | 14.1 / 14.7 |
/// | powerlaw:500000 (1.7, 3.4)                  | 31.8 / 28.4 | 32.5 / 27.7 | 32.3 / 30.5 | 31.8 / 29.7 |
/// | powerlaw:1500000 (5.1, 3.4)                 | 80.3 / 67.0 | 83.7 / 67.0 | 75.1 / 67.8 | 75.5 / 65.2 |
/// | arrow:600000 (1.8, 3)                       | 29.2 / 26.2 | 26.9 / 22.2 | 22.9 / 19.1 | 22.3 / 17.7 |
/// | lastrow:1000000 (5.0, 5)                    | 61.3 / 51.4 | 58.8 / 46.4 | 53.1 / 41.7 | 52.2 / 38.4 |
/// | dc1:400000 (2.8, 7)                         | 34.4 / 24.5 | 34.9 / 23.5 | 29.6 / 20.1 | 28.8 / 19.3 |
/// | lp:100x500000 (3.1, 31029)                  | 34.4 / 24.5 | 34.6 / 24.4 | 32.9 / 23.8 | 32.9 / 24.0 |
///
/// with 64 registers in double and 40 in float (40 in double: rmat:20 181, arrow 28.5; 64 in float: lastrow 44.3).
constexpr CrsDecision decide_uneven(const Machine& machine, std::int64_t num_rows, std::int64_t nnz, int value_bytes) {
  CrsDecision decision;
  decision.algorithm = Algorithm::adaptive;
  decision.primitives = primitives_for(machine);
  const bool narrow = value_bytes <= 4;
  const bool four = nnz < 512 * 1024 || (narrow && nnz > 12 * num_rows && nnz <= 512 * num_rows);
  decision.shape = {1, four ? 4 : 8, narrow ? 256 : 128};
  decision.tile = tile_for(machine, decision.shape);
  decision.limits.long_row = longest_row_of_a_team;
  decision.limits.segment = decision.tile;
  return decision;
}

/// \brief The largest power of two that is at most `number`, as its exponent.
constexpr int floor_log2(std::int64_t number) {
  int log = 0;
  while (number >> (log + 1) > 0) ++log;
  return log;
}

/// \brief The number of shares of the work; `decision` is of decide_uneven().
constexpr std::int64_t work_shares(const CrsDecision& decision, std::int64_t num_rows, std::int64_t nnz) {
  return (nnz + num_rows + decision.limits.segment - 1) / decision.limits.segment;
}

}  // namespace detail
}  // namespace sporos
