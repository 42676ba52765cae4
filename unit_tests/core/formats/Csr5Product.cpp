// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/launch/formats/Sporos_LaunchCsr5.hpp"
#include "unit_tests/support/FormatTests.hpp"
#include "unit_tests/support/Teams.hpp"

namespace sporos_test {
namespace csr5_product_tests {

struct Convert {
  sporos::Csr5Options options;

  template <class Exec, class Crs>
  auto operator()(const Exec& exec, const Crs& A) const {
    return sporos::to_csr5(exec, A, options);
  }
};

TEST(Csr5Product, InDoubleMatchesTheReference) { check_format<double>(Convert{}); }
TEST(Csr5Product, InFloatMatchesTheReference) { check_format<float>(Convert{}); }
TEST(Csr5Product, OfComplexNumbersMatchesTheReference) {
  check_format<Kokkos::complex<float>>(Convert{});
  check_format<Kokkos::complex<double>>(Convert{});
}
TEST(Csr5Product, OfAFloatMatrixWithDoubleVectorsMatchesTheReference) { check_format<float, double>(Convert{}); }

TEST(Csr5Product, WithOtherIndexTypesMatchesTheReference) {
  check_format<double, double, int, std::size_t>(Convert{});
  check_format<double, double, std::int64_t, int>(Convert{});
  check_format<double, double, std::int64_t, std::int64_t>(Convert{});
}

TEST(Csr5Product, OfEveryTileSizeMatchesTheReference) {
  for (const int omega : {1, 2, 32}) {
    for (const int sigma : {1, 3, 32}) {
      SCOPED_TRACE(sporos::detail::concat("omega ", omega, ", sigma ", sigma));
      check_format<double>(Convert{{std::int64_t{1} << 40, omega, sigma}});
    }
  }
}

template <class Matrix>
struct AddCarries {
  Matrix A;
  const double* carries;
  sporos_test::DoubleEpilogue epilogue;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const {
    double sum = 0;
    for (std::int64_t carry = A.first_carry(i); carry < A.end_carry(i); ++carry) sum += carries[carry];
    epilogue(A.split_rows(i), sum);
  }
};

// The lanes of a group are threads of a team, whatever the launch would choose here.
TEST(Csr5Product, ByGroupsOfThreadsMatchesTheReference) {
  using Kernel = sporos::detail::Csr5Kernel<DoubleOperand, sporos_test::DoubleEpilogue, sporos::Reduction::scratch>;
  const Exec exec;
  for (const int threads : team_sizes()) {
    for (int omega = 1; omega <= threads && omega <= 32; omega *= 2) {
      for (const Pattern& pattern : gallery()) {
        SCOPED_TRACE(sporos::detail::concat(pattern.name, ", ", threads, " threads, omega ", omega));
        ProductCase<double> matrix_case(pattern);
        const auto A = sporos::to_csr5(exec, matrix_case.matrix, {std::int64_t{1} << 40, omega, 5});
        if (A.nnz() == 0) continue;
        matrix_case.check(0.75, 2.5, [&](double alpha, auto x, double beta, auto y) {
          auto* const carries = reinterpret_cast<double*>(A.carries.data());
          const sporos_test::DoubleEpilogue epilogue{y.data(), alpha, beta};
          launch_teams(sporos::detail::ceiling_of(A.num_tiles() + A.end_tail_row - A.first_tail_row, threads / omega),
                       threads, Kernel::scratch_bytes(threads),
                       Kernel{{{A.num_rows, A.row_offsets.data(), A.columns.data(), A.values.data()}, {x.data()}},
                              epilogue,
                              A.shape,
                              A.num_tiles(),
                              A.tiles.data(),
                              A.lanes.data(),
                              A.start_rows.data(),
                              A.first_tail_row,
                              A.end_tail_row,
                              carries});
          Kokkos::parallel_for("test[split rows]", Kokkos::RangePolicy<Exec>(exec, 0, A.split_rows.extent(0)),
                               AddCarries<std::decay_t<decltype(A)>>{A, carries, epilogue});
          sporos::detail::launch_empty_rows("test[empty rows]", exec, static_cast<std::int64_t>(A.empty_rows.extent(0)),
                                            epilogue, A.empty_rows.data());
        });
      }
    }
  }
}

}  // namespace csr5_product_tests
}  // namespace sporos_test
