// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief `y = beta*y`: what is left of a product when alpha is zero; neither A nor x is read.
///
/// One index an element, `rows * sizeof(Y)` bytes written and, unless beta is zero, read.
#pragma once

#include "core/kernels/Sporos_Store.hpp"

namespace sporos {

template <class Y, class Sum>
struct ScaleKernel {
  Y* y;
  Sum beta;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row) const { store(y[row], Sum(0), Sum(0), beta); }
};

}  // namespace sporos
