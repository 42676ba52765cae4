// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "perf_tests/problem/WideReference.hpp"

#include <gtest/gtest.h>

#include "formats/generate/Sporos_CounterRandom.hpp"
#include "formats/generate/Sporos_Generate.hpp"
#include "perf_tests/problem/OperatedMatrix.hpp"

namespace wide_reference_tests {

using sporos::perf::WideReference;

template <class T>
using HostVector = Kokkos::View<T*, Kokkos::HostSpace>;

template <class Sum>
struct Case {
  sporos::CrsMatrix<Sum, int, int, Kokkos::HostSpace> matrix;
  HostVector<Sum> x;
  HostVector<Sum> y;

  explicit Case(const std::string& description)
      : matrix(sporos::generate<Sum, int, int>(description)),
        x("x", static_cast<std::size_t>(matrix.num_columns)),
        y("y", static_cast<std::size_t>(matrix.num_rows)) {
    sporos::detail::fill_random(x, 1);
    sporos::detail::fill_random(y, 2);
  }

  // The product in the type's own arithmetic, from the last entry of each row to the first.
  HostVector<Sum> product(Sum alpha, Sum beta) const {
    HostVector<Sum> result("result", y.extent(0));
    for (std::size_t row = 0; row < y.extent(0); ++row) {
      Sum sum(0);
      for (int k = matrix.row_offsets(row + 1) - 1; k >= matrix.row_offsets(row); --k) {
        sum += matrix.values(k) * x(matrix.columns(k));
      }
      result(row) = alpha * sum + beta * y(row);
    }
    return result;
  }
};

template <class Sum>
class WideReferenceOf : public testing::Test {};
using Sums = testing::Types<float, double, Kokkos::complex<float>, Kokkos::complex<double>>;
TYPED_TEST_SUITE(WideReferenceOf, Sums);

TYPED_TEST(WideReferenceOf, AcceptsTheTypesOwnArithmetic) {
  for (const char* const description : {"long:300", "powerlaw:500", "stencil3:9", "uniform:400,entries=1"}) {
    const Case<TypeParam> given(description);
    const TypeParam alpha(-1.7);
    const TypeParam beta(0.3);
    const WideReference<TypeParam> reference(given.matrix, given.x, given.y, alpha, beta);
    const double error = reference.error_in_bounds(given.product(alpha, beta));
    EXPECT_GT(error, 0) << description;
    EXPECT_LE(error, 1) << description;
  }
}

TYPED_TEST(WideReferenceOf, RefusesOneWrongRow) {
  const Case<TypeParam> given("stencil27:6");
  const WideReference<TypeParam> reference(given.matrix, given.x, given.y, TypeParam(1), TypeParam(0));
  const HostVector<TypeParam> answer = given.product(TypeParam(1), TypeParam(0));
  ASSERT_LE(reference.error_in_bounds(answer), 1);
  // One entry left out.
  const int k = given.matrix.row_offsets(100);
  answer(100) -= given.matrix.values(k) * given.x(given.matrix.columns(k));
  EXPECT_GT(reference.error_in_bounds(answer), 1);
}

TYPED_TEST(WideReferenceOf, NaNAndInfinityAreInfinitelyWrong) {
  const Case<TypeParam> given("stencil3:9");
  const WideReference<TypeParam> reference(given.matrix, given.x, given.y, TypeParam(1), TypeParam(0));
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    const HostVector<TypeParam> answer = given.product(TypeParam(1), TypeParam(0));
    answer(4) = TypeParam(bad);
    EXPECT_EQ(reference.error_in_bounds(answer), std::numeric_limits<double>::infinity());
  }
}

template <class Sum>
Sum dot(const HostVector<Sum>& w, const HostVector<Sum>& y) {
  Sum sum(0);
  for (std::size_t i = 0; i < y.extent(0); ++i) sum += sporos::detail::conjugate_of(w(i)) * y(i);
  return sum;
}

TYPED_TEST(WideReferenceOf, AcceptsDotProductsInTheTypesOwnArithmetic) {
  const Case<TypeParam> given("powerlaw:500");
  const TypeParam alpha(-1.7);
  const TypeParam beta(0.3);
  const WideReference<TypeParam> reference(given.matrix, given.x, given.y, alpha, beta);
  const HostVector<TypeParam> answer = given.product(alpha, beta);
  const TypeParam with_x = dot(given.x, answer);
  EXPECT_GT(reference.dot_error_in_bounds(given.x, with_x), 0);
  EXPECT_LE(reference.dot_error_in_bounds(given.x, with_x), 1);
  const TypeParam norm = dot(answer, answer);
  EXPECT_GT(reference.norm_error_in_bounds(norm), 0);
  EXPECT_LE(reference.norm_error_in_bounds(norm), 1);
}

