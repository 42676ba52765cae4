// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Rows that several teams share, and where their carries lie.
#pragma once

#include "formats/common/Sporos_Arrays.hpp"

namespace sporos {
namespace detail {

/// \brief Row `rows(i)` is the sum of carries `begin(i)` to `end(i) - 1`.
template <class MemorySpace>
struct SplitRows {
  using Numbers = Kokkos::View<std::int64_t*, MemorySpace>;
  Numbers rows;
  Numbers begin;
  Numbers end;
  std::int64_t num_carries = 0;

  std::int64_t count() const { return static_cast<std::int64_t>(rows.extent(0)); }
};

// Lists those i for which `Source::is_split(i)`; the first scan counts, the second writes.
template <class Source>
struct ListSplitRows {
  Source source;
  std::int64_t* rows;
  std::int64_t* begin;
  std::int64_t* end;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i, std::int64_t& before, bool final) const {
    if (!source.is_split(i)) return;
    if (final && rows != nullptr) source.write(i, rows[before], begin[before], end[before]);
    ++before;
  }
};

template <class ExecutionSpace, class Source>
SplitRows<typename ExecutionSpace::memory_space> list_split_rows(const ExecutionSpace& exec, std::int64_t candidates,
                                                                 const Source& source) {
  SplitRows<typename ExecutionSpace::memory_space> split;
  using Numbers = decltype(split.rows);
  std::int64_t count = 0;
  const IndexRange<ExecutionSpace> range(exec, 0, candidates);
  Kokkos::parallel_scan("sporos::setup[count split rows]", range,
                        ListSplitRows<Source>{source, nullptr, nullptr, nullptr}, count);
  wait_for(exec, "sporos::setup[wait]");
  split.rows = allocate<Numbers>(exec, "sporos::setup[split rows]", count);
  split.begin = allocate<Numbers>(exec, "sporos::setup[first carries]", count);
  split.end = allocate<Numbers>(exec, "sporos::setup[last carries]", count);
  if (count == 0) return split;
  Kokkos::parallel_scan("sporos::setup[write split rows]", range,
                        ListSplitRows<Source>{source, split.rows.data(), split.begin.data(), split.end.data()});
  return split;
}

}  // namespace detail
}  // namespace sporos
