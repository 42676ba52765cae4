// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Rows without products, because they have no entries or alpha is zero. Neither A nor x is read.
///
/// One index per row; `rows * sizeof(Y)` bytes are written and, unless beta is zero, read.
#pragma once

#include "core/kernels/Sporos_Epilogue.hpp"

namespace sporos {
namespace detail {

template <class Epilogue>
struct EmptyRowsKernel {
  Epilogue epilogue;
  const std::int64_t* rows;  ///< null: index `i` is row `i`

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const {
    epilogue(rows == nullptr ? i : rows[i], typename Epilogue::sum_t(0));
  }
};

}  // namespace detail
}  // namespace sporos
