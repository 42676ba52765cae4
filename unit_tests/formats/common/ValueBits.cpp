// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "formats/common/Sporos_ValueBits.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "unit_tests/support/NarrowType.hpp"

namespace value_bits_tests {

using sporos::detail::ValueBits;

template <class Value>
bool same(const Value& a, const Value& b) {
  return ValueBits<Value>(a) == ValueBits<Value>(b);
}

template <class Value>
void expect_every_bit_to_count(const Value& value) {
  EXPECT_TRUE(same(value, value));
  for (std::size_t bit = 0; bit < 8 * sizeof(Value); ++bit) {
    unsigned char bytes[sizeof(Value)];
    std::memcpy(bytes, &value, sizeof(Value));
    bytes[bit / 8] = static_cast<unsigned char>(bytes[bit / 8] ^ 1u << bit % 8);
    Value other;
    std::memcpy(static_cast<void*>(&other), bytes, sizeof(Value));
    EXPECT_FALSE(same(value, other)) << "bit " << bit << " of " << sizeof(Value) << " bytes";
    EXPECT_NE(ValueBits<Value>(value).hash(), ValueBits<Value>(other).hash()) << "bit " << bit;
  }
}

TEST(ValueBits, CountEveryBit) {
  expect_every_bit_to_count(1.5f);
  expect_every_bit_to_count(-1e300);
  expect_every_bit_to_count(sporos_test::Bfloat(1.5F));
  expect_every_bit_to_count(Kokkos::complex<float>(0, 3));
  expect_every_bit_to_count(Kokkos::complex<double>(2, -1));
}

TEST(ValueBits, TellZerosApartAndTakeNaNForItself) {
  EXPECT_FALSE(same(0.0, -0.0));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(same(nan, nan));
}

}  // namespace value_bits_tests
