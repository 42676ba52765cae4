// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief How a transposed product without a plan is shared among teams.
#pragma once

#include <algorithm>
#include <cstdint>

#include "policies/Sporos_Machine.hpp"

namespace sporos {
namespace detail {

/// \brief The launch parameters of ScatterKernel.
struct ScatterShape {
  std::int64_t share;  ///< entries of a team
  int threads;         ///< of a team
};

/// \brief On a host: one share per thread. On a GPU, where these are the entries of a COO matrix: small matrices need
/// many teams. The numbers were chosen for an older kernel of compressed rows
/// (docs/results/2026-11-24-h100-scatter.md).
inline ScatterShape scatter_shape(const Machine& machine, std::int64_t threads, std::int64_t nnz) {
  if (machine.kind == MachineKind::host) {
    const std::int64_t shares = std::max<std::int64_t>(threads, 1);
    return {std::max<std::int64_t>((nnz + shares - 1) / shares, 1), 1};
  }
  return {nnz < 512 * 1024 ? 512 : nnz < 1024 * 1024 ? 1024 : 2048, 256};
}

/// \brief If a row has more entries for each of its lanes, all lanes of its team share all entries of its rows.
inline constexpr int scattered_entries_a_lane = 16;

/// \brief The launch parameters of ScatterRowsKernel.
struct ScatterRowsShape {
  int threads;           ///< of a team
  int lanes_log2;        ///< the lanes of a row are this power of two, at most `threads`
  std::int64_t segment;  ///< teams whose rows have more entries leave them to others, in pieces of so many
};

/// \brief The entries of a thread of ScatterSharesKernel, which loads all of them before it adds one.
inline constexpr int scattered_at_once = 2;

/// \brief The threads of a team of ScatterSharesKernel.
constexpr int scatter_shares_team(std::int64_t nnz) { return nnz < 512 * 1024 ? 256 : 512; }

/// \brief So many first rows of shares can be kept.
inline constexpr int most_marked_shares = 1024;

/// \brief Whether ScatterSharesKernel runs, and not ScatterRowsKernel: on small matrices, unless most rows are empty.
/// Of 0.7 to 1.0 million entries stencil27:30, stencil7:50 and delaunay:380 take 1.02 to 1.07 times as long with it on
/// an H200, powerlaw:280000 0.8 of the time (by a program that is not committed).
constexpr bool scatters_in_shares(std::int64_t num_rows, std::int64_t nnz) {
  return num_rows <= nnz && nnz <= std::int64_t{most_marked_shares} * scattered_at_once * scatter_shares_team(nnz);
}

/// \brief So many columns are looked at, and if so many of them fall into one slot, teams add up what is for the same
/// column before they add it to y: many atomic additions to one number take turns. Some 1.5 % of the entries: with 6 to
/// 8 % (zipf, dc1) a product takes four to seven times as long without.
inline constexpr int crowd_samples = 1024;
inline constexpr int crowd = 16;

/// \brief The slots in which a team adds up what is for the same column; a power of two.
inline constexpr int crowd_slots = 256;

/// \brief Many lanes find the columns of a long row in one place. Lanes of neighbouring rows find them so in regular
/// matrices, whose additions the device does together: of rows as long, those of a grid prefer few lanes and those with
/// columns anywhere many.
///
/// Microseconds on an H200, double / float, by lanes of a row; with what sets y to zero, from memory, by a program that
/// is not committed:
///
/// | matrix (mean row)              | 2           | 4           | 8           | 16          | 32          |
/// |--------------------------------|-------------|-------------|-------------|-------------|-------------|
/// | uniform:1000000,entries=3      | 45 / 43     | 46 / 43     | 50 / 49     | 85 / 85     | 160 / 160   |
/// | de-bruijn-0.5 (4.0)            | 28 / 22     | 28 / 24     | 39 / 37     | 65 / 65     | 122 / 122   |
/// | band of 1500000 rows (6.0)     | 118 / 106   | 115 / 110   | 118 / 117   | 142 / 143   | 240 / 241   |
/// | stencil7:140 (7.0)             | 115 / 77    | 122 / 89    | 142 / 124   | 226 / 223   | 428 / 428   |
/// | tetrahedra-0.5 (15)            | 37 / 34     | 34 / 33     | 33 / 36     | 33 / 37     | 36 / 41     |
/// | uniform:500000 (16)            | 110 / 98    | 106 / 97    | 99 / 95     | 98 / 95     | 99 / 96     |
/// | communities-0.5 (22)           | 40 / 40     | 37 / 38     | 35 / 36     | 34 / 36     | 34 / 36     |
/// | stokes-0.5 (25)                | 35 / 27     | 32 / 27     | 32 / 31     | 33 / 33     | 36 / 34     |
/// | stencil27:80 (26)              | 91 / 62     | 88 / 64     | 101 / 93    | 116 / 119   | 114 / 112   |
/// | uniform:300000x1000000 (36)    | 161 / 146   | 149 / 137   | 139 / 134   | 130 / 125   | 134 / 130   |
/// | fem3:40 (77)                   | 134 / 106   | 118 / 102   | 109 / 98    | 107 / 93    | 97 / 80     |
/// | near-field-0.5 (178)           | 95 / 85     | 58 / 56     | 40 / 38     | 36 / 29     | 32 / 23     |
/// | uniform:3000x20000 (300)       | 54 / 54     | 35 / 38     | 27 / 31     | 23 / 27     | 21 / 27     |
///
/// Teams of 128 threads take 2 to 4 % less than teams of 256 where rows are even and the matrix is large. Where rows
/// are uneven, larger teams share more: power laws of 0.2, 2.5 and 2.9 million entries take 25 / 29, 145 / 149 and
/// 56 / 53 with 128 threads, 20 / 23, 139 / 143 and 51 / 49 with 256 (of an earlier kernel). A search every 8192
/// entries instead of 16384 takes 5 to 10 % of the product of a large matrix with even rows. But a group of so many
/// entries is the last one to end: small matrices need small segments, and so small groups. Also looked at: smaller
/// ones of these, zipf:300000 and 30000, dc1, arrow, long rows of a band, reservoir-0.5 and 0.6, rmat:19,factor=20,
/// rmat:14,factor=9, dissection-factor-0.6, lastrow:2500000, lp:250x1800000.
constexpr ScatterRowsShape scatter_rows_shape(std::int64_t num_rows, std::int64_t nnz) {
  const bool is_small = nnz < 1024 * 1024;
  const bool is_large = nnz >= 4 * 1024 * 1024;
  ScatterRowsShape shape = {is_small || is_large ? 128 : 256, 5, is_small ? 1024 : is_large ? 8192 : 4096};
  if (nnz <= 64 * num_rows) shape.lanes_log2 = (nnz <= 12 * num_rows ? 1 : nnz <= 32 * num_rows ? 2 : 4) + is_small;
  if (nnz >= 16 * 1024 * 1024) shape.segment = 16384;
  if (nnz > 512 * num_rows && !is_small) {
    shape.threads = 256;
    shape.segment = 4096;
  }
  return shape;
}

}  // namespace detail
}  // namespace sporos
