// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief What products of compressed rows need besides the matrix, prepared once.
#pragma once

#include "core/kernels/Sporos_CrsArrays.hpp"
#include "core/kernels/crs/Sporos_LightKernel.hpp"
#include "core/setup/Sporos_FindBands.hpp"
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
  Kokkos::View<RowCounter*, memory_space> counter;   ///< light_vector, light_warp

  /// \brief Calls `f(address, bytes)` for each array.
  template <class F>
  void each_array(const F& f) const {
    const auto one = [&](const auto&... views) { (f(static_cast<const void*>(views.data()), bytes_of(views)), ...); };
    if (lists.memory) f(static_cast<const void*>(lists.memory->data()), lists.memory->bytes());
    one(points, split_rows.rows, split_rows.begin, split_rows.end, carries, column_carries, products, bands.marks,
        bands.starts, bands.columns, counter);
  }
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
/// \param at_hand        lists that have already been made for `matrix`; reused if they fit the decision
template <class ExecutionSpace, class Matrix>
CrsSetup<ExecutionSpace> prepare_crs(const ExecutionSpace& exec, const Matrix& matrix, const CrsDecision& decision,
                                     std::size_t product_bytes, const GuessedLists<ExecutionSpace>& at_hand = {}) {
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
      }
      break;
  }
  if (decision.cuts_columns) {
    setup.column_carries = allocate<Rooms>(exec, "sporos::setup[carries]", column_carries(matrix.nnz()));
  }
  const ListLimits limits = lists_of(decision);
  if (!limits.has_anything()) return setup;
  const auto serving = std::find_if(at_hand.begin(), at_hand.end(),
                                    [&](const RowLists<ExecutionSpace>& lists) { return lists.serve(limits); });
  setup.lists = serving != at_hand.end() ? *serving : list_rows(exec, matrix, limits);
  if (setup.lists.memory) setup.lists.memory->lend();
  return setup;
}

}  // namespace detail
}  // namespace sporos
