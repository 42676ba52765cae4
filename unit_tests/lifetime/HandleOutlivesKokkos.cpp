// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A handle with the interface of Kokkos Kernels that lives longer than Kokkos.
#include <gtest/gtest.h>

#include <stdexcept>

#include "core/interop/Sporos_KokkosKernels.hpp"
#include "core/interop/Sporos_KokkosSparse.hpp"
#include "formats/Sporos_Generate.hpp"
#include "unit_tests/support/compiled/CompiledLeaves.hpp"

namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Vector = Kokkos::View<double*, Space>;
using Matrix = sporos::kokkos_kernels_matrix_t<Exec, double, int, int, Space>;

sporos::kokkos_sparse::SPMVHandle<Exec, Matrix, Vector, Vector> handle;

TEST(HandleOutlivesKokkos, AndNamesItselfInItsMessages) {
  Kokkos::initialize();
  {
    const auto matrix =
        sporos::kokkos_kernels_matrix<Exec>(sporos::copy_to<Space>(sporos::generate<double>("stencil3:8")));
    const Vector x("x", 8), y("y", 8);
    sporos::kokkos_sparse::spmv(&handle, "N", 1.0, matrix, x, 0.0, y);
    EXPECT_FALSE(handle.describe().empty());
  }
  Kokkos::finalize();
  try {
    handle.describe();
    FAIL() << "it described a plan that is gone";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(
        error.what(),
        "sporos::kokkos_sparse::SPMVHandle::describe: the plan is empty (never made, moved from, or Kokkos was "
        "finalized)");
  }
}

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
