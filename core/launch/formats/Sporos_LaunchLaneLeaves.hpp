// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Launches of slices, ELL and diagonals with the vector instructions of a host.
#pragma once

#include "core/kernels/formats/Sporos_LaneLeafKernels.hpp"
#include "core/launch/Sporos_Product.hpp"
#include "formats/common/Sporos_LaunchKernel.hpp"
#include "policies/crs/Sporos_PrefetchRule.hpp"
#include "policies/formats/Sporos_LanePerRowRule.hpp"

namespace sporos {
namespace detail {

template <class ExecutionSpace, class Value, class Column, class Reader, class Sum>
inline constexpr bool has_lane_leaves = false;
template <class ExecutionSpace, class Value, class Column, class X, class Sum>
inline constexpr bool
    has_lane_leaves<ExecutionSpace, Value, Column, VectorReader<ExecutionSpace, Gather::plain, X>, Sum> =
        is_host_execution<ExecutionSpace>&& host_has_leaves&& types_have_leaves<Value, Column, X, Sum>;

/// Whether there are leaves for products of these types; `Column` is int for formats without column indices.
template <class Product, class Value, class Column>
inline constexpr bool product_has_lane_leaves =
    has_lane_leaves<typename Product::execution_space, Value, Column, typename Product::Reader, typename Product::Sum>;

/// Whether the leaves are used for this product.
template <class Product>
bool takes_lane_leaves(const Product& product) {
  return product.machine.host_level != HostLevel::portable;
}

/// Whether the entries of a matrix with this many slots are prefetched.
template <class Value, class Product>
bool lanes_prefetch(const Product& product, std::int64_t slots) {
  return prefetch_rule(product.machine, Algorithm::coop, slots, sizeof(Value));
}

template <class Product, class Kernel>
void launch_shares(const Product& product, std::int64_t shares, const Kernel& kernel) {
  using Range = Kokkos::RangePolicy<typename Product::execution_space, Kokkos::Schedule<Kokkos::Static>,
                                    Kokkos::IndexType<std::int64_t>>;
  launch_kernel(product.labels.product, Range(product.exec, 0, shares), kernel);
}

}  // namespace detail
}  // namespace sporos
