// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief A copy of a matrix that shares only those arrays that are never written to.
#pragma once

#include "formats/conversion/Sporos_ConvertibleCrs.hpp"

namespace sporos {
namespace detail {

/// \brief The matrix with copies of all arrays that new numbers or products are written to; waits for them.
template <class ExecutionSpace, class Matrix>
Matrix with_own_numbers(const ExecutionSpace& exec, const Matrix& matrix) {
  Matrix own = matrix;
  own.each_written([&](auto& array) {
    using Array = std::decay_t<decltype(array)>;
    const auto shared = array;
    if constexpr (static_cast<int>(Array::rank) == 1) {
      array = fresh_array<Array>(exec, shared.label().c_str(), static_cast<std::int64_t>(shared.extent(0)));
    } else {  // of a format of the caller's own
      array = Array(Kokkos::view_alloc(exec, shared.label(), Kokkos::WithoutInitializing), shared.layout());
    }
    if (shared.size() > 0) Kokkos::deep_copy(exec, array, shared);
  });
  wait_for(exec, "sporos::clone[wait]");
  return own;
}

/// \brief Compressed rows share the caller's arrays, and new numbers come in another array, so nothing is copied.
template <class ExecutionSpace, class V, class C, class O, class M>
CrsView<V, C, O, M> with_own_numbers(const ExecutionSpace&, const CrsView<V, C, O, M>& crs) {
  return crs;
}

}  // namespace detail
}  // namespace sporos
