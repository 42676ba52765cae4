// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief How a host multiplies several columns whose numbers of a row do not lie side by side.
#pragma once

#include <cstdint>

namespace sporos {
namespace detail {

/// \brief Columns of x that are read at the same time: each of them is several streams of memory, for rows of a stencil
/// one a plane, of which a core follows some dozens. A block of rows is read from memory once, and from the cache for
/// the columns that follow.
///
/// Milliseconds of 8 columns in LayoutLeft on one core (EPYC of the third generation, AVX2), by columns at a time and
/// rows of a block:
///
/// | matrix        | one column | 8    | 4, 256 | 4, 1024 | 2, 256 | 2, 1024 |
/// |---------------|------------|------|--------|---------|--------|---------|
/// | stencil7:100  | 5.5        | 32.0 | 28.6   | 25.2    | 27.1   | 24.9    |
/// | stencil27:60  | 5.4        | 15.9 | 15.7   | 15.7    | 20.8   | 21.1    |
///
/// Rows that are shorter cost more than the memory when they are gone through twice: 9.5 of 8 columns at a time and
/// 13.6 of 4 for band:500000, of 2 to 6 entries.
constexpr int columns_at_a_time(std::int64_t num_rows, std::int64_t nnz) { return nnz <= 6 * num_rows ? 8 : 4; }

/// \brief Entries of a row that are added in sums of their own, so that no addition waits for the one before: 22.4 for
/// 26.7, and 14.2 for 16.3, for the matrices above. Eight columns have registers for one sum each.
constexpr int column_chains(int columns) { return columns <= 4 ? 2 : 1; }

/// \brief Rows of a block, and entries after which no other row follows: 192 KiB, which stay in a second-level cache.
inline constexpr std::int64_t columns_block_rows = 1024;
inline constexpr std::int64_t columns_block_entries = 16384;

}  // namespace detail
}  // namespace sporos
