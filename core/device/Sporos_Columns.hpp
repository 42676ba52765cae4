// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief One number for each of several columns of x or y. Kernels add these as they add single numbers.
///
/// A kernel that is written for any type of sum multiplies several vectors at once if that type is Columns, and reads
/// the matrix once for all of them.
#pragma once

#include <cstdint>
#include <type_traits>

#include "core/device/Sporos_AddAtomically.hpp"
#include "core/device/Sporos_ReadOnly.hpp"

namespace sporos {
namespace detail {

template <class T, int N>
struct Columns;

template <class T>
inline constexpr bool is_columns = false;
template <class T, int N>
inline constexpr bool is_columns<Columns<T, N>> = true;

/// \brief N numbers; the operators work on each of them.
template <class T, int N>
struct Columns {
  T numbers[N];

  Columns() = default;

  /// The same number in every column.
  template <class Number, class = std::enable_if_t<!is_columns<Number>>>
  KOKKOS_FORCEINLINE_FUNCTION explicit Columns(const Number& number) {
    for (int c = 0; c < N; ++c) numbers[c] = static_cast<T>(number);
  }
  template <class Other, class = std::enable_if_t<!std::is_same<Other, T>::value>>
  KOKKOS_FORCEINLINE_FUNCTION explicit Columns(const Columns<Other, N>& other) {
    for (int c = 0; c < N; ++c) numbers[c] = static_cast<T>(other.numbers[c]);
  }

  KOKKOS_FORCEINLINE_FUNCTION Columns& operator+=(const Columns& other) {
    for (int c = 0; c < N; ++c) numbers[c] += other.numbers[c];
    return *this;
  }
  KOKKOS_FORCEINLINE_FUNCTION friend Columns operator+(Columns a, const Columns& b) { return a += b; }
  KOKKOS_FORCEINLINE_FUNCTION friend Columns operator*(const Columns& a, const Columns& b) {
    Columns product;
    for (int c = 0; c < N; ++c) product.numbers[c] = a.numbers[c] * b.numbers[c];
    return product;
  }
  /// Whether all columns are equal. If a Columns equals itself, none of its numbers is NaN.
  KOKKOS_FORCEINLINE_FUNCTION friend bool operator==(const Columns& a, const Columns& b) {
    bool equal = true;
    for (int c = 0; c < N; ++c) equal = equal && a.numbers[c] == b.numbers[c];
    return equal;
  }
};

/// \brief N neighbours in memory that are aligned for one load.
template <class T, int N>
struct alignas(N * sizeof(T)) AlignedNeighbours {
  T numbers[N];
};

/// \brief Whether all of them are aligned: numbers from `data` on, and those a multiple of `stride` numbers behind.
template <int N, class T>
bool are_aligned(const T* data, std::int64_t stride) {
  return reinterpret_cast<std::uintptr_t>(data) % (N * sizeof(T)) == 0 && stride % N == 0;
}

/// \brief The type in which N columns are summed and read; for one column it is a plain number.
template <class T, int N>
struct ColumnsType {
  using type = Columns<T, N>;
};
template <class T>
struct ColumnsType<T, 1> {
  using type = T;
};
template <class T, int N>
using columns_type = typename ColumnsType<T, N>::type;

/// \brief The number of one column.
template <class T>
KOKKOS_FORCEINLINE_FUNCTION const T& number_of_column(const T& number, int) {
  return number;
}
template <class T, int N>
KOKKOS_FORCEINLINE_FUNCTION const T& number_of_column(const Columns<T, N>& columns, int c) {
  return columns.numbers[c];
}

template <class T, int N>
KOKKOS_FORCEINLINE_FUNCTION Columns<T, N> load_fresh(const Columns<T, N>* address) {
  Columns<T, N> columns;
  for (int c = 0; c < N; ++c) columns.numbers[c] = load_fresh(address->numbers + c);
  return columns;
}

template <class T, int N>
KOKKOS_FORCEINLINE_FUNCTION void add_atomically(Columns<T, N>* sums, const Columns<T, N>& terms) {
  for (int c = 0; c < N; ++c) add_atomically(sums->numbers + c, terms.numbers[c]);
}

}  // namespace detail
}  // namespace sporos

#if defined(KOKKOS_ENABLE_CUDA)
#include "core/device/Sporos_Columns_Cuda.hpp"
#endif
