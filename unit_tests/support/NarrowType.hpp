// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief A type of two bytes for matrix values: Kokkos' half_t if that is not float, otherwise one of the tests.
#pragma once

#include <cstdint>
#include <cstring>

#include "formats/common/Sporos_ValueTypes.hpp"

namespace sporos_test {

/// \brief The upper half of a float, rounded to nearest. It has only those members that Kokkos' types are sure to have.
class Bfloat {
 public:
  KOKKOS_FUNCTION Bfloat() : bits_(0) {}
  KOKKOS_FUNCTION Bfloat(float value) : bits_(0) {
    std::uint32_t bits = 0;
    memcpy(&bits, &value, sizeof(bits));
    const bool is_nan = value != value;
    const std::uint32_t to_nearest = is_nan ? 0 : 0x7fff + (bits >> 16 & 1);
    bits_ = static_cast<std::uint16_t>((bits + to_nearest) >> 16);
  }
  KOKKOS_FUNCTION Bfloat(double value) : Bfloat(static_cast<float>(value)) {}
  KOKKOS_FUNCTION Bfloat(int value) : Bfloat(static_cast<float>(value)) {}

  KOKKOS_FUNCTION explicit operator float() const {
    const std::uint32_t bits = static_cast<std::uint32_t>(bits_) << 16;
    float value = 0;
    memcpy(&value, &bits, sizeof(value));
    return value;
  }
  KOKKOS_FUNCTION explicit operator double() const { return static_cast<float>(*this); }
  KOKKOS_FUNCTION Bfloat operator-() const { return Bfloat(-static_cast<float>(*this)); }
  KOKKOS_FUNCTION friend bool operator==(Bfloat a, Bfloat b) { return static_cast<float>(a) == static_cast<float>(b); }

 private:
  std::uint16_t bits_;
};

using Half = Kokkos::Experimental::half_t;
using NarrowType = std::conditional_t<sporos::detail::is_narrow_value<Half>, Half, Bfloat>;

}  // namespace sporos_test

template <>
inline constexpr const char* sporos::detail::name_of_narrow<sporos_test::Bfloat> = "bfloat_of_tests";
