// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products before Kokkos::initialize and after Kokkos::finalize, in a program whose main() calls neither.
#include <gtest/gtest.h>

#include "core/Sporos_TuningCache.hpp"
#include "unit_tests/support/compiled/CompiledPlans.hpp"

namespace without_kokkos_tests {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Vector = Kokkos::View<double*, Space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

template <class Action>
std::string complaint(const Action& action) {
  try {
    action();
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "no complaint";
}

std::string without_kokkos(const std::string& function) {
  return "sporos::" + function + ": Kokkos is not initialized; call it between Kokkos::initialize and Kokkos::finalize";
}

// Arrays of the caller, which must not be read here: they are on the host, whatever `Space` is.
struct Identity {
  int offsets[3] = {0, 1, 2};
  int columns[2] = {0, 1};
  double values[2] = {1, 1};
  double x[2] = {1, 1};
  double y[2] = {7, 7};
  auto matrix() const { return sporos::crs_view<Space>(2, 2, 2, offsets, columns, values); }
};

/// \param instance  one that was made while Kokkos was initialized, or none
template <class... Instance>
void expect_complaints(const Instance&... instance) {
  Identity mine;
  const Vector x(mine.x, 2);
  const Vector y(mine.y, 2);
  const auto crs = mine.matrix();
  const auto any = sporos::any_matrix(crs);
  const sporos::EllMatrix<double, int, int, Space> ell;
  EXPECT_EQ(complaint([&] { sporos::spmv(instance..., 1, crs, x, 0, y); }), without_kokkos("spmv"));
  EXPECT_EQ(complaint([&] { sporos::spmv(instance..., 1, any, x, 0, y); }), without_kokkos("spmv"));
  EXPECT_EQ(complaint([&] { sporos::spmv(instance..., 1, ell, x, 0, y); }), without_kokkos("spmv"));
  EXPECT_EQ(complaint([&] { sporos::Plan{instance..., crs}; }), without_kokkos("Plan"));
  EXPECT_EQ(complaint([&] { sporos::Plan{instance..., any}; }), without_kokkos("Plan"));
  EXPECT_EQ(complaint([&] { sporos::Plan{instance..., ell}; }), without_kokkos("Plan"));
  EXPECT_EQ(mine.y[0], 7);
  EXPECT_EQ(mine.y[1], 7);
}

// Only one test, and so one process, because Kokkos can be initialized only once.
TEST(WithoutKokkos, ProductsAndPlansSaySoBeforeItAndAfterIt) {
  expect_complaints();
  Kokkos::initialize();
  static const Exec& exec = *new Exec;  // some of Kokkos' instances end the program where they outlive it
  sporos::TuningCache cache;
  {
    const auto matrix = sporos::copy_to<Space>(sporos::CrsMatrix<double, int, int, Kokkos::HostSpace>{});
    const Kokkos::View<double*, Space> none("none", 0);
    EXPECT_EQ(complaint([&] { sporos::spmv(exec, cache, 1, matrix, none, 0, none); }), "no complaint");
    EXPECT_EQ(complaint([&] { sporos::Plan(matrix).apply(1, none, 0, none); }), "no complaint");
    cache.clear();  // no plan outlives Kokkos
  }
  Kokkos::finalize();
  expect_complaints();
  expect_complaints(exec);
  const Vector none;
  EXPECT_EQ(complaint([&] { sporos::spmv(exec, cache, 1, Identity().matrix(), none, 0, none); }),
            without_kokkos("spmv"));
}

}  // namespace without_kokkos_tests
