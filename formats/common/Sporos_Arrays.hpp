// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Arrays: how they are made, and what they take.
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

/// \brief An array of a format: uninitialised, with a label for Kokkos Tools; without elements nothing is allocated,
/// which would take 15 microseconds on an H100. Told who uses an array first, Kokkos leaves out a wait of 5 of them.
template <class View, class ExecutionSpace>
View fresh_array(const ExecutionSpace& exec, const char* label, std::int64_t count) {
  if (count == 0) return View();
  return View(Kokkos::view_alloc(exec, std::string(label), Kokkos::WithoutInitializing),
              static_cast<std::size_t>(count));
}

/// \brief What the arrays take.
template <class... Views>
std::int64_t bytes_of(const Views&... views) {
  return static_cast<std::int64_t>((std::size_t{0} + ... + (views.span() * sizeof(typename Views::value_type))));
}

}  // namespace detail
}  // namespace sporos
