// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Products that count as recorded into a graph, on any backend.
#pragma once

#include "core/Sporos_Plan.hpp"

namespace sporos_test {

/// \brief While `now` is set, products of plans with these kernels count as recorded.
struct Recordable : sporos::DefaultPrimitives {
  inline static bool now = false;
};

}  // namespace sporos_test

template <>
inline bool sporos::detail::is_product_recorded<sporos_test::Recordable>(const Kokkos::DefaultExecutionSpace&) {
  return sporos_test::Recordable::now;
}
