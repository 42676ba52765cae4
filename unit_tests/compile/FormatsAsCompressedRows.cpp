// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// error: compressed rows are wanted here, but this is another storage format. sporos::to_crs
#include "core/Sporos.hpp"
#include "formats/sell/Sporos_SellMatrix.hpp"

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Vector = Kokkos::View<double*, Space>;

// Any other class with the same members as compressed rows.
struct Matrix {
  std::int64_t num_rows;
  std::int64_t num_columns;
  Kokkos::View<int*, Space> row_offsets;
  Kokkos::View<int*, Space> columns;
  Vector values;
};

// A format of the caller's, whose FormatTraits are missing.
struct Jagged : Matrix {
  std::string shape_words() const { return "jagged"; }
};

void multiply(const Exec& exec, const Matrix& A, const Vector& x, const Vector& y) {
  sporos::spmv(exec, 1.0, A, x, 0.0, y);
}

#ifndef MUST_COMPILE
void multiply(const Exec& exec, const sporos::SellMatrix<double, int, int, Space>& A, const Vector& x,
              const Vector& y) {
  sporos::spmv(exec, 1.0, A, x, 0.0, y);
}
void multiply(const Exec& exec, const Jagged& A, const Vector& x, const Vector& y) {
  sporos::spmv(exec, 1.0, A, x, 0.0, y);
}
#endif
