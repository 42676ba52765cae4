// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "perf_tests/support/ByteModel.hpp"

#include <gtest/gtest.h>

namespace byte_model_tests {

using sporos::perf::ByteModel;

constexpr ByteModel double_model{10, 20, 100, 8, 8, false};
constexpr ByteModel float_model{10, 20, 100, 4, 4, false};

TEST(ByteModel, MinimumReadsEveryArrayOnce) {
  EXPECT_EQ(double_model.minimum(), 100 * 12 + 10 * 12 + 20 * 8);
  EXPECT_EQ(float_model.minimum(), 100 * 8 + 10 * 8 + 20 * 4);
}

TEST(ByteModel, EffectiveReadsXForEveryEntry) {
  EXPECT_EQ(double_model.effective(), 100 * 20 + 10 * 12);
  EXPECT_EQ(float_model.effective(), 100 * 12 + 10 * 8);
}

TEST(ByteModel, NarrowMatrixCountsValuesAndVectorsApart) {
  constexpr ByteModel mixed{10, 20, 100, 4, 8, false};
  EXPECT_EQ(mixed.minimum(), 100 * 8 + 10 * 12 + 20 * 8);
  EXPECT_EQ(mixed.effective(), 100 * 16 + 10 * 12);
}

TEST(ByteModel, SeveralColumnsReadTheMatrixOnce) {
  constexpr ByteModel three{10, 20, 100, 8, 8, false, 3};
  EXPECT_EQ(three.minimum(), 100 * 12 + 10 * 4 + 3 * (10 + 20) * 8);
  EXPECT_EQ(three.effective(), 100 * (12 + 3 * 8) + 10 * 4 + 3 * 10 * 8);
  EXPECT_EQ(three.flops(), 600);
}

TEST(ByteModel, TransposedProductWritesAnElementAColumn) {
  constexpr ByteModel transposed{10, 20, 100, 8, 8, false, 2, true};
  EXPECT_EQ(transposed.minimum(), 100 * 12 + 10 * 4 + 2 * (10 + 20) * 8);
  EXPECT_EQ(transposed.effective(), 100 * (12 + 2 * 8) + 10 * 4 + 2 * 20 * 8);
}

TEST(ByteModel, RightSideOfAResidualIsReadOnce) {
  constexpr ByteModel residual{10, 20, 100, 8, 8, false, 1, false, 1};
  EXPECT_EQ(residual.minimum(), double_model.minimum() + 10 * 8);
  EXPECT_EQ(residual.effective(), double_model.effective() + 10 * 8);
}

TEST(ByteModel, ComplexEntryIsEightOperations) {
  EXPECT_EQ(double_model.flops(), 200);
  EXPECT_EQ((ByteModel{10, 20, 100, 16, 16, true}.flops()), 800);
}

TEST(ByteModel, CountsBeyondThirtyTwoBits) {
  constexpr std::int64_t many = std::int64_t{1} << 33;
  EXPECT_EQ((ByteModel{1, 1, many, 8, 8, false}.minimum()), 12.0 * static_cast<double>(many) + 20);
}

}  // namespace byte_model_tests
