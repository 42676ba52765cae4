// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Reductions whose result is a struct.
#pragma once

#include <cstdint>

#include "formats/common/Sporos_Kokkos.hpp"

namespace sporos::detail {

/// \brief A reducer for `parallel_reduce`. The result starts as `Result{}`, and `Result::join(into, from)` adds one
/// result to another; it is a template, since Kokkos before 4.0 also joins volatile values.
template <class Space, class Result>
struct JoinReducer {
  using reducer = JoinReducer;
  using value_type = Result;
  using result_view_type = Kokkos::View<Result, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>;

  Result* result;

  KOKKOS_INLINE_FUNCTION void init(Result& value) const { value = Result{}; }
  template <class Into, class From>
  KOKKOS_INLINE_FUNCTION void join(Into& into, const From& from) const {
    Result::join(into, from);
  }
  KOKKOS_INLINE_FUNCTION Result& reference() const { return *result; }
  KOKKOS_INLINE_FUNCTION result_view_type view() const { return result_view_type(result); }
  KOKKOS_INLINE_FUNCTION bool references_scalar() const { return true; }
};

/// \brief The reduction of `functor(i, result)` over all i in [0, count); waits for it.
template <class Result, class ExecutionSpace, class Functor>
Result join_over(const char* label, const ExecutionSpace& exec, std::int64_t count, const Functor& functor) {
  Result result{};
  if (count == 0) return result;
  Kokkos::parallel_reduce(label, Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>(exec, 0, count),
                          functor, JoinReducer<ExecutionSpace, Result>{&result});
  wait_for(exec, "sporos::profile[wait]");
  return result;
}

/// \brief An array of counts that are summed independently.
template <int size>
struct Counts {
  std::int64_t of[size];

  template <class Into, class From>
  KOKKOS_INLINE_FUNCTION static void join(Into& into, const From& from) {
    for (int i = 0; i < size; ++i) into.of[i] = into.of[i] + from.of[i];
  }
};

}  // namespace sporos::detail
