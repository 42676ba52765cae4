// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "formats/reorder/Sporos_Permute.hpp"

#include <gtest/gtest.h>

#include "core/Sporos.hpp"
#include "formats/generate/Sporos_Generate.hpp"
#include "unit_tests/support/Complaint.hpp"
#include "unit_tests/support/Gallery.hpp"

namespace permute_tests {

using sporos_test::complaint;

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using sporos::Permutation;

Permutation random_permutation(std::int64_t size) {
  sporos_test::Mixer mixer(17);
  auto indices = Permutation::identity(size).old_of_new();
  for (std::int64_t k = size; k > 1; --k) {
    std::swap(indices[static_cast<std::size_t>(k - 1)], indices[static_cast<std::size_t>(mixer.below(k))]);
  }
  return Permutation::from_old_of_new(std::move(indices));
}

template <class View>
auto elements(const View& view) {
  const auto host = sporos::detail::host_copy(view);
  return std::vector<typename View::non_const_value_type>(host.data(), host.data() + host.extent(0));
}

template <class Matrix, class Other>
void expect_same(const Matrix& matrix, const Other& other) {
  EXPECT_EQ(matrix.num_rows, other.num_rows);
  EXPECT_EQ(matrix.num_columns, other.num_columns);
  EXPECT_EQ(elements(matrix.row_offsets), elements(other.row_offsets));
  EXPECT_EQ(elements(matrix.columns), elements(other.columns));
  EXPECT_EQ(elements(matrix.values), elements(other.values));
}

std::vector<sporos_test::Pattern> square_gallery() {
  std::vector<sporos_test::Pattern> all;
  for (auto& pattern : sporos_test::gallery()) {
    if (pattern.num_columns == static_cast<std::int64_t>(pattern.rows.size())) all.push_back(std::move(pattern));
  }
  all.push_back({"empty rows", 300, std::vector<std::vector<std::int64_t>>(300)});
  all.push_back(sporos_test::random_pattern("lengths 0 to 70, repeated", 213, 213, [](auto row) { return row % 71; }));
  all.push_back(sporos_test::random_pattern("a long row", 90, 90, [](auto row) { return row == 40 ? 5000 : 2; }));
  return all;
}

TEST(Permute, PutsTheElementsOfAVectorInTheirNewOrder) {
  const Kokkos::View<int*, Space> vector("vector", 4);
  const auto host = Kokkos::create_mirror_view(vector);
  for (int i = 0; i < 4; ++i) host(i) = 10 * i;
  Kokkos::deep_copy(vector, host);
  const auto permutation = Permutation::from_old_of_new({2, 0, 3, 1});
  const auto permuted = sporos::permute(Exec(), vector, permutation);
  EXPECT_EQ(elements(permuted), (std::vector<int>{20, 0, 30, 10}));
  EXPECT_EQ(elements(sporos::permute(Exec(), permuted, permutation.inverse())), (std::vector<int>{0, 10, 20, 30}));
  EXPECT_EQ(elements(vector), (std::vector<int>{0, 10, 20, 30}));
}

template <class Layout>
void columns_are_permuted_alike() {
  const Kokkos::View<int**, Layout, Space> vectors("vectors", 3, 2);
  const auto host = Kokkos::create_mirror_view(vectors);
  for (int i = 0; i < 3; ++i) {
    for (int c = 0; c < 2; ++c) host(i, c) = 10 * i + c;
  }
  Kokkos::deep_copy(vectors, host);
  const auto permuted = sporos::permute(Exec(), vectors, Permutation::from_old_of_new({2, 0, 1}));
  static_assert(std::is_same<typename decltype(permuted)::array_layout, Layout>::value, "the layout is kept");
  const auto result = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), permuted);
  for (int c = 0; c < 2; ++c) {
    EXPECT_EQ(result(0, c), 20 + c);
    EXPECT_EQ(result(1, c), c);
    EXPECT_EQ(result(2, c), 10 + c);
  }
}

TEST(Permute, PermutesSeveralVectorsAlike) {
  columns_are_permuted_alike<Kokkos::LayoutLeft>();
  columns_are_permuted_alike<Kokkos::LayoutRight>();
}

