// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Plans that are destroyed before their products end, and matrices in memory that moves between host and device.
#include <gtest/gtest.h>

#include "core/Sporos.hpp"
#include "unit_tests/support/ProductCase.hpp"

namespace lifetimes_tests {

using Exec = Kokkos::DefaultExecutionSpace;
using sporos_test::ProductCase;

sporos_test::Pattern uneven(std::int64_t rows) {
  return sporos_test::random_pattern("uneven", rows, 5000, [](auto row) { return row % 50 == 7 ? 2000 : row % 9; });
}

sporos::Options with_algorithm(sporos::Algorithm algorithm) {
  sporos::Options options;
  options.algorithm = algorithm;
  return options;
}

// The second plan may get the memory of the first. What it prepares there must not reach the kernels of the first.
TEST(Lifetimes, OfPlansMayEndWhileTheirProductsRun) {
  ProductCase<double> matrix_case(uneven(4000));
  const ProductCase<double> other(uneven(3000));
  const Exec exec;
  for (const auto algorithm : sporos::all_algorithms()) {
    SCOPED_TRACE(name(algorithm));
    for (int i = 0; i < 5; ++i) {
      matrix_case.check(2, -0.5, [&](auto... arguments) {
        sporos::Plan(exec, matrix_case.matrix, with_algorithm(algorithm)).apply(arguments...);
        sporos::Plan(exec, other.matrix, with_algorithm(algorithm)).apply(1.0, other.x, 0.0, other.y);
      });
    }
  }
}

#if defined(KOKKOS_ENABLE_CUDA)

using Managed = Kokkos::CudaUVMSpace;

template <class View>
Kokkos::View<typename View::non_const_value_type*, Managed> managed_copy(const View& view) {
  const Kokkos::View<typename View::non_const_value_type*, Managed> copy("managed", view.extent(0));
  Kokkos::deep_copy(copy, view);
  return copy;
}

TEST(Lifetimes, MatricesAndVectorsMayBeInManagedMemory) {
  ProductCase<double> matrix_case(uneven(4000));
  const auto& matrix = matrix_case.matrix;
  const auto managed = sporos::crs_view(matrix.num_rows, matrix.num_columns, managed_copy(matrix.row_offsets),
                                        managed_copy(matrix.columns), managed_copy(matrix.values));
  const Exec exec;
  const auto check = [&](const auto& multiply) {
    matrix_case.check(2, -0.5, [&](double a, auto x, double b, auto y) {
      const auto managed_y = managed_copy(y);
      multiply(a, managed_copy(x), b, managed_y);
      exec.fence();
      Kokkos::deep_copy(y, managed_y);
    });
  };
  for (int i = 0; i < 3; ++i) check([&](auto a, auto x, auto b, auto y) { sporos::spmv(exec, a, managed, x, b, y); });
  for (const auto algorithm : sporos::all_algorithms()) {
    SCOPED_TRACE(name(algorithm));
    const auto plan = sporos::Plan(exec, managed, with_algorithm(algorithm));
    check([&](auto... arguments) { plan.apply(arguments...); });
  }
}

#endif

}  // namespace lifetimes_tests
