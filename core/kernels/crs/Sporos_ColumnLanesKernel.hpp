// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Several columns by cooperating lanes: `y = alpha*A*x + beta*y`, `Coop` lanes to each row and column, the
/// matrix read once for any number of columns.
///
/// Who computes what: the threads of a team form `block_size / Coop` groups, each of which takes a pair of a row and a
/// column at a time. The pairs are numbered row by row, so that neighbouring groups read the same entries at the same
/// time, which the hardware loads once, and neighbouring numbers of x where the columns of a row are contiguous. Team
/// `t` takes `repeat * block_size / Coop` consecutive pairs. The lanes of a group stride the row and add up their
/// partial sums; the first of them hands the sum to the epilogue. Long rows are not cut, so the decision must not
/// expect any.
///
/// The launch must give enough teams of `block_size` threads with vector length 1 and, per team, GroupSum's scratch.
///
/// Bytes: as CoopKernel, with x and y once per column.
#pragma once

#include "core/device/Sporos_ColumnsReader.hpp"
#include "core/device/Sporos_GroupSum.hpp"
#include "core/kernels/Sporos_CrsOperand.hpp"
#include "core/kernels/Sporos_Epilogue.hpp"
#include "core/kernels/Sporos_StridedSum.hpp"
#include "policies/crs/Sporos_LaunchBound.hpp"

namespace sporos {
namespace detail {

/// \tparam Operand   reads x by a ColumnsReader of one column
/// \tparam Epilogue  has `columns_from<1>(column)`
template <class Operand, class Epilogue, Reduction How, int Coop>
struct ColumnLanesKernel {
  using execution_space = typename Operand::execution_space;
  using entry_index = typename Operand::entry_index;
  using Sum = typename Operand::sum_t;

  Operand a;
  Epilogue epilogue;
  int repeat;

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& member) const {
    const int columns = a.x.count;
    const int groups = member.team_size() / Coop;
    const int lane = member.team_rank() % Coop;
    const GroupSum<execution_space, How, Sum> group(member);
    const std::int64_t first = static_cast<std::int64_t>(member.league_rank()) * repeat * groups;
    const std::int64_t first_row = first / columns;
    int pair = static_cast<int>(first % columns) + member.team_rank() / Coop;  // counted from the first row
    for (int sweep = 0; sweep < repeat; ++sweep, pair += groups) {
      const std::int64_t row = first_row + pair / columns;
      const int column = pair % columns;
      Sum partial(0);
      if (row < a.matrix.num_rows) {
        Operand of_column = a;
        of_column.x.data += column * a.x.column_stride;
        const entry_index begin = a.row_begin(row) + static_cast<entry_index>(lane);
        partial = strided_sum<entries_in_flight(Coop)>(of_column, begin, a.row_begin(row + 1), Coop);
      }
      const Sum sum = group.sum(member, partial, Coop);
      if (lane == 0 && row < a.matrix.num_rows) epilogue.template columns_from<1>(column)(row, sum);
    }
  }
};

}  // namespace detail
}  // namespace sporos