TEST(Permute, PermutesRowsAndColumnsAndSortsTheRows) {
  // | 1 2 . |  old order 2 0 1  | 5 3 4 |
  // | . . . |        ->         | . 1 2 |
  // | 3 4 5 |                   | . . . |
  const auto matrix = sporos_test::make_matrix<double>({"", 3, {{0, 1}, {}, {0, 1, 2}}});
  for (int k = 0; k < 5; ++k) matrix.values(k) = k + 1;
  const auto permuted =
      sporos::permute_symmetric(Exec(), sporos::copy_to<Space>(matrix), Permutation::from_old_of_new({2, 0, 1}));
  EXPECT_EQ(permuted.num_rows, 3);
  EXPECT_EQ(permuted.num_columns, 3);
  EXPECT_EQ(elements(permuted.row_offsets), (std::vector<int>{0, 3, 5, 5}));
  EXPECT_EQ(elements(permuted.columns), (std::vector<int>{0, 1, 2, 1, 2}));
  EXPECT_EQ(elements(permuted.values), (std::vector<double>{5, 3, 4, 1, 2}));
}

TEST(Permute, TakesTheEntriesOfTheRowsAlone) {
  auto matrix = sporos_test::make_matrix<double>({"", 2, {{0, 1}, {1, 0, 0}}});
  matrix.row_offsets(2) = 3;
  matrix.row_offsets(0) = 1;
  const auto permuted =
      sporos::permute_symmetric(Exec(), sporos::copy_to<Space>(matrix), Permutation::from_old_of_new({1, 0}));
  EXPECT_EQ(permuted.nnz(), 2);
  EXPECT_EQ(elements(permuted.row_offsets), (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(elements(permuted.columns), (std::vector<int>{0, 0}));
}

TEST(Permute, KeepsTheOrderOfRepeatedColumns) {
  const auto matrix = sporos_test::make_matrix<double>({"", 2, {{1, 0, 1, 0, 1}, {}}});
  for (int k = 0; k < 5; ++k) matrix.values(k) = k + 1;
  const auto permuted =
      sporos::permute_symmetric(Exec(), sporos::copy_to<Space>(matrix), Permutation::from_old_of_new({1, 0}));
  EXPECT_EQ(elements(permuted.row_offsets), (std::vector<int>{0, 0, 5}));
  EXPECT_EQ(elements(permuted.columns), (std::vector<int>{0, 0, 0, 1, 1}));
  EXPECT_EQ(elements(permuted.values), (std::vector<double>{1, 3, 5, 2, 4}));
}

TEST(Permute, SortsEveryRowAndLosesNoEntry) {
  for (const auto& pattern : square_gallery()) {
    SCOPED_TRACE(pattern.name);
    const auto matrix = sporos_test::make_matrix<double>(pattern);
    const auto permutation = random_permutation(matrix.num_rows);
    const auto permuted = sporos::copy_to<Kokkos::HostSpace>(
        sporos::permute_symmetric(Exec(), sporos::copy_to<Space>(matrix), permutation));
    ASSERT_EQ(permuted.nnz(), matrix.nnz());
    for (std::int64_t row = 0; row < matrix.num_rows; ++row) {
      const auto new_row = permutation.new_of_old()[static_cast<std::size_t>(row)];
      std::vector<std::pair<std::int64_t, double>> expected;
      for (int k = matrix.row_offsets(row); k < matrix.row_offsets(row + 1); ++k) {
        expected.emplace_back(permutation.new_of_old()[static_cast<std::size_t>(matrix.columns(k))], matrix.values(k));
      }
      std::stable_sort(expected.begin(), expected.end(),
                       [](const auto& left, const auto& right) { return left.first < right.first; });
      std::vector<std::pair<std::int64_t, double>> found;
      for (int k = permuted.row_offsets(new_row); k < permuted.row_offsets(new_row + 1); ++k) {
        found.emplace_back(permuted.columns(k), permuted.values(k));
      }
      EXPECT_EQ(found, expected) << "row " << row;
    }
  }
}

TEST(Permute, TheWayBackRestoresSortedMatricesBitByBit) {
  for (const char* description : {"stencil5:40x30", "powerlaw:3000", "dense:40", "band:1000"}) {
    SCOPED_TRACE(description);
    const auto matrix = sporos::copy_to<Space>(sporos::generate<double>(description));
    const auto permutation = random_permutation(matrix.num_rows);
    const auto there = sporos::permute_symmetric(Exec(), matrix, permutation);
    EXPECT_NE(elements(there.values), elements(matrix.values));
    expect_same(sporos::permute_symmetric(Exec(), there, permutation.inverse()), matrix);
  }
}

TEST(Permute, TheIdentityChangesNothing) {
  const auto matrix = sporos::copy_to<Space>(sporos::generate<double>("stencil9:20x10"));
  expect_same(sporos::permute_symmetric(Exec(), matrix, Permutation::identity(200)), matrix);
}

// Whole numbers, so that all orders of summation give the same result.
template <class View>
void fill_with_whole_numbers(const View& view) {
  for (std::size_t k = 0; k < view.extent(0); ++k) {
    view(k) = static_cast<typename View::value_type>(static_cast<float>(k % 13) - 6);
  }
}

template <class Value, class Column, class Offset>
void expect_permuted_product() {
  for (const auto& pattern : square_gallery()) {
    SCOPED_TRACE(pattern.name);
    const auto on_host = sporos_test::make_matrix<Value, Column, Offset>(pattern);
    const auto x_on_host = sporos_test::make_vector<Value>(on_host.num_rows, 1);
    fill_with_whole_numbers(on_host.values);
    fill_with_whole_numbers(x_on_host);
    const auto matrix = sporos::copy_to<Space>(on_host);
    const auto x = Kokkos::create_mirror_view_and_copy(Space(), x_on_host);
    const Kokkos::View<Value*, Space> y("y", x.extent(0));
    sporos::spmv(Exec(), Value(1), matrix, x, Value(0), y);

    const auto permutation = random_permutation(matrix.num_rows);
    const auto permuted = sporos::permute_symmetric(Exec(), matrix, permutation);
    const Kokkos::View<Value*, Space> permuted_y("permuted_y", x.extent(0));
    sporos::spmv(Exec(), Value(1), permuted, sporos::permute(Exec(), x, permutation), Value(0), permuted_y);
    EXPECT_EQ(elements(sporos::permute(Exec(), y, permutation)), elements(permuted_y));
  }
}

TEST(Permute, ProductsArePermutedAlike_Float) { expect_permuted_product<float, int, int>(); }
TEST(Permute, ProductsArePermutedAlike_Double) { expect_permuted_product<double, int, std::size_t>(); }
TEST(Permute, ProductsArePermutedAlike_ComplexFloat) {
  expect_permuted_product<Kokkos::complex<float>, std::int64_t, int>();
}
TEST(Permute, ProductsArePermutedAlike_ComplexDouble) {
  expect_permuted_product<Kokkos::complex<double>, std::int64_t, std::int64_t>();
}

TEST(Permute, TakesAMatrixOfNothing) {
  const Kokkos::View<int*, Space> none;
  const Kokkos::View<double*, Space> no_values;
  const auto permuted = sporos::permute_symmetric(Exec(), sporos::crs_view(0, 0, none, none, no_values), Permutation());
  EXPECT_EQ(permuted.num_rows, 0);
  EXPECT_EQ(elements(permuted.row_offsets), (std::vector<int>{0}));
  EXPECT_EQ(sporos::permute(Exec(), no_values, Permutation()).extent(0), 0u);
}

TEST(Permute, RefusesAnotherSize) {
  const auto matrix = sporos::copy_to<Space>(sporos::generate<double>("stencil3:5"));
  EXPECT_EQ(complaint([&] { sporos::permute_symmetric(Exec(), matrix, Permutation::identity(4)); }),
            "sporos::permute_symmetric: matrix has 5 rows, but permutation has 4 elements");
  EXPECT_EQ(complaint([&] { sporos::permute(Exec(), matrix.row_offsets, Permutation::identity(5)); }),
            "sporos::permute: vector has 6 elements, but permutation has 5");
}

TEST(Permute, RefusesARectangle) {
  const auto matrix = sporos::copy_to<Space>(sporos::generate<double>("dense:3x4"));
  EXPECT_EQ(complaint([&] { sporos::permute_symmetric(Exec(), matrix, Permutation::identity(3)); }),
            "sporos::permute_symmetric: matrix is 3 x 4, but must be square");
}

TEST(Permute, RefusesColumnsThatCannotHoldTheNewIndices) {
  const sporos_test::Pattern pattern{"", 200, std::vector<std::vector<std::int64_t>>(200, {1})};
  const auto matrix = sporos::copy_to<Space>(sporos_test::make_matrix<double, signed char>(pattern));
  EXPECT_EQ(complaint([&] { sporos::permute_symmetric(Exec(), matrix, Permutation::identity(200)); }),
            "sporos::permute_symmetric: columns of matrix hold at most 127, but permutation has 200 elements");
}

TEST(Permute, RefusesColumnsThatAreOutOfRange) {
  auto matrix = sporos_test::make_matrix<double>({"", 2, {{0}, {1}}});
  matrix.columns(1) = 7;
  EXPECT_NE(complaint([&] {
              sporos::permute_symmetric(Exec(), sporos::copy_to<Space>(matrix), Permutation::identity(2));
            }).find("columns[1] = 7 is not in [0, 2)"),
            std::string::npos);
}

}  // namespace permute_tests
