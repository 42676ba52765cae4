// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What products without a plan remember of a matrix: when they look for long rows, and that they are right even if what
// they remember is wrong.
#include "core/setup/Sporos_LongRowMemory.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/Sporos.hpp"
#include "unit_tests/support/InventedDecisions.hpp"
#include "unit_tests/support/Recording.hpp"

namespace long_row_memory_tests {

using sporos_test::Exec;
using sporos_test::ProductCase;
using Case = ProductCase<double>;
using Matrix = decltype(Case::matrix);
using Memory = sporos::detail::LongRowMemory<Exec>;

constexpr std::int64_t num_rows = 100;

sporos::CrsDecision with_long_rows() {
  auto decision = sporos_test::invented(sporos::Algorithm::stream, 32, 32);
  decision.limits.long_row = 32;
  decision.limits.segment = 10;
  return decision;
}

// Both have 600 entries.
sporos_test::Pattern short_rows() {
  return sporos_test::random_pattern("six a row", num_rows, 70, [](auto) { return 6; });
}
sporos_test::Pattern one_long_row() {
  return sporos_test::random_pattern("one long row", num_rows, 70, [](auto row) { return row == 33 ? 105 : 5; });
}

/// Arrays into which one matrix after another is written.
Matrix arrays_for(const Case& matrix_case) {
  return sporos::detail::allocate_crs<Matrix>(num_rows, matrix_case.matrix.num_columns, matrix_case.matrix.nnz());
}
void write(const Matrix& arrays, const Case& matrix_case) {
  Kokkos::deep_copy(arrays.row_offsets, matrix_case.matrix.row_offsets);
  Kokkos::deep_copy(arrays.columns, matrix_case.matrix.columns);
  Kokkos::deep_copy(arrays.values, matrix_case.matrix.values);
}

/// Multiplies by `arrays`, which hold the matrix of `matrix_case`, and checks y. Returns whether long rows were
/// searched for.
bool looks(Case& matrix_case, const Matrix& arrays) {
  const sporos_test::Recording recording;
  matrix_case.check(0.75, -1.25, [&](auto a, auto x, auto b, auto y) {
    sporos_test::run_without_setup(with_long_rows(), arrays, a, x, b, y);
  });
  const auto& launches = recording.log().launches;
  return std::any_of(launches.begin(), launches.end(),
                     [](const auto& launch) { return launch.first == "sporos::spmv[crs,long rows]"; });
}

class LongRowMemory : public testing::Test {
 protected:
  void SetUp() override {
    if (!sporos::detail::PinnedSpace<Exec>::exists)
      GTEST_SKIP() << "the host cannot read what kernels find: they always look";
  }

  /// Whatever an earlier test has left for these addresses: from now on the matrix is believed to have long rows.
  void make_known_with_long_rows() {
    write(arrays, long_case);
    looks(long_case, arrays);
    EXPECT_TRUE(looks(long_case, arrays));
  }

  Case short_case{short_rows()};
  Case long_case{one_long_row()};
  Matrix arrays = arrays_for(short_case);
};

TEST_F(LongRowMemory, LooksForLongRowsAsLongAsThereAreAny) {
  make_known_with_long_rows();
  for (int i = 0; i < 40; ++i) EXPECT_TRUE(looks(long_case, arrays)) << "product " << i;
}

TEST_F(LongRowMemory, LooksOnceWhereThereAreNone) {
  make_known_with_long_rows();
  write(arrays, short_case);
  for (int i = 0; i < 40; ++i) EXPECT_EQ(looks(short_case, arrays), i == 0) << "product " << i;
}

TEST_F(LongRowMemory, IsOutOfDateForOneProduct) {
  make_known_with_long_rows();
  for (int round = 0; round < 3; ++round) {
    write(arrays, short_case);
    EXPECT_TRUE(looks(short_case, arrays));
    EXPECT_FALSE(looks(short_case, arrays));
    write(arrays, long_case);
    EXPECT_FALSE(looks(long_case, arrays));
    EXPECT_TRUE(looks(long_case, arrays));
  }
}

// As many matrices as are remembered and a few more: the first ones are forgotten and searched again.
TEST_F(LongRowMemory, LooksAtEveryMatrixOfMoreThanItKnows) {
  std::vector<Matrix> matrices;
  for (std::size_t i = 0; i < Memory::max_known + 10; ++i) {
    matrices.push_back(arrays);
    matrices.back().row_offsets = arrays_for(short_case).row_offsets;
    Kokkos::deep_copy(matrices.back().row_offsets, short_case.matrix.row_offsets);
  }
  write(arrays, short_case);
  for (int round = 0; round < 2; ++round) {
    for (const Matrix& matrix : matrices) {
      EXPECT_TRUE(looks(short_case, matrix));
      EXPECT_FALSE(looks(short_case, matrix));
    }
  }
}

TEST_F(LongRowMemory, HasRoomForWhatItKnows) {
  const std::vector<char> addresses(2 * Memory::max_known + 1);
  std::set<const sporos::detail::LongRowVerdict*> places;
  for (const char& address : addresses) places.insert(Memory::get(Exec(), &address, num_rows, 600, 60).verdict);
  EXPECT_EQ(places.size(), Memory::max_known);
}

}  // namespace long_row_memory_tests
