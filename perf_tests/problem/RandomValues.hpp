// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Random numbers in place of a matrix' own. Pattern files load as ones, and files with few different numbers
/// favour formats that compress these.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/kernels/Sporos_SumType.hpp"
#include "formats/crs/Sporos_CrsMatrix.hpp"
#include "formats/generate/Sporos_CounterRandom.hpp"
#include "perf_tests/support/HostThreads.hpp"

namespace sporos::perf {
namespace detail {

inline std::uint64_t bits_of(double number) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &number, sizeof bits);
  return bits;
}

// The same for (i, j) and (j, i) if the entries there are equal.
inline double random_entry(std::int64_t i, std::int64_t j, double old) {
  using sporos::detail::CounterRandom;
  const CounterRandom of_row =
      CounterRandom(1, sporos::detail::RandomStream::values).child(static_cast<std::uint64_t>(std::min(i, j)));
  const CounterRandom of_entry = of_row.child(static_cast<std::uint64_t>(std::max(i, j)));
  return sporos::detail::random_double(of_entry.bits(bits_of(old)));
}

template <class Value>
Value random_value(std::int64_t i, std::int64_t j, const Value& old) {
  if constexpr (sporos::detail::is_complex<Value>::value) {
    using Real = typename sporos::detail::real_part<Value>::type;
    const auto real = static_cast<double>(old.real());
    const auto imaginary = static_cast<double>(old.imag());
    const double size = imaginary == 0 ? 0 : std::abs(random_entry(i, j, std::abs(imaginary)));
    return {static_cast<Real>(random_entry(i, j, real)), static_cast<Real>(std::copysign(size, imaginary))};
  } else {
    return static_cast<Value>(random_entry(i, j, static_cast<double>(old)));
  }
}

}  // namespace detail

/// \brief Replaces all numbers. A symmetric matrix stays symmetric, a Hermitian one Hermitian, and a real one real.
/// \param A  on the host
template <class Value, class Offset>
void draw_values(const CrsMatrix<Value, int, Offset, Kokkos::HostSpace>& A) {
  on_host_threads(static_cast<std::size_t>(A.num_rows), [&](std::size_t first, std::size_t last) {
    for (auto row = static_cast<std::int64_t>(first); row < static_cast<std::int64_t>(last); ++row) {
      const auto begin = static_cast<std::int64_t>(A.row_offsets(row));
      const auto end = static_cast<std::int64_t>(A.row_offsets(row + 1));
      for (std::int64_t k = begin; k < end; ++k) {
        A.values(k) = detail::random_value<Value>(row, A.columns(k), A.values(k));
      }
    }
  });
}

}  // namespace sporos::perf
