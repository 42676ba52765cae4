// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The launch for rows without products.
#pragma once

#include <string>

#include "core/kernels/Sporos_EmptyRowsKernel.hpp"
#include "formats/common/Sporos_LaunchKernel.hpp"

namespace sporos {
namespace detail {

/// \param rows  null: all rows below `count`
template <class ExecutionSpace, class Epilogue>
void launch_empty_rows(const std::string& label, const ExecutionSpace& exec, std::int64_t count,
                       const Epilogue& epilogue, const std::int64_t* rows = nullptr) {
  launch_kernel(label, Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>(exec, 0, count),
                EmptyRowsKernel<Epilogue>{epilogue, rows});
}

}  // namespace detail
}  // namespace sporos
