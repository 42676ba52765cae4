// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Arrays and ranges of what is prepared once.
#pragma once

#include "formats/common/Sporos_Kokkos.hpp"

namespace sporos {
namespace detail {

template <class ExecutionSpace>
using IndexRange = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>;

template <class View, class ExecutionSpace>
View allocate(const ExecutionSpace& exec, const char* label, std::int64_t count) {
  return View(Kokkos::view_alloc(exec, std::string(label), Kokkos::WithoutInitializing),
              static_cast<std::size_t>(count));
}

}  // namespace detail
}  // namespace sporos
