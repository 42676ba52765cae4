// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// error: write sporos::PlanOf<ExecutionSpace, Matrix>
#include "core/Sporos.hpp"

using Exec = Kokkos::DefaultExecutionSpace;

// The shape of a matrix of Kokkos Kernels.
template <class Value, class Column, class Space, class Memory = void, class Offset = int>
struct Matrix {
  struct {
    Kokkos::View<Offset*, Space> row_map;
    Kokkos::View<Column*, Space> entries;
  } graph;
  Kokkos::View<Value*, Space> values;
  Column numRows() const { return 0; }
  Column numCols() const { return 0; }
};

using Rows = Matrix<double, int, Exec::memory_space>;

struct Solver {
#ifdef MUST_COMPILE
  sporos::PlanOf<Exec, Rows> plan;
#else
  sporos::Plan<Exec, Rows> plan;
#endif
  Solver(const Exec& exec, const Rows& A) : plan(exec, A) {}
};
