// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Additions to a number to which other threads of the team may add at the same time.
#pragma once

#include "formats/common/Sporos_Kokkos.hpp"

namespace sporos {
namespace detail {

template <class T>
KOKKOS_FORCEINLINE_FUNCTION void add_atomically(T* sum, const T& term) {
  Kokkos::atomic_add(sum, term);
}
// Real and imaginary part separately: an atomic operation on 16 bytes would take a lock, and nobody reads the sum until
// all have added.
template <class Real>
KOKKOS_FORCEINLINE_FUNCTION void add_atomically(Kokkos::complex<Real>* sum, const Kokkos::complex<Real>& term) {
  Real* const parts = reinterpret_cast<Real*>(sum);
  Kokkos::atomic_add(parts, term.real());
  Kokkos::atomic_add(parts + 1, term.imag());
}

}  // namespace detail
}  // namespace sporos
