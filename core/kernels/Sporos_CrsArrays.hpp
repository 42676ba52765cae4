// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief A compressed row matrix as kernels see it, and the types that products are summed in.
#pragma once

#include <cstdint>
#include <type_traits>

#include "formats/crs/Sporos_CrsView.hpp"

namespace sporos {

namespace detail {

// For positions of entries, which run past the end of a row by a few teams and so need a bit more range than Offset
// has: the unsigned type of its width (at least int's) for signed offsets, 64 bits for unsigned ones.
template <class Offset>
using entry_index_t = std::conditional_t<std::is_signed<Offset>::value,
                                         std::make_unsigned_t<std::common_type_t<Offset, int>>, std::uint64_t>;

}  // namespace detail

/// \brief Raw pointers to the arrays of a CrsView; nothing is owned, nothing is counted.
template <class Value, class Column, class Offset>
struct CrsArrays {
  using value_type = Value;
  using column_type = Column;
  using offset_type = Offset;
  using entry_index = detail::entry_index_t<Offset>;

  std::int64_t num_rows;
  const Offset* row_offsets;
  const Column* columns;
  const Value* values;
};

template <class Value, class Column, class Offset, class MemorySpace>
CrsArrays<Value, Column, Offset> crs_arrays(const CrsView<Value, Column, Offset, MemorySpace>& view) {
  return {view.num_rows, view.row_offsets.data(), view.columns.data(), view.values.data()};
}

namespace detail {

template <class T>
struct is_complex : std::false_type {};
template <class T>
struct is_complex<Kokkos::complex<T>> : std::true_type {};

template <class T>
struct real_part {
  using type = T;
};
template <class T>
struct real_part<Kokkos::complex<T>> {
  using type = T;
};

}  // namespace detail

/// \brief The type in which rows are summed: the widest real part of all three, complex where any of them is.
///
/// A `float` matrix with `double` vectors sums in `double`.
template <class Value, class X, class Y>
using sum_type = std::conditional_t<
    detail::is_complex<Value>::value || detail::is_complex<X>::value || detail::is_complex<Y>::value,
    Kokkos::complex<std::common_type_t<typename detail::real_part<Value>::type, typename detail::real_part<X>::type,
                                       typename detail::real_part<Y>::type>>,
    std::common_type_t<typename detail::real_part<Value>::type, typename detail::real_part<X>::type,
                       typename detail::real_part<Y>::type>>;

/// \brief `y = alpha * sum + beta * y` for one element; `beta == 0` never reads y, so that NaN there is overwritten.
template <class Sum, class Y>
KOKKOS_FORCEINLINE_FUNCTION void store(Y& y, const Sum& alpha, const Sum& sum, const Sum& beta) {
  if (beta == Sum(0)) {
    y = static_cast<Y>(alpha * sum);
  } else {
    y = static_cast<Y>(alpha * sum + beta * static_cast<Sum>(y));
  }
}

}  // namespace sporos
