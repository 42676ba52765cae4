// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Measures what the choice of a storage format depends on.
#pragma once

#include "formats/bsr/Sporos_SampleBlocks.hpp"
#include "formats/csr5/Sporos_ToCsr5.hpp"
#include "formats/delta_crs/Sporos_ToDeltaCrs.hpp"
#include "formats/dia/Sporos_CountDiagonals.hpp"
#include "formats/dia/Sporos_ToDia.hpp"
#include "formats/hyb/Sporos_MeasureHyb.hpp"
#include "formats/profile/Sporos_FormatProfile.hpp"
#include "formats/sell/Sporos_SellOrder.hpp"

namespace sporos {
namespace detail {

// The profile of the rows, and the bytes of the formats that depend on nothing else.
template <class View>
FormatProfile format_profile_of(const RowProfile& rows) {
  FormatProfile profile;
  profile.rows = rows;
  profile.asked = FormatQuestions::none();
  profile.value_bytes = sizeof(typename View::value_type);
  profile.column_bytes = sizeof(typename View::column_type);
  profile.offset_bytes = sizeof(typename View::offset_type);
  profile.coo_bytes = bytes_as_coo(rows.nnz, profile.value_bytes, profile.column_bytes);
  profile.ell_bytes = bytes_as_ell(rows, profile.value_bytes, profile.column_bytes);
  profile.ellpack_r_bytes = bytes_as_ell(rows, profile.value_bytes, profile.column_bytes, true);
  return profile;
}

/// \brief Whether the columns of each row ascend strictly; waits.
template <class ExecutionSpace, class View>
bool columns_ascend(const ExecutionSpace& exec, const View& view) {
  std::int64_t first = no_row;
  Kokkos::parallel_reduce("sporos::measure_format[ascending?]", RowRange<ExecutionSpace>(exec, 0, view.num_rows),
                          FindUnsortedRow<typename View::column_type, typename View::offset_type>{
                              view.row_offsets.data(), view.columns.data()},
                          Kokkos::Min<std::int64_t>(first));
  wait_for(exec, "sporos::profile[wait]");
  return first == no_row;
}

/// \brief The profile of the rows, and the bytes of the formats that depend on nothing else.
template <class ExecutionSpace, class Matrix>
FormatProfile measure_format_rows(const ExecutionSpace& exec, const Matrix& A) {
  return format_profile_of<crs_view_t<Matrix>>(measure_rows(exec, A));
}

/// \brief Whether DIA may take no more than twice the bytes of compressed rows, beyond which it is never chosen. A few
/// rows rule out most matrices that do not suit it; a GPU, where a pass over the columns costs less than a look from
/// the host, rules out none.
template <class ExecutionSpace, class View>
bool may_suit_dia(const FormatProfile& profile, [[maybe_unused]] const View& view) {
  if constexpr (is_host_execution<ExecutionSpace>) {
    const auto bytes = bytes_as_dia(profile.rows.num_rows, fewest_diagonals(view), profile.value_bytes);
    return bytes / 2 <= profile.crs_bytes();
  } else {
    return true;
  }
}

/// \brief The profile of a matrix for choose_format().
/// \param crs        what convertible_crs() returns
/// \param questions  what to measure; blocks and diagonals are only measured if columns ascend
///
/// Each question costs about one to five products, on a host much less where a few rows answer it with no; waits for
/// the answers.
template <class ExecutionSpace, class View>
FormatProfile measure_checked_format(const ExecutionSpace& exec, const ConvertibleCrs<View>& crs,
                                     FormatQuestions questions) {
  const auto& view = crs.view;
  FormatProfile profile = format_profile_of<View>(crs.profile);
  profile.asked = questions;
  const RowProfile& rows = profile.rows;
  const int value = profile.value_bytes;
  const int column = profile.column_bytes;
  if (rows.nnz == 0) return profile;
  questions.diagonals = questions.diagonals && may_suit_dia<ExecutionSpace>(profile, view);
  questions.blocks =
      questions.blocks && (!questions.full_blocks_only || may_have_full_blocks<ExecutionSpace>(ascending_rows(view)));
  const bool ascending = (questions.diagonals || questions.blocks) && columns_ascend(exec, view);
  if (questions.diagonals && ascending) {
    profile.num_diagonals = find_diagonals(exec, view).count;
    profile.dia_bytes = bytes_as_dia(rows.num_rows, *profile.num_diagonals, value);
  }
  if (questions.blocks && ascending) {
    const auto by_column = ascending_rows(view);
    profile.block_size = sampled_block_size(exec, by_column, value, questions.full_blocks_only);
    if (profile.block_size) {
      const std::int64_t blocks = count_blocks_in_rows(exec, by_column, *profile.block_size);
      profile.bsr_filling = blocks * *profile.block_size * *profile.block_size - rows.nnz;
      profile.bsr_bytes = bytes_as_bsr(rows.num_rows, blocks, *profile.block_size, value, column, profile.offset_bytes);
    }
  }
  if (questions.hyb) {
    const HybSplit split = measure_hyb(exec, view);
    profile.hyb_width = split.width;
    profile.hyb_bytes = bytes_as_hyb(rows.num_rows, split, value, column);
  }
  if (questions.slices) {
    require_sell_shape("measure_format", questions.sell_shape);
    const std::int64_t slots = count_slots(exec, view, questions.sell_shape);
    profile.sell_bytes = bytes_as_sell(rows.num_rows, slots, questions.sell_shape, value, column,
                                       row_lengths_pay(rows.num_rows, rows.nnz, slots, value, column));
  }
  if (questions.csr5) {
    profile.csr5_bytes = bytes_as_csr5(count_in_csr5(exec, crs, Csr5Options()), value, column, profile.offset_bytes);
  }
  if (questions.deltas) {
    const DeltaCrsCounts counts = lay_out_delta_crs(exec, crs, DeltaCrsOptions()).counts;
    profile.delta_crs_bytes = bytes_as_delta_crs(counts, value, column, profile.offset_bytes);
    profile.delta_value_bytes = static_cast<int>(delta_value_bytes(counts.values, value));
    profile.far_entries = counts.wide_entries;
  }
  return profile;
}

/// \brief The same for any matrix.
/// \throws std::invalid_argument where A is malformed
template <class ExecutionSpace, class Matrix>
FormatProfile measure_format(const ExecutionSpace& exec, const Matrix& A, const FormatQuestions& questions = {}) {
  return measure_checked_format(exec, convertible_crs(exec, A, "measure_format"), questions);
}

}  // namespace detail
}  // namespace sporos
