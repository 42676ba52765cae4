// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Which rows the equal shares of a COO matrix cut.
#pragma once

#include "formats/common/Sporos_BinarySearch.hpp"
#include "formats/common/Sporos_RowOffsets.hpp"
#include "formats/coo/Sporos_CooMatrix.hpp"

namespace sporos::detail {

// One index per share. A scan that counts the shares with a row that begins in them and goes on in the next one.
template <class Column>
struct FindSplitRows {
  using value_type = std::int64_t;

  std::int64_t nnz;
  const Column* rows;
  std::int64_t* split_rows;
  std::int64_t* split_begin;
  std::int64_t* split_end;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t share, std::int64_t& found, bool is_final) const {
    const std::int64_t begin = share * coo_share;
    const std::int64_t end = begin + coo_share;
    if (end >= nnz || rows[end - 1] != rows[end]) return;
    const Column row = rows[end];
    if (begin > 0 && rows[begin - 1] == row) return;
    if (is_final) {
      const std::int64_t last_share = (first_greater(rows, nnz, row) - 1) / coo_share;
      split_rows[found] = row;
      split_begin[found] = 2 * share + 1;
      split_end[found] = 2 * last_share + 1;
    }
    ++found;
  }
};

/// \brief Computes what products of a matrix with sorted entries need; waits for the number of cut rows.
template <class ExecutionSpace, class Matrix>
void prepare_shares(const ExecutionSpace& exec, Matrix& coo) {
  const std::int64_t shares = coo_shares(coo.nnz());
  using Numbers = typename Matrix::template Array<std::int64_t>;
  coo.split_rows = fresh_array<Numbers>(exec, "sporos::coo[split rows]", shares);
  coo.split_begin = fresh_array<Numbers>(exec, "sporos::coo[split begin]", shares);
  coo.split_end = fresh_array<Numbers>(exec, "sporos::coo[split end]", shares);
  coo.carries = fresh_array<decltype(coo.carries)>(exec, "sporos::coo[carries]", 2 * shares);
  if (shares == 0) return;
  Kokkos::parallel_scan("sporos::to_coo[split rows]", RowRange<ExecutionSpace>(exec, 0, shares),
                        FindSplitRows<typename Matrix::column_type>{coo.nnz(), coo.rows.data(), coo.split_rows.data(),
                                                                    coo.split_begin.data(), coo.split_end.data()},
                        coo.num_split_rows);
  wait_for(exec, "sporos::to_coo[wait]");
}

}  // namespace sporos::detail
