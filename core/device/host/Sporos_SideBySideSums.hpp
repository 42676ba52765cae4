// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Sums for several columns of x, if the elements of a row of x are contiguous, in vectors of 16 bytes.
///
/// Every processor that hosts are compiled for has such vectors. g++ does not vectorise the loop over the columns by
/// itself; vectors of 32 bytes were no faster on an EPYC.
#pragma once

#include <cstring>
#include <type_traits>

namespace sporos {
namespace detail {

/// \brief N sums of type `T`, to which products with a row of x, of N elements of type `X`, are added.
template <class T, class X, int N, class = void>
struct SideBySideSums {
  T sums[N] = {};

  void add(const T& value, const X* x) {
    for (int c = 0; c < N; ++c) sums[c] += value * static_cast<T>(x[c]);
  }
  void write(T* to) const {
    for (int c = 0; c < N; ++c) to[c] = sums[c];
  }
};

#if defined(__GNUC__)
template <class T>
struct SixteenBytesOf;
template <>
struct SixteenBytesOf<double> {
  typedef double Numbers __attribute__((vector_size(16)));
  static Numbers all(double number) { return Numbers{number, number}; }
};
template <>
struct SixteenBytesOf<float> {
  typedef float Numbers __attribute__((vector_size(16)));
  static Numbers all(float number) { return Numbers{number, number, number, number}; }
};

template <class T, int N>
struct SideBySideSums<T, T, N, std::enable_if_t<std::is_floating_point<T>::value && N * sizeof(T) % 16 == 0>> {
  using Numbers = typename SixteenBytesOf<T>::Numbers;
  static constexpr int each = 16 / sizeof(T);

  Numbers sums[N / each] = {};

  void add(const T& value, const T* x) {
    const Numbers factor = SixteenBytesOf<T>::all(value);
    for (int i = 0; i < N / each; ++i) {
      Numbers numbers;
      std::memcpy(&numbers, x + i * each, sizeof(numbers));
      sums[i] += factor * numbers;
    }
  }
  void write(T* to) const { std::memcpy(to, sums, sizeof(sums)); }
};
#endif

}  // namespace detail
}  // namespace sporos