TYPED_TEST(WideReferenceOf, RefusesDotProductsOfOtherVectors) {
  const Case<TypeParam> given("powerlaw:500");
  const WideReference<TypeParam> reference(given.matrix, given.x, given.y, TypeParam(1), TypeParam(0));
  const HostVector<TypeParam> answer = given.product(TypeParam(1), TypeParam(0));
  EXPECT_GT(reference.dot_error_in_bounds(given.x, dot(given.y, answer)), 1);
  EXPECT_GT(reference.norm_error_in_bounds(dot(given.x, answer)), 1);
  const TypeParam nan(std::numeric_limits<double>::quiet_NaN());
  EXPECT_EQ(reference.dot_error_in_bounds(given.x, nan), std::numeric_limits<double>::infinity());
}

TEST(WideReference, DotProductsAreWithTheConjugate) {
  using Complex = Kokkos::complex<double>;
  const Case<Complex> given("stencil3:9");
  const WideReference<Complex> reference(given.matrix, given.x, given.y, Complex(1), Complex(0));
  const HostVector<Complex> answer = given.product(Complex(1), Complex(0));
  const Complex sum = dot(given.x, answer);
  ASSERT_LE(reference.dot_error_in_bounds(given.x, sum), 1);
  EXPECT_GT(reference.dot_error_in_bounds(given.x, Complex(sum.real(), -sum.imag())), 1);
}

TEST(OperatedMatrix, EntriesStandWhereTheOperationPutsThem) {
  using sporos::Op;
  using Complex = Kokkos::complex<double>;
  const auto A = sporos::generate<Complex, int, int>("uniform:7x5,entries=3");
  Complex expected[7][5] = {};
  for (int i = 0; i < 7; ++i) {
    for (int k = A.row_offsets(i); k < A.row_offsets(i + 1); ++k) expected[i][A.columns(k)] += A.values(k);
  }
  for (const Op op : {Op::none, Op::transpose, Op::conjugate, Op::conjugate_transpose}) {
    const auto B = sporos::perf::operated(op, A);
    const bool is_transposed = sporos::detail::is_transposed(op);
    ASSERT_EQ(B.num_rows, is_transposed ? 5 : 7);
    ASSERT_EQ(B.num_columns, is_transposed ? 7 : 5);
    Complex found[7][7] = {};
    for (int i = 0; i < B.num_rows; ++i) {
      for (int k = B.row_offsets(i); k < B.row_offsets(i + 1); ++k) found[i][B.columns(k)] += B.values(k);
    }
    for (int i = 0; i < 7; ++i) {
      for (int j = 0; j < 5; ++j) {
        const Complex entry = is_transposed ? found[j][i] : found[i][j];
        const double sign = sporos::detail::is_conjugated(op) ? -1 : 1;
        EXPECT_NEAR(entry.real(), expected[i][j].real(), 1e-14) << name(op);
        EXPECT_NEAR(entry.imag(), sign * expected[i][j].imag(), 1e-14) << name(op);
      }
    }
  }
}

TEST(OperatedMatrix, ColumnsLieAsTheLayoutSays) {
  using sporos::perf::column_of;
  HostVector<double> all("all", 6);
  for (int i = 0; i < 6; ++i) all(i) = i;
  sporos::perf::ProductKind kind;
  kind.columns = 2;
  EXPECT_EQ(column_of(all, kind, 1)(2), 5);
  EXPECT_EQ(column_of(all, kind, 1)(0), 3);
  kind.layout = sporos::perf::Layout::right;
  EXPECT_EQ(column_of(all, kind, 1)(2), 5);
  EXPECT_EQ(column_of(all, kind, 1)(0), 1);
}

TEST(WideReference, EmptyRowMustBeExactlyBetaY) {
  sporos::CrsMatrix<double, int, int, Kokkos::HostSpace> matrix;
  matrix.num_rows = 1;
  matrix.num_columns = 1;
  matrix.row_offsets = decltype(matrix.row_offsets)("row_offsets", 2);
  const HostVector<double> x("x", 1);
  const HostVector<double> y("y", 1);
  y(0) = std::numeric_limits<double>::quiet_NaN();
  const WideReference<double> reference(matrix, x, y, 1.0, 0.0);
  const HostVector<double> answer("answer", 1);
  EXPECT_EQ(reference.error_in_bounds(answer), 0);
  answer(0) = 1e-300;
  EXPECT_EQ(reference.error_in_bounds(answer), std::numeric_limits<double>::infinity());
}

}  // namespace wide_reference_tests
