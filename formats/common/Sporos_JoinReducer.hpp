// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Reductions whose result is a struct.
#pragma once

#include <cstdint>

#include "formats/common/Sporos_Kokkos.hpp"

namespace sporos::detail {

/// \brief For `parallel_reduce`: the result starts as `Result{}`, and two become one by `Result::join(into, from)`,
/// which is a template, since Kokkos before 4.0 also joins volatile values.
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

/// \brief What `functor(i, result)` makes of all i in [0, count) together; waits for it.
template <class Result, class ExecutionSpace, class Functor>
Result join_over(const char* label, const ExecutionSpace& exec, std::int64_t count, const Functor& functor) {
  Result result{};
  if (count == 0) return result;
  Kokkos::parallel_reduce(label, Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>(exec, 0, count),
                          functor, JoinReducer<ExecutionSpace, Result>{&result});
  wait_for(exec, "sporos::profile[wait]");
  return result;
}

/// \brief Some counts, each the sum of its own.
template <int size>
struct Counts {
  std::int64_t of[size];

  template <class Into, class From>
  KOKKOS_INLINE_FUNCTION static void join(Into& into, const From& from) {
    for (int i = 0; i < size; ++i) into.of[i] = into.of[i] + from.of[i];
  }
};

}  // namespace sporos::detail
