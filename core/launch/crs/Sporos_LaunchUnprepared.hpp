// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Launches of products without a plan.
///
/// What is known of the rows is the longest one that an earlier product has seen. Even rows are multiplied by the
/// kernel that equal numbers of rows suit, uneven ones in equal shares of work. As long as nothing is known, a kernel
/// looks, and both are launched after it: it is for the device to say which of them returns at once.
#pragma once

#include <algorithm>

#include "core/kernels/crs/Sporos_EqualWorkKernel.hpp"
#include "core/launch/Sporos_LaunchFixUp.hpp"
#include "core/launch/crs/Sporos_LaunchColumns.hpp"
#include "core/launch/crs/Sporos_LaunchCrs.hpp"
#include "core/setup/Sporos_LongRowMemory.hpp"
#include "policies/crs/Sporos_UnevenRowsRule.hpp"

namespace sporos {
namespace detail {

/// \param memory  what LongRowMemory::get() returned
/// \param cuts    whether there may be rows that teams must share
template <Reduction How, class Product, class Use>
void launch_equal_work(const Product& product, const CrsDecision& decision, const Use& memory, const RowNews& news,
                       bool cuts) {
  using Sum = typename Product::Sum;
  using Kernel = EqualWorkKernel<typename Product::Operand, typename Product::Epilogue, How>;
  const std::int64_t shares = work_shares(decision, product.a.matrix.num_rows, product.nnz);
  CutRows<Sum> cut;
  if (cuts) cut = {memory.rows, memory.begin, memory.end, sums_in<Sum>(memory.carries)};
  launch_tiles_within<EqualWorkOccupancy<Sum>>(
      product, decision, shares,
      Kernel{product.a, product.epilogue, floor_log2(decision.limits.segment), decision.tile, decision.limits.long_row,
             news, memory.shares, memory.has_shares, cut});
  if (cuts) launch_fix_up<How>(product, fix_up_team, {shares, cut.rows, cut.begin, cut.end, cut.carries}, news);
}

/// Even rows: all columns at once where lanes take them.
template <Reduction How, class Product>
void launch_even(const Product& product, const CrsDecision& decision, const RowNews& news = {}) {
  if constexpr (is_wide_reader<typename Product::Reader>) {
    launch_column_lanes<How>(product, decision, news);
  } else {
    if constexpr (fits_column_lanes<Product>) {
      if (is_for_column_lanes(product)) return launch_column_lanes<How>(product, decision, news);
    }
    launch_in_place<How>(product, decision, news);
  }
}

/// Uneven rows: as many columns at a time as a sum holds.
template <Reduction How, class Product, class Use>
void launch_uneven(const Product& product, const CrsDecision& decision, const Use& memory, const RowNews& news,
                   bool cuts) {
  if constexpr (fits_column_lanes<Product>) {
    for_each_pass(product, [&](const auto& pass) { launch_equal_work<How>(pass, decision, memory, news, cuts); });
  } else {
    launch_equal_work<How>(product, decision, memory, news, cuts);
  }
}

/// The longest row that teams sum whole for all columns at once where rows are uneven: 0 if they do not.
template <class Product>
std::int64_t longest_whole_row([[maybe_unused]] const Product& product) {
  if constexpr (fits_column_lanes<Product> && Ballot<typename Product::execution_space>::exists) {
    if (is_for_column_lanes(product) && product.x.column_stride == 1) return longest_whole_row_of_columns(product.nnz);
  }
  return 0;
}

/// Uneven rows whose columns are summed all at once.
template <Reduction How, class Product, class Use>
void launch_whole_rows([[maybe_unused]] const Product& product, [[maybe_unused]] const CrsDecision& decision,
                       [[maybe_unused]] const Use& memory, [[maybe_unused]] const RowNews& news) {
  if constexpr (fits_column_lanes<Product> && Ballot<typename Product::execution_space>::exists) {
    const std::int64_t longest = longest_whole_row(product);
    const int log_items = floor_log2(decision.limits.segment);
    const ColumnTileShape shape{
        column_tile_threads(blocks_of_columns(product), column_lanes_team, decision.tile, unplanned_group_entries),
        column_evenness(writes_whole_rows(product.epilogue))};
    launch_column_tiles<How>(product, shape, longest, news,
                             RowsOfShares{log_items, longest, memory.shares, memory.has_shares},
                             work_shares(decision, product.a.matrix.num_rows, product.nnz), decision.tile);
  }
}

/// \param uneven  the decision for uneven rows
template <Reduction How, class Product>
void launch_unprepared(const Product& product, const CrsDecision& decision, const CrsDecision& uneven) {
  if constexpr (has_columns_on_host<Product>) {
    launch_columns(product, static_cast<const CrsSetup<typename Product::execution_space>*>(nullptr));
  } else {
    using Memory = LongRowMemory<typename Product::execution_space>;
    if (!has_long_rows(decision.limits)) return launch_even<How>(product, decision);
    const auto& rows = product.a.matrix;
    const auto memory = Memory::get(product.exec, rows.row_offsets, rows.num_rows, product.nnz,
                                    work_shares(uneven, rows.num_rows, product.nnz));
    RowNews news{nullptr, longest_even_row(rows.num_rows, product.nnz), memory.told, memory.stamp};
    const std::int64_t longest_whole = longest_whole_row(product);
    const auto look = [&] {
      const std::int64_t step = std::min({sampled_entries, decision.limits.long_row, uneven.limits.long_row});
      Memory::find_longest_row(product.exec, product.labels.rest, rows, product.nnz, step, memory);
    };
    if (!memory.owner) {  // rows are summed whole, whatever their lengths
      CrsDecision in_place = decision;
      in_place.limits.long_row = INT64_MAX;
      launch_even<How>(product, in_place);
    } else if (memory.longest_row < 0) {
      look();
      news.longest = memory.found;
      launch_even<How>(product, decision, news);
      RowNews news_of_longer = news;
      if (longest_whole > news.longest_even) {
        launch_whole_rows<How>(product, uneven, memory, news);
        news_of_longer.longest_even = longest_whole;
      }
      launch_uneven<How>(product, uneven, memory, news_of_longer, true);
    } else {
      if (memory.longest_row <= news.longest_even) {
        launch_even<How>(product, decision, news);
      } else if (memory.longest_row <= longest_whole) {
        launch_whole_rows<How>(product, uneven, memory, news);
      } else {
        launch_uneven<How>(product, uneven, memory, news, memory.longest_row > uneven.limits.long_row);
      }
      if (memory.looks_again) look();
    }
  }
}

}  // namespace detail
}  // namespace sporos
