// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The decisions that a search may try on a matrix in compressed rows.
///
/// Each of them is what decide_crs() returns for some algorithm and row shape, so these two identify it. A shape or
/// rule in the options is where the search starts; an algorithm in them is the only one tried. `pcsr`, which stores all
/// products in memory and reads them back, is tried only if it is asked for by name.
///
/// Nothing is proposed that the longest row alone would make slow. At full bandwidth each resident thread of a GPU
/// handles one entry at a time, so a product takes as long as nnz / threads entries one after the other. A row takes as
/// long as the entries of one of its lanes.
#pragma once

#include <algorithm>
#include <vector>

#include "policies/crs/Sporos_DecideCrs.hpp"

namespace sporos {
namespace detail {

/// \brief The decision for a plan with this algorithm and shape in its options.
inline CrsDecision decide_crs(const Machine& machine, const RowProfile& rows, const Options& options, int value_bytes,
                              Algorithm algorithm, const RowShape& shape) {
  Options asked = options;
  asked.algorithm = algorithm;
  asked.shape = shape;
  return decide_crs(machine, rows, asked, value_bytes);
}

/// \brief The entries of the longest row that one lane adds up; algorithms that split long rows limit it themselves.
inline std::int64_t longest_chain(const Machine& machine, const RowProfile& rows, const CrsDecision& decision) {
  const Algorithm algorithm = decision.algorithm;
  if (algorithm == Algorithm::merge_path) return 0;
  if (machine.kind == MachineKind::host || algorithm == Algorithm::scalar || algorithm == Algorithm::pcsr) {
    return rows.longest_row;
  }
  if (uses_coop(algorithm) && !lists_long_rows(algorithm)) return rows.longest_row / decision.shape.coop;
  return algorithm == Algorithm::ipcsr ? rows.longest_row / decision.shape.block_size : 0;
}

/// \brief A list of distinct decisions. It takes only those that can run and in which no lane adds up more than
/// `factor * nnz / threads + entries` entries one after the other.
class CrsList {
 public:
  CrsList(const Machine& machine, const RowProfile& rows, const Options& options, int value_bytes, std::int64_t factor,
          std::int64_t entries)
      : machine_(machine),
        rows_(rows),
        options_(options),
        value_bytes_(value_bytes),
        longest_(factor * (rows.nnz / resident_threads(machine)) + entries),
        list_(1, decide_crs(machine, rows, options, value_bytes)) {}

  void add(Algorithm algorithm, const RowShape& shape) {
    const CrsDecision decision = decide_crs(machine_, rows_, options_, value_bytes_, algorithm, shape);
    if (shape_fault(decision.shape, machine_) != nullptr || block_count(shape, rows_.num_rows) > INT32_MAX) return;
    if (shape_fault(decision.shape, algorithm) != nullptr) return;
    if (longest_chain(machine_, rows_, decision) > longest_) return;
    if (std::find(list_.begin(), list_.end(), decision) == list_.end()) list_.push_back(decision);
  }

  /// The decision for `algorithm` with its default numbers.
  CrsDecision usual(Algorithm algorithm) const {
    Options asked = options_;
    asked.algorithm = algorithm;
    asked.shape.reset();
    return decide_crs(machine_, rows_, asked, value_bytes_);
  }

  const std::vector<CrsDecision>& list() const { return list_; }

