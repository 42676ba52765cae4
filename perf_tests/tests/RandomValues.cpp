// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "perf_tests/problem/RandomValues.hpp"

#include <gtest/gtest.h>

#include <set>

#include "core/kernels/Sporos_Conjugated.hpp"
#include "formats/generate/Sporos_Generate.hpp"

namespace random_values_tests {

using sporos::perf::draw_values;

template <class Value>
using Matrix = sporos::CrsMatrix<Value, int, int, Kokkos::HostSpace>;

/// The place of the entry (i, j).
template <class Value>
int place(const Matrix<Value>& A, int i, int j) {
  for (int k = A.row_offsets(i); k < A.row_offsets(i + 1); ++k) {
    if (A.columns(k) == j) return k;
  }
  ADD_FAILURE() << "no entry in row " << i << " and column " << j;
  return 0;
}

/// Calls `f(entry, its mirror image across the diagonal)`.
template <class Value, class F>
void each_pair(const Matrix<Value>& A, const F& f) {
  for (int i = 0; i < A.num_rows; ++i) {
    for (int k = A.row_offsets(i); k < A.row_offsets(i + 1); ++k) f(k, place(A, A.columns(k), i));
  }
}

TEST(RandomValues, RepeatNowhereAndAreTheSameEveryTime) {
  const auto A = sporos::generate<double, int, int>("stencil5:20,values=laplace");
  draw_values(A);
  std::set<double> upper;
  std::size_t count = 0;
  for (int i = 0; i < A.num_rows; ++i) {
    for (int k = A.row_offsets(i); k < A.row_offsets(i + 1); ++k) {
      EXPECT_NE(A.values(k), 0);
      if (A.columns(k) >= i) {
        upper.insert(A.values(k));
        ++count;
      }
    }
  }
  EXPECT_EQ(upper.size(), count);
  const auto again = sporos::generate<double, int, int>("stencil5:20,values=laplace");
  draw_values(again);
  for (int k = 0; k < A.nnz(); ++k) EXPECT_EQ(A.values(k), again.values(k));
}

TEST(RandomValues, KeepASymmetricMatrixSymmetricAndNoOther) {
  const auto A = sporos::generate<double, int, int>("stencil5:9,values=laplace");
  const int changed = place(A, 3, 4);
  draw_values(A);
  each_pair(A, [&](int k, int other) { EXPECT_EQ(A.values(k), A.values(other)); });
  const auto B = sporos::generate<double, int, int>("stencil5:9,values=laplace");
  B.values(changed) = 7;
  draw_values(B);
  each_pair(B, [&](int k, int other) {
    const bool is_changed = k == changed || other == changed;
    EXPECT_EQ(B.values(k) == B.values(other), !is_changed);
  });
}

TEST(RandomValues, KeepAHermitianMatrixHermitianAndARealOneReal) {
  using Complex = Kokkos::complex<double>;
  const auto A = sporos::generate<Complex, int, int>("stencil5:9,values=laplace");
  for (int k = 0; k < A.nnz(); ++k) EXPECT_EQ(A.values(k).imag(), 0);
  draw_values(A);
  for (int k = 0; k < A.nnz(); ++k) EXPECT_EQ(A.values(k).imag(), 0);
  for (int i = 0; i < A.num_rows; ++i) {
    for (int k = A.row_offsets(i); k < A.row_offsets(i + 1); ++k) {
      const double sign = A.columns(k) > i ? 1 : A.columns(k) < i ? -1 : 0;
      A.values(k) = Complex(2, 0.5 * sign);
    }
  }
  draw_values(A);
  each_pair(A, [&](int k, int other) {
    EXPECT_EQ(A.values(k), sporos::detail::conjugate_of(Complex(A.values(other))));
    EXPECT_EQ(A.values(k).imag() == 0, k == other);
  });
}

}  // namespace random_values_tests
