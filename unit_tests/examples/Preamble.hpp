// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The names that the snippets of the documentation use without declaring them. The snippets are only compiled:
/// nothing here is defined.
#pragma once

#include <KokkosSparse_CrsMatrix.hpp>
#include <Sporos.hpp>
#include <Sporos_AnyPlan.hpp>
#include <formats/reorder/Sporos_Permutation.hpp>
#include <iostream>
#include <vector>

using Exec = Kokkos::DefaultExecutionSpace;
using Matrix = KokkosSparse::CrsMatrix<double, int, Exec>;

extern const Exec exec;
extern const Matrix A;
extern const double alpha, beta;
extern const Kokkos::View<const double*> x;
extern const Kokkos::View<double*> y;
extern sporos::Options options;
extern sporos::TuningCache cache;

// The arrays of a matrix, as Views and as pointers.
extern const std::int64_t rows, columns, nnz;
extern const Kokkos::View<const int*> row_offsets, column_indices;
extern const Kokkos::View<const double*> values;
extern const int *offsets, *indices;
extern const double* numbers;
