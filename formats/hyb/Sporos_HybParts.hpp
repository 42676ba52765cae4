// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief What a matrix in HYB is made of, for files.
#pragma once

#include "formats/coo/Sporos_CooParts.hpp"
#include "formats/ell/Sporos_EllParts.hpp"
#include "formats/hyb/Sporos_HybMatrix.hpp"

namespace sporos {
namespace detail {

template <class V, class C, class O, class M>
struct StoredParts<HybMatrix<V, C, O, M>> {
  using Matrix = HybMatrix<V, C, O, M>;
  using Ell = StoredParts<decltype(Matrix::ell)>;
  using Coo = StoredParts<decltype(Matrix::coo)>;
  static constexpr const char* format = "hyb";

  template <class Visit>
  static void each(Matrix& A, Visit& visit) {
    visit.number("num_rows", A.num_rows);
    visit.number("num_columns", A.num_columns);
    visit.flag("has_map", A.has_map);
    visit.group("ell.", [&] { Ell::each(A.ell, visit); });
    visit.group("coo.", [&] { Coo::each(A.coo, visit); });
  }

  static void check(const Matrix& A, const StoredChecks& checks) {
    const auto fits = [&](const auto& part) {
      return part.num_rows == A.num_rows && part.num_columns == A.num_columns;
    };
    checks.require(fits(A.ell) && fits(A.coo), "the parts are of another shape than the matrix");
    const auto slots = static_cast<std::int64_t>(A.ell.columns.extent(0));
    checks.require(A.ell.num_entries >= 0 && A.ell.num_entries <= slots, "ell.num_entries is ", A.ell.num_entries,
                   ", but there are ", slots, " slots");
    Ell::check(A.ell, checks, A.nnz());
    Coo::check(A.coo, checks, A.nnz());
    if (A.has_map) checks.size("ell.map", A.ell.map, A.num_rows + 1);
    if (A.has_map) checks.size("coo.map", A.coo.map, A.coo.nnz());
  }

  template <class ExecutionSpace>
  static void complete(const ExecutionSpace& exec, Matrix& A) {
    Coo::complete(exec, A.coo);
  }
};

}  // namespace detail
}  // namespace sporos
