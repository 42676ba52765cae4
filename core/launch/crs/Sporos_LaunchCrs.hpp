// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The way from a decision for compressed rows, and what is prepared for it, to launches.
#pragma once

#include "core/launch/crs/Sporos_LaunchColumnLanes.hpp"
#include "core/launch/crs/Sporos_LaunchColumns.hpp"
#include "core/launch/crs/Sporos_LaunchCoop.hpp"
#include "core/launch/crs/Sporos_LaunchLeaves.hpp"
#include "core/launch/crs/Sporos_LaunchLongRows.hpp"
#include "core/launch/crs/Sporos_LaunchPatterns.hpp"
#include "core/launch/crs/Sporos_LaunchTiles.hpp"

namespace sporos {
namespace detail {

/// Launches of algorithms that need no set-up.
/// \param news  if it is told nothing, another kernel sums the long rows
template <Reduction How, class Product>
void launch_in_place(const Product& product, const CrsDecision& decision, const RowNews& news = {}) {
  if constexpr (has_leaves<Product>) {
    if (decision.level != HostLevel::portable) return launch_leaves(product, decision);
  }
  if (decision.algorithm == Algorithm::stream) {
    launch_stream<How>(product, decision, news);
  } else if constexpr (How == Reduction::thread) {
    launch_partial_sums(product, decision);
  } else {
    with_lanes(decision.shape.coop, "coop",
               [&](auto coop) { launch_coop<How, decltype(coop)::value>(product, decision, news); });
  }
}

template <Reduction How, class Product, class Setup>
void launch_in_lanes(const Product& product, const CrsDecision& decision, const Setup& setup) {
  if constexpr (Ballot<typename Product::execution_space>::exists) {
    if (product.x.column_stride == 1) {
      if (decision.algorithm == Algorithm::adaptive) {
        launch_column_blocks<How>(product, decision, setup);
      } else if (has_long_rows(decision.limits)) {
        launch_column_shares<How>(product, decision, setup);
      } else {
        launch_column_rows<How>(product, decision.limits.long_row);
      }
      return;
    }
  }
  launch_column_lanes<How>(product, decision);
  for_each_pass(product, [&](const auto& pass) { launch_long_rows(pass, setup); });
}

template <Reduction How, class Product, class Setup>
void launch_prepared(const Product& product, const CrsDecision& decision, const Setup& setup) {
  if constexpr (has_columns_on_host<Product>) {
    launch_columns(product, &setup);
  } else if constexpr (is_wide_reader<typename Product::Reader>) {  // lanes alone have such readers
    launch_in_lanes<How>(product, decision, setup);
  } else {
    if constexpr (fits_column_lanes<Product>) {
      if (is_for_column_lanes(product)) return launch_in_lanes<How>(product, decision, setup);
    }
    if (setup.lists.num_segments > 0) refuse_team_dots(product);
    switch (decision.algorithm) {
      case Algorithm::light_vector:
        launch_light<How, SyncScope::group>(product, decision, resident_threads(product.machine), setup.counter.data());
        return;
      case Algorithm::light_warp:
        launch_light<How, SyncScope::warp>(product, decision, resident_threads(product.machine), setup.counter.data());
        return;
      case Algorithm::pcsr:
        // The memory for long rows is made for products of one column.
        if constexpr (is_columns<typename Product::Sum>) {
          launch_in_place<How>(product, decision);
        } else {
          launch_pcsr(product, decision, setup);
        }
        return;
      case Algorithm::ipcsr:
      case Algorithm::adaptive:
        launch_row_blocks<How>(product, decision, setup);
        return;
      case Algorithm::merge_path:
        launch_merge_path<How>(product, decision, setup);
        return;
      case Algorithm::coop:
      case Algorithm::patterns:
        if constexpr (takes_patterns<Product>) {
          if (decision.algorithm == Algorithm::patterns || decision.in_batches) {
            launch_patterns<How>(product, decision, setup.patterns.arrays);
            break;
          }
        }
        [[fallthrough]];
      default:
        if constexpr (has_leaves<Product>) {
          if (decision.cuts_rows) return launch_cut_rows(product, decision, setup);
          if (decision.level != HostLevel::portable) return launch_leaves(product, decision, setup.bands.arrays());
        }
        launch_in_place<How>(product, decision);
    }
    launch_long_rows(product, setup);
  }
}

}  // namespace detail
}  // namespace sporos
