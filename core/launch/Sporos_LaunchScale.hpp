// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The launch of a product that multiplies nothing.
#pragma once

#include <string>

#include "core/kernels/Sporos_ScaleKernel.hpp"

namespace sporos {
namespace detail {

template <class ExecutionSpace, class Y, class Sum>
void launch_scale(const std::string& label, const ExecutionSpace& exec, std::int64_t count, Y* y, Sum beta) {
  Kokkos::parallel_for(label, Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>(exec, 0, count),
                       ScaleKernel<Y, Sum>{y, beta});
}

}  // namespace detail
}  // namespace sporos
