// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products by the calls of KokkosSparse::spmv: modes, handles, columns, types, blocks.
#include "unit_tests/interop/KokkosSparseCase.hpp"

#include "unit_tests/support/Complaint.hpp"
#include "unit_tests/support/Instances.hpp"

namespace kokkos_sparse_tests {

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

#if __has_include(<KokkosSparse_BsrMatrix.hpp>)
using Blocks = KokkosSparse::Experimental::BsrMatrix<double, int, Exec, void, int>;
using BlockHandle = SPMVHandle<Exec, Blocks, Vector, Vector>;

Blocks blocks_of(const sporos::CrsMatrix<double, int, int, Space>& crs, int size) {
  sporos::BsrOptions options;
  options.block_size = size;
  options.max_bytes = 1 << 28;
  const auto bsr = sporos::to_bsr(Exec(), crs, options);
  const Vector values("values", bsr.values.extent(0));
  const Kokkos::View<int*, Space> columns("columns", bsr.block_columns.extent(0));
  const Kokkos::View<int*, Space> offsets("offsets", bsr.block_offsets.extent(0));
  Kokkos::deep_copy(values, bsr.values);
  Kokkos::deep_copy(columns, bsr.block_columns);
  Kokkos::deep_copy(offsets, bsr.block_offsets);
  return Blocks("blocks", static_cast<int>(bsr.num_block_rows()), static_cast<int>(crs.num_columns) / size,
                static_cast<int>(bsr.num_blocks()), values, offsets, columns, size);
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
