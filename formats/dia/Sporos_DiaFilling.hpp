// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief What fills up the diagonals of DIA storage: -0.0, told from all numbers by its bits.
///
/// No filling has a part in a product, so that NaN and infinity of x count where A has an entry, zeros among them, and
/// nowhere else. An entry that is -0.0 is stored as 0.0: sums start at 0.0, to which both add the same, and NaN comes
/// of both alike.
#pragma once

#include <cstdint>
#include <cstring>

#include "formats/common/Sporos_ValueTypes.hpp"

namespace sporos {
namespace detail {

KOKKOS_FORCEINLINE_FUNCTION bool is_dia_filling(float value) {
  std::uint32_t bits = 0;
  memcpy(&bits, &value, sizeof(bits));
  return bits == std::uint32_t(1) << 31;
}
KOKKOS_FORCEINLINE_FUNCTION bool is_dia_filling(double value) {
  std::uint64_t bits = 0;
  memcpy(&bits, &value, sizeof(bits));
  return bits == std::uint64_t(1) << 63;
}
template <class Narrow, std::enable_if_t<is_narrow_value<Narrow>, int> = 0>
KOKKOS_FORCEINLINE_FUNCTION bool is_dia_filling(const Narrow& value) {
  std::uint16_t bits = 0;
  memcpy(&bits, static_cast<const void*>(&value), sizeof(bits));
  return bits == 1U << 15;
}
template <class Real>
KOKKOS_FORCEINLINE_FUNCTION bool is_dia_filling(const Kokkos::complex<Real>& value) {
  return is_dia_filling(value.real()) && is_dia_filling(value.imag());
}

/// \brief Kokkos' own deep_copy takes -0.0 for a zero, and clears the bits, from some version on.
template <class Value>
struct FillDia {
  Value* values;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t place) const { values[place] = -Value(0); }
};

/// \brief An entry as it is stored.
template <class Value>
KOKKOS_FORCEINLINE_FUNCTION Value as_dia_entry(const Value& value) {
  return is_dia_filling(value) ? Value(0) : value;
}

}  // namespace detail
}  // namespace sporos
