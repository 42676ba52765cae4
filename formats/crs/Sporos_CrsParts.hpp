// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief What compressed rows are made of, for files.
#pragma once

#include "formats/common/Sporos_StoredParts.hpp"
#include "formats/crs/Sporos_CrsMatrix.hpp"
#include "formats/crs/Sporos_CrsView.hpp"

namespace sporos {
namespace detail {

template <class Matrix>
struct CrsParts {
  static constexpr const char* format = "crs";

  template <class Visit>
  static void each(Matrix& A, Visit& visit) {
    visit.number("num_rows", A.num_rows);
    visit.number("num_columns", A.num_columns);
    visit.array("row_offsets", A.row_offsets);
    visit.array("columns", A.columns);
    visit.array("values", A.values);
  }

  // Entries outside of the rows are allowed, as in memory.
  static void check(const Matrix& A, const StoredChecks& checks) {
    checks.shape(A);
    checks.size("columns", A.columns, A.nnz());
    if (A.num_rows == 0 && A.row_offsets.extent(0) == 0) return checks.range("columns", A.columns, 0, A.num_columns);
    checks.size("row_offsets", A.row_offsets, A.num_rows + 1);
    const auto offsets = host_copy(A.row_offsets);
    std::int64_t before = 0;
    for (std::size_t i = 0; i < offsets.extent(0); ++i) {
      const auto offset = static_cast<std::int64_t>(offsets(i));
      checks.require(offset >= before && offset <= A.nnz(), "row_offsets[", i, "] = ", +offsets(i), " is not in [",
                     before, ", ", A.nnz(), "]");
      before = offset;
    }
    checks.range("columns", A.columns, 0, A.num_columns, [&](std::size_t entry) -> std::int64_t {
      const auto k = static_cast<std::int64_t>(entry);
      std::int64_t row = -1;
      while (row < A.num_rows && static_cast<std::int64_t>(offsets(static_cast<std::size_t>(row + 1))) <= k) ++row;
      return row < A.num_rows ? row : -1;
    });
  }

  template <class ExecutionSpace>
  static void complete(const ExecutionSpace&, Matrix&) {}
};

template <class V, class C, class O, class M>
struct StoredParts<CrsMatrix<V, C, O, M>> : CrsParts<CrsMatrix<V, C, O, M>> {};
template <class V, class C, class O, class M>
struct StoredParts<CrsView<V, C, O, M>> : CrsParts<CrsView<V, C, O, M>> {};

}  // namespace detail
}  // namespace sporos
