// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Copies of columns of x whose rows are contiguous, for plans on a host.
#pragma once

#include <string>
#include <type_traits>

#include "core/kernels/Sporos_PackColumnsKernel.hpp"
#include "core/launch/Sporos_Product.hpp"
#include "core/launch/Sporos_VectorColumns.hpp"

namespace sporos {
namespace detail {

/// \brief Whether plans may multiply a copy of such an x instead (packs_columns() says whether they do).
template <class ExecutionSpace, class X>
constexpr bool may_pack() {
  if constexpr (is_host_execution<ExecutionSpace> && rank_of<X> == 2) {
    return !std::is_same<typename X::array_layout, Kokkos::LayoutRight>::value &&
           std::is_floating_point<typename X::non_const_value_type>::value;
  } else {
    return false;
  }
}

/// \brief The room for a copy, which is kept from one product to the next and grows where it is too small.
template <class ExecutionSpace>
class PackedColumns {
  using memory_space = typename ExecutionSpace::memory_space;

 public:
  template <class T>
  using Packed = Kokkos::View<const T**, Kokkos::LayoutRight, memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

  /// \brief A copy of x, valid until the next call.
  template <class X>
  Packed<typename X::non_const_value_type> pack(const ExecutionSpace& exec, const X& x) {
    using T = typename X::non_const_value_type;
    using Kernel = PackColumnsKernel<T>;
    const auto from = vector_columns(x);
    const std::size_t bytes = x.extent(0) * x.extent(1) * sizeof(T);
    if (room_.extent(0) < bytes) {
      room_ = {};  // first, so that the old and the new room need not be there at once
      room_ = Room(Kokkos::view_alloc(exec, std::string("sporos::spmv[packed columns]"), Kokkos::WithoutInitializing),
                   bytes);
    }
    T* const to = reinterpret_cast<T*>(room_.data());
    using Range =
        Kokkos::RangePolicy<ExecutionSpace, Kokkos::Schedule<Kokkos::Static>, Kokkos::IndexType<std::int64_t>>;
    Kokkos::parallel_for("sporos::spmv[pack columns]", Range(exec, 0, ceiling_of(from.rows, Kernel::block)),
                         Kernel{from.data, from.rows, from.columns, from.row_stride, from.column_stride, to});
    return Packed<T>(to, x.extent(0), x.extent(1));
  }

  std::int64_t bytes() const { return static_cast<std::int64_t>(room_.extent(0)); }

 private:
  using Room = Kokkos::View<unsigned char*, memory_space>;

  Room room_;
};

}  // namespace detail
}  // namespace sporos
