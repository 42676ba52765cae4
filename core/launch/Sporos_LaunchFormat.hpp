// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Products of any format with any epilogue.
#pragma once

#include "core/launch/Sporos_FormatLaunch.hpp"

namespace sporos {
namespace detail {

template <class Epilogue>
struct FinishRowsKernel {
  const typename Epilogue::sum_t* sums;
  Epilogue epilogue;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row) const { epilogue(row, sums[row]); }
};

/// Hands the sum of each row to the epilogue, exactly once. A format that is multiplied in parts first stores its sums
/// in `sums`, one element per row, because an epilogue need not be able to take a row in parts.
template <class Product, class Matrix>
void launch_format(const Product& product, const Matrix& A, typename Product::Sum* sums) {
  using Sum = typename Product::Sum;
  if constexpr (FormatTraits<Matrix>::in_parts) {
    FormatTraits<Matrix>::run(with_epilogue(product, LinearEpilogue<Sum, Sum>{sums, Sum(1), Sum(0)}), A);
    using Range = Kokkos::RangePolicy<typename Product::execution_space, Kokkos::IndexType<std::int64_t>>;
    Kokkos::parallel_for(product.labels.rest, Range(product.exec, 0, A.num_rows),
                         FinishRowsKernel<typename Product::Epilogue>{sums, product.epilogue});
  } else {
    FormatTraits<Matrix>::run(product, A);
  }
}

}  // namespace detail
}  // namespace sporos
