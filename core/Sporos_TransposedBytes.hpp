// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief What a plan would take for transposed products, before it is made.
#pragma once

#include "core/launch/Sporos_FormatLaunch.hpp"
#include "formats/crs/Sporos_TransposedCrs.hpp"

namespace sporos {

/// \brief What a plan of A takes beside A once it is ready for transposed products: an offset a column, and for each
/// entry a column, a number and its place in A. Blocks stay blocks, with a place for each. Nothing where the format
/// multiplies by its transpose as it is stored. Constant time.
///
/// \param A  anything that a plan takes
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
    return detail::bytes_of_transposed(crs_view(A));
  }
}

}  // namespace sporos
