// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fifty million entries in one row, and fifty million rows with one entry in total.
#include <gtest/gtest.h>

#include "core/Sporos_Plan.hpp"
#include "core/Sporos_Spmv.hpp"

namespace huge_matrices_tests {

using Exec = Kokkos::DefaultExecutionSpace;
using Matrix = sporos::CrsMatrix<double, int, int>;
using HostMatrix = sporos::CrsMatrix<double, int, int, Kokkos::HostSpace>;
using Vector = Kokkos::View<double*, Exec::memory_space>;

constexpr std::int64_t fifty_million = 50000000;

// y = A*x + y/2 with x = 2 and an old y of 1, by every algorithm and without a plan.
template <class Check>
void check_products(const Matrix& matrix, const Check& check) {
  const Vector x("x", static_cast<std::size_t>(matrix.num_columns));
  const Vector y("y", static_cast<std::size_t>(matrix.num_rows));
  Kokkos::deep_copy(x, 2);
  const auto run = [&](const char* name, const auto& product) {
    SCOPED_TRACE(name);
    Kokkos::deep_copy(y, 1);
    product();
    check(sporos::detail::host_copy(y));
  };
  for (const auto algorithm : sporos::all_algorithms()) {
    sporos::Options options;
    options.algorithm = algorithm;
    const auto plan = sporos::Plan(Exec(), matrix, options);
    run(name(algorithm), [&] { plan.apply(1.0, x, 0.5, y); });
  }
  const auto plan = sporos::Plan(Exec(), matrix);
  run("automatic", [&] { plan.apply(1.0, x, 0.5, y); });
  run("spmv", [&] { sporos::spmv(Exec(), 1.0, matrix, x, 0.5, y); });
}

// Small whole numbers add up exactly in every order.
TEST(HugeMatrices, OfOneRowAreRight) {
  const auto host = sporos::detail::allocate_crs<HostMatrix>(1, 1000, fifty_million);
  host.row_offsets(0) = 0;
  host.row_offsets(1) = static_cast<int>(fifty_million);
  double sum = 0;
  for (std::int64_t k = 0; k < fifty_million; ++k) {
    const auto at = static_cast<std::size_t>(k);
    host.columns(at) = static_cast<int>(k % 1000);
    host.values(at) = static_cast<double>(k % 7 - 2);
    sum += host.values(at);
  }
  check_products(sporos::copy_to<Exec::memory_space>(host), [&](const auto& y) { EXPECT_EQ(y(0), 2 * sum + 0.5); });
}

TEST(HugeMatrices, OfEmptyRowsAreRight) {
  const auto host = sporos::detail::allocate_crs<HostMatrix>(fifty_million, 10, 1);
  constexpr std::int64_t full_row = fifty_million / 2;
  for (std::int64_t row = 0; row <= fifty_million; ++row) {
    host.row_offsets(static_cast<std::size_t>(row)) = row > full_row ? 1 : 0;
  }
  host.columns(0) = 3;
  host.values(0) = 1.5;
  check_products(sporos::copy_to<Exec::memory_space>(host), [&](const auto& y) {
    std::int64_t wrong = 0;
    for (std::int64_t row = 0; row < fifty_million; ++row) {
      wrong += y(static_cast<std::size_t>(row)) == (row == full_row ? 3.5 : 0.5) ? 0 : 1;
    }
    EXPECT_EQ(wrong, 0);
  });
}

}  // namespace huge_matrices_tests
