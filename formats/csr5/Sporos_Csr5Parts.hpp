// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The parts of a CSR5 matrix for files: the entries in their tiles. The tile descriptors are computed from
/// them.
#pragma once

#include "formats/common/Sporos_StoredParts.hpp"
#include "formats/csr5/Sporos_ToCsr5.hpp"

namespace sporos {
namespace detail {

template <class V, class C, class O, class M>
struct StoredParts<Csr5Matrix<V, C, O, M>> {
  using Matrix = Csr5Matrix<V, C, O, M>;
  static constexpr const char* format = "csr5";

  template <class Visit>
  static void each(Matrix& A, Visit& visit) {
    visit.number("num_rows", A.num_rows);
    visit.number("num_columns", A.num_columns);
    visit.number("omega", A.shape.omega);
    visit.number("sigma", A.shape.sigma);
    visit.array("row_offsets", A.row_offsets);
    visit.array("columns", A.columns);
    visit.array("values", A.values);
  }

  static void check(const Matrix& A, const StoredChecks& checks) {
    checks.shape(A);
    const int omega = A.shape.omega;
    const int sigma = A.shape.sigma;
    checks.require(omega >= 1 && omega <= csr5_widest_omega && (omega & (omega - 1)) == 0 && sigma >= 1 &&
                       sigma <= csr5_longest_sigma,
                   "the shape cannot be {", omega, ", ", sigma, "}");
    checks.size("columns", A.columns, A.nnz());
    checks.offsets("row_offsets", A.row_offsets, A.num_rows, A.nnz());
    checks.range("columns", A.columns, 0, A.num_columns);
  }

  template <class ExecutionSpace>
  static void complete(const ExecutionSpace& exec, Matrix& A) {
    // The tiles depend on the row offsets alone, not on the order of the entries.
    const auto crs =
        convertible_crs(exec, crs_view(A.num_rows, A.num_columns, A.row_offsets, A.columns, A.values), "read_binary");
    Csr5Options options;
    options.omega = A.shape.omega;
    options.sigma = A.shape.sigma;
    Csr5Counts counts;
    Matrix described = describe_csr5(exec, crs, options, counts);
    describe_starts(exec, crs.view, counts, described);
    described.row_offsets = A.row_offsets;
    described.columns = A.columns;
    described.values = A.values;
    wait_for(exec, "sporos::binary[wait]");
    A = described;
  }
};

}  // namespace detail
}  // namespace sporos
