// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Additions that other threads of the team may make to the same number.
#pragma once

#include "formats/common/Sporos_Kokkos.hpp"

namespace sporos {
namespace detail {

template <class T>
KOKKOS_FORCEINLINE_FUNCTION void add_atomically(T* sum, const T& term) {
  Kokkos::atomic_add(sum, term);
}
// In two parts: 16 bytes at once would take locks, and nobody reads the sum meanwhile.
template <class Real>
KOKKOS_FORCEINLINE_FUNCTION void add_atomically(Kokkos::complex<Real>* sum, const Kokkos::complex<Real>& term) {
  Real* const parts = reinterpret_cast<Real*>(sum);
  Kokkos::atomic_add(parts, term.real());
  Kokkos::atomic_add(parts + 1, term.imag());
}

}  // namespace detail
}  // namespace sporos
