// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What products without a plan remember of a matrix: when they look at its rows, and that they are right even if what
// they remember is wrong.
#include "core/setup/Sporos_LongRowMemory.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/Sporos.hpp"
#include "unit_tests/support/FormatTests.hpp"
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
// Uneven, but without a row so long that the kernel for even rows tells of it.
sporos_test::Pattern uneven_rows() {
  return sporos_test::random_pattern("uneven rows", num_rows, 70, [](auto row) { return row < 6 ? 100 : 0; });
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

/// What a product has launched besides the kernel that multiplies.
struct Launched {
  bool look;
  bool fix_up;
};

/// Multiplies by `arrays`, which hold the matrix of `matrix_case`, and checks y.
Launched multiply(Case& matrix_case, const Matrix& arrays, const sporos::CrsDecision& decision = with_long_rows()) {
  const sporos_test::Recording recording;
  matrix_case.check(0.75, -1.25, [&](auto a, auto x, auto b, auto y) {
    sporos_test::run_without_setup(decision, arrays, a, x, b, y);
  });
  const auto& launches = recording.log().launches;
  const auto has = [&](const char* label) {
    return std::any_of(launches.begin(), launches.end(), [&](const auto& launch) { return launch.first == label; });
  };
  return {has("sporos::spmv[crs,long rows]"), has("sporos::spmv[crs,fix_up]")};
}

class LongRowMemory : public testing::Test {
 protected:
  // What a product gets of the `number`-th matrix that a test invents, without its lock.
  struct Known {
    std::int64_t longest_row;
    const sporos::detail::RowsOfAShare* shares;
    sporos::detail::RowNews news;
  };
  Known of_invented(std::size_t number, std::int64_t shares = 60) {
    const auto use = Memory::get(Exec(), &addresses.at(number), num_rows, 600, shares);
    return {use.longest_row, use.shares, {nullptr, 0, use.told, use.stamp}};
  }

  void SetUp() override {
    if (!sporos::detail::PinnedSpace<Exec>::exists)
      GTEST_SKIP() << "the host cannot read what kernels find: they always look";
    sporos::release(Exec());  // matrices of other tests had the same addresses
  }

  Case short_case{short_rows()};
  Case long_case{one_long_row()};
  Case uneven_case{uneven_rows()};
  Matrix arrays = arrays_for(short_case);
  std::vector<char> addresses = std::vector<char>(2 * Memory::max_known + 1);
};

TEST_F(LongRowMemory, LooksOnce) {
  for (Case* const one : {&short_case, &long_case}) {
    sporos::release(Exec());
    const Matrix own = arrays_for(*one);
    write(own, *one);
    const bool is_long = one == &long_case;
    const Launched first = multiply(*one, own);
    EXPECT_TRUE(first.look);
    EXPECT_TRUE(first.fix_up);
    const auto until_next_look =
        is_long ? sporos::detail::products_until_next_look : sporos::detail::even_products_until_next_look;
    for (int i = 2; i < until_next_look; ++i) {
      const Launched later = multiply(*one, own);
      EXPECT_FALSE(later.look) << "product " << i;
      EXPECT_EQ(later.fix_up, is_long) << "product " << i;
    }
  }
}

TEST_F(LongRowMemory, IsOutOfDateForOneProductWhereRowsWereEven) {
  const Matrix own = arrays_for(short_case);
  write(own, short_case);
  EXPECT_TRUE(multiply(short_case, own).look);
  write(own, long_case);
  const Launched unexpected = multiply(long_case, own);
  EXPECT_FALSE(unexpected.look || unexpected.fix_up);
  EXPECT_TRUE(multiply(long_case, own).fix_up);
}

TEST_F(LongRowMemory, IsOutOfDateForOneProductWhereRowsWereUneven) {
  const Matrix own = arrays_for(long_case);
  write(own, long_case);
  EXPECT_TRUE(multiply(long_case, own).look);
  for (int i = 2; i < 5; ++i) EXPECT_FALSE(multiply(long_case, own).look) << "product " << i;
  write(own, short_case);
  const Launched late = multiply(short_case, own);
  EXPECT_TRUE(late.fix_up);
  EXPECT_FALSE(late.look);
  EXPECT_TRUE(multiply(short_case, own).look);
  const Launched after = multiply(short_case, own);
  EXPECT_FALSE(after.fix_up || after.look);
}

// The shares that the first product has found are those of the new rows, so only a look finds that these are even.
TEST_F(LongRowMemory, LooksAgainWhereRowsWereUneven) {
  const Matrix own = arrays_for(long_case);
  write(own, long_case);
  multiply(long_case, own);
  write(own, short_case);
  for (int i = 2; i <= sporos::detail::products_until_next_look; ++i) {
    const Launched late = multiply(short_case, own);
    EXPECT_TRUE(late.fix_up) << "product " << i;
    EXPECT_EQ(late.look, i == sporos::detail::products_until_next_look) << "product " << i;
  }
  const Launched after = multiply(short_case, own);
  EXPECT_FALSE(after.fix_up || after.look);
}

// The limit is that of real products, so only a look finds that these rows are uneven: it begins with the first entry.
TEST_F(LongRowMemory, LooksAgainWhereRowsWereEven) {
  auto decision = with_long_rows();
  decision.limits.long_row = sporos::detail::expected_row(num_rows, 600);
  const Matrix own = arrays_for(short_case);
  write(own, short_case);
  multiply(short_case, own, decision);
  write(own, uneven_case);
  for (int i = 2; i <= sporos::detail::even_products_until_next_look; ++i) {
    const Launched late = multiply(uneven_case, own, decision);
    EXPECT_EQ(late.look, i == sporos::detail::even_products_until_next_look) << "product " << i;
  }
  const auto shares = sporos::detail::work_shares(sporos_test::for_uneven_rows(decision), num_rows, 600);
  EXPECT_EQ(Memory::get(Exec(), own.row_offsets.data(), num_rows, 600, shares).longest_row, 100);
}

// The same bits whether the host or the device has chosen the kernel.
TEST_F(LongRowMemory, DoesNotChangeBits) {
  for (Case* const one : {&short_case, &long_case}) {
    sporos::release(Exec());
    const Matrix own = arrays_for(*one);
    write(own, *one);
    std::vector<double> bits;
    for (int i = 1; i <= 3; ++i) {
      one->check(0.75, 0, [&](auto a, auto x, auto b, auto y) {
        sporos_test::run_without_setup(with_long_rows(), own, a, x, b, y);
      });
      const std::vector<double> now = sporos_test::elements(one->y);
      if (i == 1) bits = now;
      EXPECT_EQ(now, bits) << "product " << i;
    }
  }
}

// As many matrices as are remembered and a few more: the first ones are forgotten and looked at again.
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
      EXPECT_TRUE(multiply(short_case, matrix).look);
      EXPECT_FALSE(multiply(short_case, matrix).look);
    }
  }
}

