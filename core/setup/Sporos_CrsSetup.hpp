// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief What products of compressed rows need besides the matrix, prepared once.
#pragma once

#include <optional>

#include "core/kernels/Sporos_CrsArrays.hpp"
#include "core/kernels/crs/Sporos_LightKernel.hpp"
#include "core/setup/Sporos_FindBands.hpp"
#include "core/setup/Sporos_FindPatterns.hpp"
#include "core/setup/Sporos_Inspect.hpp"
#include "core/setup/Sporos_MergePathSearch.hpp"
#include "policies/Sporos_CrsDecision.hpp"
#include "policies/crs/Sporos_ColumnsRule.hpp"
#include "policies/crs/Sporos_LeafRule.hpp"

namespace sporos {
namespace detail {

/// \brief Prepared arrays. Those that the algorithm does not use stay empty.
///
/// Products write to `carries`, `products` and `counter`, so no two of them may run at the same time.
template <class ExecutionSpace>
struct CrsSetup {
  using memory_space = typename ExecutionSpace::memory_space;
  /// Room for a sum of any type.
  struct alignas(16) Room {
    unsigned char bytes[16];
  };

  RowLists<ExecutionSpace> lists;  ///< blocks: ipcsr and adaptive; segments: coop, stream and adaptive with long rows
  Kokkos::View<MergeCoordinate*, memory_space> points;  ///< merge_path
  SplitRows<memory_space> split_rows;                   ///< merge_path
  Kokkos::View<Room*, memory_space> carries;  ///< merge_path: for split_rows; coop: for long rows that threads share
  Kokkos::View<Room*, memory_space> column_carries;  ///< several columns: for long rows that threads share
  Kokkos::View<Room*, memory_space> products;        ///< pcsr
  Bands<ExecutionSpace> bands;                       ///< coop, on hosts with vector instructions
  Patterns<ExecutionSpace> patterns;                 ///< patterns, on a GPU
  Kokkos::View<RowCounter*, memory_space> counter;   ///< light_vector, light_warp

  /// \brief Calls `f(address, bytes)` for each array.
  template <class F>
  void each_array(const F& f) const {
    const auto one = [&](const auto&... views) { (f(static_cast<const void*>(views.data()), bytes_of(views)), ...); };
    const auto block = [&](const auto& memory) {
      if (memory) f(static_cast<const void*>(memory->data()), memory->bytes());
    };
    block(lists.memory);
    block(patterns.memory);
    one(points, split_rows.rows, split_rows.begin, split_rows.end, carries, column_carries, products, bands.stretches,
        bands.firsts, bands.patterns, counter);
  }
};

/// \brief What is known of a matrix before anything is prepared for it.
template <class ExecutionSpace>
struct AtHand {
  GuessedLists<ExecutionSpace> lists;     ///< reused if they fit the decision
  std::optional<PatternSample> patterns;  ///< if a sample was taken
};

/// \brief What must be listed for `decision`.
inline ListLimits lists_of(const CrsDecision& decision) {
  ListLimits limits{{0, 0}, decision.limits};
  if (decision.algorithm == Algorithm::ipcsr || decision.algorithm == Algorithm::adaptive) {
    limits.blocks = {decision.tile, max_block_rows(decision)};
  }
  return limits;
}

/// \brief Prepares `decision` for `matrix`. Allocates, and waits if sizes depend on the rows.
/// \param product_bytes  size of one product of `pcsr`
/// \param at_hand        what is known of `matrix`
template <class ExecutionSpace, class Matrix>
CrsSetup<ExecutionSpace> prepare_crs(const ExecutionSpace& exec, const Matrix& matrix, const CrsDecision& decision,
                                     std::size_t product_bytes, const AtHand<ExecutionSpace>& at_hand = {}) {
  using Setup = CrsSetup<ExecutionSpace>;
  using Rooms = decltype(Setup::carries);
  Setup setup;
  switch (decision.algorithm) {
    case Algorithm::merge_path:
      setup.points = find_merge_coordinates(exec, matrix, decision.tile);
      setup.split_rows = find_cut_rows(exec, matrix, setup.points);
      setup.carries = allocate<Rooms>(exec, "sporos::setup[carries]", setup.split_rows.num_carries);
      break;
    case Algorithm::pcsr:
      setup.products = allocate<Rooms>(exec, "sporos::setup[products]",
                                       (matrix.nnz() * static_cast<std::int64_t>(product_bytes) +
                                        static_cast<std::int64_t>(sizeof(typename Setup::Room)) - 1) /
                                           static_cast<std::int64_t>(sizeof(typename Setup::Room)));
      break;
    case Algorithm::light_vector:
    case Algorithm::light_warp:
      setup.counter = decltype(setup.counter)(Kokkos::view_alloc(exec, std::string("sporos::setup[row counter]")), 1);
      break;
    default:
      if (decision.cuts_rows) {
        setup.carries = allocate<Rooms>(exec, "sporos::setup[carries]", matrix.nnz() / leaf_segment + 1);
      }
      if constexpr (is_host_execution<ExecutionSpace>) {
        if (decision.seeks_bands) setup.bands = find_bands(exec, crs_arrays(matrix), decision.prefetches);
      } else if (decision.algorithm == Algorithm::patterns) {
        const auto rows = crs_arrays(matrix);
        setup.patterns = mark_patterns(exec, rows, at_hand.patterns ? *at_hand.patterns : sample_patterns(exec, rows),
                                       decision.shape.coop);
      }
      break;
  }
  if (decision.cuts_columns) {
    setup.column_carries = allocate<Rooms>(exec, "sporos::setup[carries]", column_carries(matrix.nnz()));
  }
  const ListLimits limits = lists_of(decision);
  if (!limits.has_anything()) return setup;
  const auto serving = std::find_if(at_hand.lists.begin(), at_hand.lists.end(),
                                    [&](const RowLists<ExecutionSpace>& lists) { return lists.serve(limits); });
  setup.lists = serving != at_hand.lists.end() ? *serving : list_rows(exec, matrix, limits);
  if (setup.lists.memory) setup.lists.memory->lend();
  return setup;
}

}  // namespace detail
}  // namespace sporos
