// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The launch of products of several columns on a host.
#pragma once

#include "core/kernels/crs/Sporos_ColumnsHostKernel.hpp"
#include "core/launch/Sporos_Product.hpp"

namespace sporos {
namespace detail {

/// Whether this is a product of several columns on a host. These have a kernel of their own, whatever the algorithm for
/// one vector is.
template <class Product>
inline constexpr bool has_columns_on_host =
    is_host_execution<typename Product::execution_space>&& columns_read<typename Product::Reader> > 0;

template <class Product>
void launch_columns(const Product& product) {
  using Kernel = ColumnsHostKernel<typename Product::Operand, typename Product::Epilogue>;
  const int threads = product.machine.multiprocessors;
  Kokkos::parallel_for(product.labels.product,
                       team_policy<HalfOccupancy>(product.exec, threads == 1 ? 1 : 4LL * threads, 1, 0),
                       Kernel{product.a, product.epilogue});
}

}  // namespace detail
}  // namespace sporos
