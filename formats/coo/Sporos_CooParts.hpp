// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief What a matrix in COO is made of, for files.
#pragma once

#include "formats/common/Sporos_StoredParts.hpp"
#include "formats/coo/Sporos_CooPartition.hpp"

namespace sporos {
namespace detail {

template <class V, class C, class O, class M>
struct StoredParts<CooMatrix<V, C, O, M>> {
  using Matrix = CooMatrix<V, C, O, M>;
  static constexpr const char* format = "coo";

  template <class Visit>
  static void each(Matrix& A, Visit& visit) {
    visit.number("num_rows", A.num_rows);
    visit.number("num_columns", A.num_columns);
    visit.flag("may_have_empty_rows", A.may_have_empty_rows);
    visit.flag("keeps_order", A.keeps_order);
    visit.array("rows", A.rows);
    visit.array("columns", A.columns);
    visit.array("values", A.values);
    visit.array("map", A.map);
  }

  static void check(const Matrix& A, const StoredChecks& checks) {
    check(A, checks, A.nnz());
    checks.require(!A.keeps_order || A.map.extent(0) == 0, "there is a map, but the entries keep their order");
  }
  /// \param num_entries  the bound of the indices in the map: more than nnz() if the matrix is a part of another
  static void check(const Matrix& A, const StoredChecks& checks, std::int64_t num_entries) {
    checks.shape(A);
    checks.size("rows", A.rows, A.nnz());
    checks.size("columns", A.columns, A.nnz());
    checks.range("rows", A.rows, 0, A.num_rows);
    const auto rows = host_copy(A.rows);
    checks.range("columns", A.columns, 0, A.num_columns,
                 [&](std::size_t k) { return static_cast<std::int64_t>(rows(k)); });
    if (A.map.extent(0) > 0) checks.size("map", A.map, A.nnz());
    checks.range("map", A.map, 0, num_entries);
    std::int64_t filled = rows.extent(0) > 0 ? 1 : 0;
    for (std::size_t k = 1; k < rows.extent(0); ++k) {
      checks.require(rows(k - 1) <= rows(k), "rows[", k, "] = ", rows(k), " is less than the one before");
      if (rows(k - 1) != rows(k)) ++filled;
    }
    checks.require(A.may_have_empty_rows || filled == A.num_rows, "only ", filled, " of ", A.num_rows,
                   " rows have entries, but may_have_empty_rows is 0");
  }

  template <class ExecutionSpace>
  static void complete(const ExecutionSpace& exec, Matrix& A) {
    prepare_shares(exec, A);
  }
};

}  // namespace detail
}  // namespace sporos