 private:
  Machine machine_;
  RowProfile rows_;
  Options options_;
  int value_bytes_;
  std::int64_t longest_;
  std::vector<CrsDecision> list_;
};

/// \brief Whether `repeat` of the shape determines the size of the tile.
constexpr bool has_entries_per_thread(Algorithm algorithm) {
  return uses_tile(algorithm) && algorithm != Algorithm::ipcsr && algorithm != Algorithm::pcsr;
}

inline void add_neighbours(const Machine& machine, const CrsDecision& centre, CrsList& found) {
  const auto [coop, repeat, block_size] = centre.shape;
  const Algorithm algorithm = centre.algorithm;
  const bool lanes_vary = uses_coop(algorithm) && algorithm != Algorithm::scalar && algorithm != Algorithm::vector;
  if (machine.kind == MachineKind::host) {
    if (algorithm != Algorithm::coop) return;
    for (const int other : {2 * coop, coop / 2, 4 * coop}) {
      if (other >= 1 && other <= 8) found.add(algorithm, {other, repeat, other});
    }
    if (machine.multiprocessors == 1) return;
    found.add(algorithm, {coop, (repeat + 3) / 4, block_size});
    if (repeat < INT32_MAX / 4) found.add(algorithm, {coop, 4 * repeat, block_size});
    return;
  }
  if (lanes_vary) {
    found.add(algorithm, {2 * coop, repeat, block_size});
    found.add(algorithm, {coop / 2, repeat, block_size});
  }
  for (const int other : {2 * block_size, block_size / 2, 4 * block_size}) {
    if (other >= 64 && other <= 512) found.add(algorithm, {coop, repeat, other});
  }
  if (algorithm == Algorithm::coop && repeat < INT32_MAX / 2) found.add(algorithm, {coop, 2 * repeat, block_size});
  if (has_entries_per_thread(algorithm)) {
    for (const int other : {4, 12}) found.add(algorithm, {coop, other, block_size});
  }
}

/// \brief The algorithms that may be faster than the automatic choice, the most promising first.
inline std::vector<Algorithm> rivals(const Machine& machine, const RowProfile& rows) {
  using List = std::vector<Algorithm>;
  if (machine.kind == MachineKind::host) {
    // Equal shares of entries pay off where a row is a good part of a thread's share of the work.
    const bool regular = 8 * machine.multiprocessors * rows.longest_row < rows.nnz + rows.num_rows;
    if (machine.multiprocessors == 1) return List{Algorithm::coop};
    return regular ? List{Algorithm::coop, Algorithm::light_warp}
                   : List{Algorithm::merge_path, Algorithm::coop, Algorithm::light_warp};
  }
  if (!rows.has_even_rows())
    return List{Algorithm::adaptive, Algorithm::merge_path, Algorithm::stream, Algorithm::coop};
  return List{Algorithm::coop, Algorithm::stream, Algorithm::adaptive};
}

/// \brief The automatic decision, followed by those that could be faster, the most promising first. None of them should
/// take more than twice as long.
/// \param value_bytes  size of a matrix value
inline std::vector<CrsDecision> crs_candidates(const Machine& machine, const RowProfile& rows, const Options& options,
                                               int value_bytes) {
  CrsList found(machine, rows, options, value_bytes, 2, 32);
  const CrsDecision automatic = found.list().front();
  if (rows.nnz == 0) return found.list();
  std::vector<Algorithm> others;
  if (options.algorithm == Algorithm::automatic) others = rivals(machine, rows);
  for (const Algorithm other : others) found.add(other, found.usual(other).shape);
  add_neighbours(machine, automatic, found);
  for (const Algorithm other : others) {
    const bool neighbours_are_near = other != Algorithm::light_warp && other != automatic.algorithm;
    if (neighbours_are_near) add_neighbours(machine, found.usual(other), found);
  }
  return found.list();
}

/// \brief The automatic decision, followed by every algorithm with every shape of a grid, except those that might take
/// seconds.
inline std::vector<CrsDecision> all_crs_decisions(const Machine& machine, const RowProfile& rows,
                                                  const Options& options, int value_bytes) {
  CrsList found(machine, rows, options, value_bytes, 64, 4096);
  if (rows.nnz == 0) return found.list();
  const bool host = machine.kind == MachineKind::host;
  for (const Algorithm algorithm : all_algorithms()) {
    const bool patterns = algorithm == Algorithm::patterns;
    // On a host `patterns` is `coop`.
    const bool is_no_rival =
        algorithm == Algorithm::pcsr || (patterns && (host || !patterns_pay(machine, rows, value_bytes)));
    if (options.algorithm != Algorithm::automatic ? options.algorithm != algorithm : is_no_rival) continue;
    const RowShape usual = found.usual(algorithm).shape;
    const bool is_coop = algorithm == Algorithm::coop;
    const bool light = algorithm == Algorithm::light_vector || algorithm == Algorithm::light_warp;
    const bool lanes_vary = is_coop || patterns || (light && !host);
    const bool rows_vary = is_coop || patterns || algorithm == Algorithm::scalar || algorithm == Algorithm::vector;
    const std::vector<int> repeats = rows_vary                           ? std::vector<int>{1, 2, 4}
                                     : has_entries_per_thread(algorithm) ? std::vector<int>{4, 6, 8, 12}
                                                                         : std::vector<int>{usual.repeat};
    const int least = !lanes_vary ? usual.coop : light ? 2 : 1;
    const int most = lanes_vary ? max_coop : usual.coop;
    for (int coop = least; coop <= most; coop *= 2) {
      if (host) {
        // Shares of the work: the default number; with several threads also fewer and more.
        const bool shares_vary = rows_vary && machine.multiprocessors > 1;
        const int block_size = uses_coop(algorithm) ? coop : usual.block_size;
        for (const int divisor : {1, 2, 4}) {
          const int repeat = 1 + (usual.repeat - 1) / divisor;
          if (divisor == 1 || shares_vary) found.add(algorithm, {coop, repeat, block_size});
        }
        if (shares_vary && usual.repeat < INT32_MAX / 4) found.add(algorithm, {coop, 4 * usual.repeat, block_size});
        continue;
      }
      for (const int block_size : {64, 128, 256, 512}) {
        for (const int repeat : repeats) found.add(algorithm, {coop, repeat, block_size});
      }
    }
  }
  return found.list();
}

}  // namespace detail
}  // namespace sporos
