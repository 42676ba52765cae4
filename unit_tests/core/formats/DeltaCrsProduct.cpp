// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/launch/formats/Sporos_LaunchDeltaCrs.hpp"
#include "unit_tests/support/FormatTests.hpp"
#include "unit_tests/support/Teams.hpp"

namespace sporos_test {
namespace delta_crs_product_tests {

using sporos::DeltaColumns;
using sporos::DeltaCrsOptions;
using sporos::DeltaValues;

struct Convert {
  DeltaCrsOptions options;

  template <class Exec, class Crs>
  auto operator()(const Exec& exec, const Crs& A) const {
    return sporos::to_delta_crs(exec, A, options);
  }
};

TEST(DeltaCrsProduct, InDoubleMatchesTheReference) { check_format<double>(Convert{}); }
TEST(DeltaCrsProduct, InFloatMatchesTheReference) { check_format<float>(Convert{}); }
TEST(DeltaCrsProduct, OfComplexNumbersMatchesTheReference) {
  check_format<Kokkos::complex<float>>(Convert{});
  check_format<Kokkos::complex<double>>(Convert{});
}
TEST(DeltaCrsProduct, OfAFloatMatrixWithDoubleVectorsMatchesTheReference) { check_format<float, double>(Convert{}); }

TEST(DeltaCrsProduct, WithOtherIndexTypesMatchesTheReference) {
  check_format<double, double, int, std::size_t>(Convert{});
  check_format<double, double, std::int64_t, int>(Convert{});
  check_format<double, double, std::int64_t, std::int64_t>(Convert{});
}

TEST(DeltaCrsProduct, OfWideTilesMatchesTheReference) {
  DeltaCrsOptions options;
  options.columns = DeltaColumns::wide;
  check_format<double>(Convert{options});
  check_format<double, double, std::int64_t, std::int64_t>(Convert{options});
}

TEST(DeltaCrsProduct, OfSmallAndLargeTilesMatchesTheReference) {
  for (const int entries : {32, 96, 2048}) {
    for (const int rows : {0, 1, 50}) {
      DeltaCrsOptions options;
      options.tile_entries = entries;
      options.tile_rows = rows;
      SCOPED_TRACE(sporos::detail::concat(entries, " entries, ", rows, " rows"));
      check_format<double>(Convert{options});
    }
  }
}

TEST(DeltaCrsProduct, OfEvenTilesMatchesTheReference) {
  DeltaCrsOptions options;
  options.even_tiles = true;
  check_format<double>(Convert{options});
  check_format<float>(Convert{options});
  check_format<Kokkos::complex<double>>(Convert{options});
  options.tile_rows = 4;
  check_format<double, double, std::int64_t, std::size_t>(Convert{options});
  options.columns = DeltaColumns::wide;
  check_format<double>(Convert{options});
  check_format<double, double, std::int64_t, std::int64_t>(Convert{options});
}

// The patterns of the gallery with `count` different numbers, all exact in single precision.
template <class Value>
auto with_few_values(const Pattern& pattern, int count, std::uint64_t seed) {
  auto matrix = make_matrix<Value>(pattern);
  Mixer mixer(seed);
  for (std::size_t k = 0; k < matrix.values.extent(0); ++k) {
    matrix.values(k) = Value(static_cast<float>(mixer.below(count) - count / 2) / 8);
  }
  return matrix;
}

template <class Value>
void check_stored(DeltaValues stored) {
  const Kokkos::DefaultExecutionSpace exec;
  DeltaCrsOptions options;
  options.values = stored;
  for (const Pattern& pattern : gallery()) {
    SCOPED_TRACE(pattern.name);
    const int count = stored == DeltaValues::table ? 256 : 30000;
    ProductCase<Value> matrix_case(with_few_values<Value>(pattern, count, 1));
    const auto matrix = sporos::to_delta_crs(exec, matrix_case.matrix, options);
    EXPECT_EQ(matrix.stored_values, pattern.nnz() > 0 ? stored : matrix.stored_values);
    check_products(matrix_case, matrix);
    expect_same_crs(to_crs(exec, matrix), matrix_case.matrix);
    ProductCase<Value> other_case(with_few_values<Value>(pattern, count, 2));
    update_values(exec, matrix, other_case.matrix.values);
    check_products(other_case, matrix);
    expect_same_crs(to_crs(exec, matrix), other_case.matrix);
    check_plan_only_launches(other_case, matrix);
  }
}

TEST(DeltaCrsProduct, OfTableValuesMatchesTheReference) {
  check_stored<double>(DeltaValues::table);
  check_stored<float>(DeltaValues::table);
  check_stored<Kokkos::complex<double>>(DeltaValues::table);
}

TEST(DeltaCrsProduct, OfNarrowValuesMatchesTheReference) {
  check_stored<double>(DeltaValues::narrow);
  check_stored<Kokkos::complex<double>>(DeltaValues::narrow);
}

template <class Matrix>
struct AddPieces {
  Matrix A;
  const double* pieces;
  sporos_test::DoubleEpilogue epilogue;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const {
    double sum = 0;
    for (std::int64_t piece = A.first_piece(i); piece < A.end_piece(i); ++piece) sum += pieces[piece];
    epilogue(A.split_rows(i), sum);
  }
};

using Source =
    sporos::detail::DeltaCrsSource<Exec, sporos::detail::DeltaNumbers<Exec, double>,
                                   sporos::detail::DeltaCrsArrays<int, int>, decltype(DoubleOperand::x), double>;

template <class Matrix>
void multiply_by_tiles(const Matrix& A, int threads, double alpha, const double* x, double beta, double* y) {
  using Kernel = sporos::detail::DeltaCrsKernel<Source, sporos_test::DoubleEpilogue, sporos::Reduction::scratch>;
  auto* const pieces = reinterpret_cast<double*>(A.pieces.data());
  launch_teams(
      A.num_tiles(), threads, Kernel::scratch_bytes(threads, A.tile_entries),
      Kernel{{{A.values.data()}, sporos::detail::delta_crs_arrays(A), {x}}, {y, alpha, beta}, pieces, A.tile_entries});
  Kokkos::parallel_for("test[split rows]",
                       Kokkos::RangePolicy<Exec>(0, static_cast<std::int64_t>(A.split_rows.extent(0))),
                       AddPieces<Matrix>{A, pieces, {y, alpha, beta}});
}

template <int Lanes, class Matrix>
void multiply_by_rows(const Matrix& A, int threads, double alpha, const double* x, double beta, double* y) {
  using Kernel =
      sporos::detail::DeltaRowsKernel<Source, sporos_test::DoubleEpilogue, sporos::Reduction::scratch, Lanes, 4>;
  const int groups = threads / Lanes;
  launch_teams((A.num_rows + groups - 1) / groups, threads,
               sporos::detail::GroupSum<Exec, sporos::Reduction::scratch, double>::scratch_bytes_per_lane *
                   static_cast<std::size_t>(threads),
               Kernel{{{A.values.data()}, sporos::detail::delta_crs_arrays(A), {x}}, {y, alpha, beta}, A.num_rows, 1});
}

// Tiles in team scratch and row by row, whatever the launch would choose here.
TEST(DeltaCrsProduct, ByTeamsOfThreadsMatchesTheReference) {
  for (const auto columns : {DeltaColumns::automatic, DeltaColumns::wide}) {
    DeltaCrsOptions options;
    options.columns = columns;
    options.even_tiles = false;
    DeltaCrsOptions of_two_rows = options;
    of_two_rows.even_tiles = true;
    of_two_rows.tile_rows = 2;
    for (const Pattern& pattern : gallery()) {
      ProductCase<double> matrix_case(pattern);
      const auto A = sporos::to_delta_crs(Exec(), matrix_case.matrix, options);
      if (A.nnz() == 0) continue;
      const auto even = sporos::to_delta_crs(Exec(), matrix_case.matrix, of_two_rows);
      for (const int threads : team_sizes()) {
        SCOPED_TRACE(sporos::detail::concat(pattern.name, ", ", threads, " threads"));
        matrix_case.check(0.75, 2.5, [&](double alpha, auto x, double beta, auto y) {
          multiply_by_tiles(A, threads, alpha, x.data(), beta, y.data());
        });
        const auto by_rows = [&](auto lanes) {
          if (lanes() > threads) return;
          SCOPED_TRACE(sporos::detail::concat(lanes(), " lanes"));
          matrix_case.check(0.75, 2.5, [&](double alpha, auto x, double beta, auto y) {
            multiply_by_rows<lanes()>(even, threads, alpha, x.data(), beta, y.data());
          });
        };
        by_rows(std::integral_constant<int, 1>());
        by_rows(std::integral_constant<int, 4>());
        by_rows(std::integral_constant<int, 8>());
        by_rows(std::integral_constant<int, 32>());
      }
    }
  }
}

}  // namespace delta_crs_product_tests
}  // namespace sporos_test
