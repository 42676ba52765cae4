// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief What a matrix in ELL is made of, for files.
#pragma once

#include "formats/common/Sporos_StoredParts.hpp"
#include "formats/ell/Sporos_EllMatrix.hpp"

namespace sporos {
namespace detail {

/// \brief Checks that the entries of each row come before its padding and are in range, and that there are none after
/// the last row. Returns the lengths of the rows.
template <class Matrix>
std::vector<std::int64_t> checked_ell_lengths(const Matrix& A, const StoredChecks& checks) {
  checks.require(A.width >= 0 && A.width <= INT32_MAX, "width = ", A.width, " is not in [0, ", INT32_MAX, "]");
  checks.require(A.stride == ell_stride(A.num_rows), "stride is ", A.stride, ", but ", A.num_rows, " rows need ",
                 ell_stride(A.num_rows));
  const std::int64_t slots = saturating_product(A.stride, A.width);
  checks.size("columns", A.columns, slots);
  checks.size("values", A.values, slots);
  std::vector<std::int64_t> lengths(static_cast<std::size_t>(A.width > 0 || A.map.extent(0) > 0 ? A.num_rows : 0));
  const auto columns = host_copy(A.columns);
  std::int64_t entries = 0;
  for (std::int64_t slot = 0; slot < slots; ++slot) {
    const auto column = static_cast<std::int64_t>(columns(static_cast<std::size_t>(slot)));
    const std::int64_t row = slot % A.stride;
    checks.require(column >= -1 && column < A.num_columns, "row ", row, ": columns[", slot, "] = ", column,
                   " is not in [-1, ", A.num_columns, ")");
    if (column < 0) continue;
    checks.require(row < A.num_rows && lengths[static_cast<std::size_t>(row)] == slot / A.stride, "columns[", slot,
                   "] is behind the end of its row");
    ++lengths[static_cast<std::size_t>(row)];
    ++entries;
  }
  checks.require(entries == A.num_entries, "num_entries is ", A.num_entries, ", but there are ", entries);
  return lengths;
}

template <class V, class C, class O, class M>
struct StoredParts<EllMatrix<V, C, O, M>> {
  using Matrix = EllMatrix<V, C, O, M>;
  static constexpr const char* format = "ell";

  template <class Visit>
  static void each(Matrix& A, Visit& visit) {
    visit.number("num_rows", A.num_rows);
    visit.number("num_columns", A.num_columns);
    visit.number("num_entries", A.num_entries);
    visit.number("width", A.width);
    visit.number("stride", A.stride);
    visit.array("columns", A.columns);
    visit.array("values", A.values);
    visit.array("row_lengths", A.row_lengths);
    visit.array("map", A.map);
  }

  static void check(const Matrix& A, const StoredChecks& checks) { check(A, checks, A.num_entries); }
  /// \param num_entries  the bound of the indices in the map: more than nnz() if these are the first entries of longer
  ///                     rows
  static void check(const Matrix& A, const StoredChecks& checks, std::int64_t num_entries) {
    checks.shape(A);
    if (A.map.extent(0) > 0) checks.size("map", A.map, A.num_rows + 1);
    const auto lengths = checked_ell_lengths(A, checks);
    check_map(checks, "map", A.map, lengths, num_entries, A.width);
    if (A.row_lengths.extent(0) == 0) return;
    checks.size("row_lengths", A.row_lengths, A.stride);
    const auto row_lengths = host_copy(A.row_lengths);
    for (std::size_t row = 0; row < row_lengths.extent(0); ++row) {
      const std::int64_t length = row < lengths.size() ? lengths[row] : 0;
      checks.require(row_lengths(row) == length, "row_lengths[", row, "] = ", row_lengths(row), ", but the row has ",
                     length, " entries");
    }
  }

  template <class ExecutionSpace>
  static void complete(const ExecutionSpace&, Matrix&) {}
};

}  // namespace detail
}  // namespace sporos
