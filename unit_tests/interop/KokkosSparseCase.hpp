// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Matrices of Kokkos Kernels whose products are exact in any order, and the right results.
#pragma once

#include <map>

#include "core/interop/Sporos_KokkosSparse.hpp"
#include "unit_tests/support/OperationCase.hpp"

namespace kokkos_sparse_tests {

using sporos::Op;
using sporos::kokkos_sparse::spmv;
using sporos::kokkos_sparse::SPMVHandle;
using sporos_test::Exec;
using sporos_test::OperationCase;
using sporos_test::Space;

template <class Value>
using Crs = KokkosSparse::CrsMatrix<Value, int, Exec, void, int>;
using Matrix = Crs<double>;
using Vector = Kokkos::View<double*, Space>;
using Handle = SPMVHandle<Exec, Matrix, Vector, Vector>;

template <class Value>
Crs<Value> theirs(const sporos::CrsMatrix<Value, int, int, Space>& A) {
  return Crs<Value>("A", static_cast<int>(A.num_rows), static_cast<int>(A.num_columns), static_cast<int>(A.nnz()),
                    A.values, A.row_offsets, A.columns);
}

inline const char* mode_of(Op op) {
  static const std::map<Op, const char*> modes = {
      {Op::none, "N"}, {Op::transpose, "T"}, {Op::conjugate, "C"}, {Op::conjugate_transpose, "H"}};
  return modes.at(op);
}

/// Small whole numbers, so that sums are exact in any order.
template <class View>
View whole(const View& view, int seed) {
  const auto host = Kokkos::create_mirror_view(view);
  for (std::size_t i = 0; i < view.span(); ++i) host.data()[i] = static_cast<double>((7 * i + 3 * seed) % 11) - 5;
  Kokkos::deep_copy(view, host);
  return view;
}
inline Vector whole_vector(std::int64_t size, int seed) {
  return whole(Vector("whole", static_cast<std::size_t>(size)), seed);
}

inline Matrix whole_matrix(int rows, int columns, int seed) {
  const auto pattern = sporos_test::random_pattern("", rows, columns, [&](auto row) { return (row + seed) % 9; });
  const auto crs = sporos::copy_to<Space>(sporos_test::make_matrix<double>(pattern));
  whole(crs.values, seed);
  return theirs(crs);
}

/// `y = 2*op(A)*x - y` in whole numbers, on the host.
inline std::vector<double> wanted(const Matrix& A, bool transposes, const Vector& x, const Vector& y) {
  const auto offsets = sporos_test::elements(A.graph.row_map);
  const auto columns = sporos_test::elements(A.graph.entries);
  const auto values = sporos_test::elements(A.values);
  const auto from = sporos_test::elements(x);
  auto to = sporos_test::elements(y);
  for (double& element : to) element = -element;
  for (int row = 0; row < A.numRows(); ++row) {
    for (int k = offsets[row]; k < offsets[row + 1]; ++k) {
      to[transposes ? columns[k] : row] += 2 * values[k] * from[transposes ? row : columns[k]];
    }
  }
  return to;
}

template <class Multiply>
void expect_both_products(const Matrix& A, const Multiply& multiply) {
  for (const bool transposes : {false, true}) {
    SCOPED_TRACE(transposes);
    const Vector x = whole_vector(transposes ? A.numRows() : A.numCols(), 1);
    const Vector y = whole_vector(transposes ? A.numCols() : A.numRows(), 2);
    const auto expected = wanted(A, transposes, x, y);
    multiply(transposes ? "T" : "N", x, y);
    Exec().fence();
    EXPECT_EQ(sporos_test::elements(y), expected);
  }
}

}  // namespace kokkos_sparse_tests
