// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The launch of products of several columns on a host.
#pragma once

#include "core/kernels/crs/Sporos_ColumnsHostKernel.hpp"
#include "core/launch/Sporos_Product.hpp"
#include "formats/common/Sporos_LaunchKernel.hpp"

namespace sporos {
namespace detail {

/// Whether this is a product of several columns on a host. These have a kernel of their own, whatever the algorithm for
/// one vector is.
template <class Product>
inline constexpr bool has_columns_on_host =
    is_host_execution<typename Product::execution_space>&& columns_read<typename Product::Reader> > 0;

template <class Product>
using ColumnShares = Kokkos::RangePolicy<typename Product::execution_space, Kokkos::Schedule<Kokkos::Static>,
                                         Kokkos::IndexType<std::int64_t>>;

/// \param setup  what a plan has prepared, or nullptr. Only a plan has room for the sums of rows that threads share
template <class Product, class Setup>
void launch_columns(const Product& product, const Setup* setup) {
  using Kernel = ColumnsHostKernel<typename Product::Operand, typename Product::Epilogue>;
  using Rows = typename Kernel::Rows;
  using Sum = typename Kernel::Sum;
  const auto& matrix = product.a.matrix;
  const bool cuts = setup != nullptr && setup->column_carries.extent(0) > 0;
  const Rows rows{matrix.row_offsets, matrix.num_rows, cuts ? column_segment(sizeof(Sum)) : 0};
  Sum* const carries = cuts ? reinterpret_cast<Sum*>(setup->column_carries.data()) : nullptr;
  const int threads = product.machine.multiprocessors;
  const std::int64_t shares = threads == 1 ? 1 : 4LL * threads;
  const HostLevel level =
      columns_use_leaves(matrix.num_rows, product.nnz) ? product.machine.host_level : HostLevel::portable;
  const bool prefetches = prefetch_rule(product.machine, Algorithm::coop, product.nnz, sizeof(matrix.values[0]));
  launch_kernel(product.labels.product, ColumnShares<Product>(product.exec, 0, shares),
                Kernel{product.a, product.epilogue, rows, shares, carries, {level, prefetches}});
  if (!cuts) return;
  launch_kernel(product.labels.fix_up, ColumnShares<Product>(product.exec, 0, shares - 1),
                CutColumnsKernel<Rows, typename Product::Epilogue>{rows, product.epilogue, shares, carries});
}

}  // namespace detail
}  // namespace sporos
