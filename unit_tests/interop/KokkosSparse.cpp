// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The calls of KokkosSparse::spmv, with Kokkos Kernels' own product included too, which an argument leads to.
#include "core/interop/Sporos_KokkosSparse.hpp"

#include <gtest/gtest.h>

#include <KokkosSparse_spmv.hpp>
#include <limits>

#include "unit_tests/support/Complaint.hpp"
#include "unit_tests/support/Instances.hpp"
#include "unit_tests/support/OperationCase.hpp"
#include "unit_tests/support/Recording.hpp"

namespace kokkos_sparse_tests {

using sporos::Op;
using sporos::kokkos_sparse::spmv;
using sporos::kokkos_sparse::SPMVHandle;
using sporos_test::Exec;
using sporos_test::OperationCase;
using sporos_test::Space;

template <class Value>
using Crs = KokkosSparse::CrsMatrix<Value, int, Exec, void, int>;
using Matrix = Crs<double>;
using Vector = Kokkos::View<double*, Space>;
using Handle = SPMVHandle<Exec, Matrix, Vector, Vector>;

template <class Value>
Crs<Value> theirs(const sporos::CrsMatrix<Value, int, int, Space>& A) {
  return Crs<Value>("A", static_cast<int>(A.num_rows), static_cast<int>(A.num_columns), static_cast<int>(A.nnz()),
                    A.values, A.row_offsets, A.columns);
}

const char* mode_of(Op op) {
  static const std::map<Op, const char*> modes = {
      {Op::none, "N"}, {Op::transpose, "T"}, {Op::conjugate, "C"}, {Op::conjugate_transpose, "H"}};
  return modes.at(op);
}

template <class Value>
void check_modes() {
  using VectorOf = Kokkos::View<Value*, Space>;
  for (const int columns : {70, 700}) {
    SCOPED_TRACE(columns);
    const auto length = [&](auto row) { return row == 50 ? columns - 1 : row % 13; };
    const OperationCase<Value> one(sporos_test::random_pattern("", 300, columns, length));
    const Crs<Value> A = theirs(one.matrix);
    one.check_all([&](Op op, auto a, auto x, auto b, auto y) { spmv(mode_of(op), a, A, x, b, y); });
    SPMVHandle<Exec, Crs<Value>, VectorOf, VectorOf> handle, fixed;
    fixed.values_are_fixed = true;
    one.check_all([&](Op op, auto a, auto x, auto b, auto y) { spmv(&handle, mode_of(op), a, A, x, b, y); });
    one.check_all([&](Op op, auto a, auto x, auto b, auto y) { spmv(Exec(), &fixed, mode_of(op), a, A, x, b, y); });
  }
}

TEST(KokkosSparse, ModesMatchTheReferenceInDouble) { check_modes<double>(); }
TEST(KokkosSparse, ModesMatchTheReferenceInComplex) { check_modes<Kokkos::complex<double>>(); }

/// Small whole numbers, so that sums are exact in any order.
template <class View>
View whole(const View& view, int seed) {
  const auto host = Kokkos::create_mirror_view(view);
  for (std::size_t i = 0; i < view.span(); ++i) host.data()[i] = static_cast<double>((7 * i + 3 * seed) % 11) - 5;
  Kokkos::deep_copy(view, host);
  return view;
}
Vector whole_vector(std::int64_t size, int seed) {
  return whole(Vector("whole", static_cast<std::size_t>(size)), seed);
}

Matrix whole_matrix(int rows, int columns, int seed) {
  const auto pattern = sporos_test::random_pattern("", rows, columns, [&](auto row) { return (row + seed) % 9; });
  const auto crs = sporos::copy_to<Space>(sporos_test::make_matrix<double>(pattern));
  whole(crs.values, seed);
  return theirs(crs);
}

/// `y = 2*op(A)*x - y` in whole numbers, on the host.
std::vector<double> wanted(const Matrix& A, bool transposes, const Vector& x, const Vector& y) {
  const auto offsets = sporos_test::elements(A.graph.row_map);
  const auto columns = sporos_test::elements(A.graph.entries);
  const auto values = sporos_test::elements(A.values);
  const auto from = sporos_test::elements(x);
  auto to = sporos_test::elements(y);
  for (double& element : to) element = -element;
  for (int row = 0; row < A.numRows(); ++row) {
    for (int k = offsets[row]; k < offsets[row + 1]; ++k) {
      to[transposes ? columns[k] : row] += 2 * values[k] * from[transposes ? row : columns[k]];
    }
  }
  return to;
}

template <class Multiply>
void expect_both_products(const Matrix& A, const Multiply& multiply) {
  for (const bool transposes : {false, true}) {
    SCOPED_TRACE(transposes);
    const Vector x = whole_vector(transposes ? A.numRows() : A.numCols(), 1);
    const Vector y = whole_vector(transposes ? A.numCols() : A.numRows(), 2);
    const auto expected = wanted(A, transposes, x, y);
    multiply(transposes ? "T" : "N", x, y);
    Exec().fence();
    EXPECT_EQ(sporos_test::elements(y), expected);
  }
}

TEST(KokkosSparse, HandlesFollowNewNumbersAndOtherMatrices) {
  Handle handle;
  const auto multiply_by = [&](const Matrix& A) {
    expect_both_products(A, [&](auto mode, auto x, auto y) { spmv(&handle, mode, 2.0, A, x, -1.0, y); });
  };
  Matrix A = whole_matrix(60, 50, 1);
  multiply_by(A);
  whole(Vector(A.values), 5);  // in the same array
  multiply_by(A);
  A.values = Matrix::values_type(whole_vector(A.nnz(), 6));  // in another one
  multiply_by(A);
  multiply_by(whole_matrix(70, 90, 2));  // another pattern
  multiply_by(A);
}

TEST(KokkosSparse, FixedValuesAreReadOnceByTransposedProducts) {
  Handle handle;
  handle.values_are_fixed = true;
  const Matrix A = whole_matrix(60, 50, 1);
  const Vector x = whole_vector(60, 1), y = whole_vector(50, 2);
  spmv(&handle, "T", 2.0, A, x, 0.0, y);
  const auto before = sporos_test::elements(y);
  Kokkos::deep_copy(Vector(A.values), 0.0);
  spmv(&handle, "T", 2.0, A, x, 0.0, y);
  EXPECT_EQ(sporos_test::elements(y), before);
}

TEST(KokkosSparse, HandlesServeSeveralInstances) {
  Handle handle;
  const Matrix A = whole_matrix(60, 50, 1);
  for (const Exec& exec : sporos_test::make_instances<Exec>(2)) {
    expect_both_products(A, [&](auto mode, auto x, auto y) {
      spmv(exec, &handle, mode, 2.0, A, x, -1.0, y);
      exec.fence();
    });
  }
  expect_both_products(A, [&](auto mode, auto x, auto y) { spmv(&handle, mode, 2.0, A, x, -1.0, y); });
}

TEST(KokkosSparse, LettersOfEitherCaseAndWhatFollowsThem) {
  const Matrix A = whole_matrix(60, 50, 1);
  expect_both_products(
      A, [&](auto mode, auto x, auto y) { spmv(mode[0] == 'T' ? "transpose" : "n", 2.0, A, x, -1.0, y); });
  expect_both_products(A, [&](auto mode, auto x, auto y) { spmv(mode[0] == 'T' ? "h" : "c", 2.0, A, x, -1.0, y); });
}

template <class Columns>
Vector column_of(const Columns& columns, int c) {
  const Vector column("column", columns.extent(0));
  Kokkos::deep_copy(column, Kokkos::subview(columns, Kokkos::ALL, c));
  return column;
}

TEST(KokkosSparse, SeveralColumnsAndGaps) {
  using Left = Kokkos::View<double**, Kokkos::LayoutLeft, Space>;
  using Right = Kokkos::View<double**, Kokkos::LayoutRight, Space>;
  const Matrix A = whole_matrix(60, 50, 1);
  SPMVHandle<Exec, Matrix, Left, Right> handle;
  for (const bool transposes : {false, true}) {
    const char* mode = transposes ? "T" : "N";
    for (const int count : {1, 3}) {
      SCOPED_TRACE(sporos::detail::concat(mode, ", ", count, " columns"));
      const Left xs = whole(Left("xs", transposes ? 60 : 50, count), 1);
      const Right ys = whole(Right("ys", transposes ? 50 : 60, count), 2);
      const Right again("again", ys.extent(0), count);
      std::vector<std::vector<double>> expected;
      for (int c = 0; c < count; ++c) {
        expected.push_back(wanted(A, transposes, column_of(xs, c), column_of(ys, c)));
      }
      Kokkos::deep_copy(again, ys);
      spmv(&handle, mode, 2.0, A, xs, -1.0, ys);
      const auto with_gaps = Kokkos::subview(again, Kokkos::ALL, count - 1);
      spmv(Exec(), mode, 2.0, A, column_of(xs, count - 1), -1.0, with_gaps);
      Exec().fence();
      for (int c = 0; c < count; ++c) {
        EXPECT_EQ(sporos_test::elements(column_of(ys, c)), expected[static_cast<std::size_t>(c)]);
      }
      EXPECT_EQ(sporos_test::elements(column_of(again, count - 1)), expected.back());
    }
  }
}

TEST(KokkosSparse, ConstAndUnmanagedArraysAndOtherNumbers) {
  using Const =
      KokkosSparse::CrsMatrix<const double, const int, Exec, Kokkos::MemoryTraits<Kokkos::Unmanaged>, const int>;
  const Matrix A = whole_matrix(60, 50, 1);
  const Const B(A);
  expect_both_products(A, [&](auto mode, auto x, auto y) {
    const Kokkos::View<const double*, Space, Kokkos::MemoryTraits<Kokkos::Unmanaged | Kokkos::RandomAccess>> from(x);
    const Kokkos::View<double*, Space, Kokkos::MemoryUnmanaged> to(y);
    spmv(mode, 2, B, from, -1.0F, to);
  });
  const Kokkos::View<float*, Space> narrow("narrow", A.values.extent(0));
  Kokkos::deep_copy(narrow, A.values);
  const Crs<float> C("C", A.numRows(), A.numCols(), A.nnz(), narrow, A.graph.row_map, A.graph.entries);
  SPMVHandle<Exec, Crs<float>, Vector, Vector> handle;
  expect_both_products(A, [&](auto mode, auto x, auto y) { spmv(&handle, mode, 2.0F, C, x, -1, y); });
}

TEST(KokkosSparse, MatricesWithoutEntriesOverwriteOrScale) {
  for (const auto& [rows, columns] : {std::pair{0, 0}, {0, 3}, {3, 0}, {3, 2}}) {
    SCOPED_TRACE(sporos::detail::concat(rows, " x ", columns));
    const Matrix A("A", rows, columns, 0, Vector("values", 0), Kokkos::View<int*, Space>("offsets", rows + 1),
                   Kokkos::View<int*, Space>("columns", 0));
    for (const bool transposes : {false, true}) {
      const Vector x("x", transposes ? rows : columns), y("y", transposes ? columns : rows);
      Handle handle;
      Kokkos::deep_copy(y, std::numeric_limits<double>::quiet_NaN());
      spmv(transposes ? "T" : "N", 1.0, A, x, 0.0, y);
      EXPECT_EQ(sporos_test::elements(y), std::vector<double>(y.extent(0), 0.0));
      Kokkos::deep_copy(y, 2.0);
      spmv(&handle, transposes ? "T" : "N", 1.0, A, x, -3.0, y);
      EXPECT_EQ(sporos_test::elements(y), std::vector<double>(y.extent(0), -6.0));
    }
  }
  const Vector none("none", 0);
  spmv("N", 1.0, Matrix(), none, 0.0, none);
}

// What std::runtime_error says: Kokkos Kernels throws that.
template <class Action>
std::string refusal(const Action& action) {
  try {
    action();
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "no refusal";
}

TEST(KokkosSparse, WrongArgumentsAreRefused) {
  const Matrix A = whole_matrix(3, 4, 1);
  const Vector three("three", 3), four("four", 4);
  Handle handle;
  EXPECT_EQ(refusal([&] { spmv("N", 1.0, A, three, 0.0, three); }),
            "sporos::kokkos_sparse::spmv, mode N: x has 3 elements, but the matrix has 4 columns");
  EXPECT_EQ(refusal([&] { spmv(&handle, "t", 1.0, A, three, 0.0, three); }),
            "sporos::kokkos_sparse::spmv, mode t: y has 3 elements, but the matrix has 4 columns");
  EXPECT_EQ(refusal([&] { spmv("X", 1.0, A, four, 0.0, three); }),
            "sporos::kokkos_sparse::spmv: the mode is 'X', but must be N, T, C or H");
  const Kokkos::View<double**, Space> two("two", 4, 2), one("one", 3, 1);
  EXPECT_EQ(refusal([&] { spmv("N", 1.0, A, two, 0.0, one); }),
            "sporos::kokkos_sparse::spmv, mode N: x has 2 columns, but y has 1");
  EXPECT_THROW(spmv("N", 1.0, whole_matrix(3, 3, 1), three, 0.0, three), std::invalid_argument);  // y overlaps x
  Kokkos::deep_copy(Kokkos::View<int*, Space>(A.graph.entries), 4);
  EXPECT_THROW(spmv(&handle, "N", 1.0, A, four, 0.0, three), std::invalid_argument);  // columns are checked once
}

TEST(KokkosSparse, LongerVectorsAreTakenWhereKokkosKernelsTakesThem) {
  const Matrix A = whole_matrix(60, 50, 1);
  const Vector x = whole_vector(52, 1), y("y", 63), exact("exact", 60);
  Kokkos::deep_copy(y, 7.0);
  const auto multiply = [&] { spmv("N", 1.0, A, x, 0.0, y); };
  if (!sporos::detail::takes_longer_vectors) {
    EXPECT_THROW(multiply(), std::runtime_error);
    return;
  }
  multiply();
  spmv("N", 1.0, A, Kokkos::subview(x, std::make_pair(0, 50)), 0.0, exact);
  auto expected = sporos_test::elements(exact);
  expected.resize(63, 7.0);
  EXPECT_EQ(sporos_test::elements(y), expected);
}

TEST(KokkosSparse, AlgorithmsOfHandles) {
  namespace ours = sporos::kokkos_sparse;
  const Matrix A = whole_matrix(60, 50, 1);
  const auto words = [&](ours::SPMVAlgorithm algorithm) {
    Handle handle(algorithm);
    EXPECT_EQ(handle.get_algorithm(), algorithm);
    expect_both_products(A, [&](auto mode, auto x, auto y) { spmv(&handle, mode, 2.0, A, x, -1.0, y); });
    return handle.describe();
  };
  EXPECT_NE(words(ours::SPMV_DEFAULT).find("Runs crs/coop"), std::string::npos);
  EXPECT_NE(words(ours::SPMV_NATIVE).find("Runs crs/coop"), std::string::npos);
  EXPECT_NE(words(ours::SPMV_MERGE_PATH).find("Runs crs/merge_path"), std::string::npos);
  EXPECT_EQ(words(ours::SPMV_FAST_SETUP), "");
  EXPECT_EQ(sporos_test::complaint([&] { Handle handle(ours::SPMV_BSR_V42); }),
            "sporos::kokkos_sparse::SPMVHandle: SPMV_BSR_V42 is not for a CrsMatrix");
}

// Which product runs: regions of Kokkos Tools say so.
template <class Action>
bool runs_ours(const Action& action) {
  const sporos_test::Recording recording;
  action();
  const auto& regions = recording.log().regions;
  return std::any_of(regions.begin(), regions.end(), [](const auto& name) { return name.find("sporos::") == 0; });
}

template <class A, class X, class Y>
void multiply_in_a_template(const A& matrix, const X& x, const Y& y) {
  using sporos::kokkos_sparse::spmv;
  spmv("N", 1.0, matrix, x, 0.0, y);
}

TEST(KokkosSparse, UsingDeclarationsPreferOurs) {
  const Matrix A = whole_matrix(60, 50, 1);
  const Vector x = whole_vector(50, 1), y("y", 60);
  EXPECT_TRUE(runs_ours([&] { spmv("N", 1.0, A, x, 0.0, y); }));
  EXPECT_TRUE(runs_ours([&] { spmv(Exec(), "N", 1.0, A, x, 0.0, y); }));
  EXPECT_TRUE(runs_ours([&] {
    using sporos::kokkos_sparse::spmv;
    spmv("N", 1.0, A, x, 0.0, y);
  }));
  EXPECT_TRUE(runs_ours([&] { multiply_in_a_template(A, x, y); }));
  char letter = 'N';  // by address, and nothing behind it
  EXPECT_TRUE(runs_ours([&] { spmv(&letter, 1.0, A, x, 0.0, y); }));
  EXPECT_FALSE(runs_ours([&] { KokkosSparse::spmv("N", 1.0, A, x, 0.0, y); }));
#if __has_include(<KokkosKernels_Controls.hpp>)
  const KokkosKernels::Experimental::Controls controls;
  EXPECT_TRUE(runs_ours([&] { spmv(controls, "N", 1.0, A, x, 0.0, y); }));
  EXPECT_TRUE(runs_ours([&] { spmv(Exec(), controls, "N", 1.0, A, x, 0.0, y); }));
#endif
}

TEST(KokkosSparse, IntegersAreLeftToKokkosKernels) {
  const Kokkos::View<int*, Space> offsets("offsets", 3), columns("columns", 2), values("values", 2), x("x", 2),
      y("y", 2);
  Kokkos::deep_copy(Kokkos::subview(offsets, std::make_pair(1, 3)), 2);
  Kokkos::deep_copy(values, 3);
  Kokkos::deep_copy(x, 4);
  spmv("N", 1, Crs<int>("A", 2, 2, 2, values, offsets, columns), x, 0, y);
  EXPECT_EQ(sporos_test::elements(y), (std::vector<int>{24, 0}));
}

#if __has_include(<KokkosSparse_BsrMatrix.hpp>)
using Blocks = KokkosSparse::Experimental::BsrMatrix<double, int, Exec, void, int>;
using BlockHandle = SPMVHandle<Exec, Blocks, Vector, Vector>;

Blocks blocks_of(const sporos::CrsMatrix<double, int, int, Space>& crs, int size) {
  sporos::BsrOptions options;
  options.block_size = size;
  options.max_bytes = 1 << 28;
  const auto bsr = sporos::to_bsr(Exec(), crs, options);
  return Blocks("blocks", static_cast<int>(bsr.num_block_rows()), static_cast<int>(crs.num_columns) / size,
                static_cast<int>(bsr.num_blocks()), bsr.values, bsr.block_offsets, bsr.block_columns, size);
}

TEST(KokkosSparse, BlocksInEveryModeAndWithNewNumbers) {
  const OperationCase<double> one(sporos_test::random_pattern("", 60, 90, [](auto row) { return row % 11; }));
  auto other_host =
      sporos_test::make_matrix<double>(sporos_test::random_pattern("", 60, 90, [](auto row) { return row % 11; }));
  other_host.values = sporos_test::make_vector<double>(other_host.nnz(), 77);
  const OperationCase<double> other(other_host);
  for (const int size : {1, 3, 10}) {
    SCOPED_TRACE(size);
    const Blocks A = blocks_of(one.matrix, size);
    const Blocks B = blocks_of(other.matrix, size);
    BlockHandle handle(sporos::kokkos_sparse::SPMV_BSR_V41), fixed;
    fixed.values_are_fixed = true;
    one.check_all([&](Op op, auto a, auto x, auto b, auto y) { spmv(mode_of(op), a, A, x, b, y); });
    one.check_all([&](Op op, auto a, auto x, auto b, auto y) { spmv(&handle, mode_of(op), a, A, x, b, y); });
    one.check_all([&](Op op, auto a, auto x, auto b, auto y) { spmv(&fixed, mode_of(op), a, A, x, b, y); });
    other.check_all([&](Op op, auto a, auto x, auto b, auto y) { spmv(&fixed, mode_of(op), a, B, x, b, y); });
    Kokkos::deep_copy(Vector(A.values), B.values);
    other.check_all([&](Op op, auto a, auto x, auto b, auto y) { spmv(&handle, mode_of(op), a, A, x, b, y); });
  }
  EXPECT_EQ(sporos_test::complaint([&] { BlockHandle handle(sporos::kokkos_sparse::SPMV_MERGE_PATH); }),
            "sporos::kokkos_sparse::SPMVHandle: SPMV_MERGE_PATH is not for a BsrMatrix");
}
#endif

}  // namespace kokkos_sparse_tests
