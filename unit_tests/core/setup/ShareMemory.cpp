// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory for the shares of many matrices: each has its own piece, and there is never too much of it.
#include "core/setup/Sporos_ShareMemory.hpp"

#include <gtest/gtest.h>

#include "unit_tests/support/Recording.hpp"

namespace share_memory_tests {

using Exec = Kokkos::DefaultExecutionSpace;
using Memory = sporos::detail::ShareMemory<Exec>;

struct Matrix {
  std::int64_t shares;
  Memory::Piece piece = {};
  bool is_lost = false;  // whether another matrix has got some of it

  bool overlaps(const Matrix& other) const {
    return piece.data < other.piece.data + other.shares && other.piece.data < piece.data + shares;
  }
};

TEST(ShareMemory, KeepsThePiecesOfMatricesThatFit) {
  const sporos_test::Recording recording;
  Memory memory;
  std::vector<Matrix> matrices{{1000}, {1}, {2000}, {1095}};
  static_assert(Memory::min_length == 4096, "together");
  for (Matrix& matrix : matrices) memory.renew(Exec(), matrix.piece, matrix.shares, true);
  for (const Matrix& matrix : matrices) {
    const auto* const before = matrix.piece.data;
    auto piece = matrix.piece;
    EXPECT_TRUE(memory.renew(Exec(), piece, matrix.shares, true));
    EXPECT_EQ(piece.data, before);
    for (const Matrix& other : matrices) EXPECT_EQ(matrix.overlaps(other), &matrix == &other);
  }
  EXPECT_EQ(recording.log().allocations.size(), 1u);
  Matrix one{1};
  memory.renew(Exec(), one.piece, one.shares, true);
  EXPECT_EQ(recording.log().allocations.size(), 2u);
}

TEST(ShareMemory, IsBoundedAndKnowsWhatIsLost) {
  const sporos_test::Recording recording;
  Memory memory;
  std::vector<Matrix> matrices;
  for (std::int64_t i = 0; i < 60; ++i) matrices.push_back({1 + 20 * i * i});
  matrices.push_back({Memory::max_length});
  int renewed = 0;
  std::size_t next = 0;
  for (int product = 0; product < 3000; ++product) {
    next = (next * 5 + 3 + static_cast<std::size_t>(product) / 64) % matrices.size();
    Matrix& matrix = matrices[next];
    const std::int64_t before = matrix.piece.begin;
    const bool had_none = matrix.piece.data == nullptr;
    const bool is_kept = memory.renew(Exec(), matrix.piece, matrix.shares, true);
    ASSERT_NE(matrix.piece.data, nullptr);
    const bool is_new = had_none || matrix.piece.begin != before;
    ASSERT_EQ(is_kept, !is_new);
    ASSERT_TRUE(is_new || !matrix.is_lost) << "product " << product;
    if (!is_new) continue;
    ++renewed;
    matrix.is_lost = false;
    for (Matrix& other : matrices) {
      if (&other != &matrix && other.piece.data != nullptr && matrix.overlaps(other)) other.is_lost = true;
    }
  }
  EXPECT_LT(renewed, 2900);
  EXPECT_LT(recording.log().allocated_bytes, 64u * 1024 * 1024 + 1024);  // some have a header
  EXPECT_TRUE(recording.log().deallocations.empty());
}

TEST(ShareMemory, GivesNothingToAMatrixThatIsTooLarge) {
  Memory memory;
  Memory::Piece piece;
  memory.renew(Exec(), piece, Memory::max_length + 1, true);
  EXPECT_EQ(piece.data, nullptr);
}

TEST(ShareMemory, AllocatesOnlyWhereItMay) {
  const sporos_test::Recording recording;
  Memory memory;
  Memory::Piece piece;
  memory.renew(Exec(), piece, 10, false);
  EXPECT_EQ(piece.data, nullptr);
  EXPECT_EQ(recording.log().allocated_bytes, 0u);
  memory.renew(Exec(), piece, 10, true);
  EXPECT_NE(piece.data, nullptr);
  Memory::Piece other;
  memory.renew(Exec(), other, 10, false);  // there is room
  EXPECT_NE(other.data, nullptr);
}

}  // namespace share_memory_tests
