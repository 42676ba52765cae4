// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/launch/formats/Sporos_LaunchCoo.hpp"
#include "unit_tests/support/FormatTests.hpp"
#include "unit_tests/support/Recording.hpp"

namespace coo_product_tests {

using sporos_test::check_format;

struct Convert {
  template <class ExecutionSpace, class Matrix>
  auto operator()(const ExecutionSpace& exec, const Matrix& A) const {
    return to_coo(exec, A);
  }
};
constexpr Convert coo;

TEST(CooProduct, Float) { check_format<float>(coo); }
TEST(CooProduct, Double) { check_format<double>(coo); }
TEST(CooProduct, ComplexFloat) { check_format<Kokkos::complex<float>>(coo); }
TEST(CooProduct, ComplexDouble) { check_format<Kokkos::complex<double>>(coo); }
TEST(CooProduct, FloatMatrixWithDoubleVectors) { check_format<float, double>(coo); }
TEST(CooProduct, DoubleMatrixWithComplexVectors) { check_format<double, Kokkos::complex<double>>(coo); }
TEST(CooProduct, LongOffsets) { check_format<double, double, int, std::size_t>(coo); }
TEST(CooProduct, LongColumns) { check_format<double, double, std::int64_t, int>(coo); }
TEST(CooProduct, LongColumnsAndOffsets) { check_format<double, double, std::int64_t, std::int64_t>(coo); }

// The entries are dealt out like cards, so that almost none is in its place.
struct Shuffled {
  template <class ExecutionSpace, class Matrix>
  auto operator()(const ExecutionSpace& exec, const Matrix& A) const {
    const auto coo = to_coo(exec, A);
    const auto rows = sporos::detail::host_copy(coo.rows);
    const auto columns = sporos::detail::host_copy(coo.columns);
    const auto values = sporos::detail::host_copy(coo.values);
    using Space = typename Matrix::memory_space;
    const auto shuffled = [](const auto& array) {
      const std::size_t size = array.extent(0);
      Kokkos::View<typename std::decay_t<decltype(array)>::non_const_value_type*, Kokkos::HostSpace> out("out", size);
      for (std::size_t k = 0; k < size; ++k) out(source(k, size)) = array(k);
      return Kokkos::create_mirror_view_and_copy(Space(), out);
    };
    return sporos::to_coo<typename Matrix::offset_type>(exec, A.num_rows, A.num_columns, shuffled(rows),
                                                        shuffled(columns), shuffled(values));
  }
  // The even ones come first; within a row, only that keeps the order of every other entry.
  static std::size_t source(std::size_t k, std::size_t size) { return k % 2 == 0 ? k / 2 : (size + 1) / 2 + k / 2; }
};

TEST(CooProduct, OfEntriesInAnyOrder) {
  const Kokkos::DefaultExecutionSpace exec;
  for (const auto& pattern : sporos_test::gallery()) {
    SCOPED_TRACE(pattern.name);
    sporos_test::ProductCase<double> matrix_case(pattern);
    sporos_test::check_products(matrix_case, Shuffled()(exec, matrix_case.matrix));
  }
}

// Scaling is not needed if beta = 1, or if all rows have entries.
TEST(CooProduct, ScalesYBeforeWhereARowMayBeEmpty) {
  const Kokkos::DefaultExecutionSpace exec;
  for (const int empty : {-1, 7}) {
    const sporos_test::ProductCase<double> matrix_case(
        sporos_test::random_pattern("rows", 30, 20, [=](auto row) { return row == empty ? 0 : 3; }));
    const auto sorted = to_coo(exec, matrix_case.matrix);
    const auto listed = Shuffled()(exec, matrix_case.matrix);
    EXPECT_EQ(sorted.may_have_empty_rows, empty >= 0);
    EXPECT_TRUE(listed.may_have_empty_rows);
    for (const auto& coo : {sorted, listed}) {
      for (const double beta : {0.0, 0.5, 1.0}) {
        const sporos_test::Recording recording;
        sporos::spmv(exec, 1.0, coo, matrix_case.x, beta, matrix_case.y);
        bool scales = false;
        for (const auto& launch : recording.log().launches) scales |= launch.first == "sporos::spmv[coo,scale]";
        EXPECT_EQ(scales, coo.may_have_empty_rows && beta != 1) << empty << ' ' << beta;
      }
    }
  }
}

}  // namespace coo_product_tests
