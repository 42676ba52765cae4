// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/launch/formats/Sporos_LaunchSymmetric.hpp"
#include "unit_tests/support/FormatTests.hpp"

namespace symmetric_product_tests {

using sporos_test::Pattern;
using sporos_test::ProductCase;

using Exec = Kokkos::DefaultExecutionSpace;

struct Convert {
  std::int64_t tile_rows = 0;

  template <class ExecutionSpace, class Matrix>
  auto operator()(const ExecutionSpace& exec, const Matrix& A) const {
    sporos::SymmetricOptions options;
    options.tile_rows = tile_rows;
    return to_symmetric(exec, A, options);
  }
};

bool is_square(const Pattern& pattern) { return static_cast<std::int64_t>(pattern.rows.size()) == pattern.num_columns; }

// Numbers that are not symmetric, and rows that are not sorted: nothing is halved, and all results are right.
template <class Value, class Vector = Value, class Column = int, class Offset = int>
void check_unsymmetric() {
  sporos_test::check_format<Value, Vector, Column, Offset>(Convert(), {true, is_square});
  auto square = sporos_test::random_pattern("sorted here and there", 400, 400, [](auto row) { return row % 5; });
  sporos_test::check_format_of<Value, Vector, Column, Offset>(square, Convert{64}, {});
}

template <class Value, class Vector = Value, class Column = int, class Offset = int>
void check_all() {
  for (const Pattern& pattern : sporos_test::symmetric_gallery()) {
    for (const std::int64_t tile_rows : {0, 100, 2048}) {
      SCOPED_TRACE(sporos::detail::concat("tiles of ", tile_rows));
      sporos_test::check_symmetric<Value, Vector, Column, Offset>(pattern, Convert{tile_rows});
    }
  }
  check_unsymmetric<Value, Vector, Column, Offset>();
}

TEST(SymmetricProduct, Float) { check_all<float>(); }
TEST(SymmetricProduct, Double) { check_all<double>(); }
TEST(SymmetricProduct, ComplexFloat) { check_all<Kokkos::complex<float>>(); }
TEST(SymmetricProduct, ComplexDouble) { check_all<Kokkos::complex<double>>(); }
TEST(SymmetricProduct, FloatMatrixWithDoubleVectors) { check_all<float, double>(); }
TEST(SymmetricProduct, LongOffsets) { check_all<double, double, int, std::size_t>(); }
TEST(SymmetricProduct, LongColumns) { check_all<double, double, std::int64_t, int>(); }
TEST(SymmetricProduct, LongColumnsAndOffsets) { check_all<double, double, std::int64_t, std::int64_t>(); }

// The window that products with one type of sums leave behind is right for other types.
TEST(SymmetricProduct, OneMatrixServesVectorsOfAnyType) {
  const auto pattern = sporos_test::symmetric_band("", 5000, {0, 1, 1200});
  const auto host = sporos_test::make_symmetric<float>(pattern);
  ProductCase<float> narrow(host);
  ProductCase<float, double> wide(host);
  const auto half = sporos::to_symmetric(Exec(), narrow.matrix);
  for (int i = 0; i < 2; ++i) {
    sporos_test::check_products(narrow, half);
    sporos_test::check_products(wide, half);
  }
}

}  // namespace symmetric_product_tests
