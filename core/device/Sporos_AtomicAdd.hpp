// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Adding to an element that several teams add to.
#pragma once

#include "formats/Sporos_Kokkos.hpp"

namespace sporos {

template <class T, class Sum>
KOKKOS_FORCEINLINE_FUNCTION void atomic_add(T& target, const Sum& value) {
  Kokkos::atomic_add(&target, static_cast<T>(value));
}

/// The parts one after the other: nobody reads them before all are added, and a 16-byte atomic would take a lock.
template <class T, class Sum>
KOKKOS_FORCEINLINE_FUNCTION void atomic_add(Kokkos::complex<T>& target, const Sum& value) {
  const Kokkos::complex<T> both = static_cast<Kokkos::complex<T>>(value);
  T* const parts = reinterpret_cast<T*>(&target);
  Kokkos::atomic_add(parts, both.real());
  Kokkos::atomic_add(parts + 1, both.imag());
}

}  // namespace sporos
