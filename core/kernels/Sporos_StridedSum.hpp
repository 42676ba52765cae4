// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Sums the part of a row that belongs to one of several lanes, with several entries in flight.
///
/// An operand (CrsOperand, DeltaCrsOperand) defines how an entry is loaded and multiplied.
#pragma once

#include "formats/common/Sporos_Kokkos.hpp"

namespace sporos {
namespace detail {

/// \brief The sum of the products of the entries k, k + stride, ... before `end`. InFlight of them are loaded before
/// any is added.
template <int InFlight, class Operand>
KOKKOS_FORCEINLINE_FUNCTION typename Operand::sum_t strided_sum(const Operand& a, typename Operand::entry_index k,
                                                                typename Operand::entry_index end, int stride) {
  using Index = typename Operand::entry_index;
  using Sum = typename Operand::sum_t;
  const auto step = static_cast<Index>(stride);
  Sum partial[InFlight] = {};
  for (; k + (InFlight - 1) * step < end; k += InFlight * step) {
    typename Operand::Entry loaded[InFlight];
    for (int i = 0; i < InFlight; ++i) loaded[i] = a.entry(k + static_cast<Index>(i) * step);
    for (int i = 0; i < InFlight; ++i) partial[i] += a.product(loaded[i]);
  }
  for (int i = 0; i < InFlight - 1; ++i, k += step) {
    if (k < end) partial[i] += a.product(a.entry(k));
  }
  for (int i = 1; i < InFlight; ++i) partial[0] += partial[i];
  return partial[0];
}

/// \brief The same sum, bit for bit, for rows that a whole team shares. Where fewer than InFlight entries are left, the
/// last one is loaded again in place of those missing, so that there is no extra loop that waits for single loads.
template <int InFlight, class Operand>
KOKKOS_FORCEINLINE_FUNCTION typename Operand::sum_t long_strided_sum(const Operand& a, typename Operand::entry_index k,
                                                                     typename Operand::entry_index end, int stride) {
  using Index = typename Operand::entry_index;
  using Sum = typename Operand::sum_t;
  const auto step = static_cast<Index>(stride);
  Sum partial[InFlight] = {};
  while (k < end) {
    typename Operand::Entry loaded[InFlight];
    for (int i = 0; i < InFlight; ++i) {
      const Index here = k + static_cast<Index>(i) * step;
      loaded[i] = a.entry(here < end ? here : end - 1);
    }
    Sum products[InFlight];
    for (int i = 0; i < InFlight; ++i) products[i] = a.product(loaded[i]);
    // Begins with the last one: once that has arrived, all have, so the loop waits only once.
    for (int i = InFlight - 1; i >= 0; --i) {
      if (k + static_cast<Index>(i) * step < end) partial[i] += products[i];
    }
    k += InFlight * step;
  }
  for (int i = 1; i < InFlight; ++i) partial[0] += partial[i];
  return partial[0];
}

/// \brief The sum of the same products one after the other, in one sum instead of InFlight: for sums of many bytes, of
/// which several would take too many registers.
template <int InFlight, class Operand>
KOKKOS_FORCEINLINE_FUNCTION typename Operand::sum_t ordered_strided_sum(const Operand& a,
                                                                        typename Operand::entry_index k,
                                                                        typename Operand::entry_index end, int stride) {
  using Index = typename Operand::entry_index;
  using Sum = typename Operand::sum_t;
  const auto step = static_cast<Index>(stride);
  Sum sum(0);
  for (; k + (InFlight - 1) * step < end; k += InFlight * step) {
    typename Operand::Entry loaded[InFlight];
    for (int i = 0; i < InFlight; ++i) loaded[i] = a.entry(k + static_cast<Index>(i) * step);
    for (int i = 0; i < InFlight; ++i) sum += a.product(loaded[i]);
  }
  for (int i = 0; i < InFlight - 1; ++i, k += step) {
    if (k < end) sum += a.product(a.entry(k));
  }
  return sum;
}

}  // namespace detail
}  // namespace sporos
