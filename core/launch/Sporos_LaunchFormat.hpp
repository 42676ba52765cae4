// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Products of any format with any epilogue.
#pragma once

#include "core/launch/Sporos_FormatLaunch.hpp"
#include "formats/common/Sporos_LaunchKernel.hpp"

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
/// \param run  `run(product)`: the traits' run or run_transposed
template <class Matrix, class Product, class Run>
void launch_all_parts(const Product& product, std::int64_t num_rows, typename Product::Sum* sums, const Run& run) {
  using Sum = typename Product::Sum;
  if constexpr (FormatTraits<Matrix>::in_parts) {
    run(with_epilogue(product, LinearEpilogue<Sum, Sum>{sums, Sum(1), Sum(0)}));
    using Range = Kokkos::RangePolicy<typename Product::execution_space, Kokkos::IndexType<std::int64_t>>;
    launch_kernel(product.labels.rest, Range(product.exec, 0, num_rows),
                  FinishRowsKernel<typename Product::Epilogue>{sums, product.epilogue});
  } else {
    run(product);
  }
}

template <class Product, class Matrix>
void launch_format(const Product& product, const Matrix& A, typename Product::Sum* sums) {
  launch_all_parts<Matrix>(product, A.num_rows, sums, [&](const auto& p) { FormatTraits<Matrix>::run(p, A); });
}

/// The same by the transpose, of a format whose traits have run_transposed.
template <class Product, class Matrix>
void launch_format_transposed(const Product& product, const Matrix& A, typename Product::Sum* sums) {
  launch_all_parts<Matrix>(product, A.num_columns, sums,
                           [&](const auto& p) { FormatTraits<Matrix>::run_transposed(p, A); });
}

}  // namespace detail
}  // namespace sporos
