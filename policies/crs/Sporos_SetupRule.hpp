// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief How the work of the kernel that prepares a plan is divided among teams.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace sporos {
namespace detail {

/// \brief The launch parameters of InspectKernel.
struct SetupRule {
  /// \brief Threads of a team on a GPU, and teams per multiprocessor: they leave 64 registers a thread. With many fewer
  /// the kernel would spill.
  static constexpr int team_size = 256;
  static constexpr int teams_of_multiprocessor = 4;

  /// \brief Bytes of columns, and of row offsets, that a thread has in flight; more would need too many registers.
  static constexpr int column_bytes = 64;
  static constexpr int offset_bytes = 16;

  /// \brief The teams that are resident at once: registers limit them to half of the threads that the GPU can hold.
  static constexpr std::int64_t teams_at_once(std::int64_t threads) { return threads / (2 * team_size); }

  /// \brief The threads that inspect `count` rows or entries on a host: one for every 1024.
  static constexpr std::int64_t inspecting_threads(std::int64_t count, std::int64_t max_threads) {
    const std::int64_t wanted = (count + 1023) / 1024;
    return wanted < max_threads ? wanted : max_threads;
  }

  /// \brief The teams that inspect on a GPU, in addition to `listing` teams that list rows: at most one for every 8
  /// rows or entries per thread.
  ///
  /// All teams should be resident at once, since a team that has to wait starts only when another ends. More teams need
  /// fewer rounds of loads each, but the host spends time on the answer of each team; the sum of both is least for
  /// sqrt(count / constant) teams. Of the constants 20, 40, 82, 160 and 320, 40 is the best on an H100 for 180,000 rows
  /// (cont-300_kkt): it saves 1 to 3 of 19 microseconds over the larger ones. For fewer rows they differ little.
  static std::int64_t inspecting_teams(std::int64_t count, std::int64_t listing, std::int64_t max_teams) {
    constexpr std::int64_t work = 8 * team_size;
    const std::int64_t wanted = (count + work - 1) / work;
    const std::int64_t beside = std::max(max_teams - listing, max_teams / 4);
    const auto worth = static_cast<std::int64_t>(std::sqrt(static_cast<double>(count) / 40)) + 1;
    return std::min({wanted, beside, worth});
  }

  /// \brief The rows that one team lists. Row blocks end at multiples of this number, so that teams find them
  /// independently. It is eight full blocks or about 64 tiles, whichever is less; fewer where a team's scratch is too
  /// small for them, or where teams would have nothing to do.
  /// \param tile_entries  the most entries of a block
  /// \param block_rows    the most rows of a block
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

  /// \brief The same for algorithms without row blocks.
  static constexpr std::int64_t listed_rows(std::int64_t segment, std::int64_t num_rows, std::int64_t nnz) {
    return listed_rows(segment, 128, num_rows, nnz);
  }
};

}  // namespace detail
}  // namespace sporos
