// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief How the kernel that prepares a plan is cut into teams.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace sporos {
namespace detail {

/// \brief Numbers of InspectKernel.
struct SetupRule {
  /// \brief Threads of a team on a GPU, and the teams for which a multiprocessor has registers: 64 a thread. With much
  /// fewer a thread would keep numbers in memory.
  static constexpr int team_size = 256;
  static constexpr int teams_of_multiprocessor = 4;

  /// \brief Bytes of columns, and of row offsets, that a thread has in flight: more would take too many registers.
  static constexpr int column_bytes = 64;
  static constexpr int offset_bytes = 16;

  /// \brief As many teams as the registers leave room for: half of the threads that the GPU can hold.
  static constexpr std::int64_t teams_at_once(std::int64_t threads) { return threads / (2 * team_size); }

  /// \brief The teams that inspect a matrix of so many rows or entries on a host: a thread for every 1024.
  static constexpr std::int64_t inspecting_threads(std::int64_t count, std::int64_t max_threads) {
    const std::int64_t wanted = (count + 1023) / 1024;
    return wanted < max_threads ? wanted : max_threads;
  }

  /// \brief On a GPU, beside `listing` teams that list rows: a team for every 8 rows, or entries, of its threads.
  ///
  /// All are to be there at once: those that have to wait begin when the first ones end. And the host takes time for
  /// the answer of each team, a team for each round of loads, so that their sum is least with as many teams as the root
  /// of count divided by a constant. Of 20, 40, 82, 160 and 320 on an H100, 40 is the best for 180,000 rows
  /// (cont-300_kkt), by 1 to 3 of 19 microseconds over the larger ones; for fewer rows they differ little.
  static std::int64_t inspecting_teams(std::int64_t count, std::int64_t listing, std::int64_t max_teams) {
    constexpr std::int64_t work = 8 * team_size;
    const std::int64_t wanted = (count + work - 1) / work;
    const std::int64_t beside = std::max(max_teams - listing, max_teams / 4);
    const auto worth = static_cast<std::int64_t>(std::sqrt(static_cast<double>(count) / 40)) + 1;
    return std::min({wanted, beside, worth});
  }

  /// \brief Rows of a team that lists them. Row blocks end at the multiples of this many rows, so that teams can look
  /// for them independently: eight full blocks, unless that is too much for a team's scratch, or some 64 tiles,
  /// whichever is less; and not so many that teams have nothing to do.
  /// \param tile_entries  that a block has at most
  /// \param block_rows    that a block has at most
  static constexpr std::int64_t listed_rows(std::int64_t tile_entries, std::int64_t block_rows, std::int64_t num_rows,
                                            std::int64_t nnz) {
    constexpr std::int64_t max_rows = 1024;
    constexpr std::int64_t teams = 128;
    const std::int64_t min_rows = block_rows < 256 ? 256 : block_rows;  // a row a thread
    std::int64_t rows = 8 * block_rows <= max_rows ? 8 * block_rows
                        : block_rows < max_rows    ? max_rows / block_rows * block_rows
                                                   : block_rows;
    while (rows >= 2 * min_rows && rows / 2 * teams >= num_rows) rows /= 2;
    while (rows >= 16 && rows * (nnz / num_rows) > 64 * tile_entries) rows /= 2;
    return rows;
  }

  /// \brief The same where there are no blocks.
  static constexpr std::int64_t listed_rows(std::int64_t segment, std::int64_t num_rows, std::int64_t nnz) {
    return listed_rows(segment, 128, num_rows, nnz);
  }
};

}  // namespace detail
}  // namespace sporos
