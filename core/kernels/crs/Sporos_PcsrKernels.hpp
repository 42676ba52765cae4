// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief PCSR, the two-kernel baseline of IPCSR: writes all products to memory, then sums rows.
///
/// Who computes what: in the first kernel index `k` multiplies entry `k`. In the second kernel a team takes
/// `block_size` rows, one per thread, and goes through their products in tiles: all threads load a tile into team
/// scratch, then each adds the products in it that belong to its row. The second launch must give teams for all rows
/// and `tile * sizeof(Sum)` bytes of team scratch.
///
/// Bytes: as CoopKernel, and every product written and read once. Source: He & Gao 2016, section 2.
#pragma once

#include "core/kernels/Sporos_CrsOperand.hpp"
#include "core/kernels/Sporos_Epilogue.hpp"

namespace sporos {
namespace detail {

template <class Operand>
struct PcsrProductsKernel {
  using Sum = typename Operand::sum_t;

  Operand a;
  Sum* products;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t k) const {
    const auto entry = static_cast<typename Operand::entry_index>(k);
    const bool belongs_to_a_row = entry >= a.row_begin(0) && entry < a.row_begin(a.matrix.num_rows);
    if (belongs_to_a_row) products[k] = a.product(a.entry(entry));
  }
};

template <class Operand, class Epilogue>
struct PcsrSumsKernel {
  using Sum = typename Operand::sum_t;
  using entry_index = typename Operand::entry_index;

  Operand a;
  Epilogue epilogue;
  const Sum* products;
  int tile;

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& member) const {
    auto* scratch = static_cast<Sum*>(member.team_scratch(0).get_shmem(tile * sizeof(Sum)));
    const std::int64_t first = static_cast<std::int64_t>(member.league_rank()) * member.team_size();
    const std::int64_t last =
        first + member.team_size() < a.matrix.num_rows ? first + member.team_size() : a.matrix.num_rows;
    const std::int64_t row = first + member.team_rank();
    entry_index next = row < last ? a.row_begin(row) : 0;
    const entry_index end = row < last ? a.row_begin(row + 1) : 0;
    const entry_index team_end = a.row_begin(last);
    Sum sum(0);
    for (entry_index base = a.row_begin(first); base < team_end; base += static_cast<entry_index>(tile)) {
      const entry_index stop =
          team_end - base < static_cast<entry_index>(tile) ? team_end : base + static_cast<entry_index>(tile);
      for (entry_index k = base + static_cast<entry_index>(member.team_rank()); k < stop;
           k += static_cast<entry_index>(member.team_size())) {
        scratch[k - base] = products[k];
      }
      member.team_barrier();
      for (; next < end && next < stop; ++next) sum += scratch[next - base];
      member.team_barrier();
    }
    if (row < last) epilogue(row, sum);
  }
};

}  // namespace detail
}  // namespace sporos
