// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief How a finished sum meets an element of y.
#pragma once

#include "formats/common/Sporos_Kokkos.hpp"

namespace sporos {

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
