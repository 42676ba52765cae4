// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Where DIA storage has the value of a place, and its filling for places without an entry: -0.0, which no
/// stored entry is.
///
/// Products skip filling, so that NaN and infinity in x have an effect only where A has an entry, explicit zeros
/// included. An entry that is -0.0 is stored as 0.0. That changes no result: sums start at 0.0, so both add the same,
/// and both make NaN of an infinite x.
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

/// \brief Where the values of a DiaMatrix are.
struct DiaSlots {
  std::int64_t stride;
  std::int64_t num_diagonals;
  std::int64_t num_mirrored;  ///< the first diagonals, which are read from the last ones

  /// The first slot of a diagonal that is stored, by row.
  KOKKOS_FORCEINLINE_FUNCTION std::int64_t of_stored(std::int64_t diagonal) const {
    return (diagonal - num_mirrored) * stride;
  }
  /// The first slot of a diagonal that is not stored, by column.
  KOKKOS_FORCEINLINE_FUNCTION std::int64_t of_mirrored(std::int64_t diagonal) const {
    return of_stored(num_diagonals - 1 - diagonal);
  }
  /// The slot of a place inside of the matrix.
  KOKKOS_FORCEINLINE_FUNCTION std::int64_t of(std::int64_t diagonal, std::int64_t row, std::int64_t column) const {
    return diagonal < num_mirrored ? of_mirrored(diagonal) + column : of_stored(diagonal) + row;
  }
};

/// \brief Fills an array with filling. Kokkos' own deep_copy, from some version on, takes -0.0 for zero and clears all
/// bits.
template <class Value>
struct FillDia {
  Value* values;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t place) const { values[place] = -Value(0); }
};

/// \brief The stored value of an entry: 0.0 for -0.0.
template <class Value>
KOKKOS_FORCEINLINE_FUNCTION Value as_dia_entry(const Value& value) {
  return is_dia_filling(value) ? Value(0) : value;
}

}  // namespace detail
}  // namespace sporos
