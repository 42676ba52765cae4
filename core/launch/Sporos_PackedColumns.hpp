// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Copies of columns of x whose rows are contiguous, for plans.
#pragma once

#include <algorithm>
#include <type_traits>

#include "core/device/instance/Sporos_GrowingRoom.hpp"
#include "core/device/warp/Sporos_Ballot.hpp"
#include "core/kernels/Sporos_PackColumnsKernel.hpp"
#include "core/launch/Sporos_Product.hpp"
#include "core/launch/Sporos_VectorColumns.hpp"
#include "formats/common/Sporos_LaunchKernel.hpp"
#include "policies/crs/Sporos_ColumnsRule.hpp"
#include "policies/crs/Sporos_LaunchBound.hpp"

namespace sporos {
namespace detail {

/// \brief Whether plans may multiply a copy of such an x instead (packs_columns() says whether they do).
template <class ExecutionSpace, class X>
constexpr bool may_pack() {
  if constexpr ((is_host_execution<ExecutionSpace> || Ballot<ExecutionSpace>::exists) && rank_of<X> == 2) {
    return !std::is_same<typename X::array_layout, Kokkos::LayoutRight>::value &&
           std::is_floating_point<typename X::non_const_value_type>::value;
  } else {
    return false;
  }
}

/// \brief The room for a copy, which is kept from one product to the next.
template <class ExecutionSpace, class PrimitiveSet>
class PackedColumns {
  using memory_space = typename ExecutionSpace::memory_space;

 public:
  template <class T>
  using Packed = Kokkos::View<const T**, Kokkos::LayoutRight, memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

  /// \brief A copy of x, valid until the next call.
  template <class X>
  Packed<typename X::non_const_value_type> pack(const ExecutionSpace& exec, const X& x) {
    using T = typename X::non_const_value_type;
    const auto from = vector_columns(x);
    T* const to = static_cast<T*>(room_.get(exec, bytes_of(x)));
    constexpr const char* label = "sporos::spmv[pack columns]";
    if constexpr (is_host_execution<ExecutionSpace>) {
      using Kernel = PackColumnsKernel<T>;
      using Range =
          Kokkos::RangePolicy<ExecutionSpace, Kokkos::Schedule<Kokkos::Static>, Kokkos::IndexType<std::int64_t>>;
      launch_kernel(label, Range(exec, 0, ceiling_of(from.rows, Kernel::block)),
                    Kernel{from.data, from.rows, from.columns, from.row_stride, from.column_stride, to});
    } else {
      using Kernel = PackColumnsInTeamsKernel<T>;
      for (std::int64_t first = 0; first < from.columns; first += max_lane_columns) {
        const auto count = static_cast<int>(std::min<std::int64_t>(max_lane_columns, from.columns - first));
        Kernel kernel{from.data + first * from.column_stride,
                      from.rows,
                      count,
                      from.row_stride,
                      from.column_stride,
                      to + first,
                      from.columns,
                      0};
        while ((Kernel::columns_of_thread << kernel.block_bits) < count) ++kernel.block_bits;
        launch_kernel(label,
                      team_policy<FullOccupancy>(exec, ceiling_of(from.rows, kernel.rows_of_a_team(column_lanes_team)),
                                                 column_lanes_team, 0),
                      kernel);
      }
    }
    return Packed<T>(to, x.extent(0), x.extent(1));
  }

  /// \brief Whether x can be copied now: while a graph is recorded, no memory can be had.
  template <class X>
  bool can_pack(const ExecutionSpace& exec, const X& x) const {
    return room_.can_get(exec, bytes_of(x));
  }

  std::int64_t bytes() const { return room_.bytes(); }

 private:
  template <class X>
  static std::size_t bytes_of(const X& x) {
    return x.extent(0) * x.extent(1) * sizeof(typename X::value_type);
  }

  GrowingRoom<ExecutionSpace, PrimitiveSet> room_{"sporos::spmv[packed columns]"};
};

}  // namespace detail
}  // namespace sporos
