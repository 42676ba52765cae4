// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// error: a matrix of blocks has no compressed rows
#include "formats/crs/Sporos_CrsView.hpp"

// A class with the same members as a matrix of Kokkos Kernels.
struct Matrix {
  struct {
    Kokkos::View<int*> row_map;
    Kokkos::View<int*> entries;
  } graph;
  Kokkos::View<double*> values;
  int numRows() const { return 0; }
  int numCols() const { return 0; }
#ifndef MUST_COMPILE
  int blockDim() const { return 2; }
#endif
};

auto rows_of(const Matrix& matrix) { return sporos::crs_view(matrix).num_rows; }
