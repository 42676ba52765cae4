// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The memory that transposed products of a plan will take.
#pragma once

#include "core/launch/Sporos_FormatLaunch.hpp"
#include "formats/common/Sporos_Arguments.hpp"
#include "formats/crs/Sporos_TransposedCrs.hpp"

namespace sporos {

/// \brief The bytes that a plan of A takes besides A once it is ready for transposed products: an offset for each
/// column, and for each entry a column, a number and its place in A. In blocks, one such place for each block. 0 if the
/// format multiplies by its transpose as it is stored. Constant time.
///
/// \param A  anything that Plan takes
template <class Matrix>
std::int64_t transposed_bytes(const Matrix& A) {
  if constexpr (detail::is_any_matrix<Matrix>) {
    return A.visit([](const auto& stored) { return transposed_bytes(stored); });
  } else if constexpr (detail::is_format<Matrix>) {
    if constexpr (FormatTraits<Matrix>::transposes_alike) {
      return FormatTraits<Matrix>::transposed_bytes(A);
    } else {
      return detail::transposes_as_stored(A) ? 0 : detail::bytes_of_transposed(A);
    }
  } else {
    return detail::bytes_of_transposed(detail::crs_view_for("transposed_bytes", A));
  }
}

/// \brief Refuses other arguments at compile time.
template <class... Given, class = detail::if_wrong<detail::Parameters<1, detail::AMatrix>, Given...>>
std::int64_t transposed_bytes(const Given&...) {
  static_assert(detail::are_right<Given...>, "sporos::transposed_bytes: the argument is A; it takes no instance");
  return 0;
}

}  // namespace sporos
