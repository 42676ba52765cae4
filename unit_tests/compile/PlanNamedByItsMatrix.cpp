// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// error: write sporos::PlanOf<ExecutionSpace, Matrix>
// error: the first type is an execution space
// error: sporos::Plan, sporos::PlanOf: two types are wanted, sporos::PlanOf<ExecutionSpace, Matrix>
#include "core/Sporos.hpp"

using Exec = Kokkos::DefaultExecutionSpace;

// A class with the same template arguments and members as a matrix of Kokkos Kernels.
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
  sporos::PlanOf<Exec, Rows> other;
  sporos::PlanOf<Exec, Rows> third;
#else
  sporos::Plan<Exec, Rows> plan;
  sporos::PlanOf<Exec::memory_space, Rows> other;
  sporos::PlanOf<Rows> third;
#endif
  Solver(const Exec& exec, const Rows& A) : plan(exec, A) {}
};

void multiply(Solver& solver, const Kokkos::View<double*, Exec::memory_space>& x,
              const Kokkos::View<double*, Exec::memory_space>& y) {
  solver.plan.apply(1.0, x, 0.0, y);
  solver.plan.update_values(x);
}