TEST_F(LongRowMemory, HasRoomForWhatItKnows) {
  std::set<const std::int64_t*> places;
  for (std::size_t i = 0; i < addresses.size(); ++i) places.insert(of_invented(i).news.told);
  EXPECT_EQ(places.size(), Memory::max_known);
}

TEST_F(LongRowMemory, ForgetsTheOldestMatrixAlone) {
  for (std::size_t i = 0; i < Memory::max_known; ++i) of_invented(i).news.tell(300);
  of_invented(Memory::max_known);
  EXPECT_EQ(of_invented(1).longest_row, 300);
  EXPECT_EQ(of_invented(Memory::max_known - 1).longest_row, 300);
  EXPECT_EQ(of_invented(0).longest_row, -1);
}

// Freeing waits for all kernels, and breaks what another stream captures.
TEST_F(LongRowMemory, FreesNothing) {
  const sporos_test::Recording recording;
  for (std::size_t i = 0; i < addresses.size(); ++i) {
    of_invented(i).news.tell(300);
    EXPECT_NE(of_invented(i).shares, nullptr);
  }
  EXPECT_TRUE(recording.log().deallocations.empty());
}

// A kernel may still run when its matrix has been forgotten.
TEST_F(LongRowMemory, IgnoresMessagesOfForgottenMatrices) {
  const auto old = of_invented(0);
  for (std::size_t i = 1; i <= Memory::max_known; ++i) of_invented(i);
  const auto own = of_invented(Memory::max_known);
  ASSERT_EQ(own.news.told, old.news.told);
  old.news.tell(300);
  EXPECT_EQ(of_invented(Memory::max_known).longest_row, -1);
  own.news.tell(400);
  EXPECT_EQ(of_invented(Memory::max_known).longest_row, 400);
}

// Such as those of products with other types.
TEST_F(LongRowMemory, KeepsOtherSharesOfTheSameRowsApart) {
  for (const std::int64_t shares : {60, 30}) of_invented(0, shares).news.tell(300);
  const auto first = of_invented(0, 60);
  const auto other = of_invented(0, 30);
  EXPECT_TRUE(other.shares >= first.shares + 60 || other.shares + 30 <= first.shares);
  EXPECT_EQ(of_invented(0, 60).shares, first.shares);
  EXPECT_EQ(of_invented(0, 30).shares, other.shares);
}

TEST(RowMessage, HasALengthAndAStamp) {
  using sporos::detail::row_message;
  using sporos::detail::stamp_of;
  using sporos::detail::told_length;
  const std::int64_t last = INT64_MAX >> 32;
  for (const std::int64_t number : {std::int64_t{1}, std::int64_t{77}, last}) {
    const std::int64_t stamp = stamp_of(number);
    for (const std::int64_t length : {std::int64_t{0}, std::int64_t{UINT32_MAX}}) {
      EXPECT_EQ(told_length(stamp, row_message(stamp, length)), length);
      EXPECT_EQ(told_length(stamp_of(number + 1), row_message(stamp, length)), -1);
      EXPECT_EQ(told_length(stamp_of(number - 1), row_message(stamp, length)), -1);
    }
    EXPECT_EQ(told_length(stamp, row_message(stamp, INT64_MAX >> 1)), UINT32_MAX);
  }
  EXPECT_EQ(told_length(stamp_of(1), INT64_MIN), -1);  // what a look finds if there is nothing to look at
}

}  // namespace long_row_memory_tests
