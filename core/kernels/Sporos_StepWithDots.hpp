// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Dot products that are computed within the product, on a host, while what it has written is still in the
/// cache.
///
/// The sums are those of the FoldKernel that follows the product, chunk by chunk: a thread that has finished all rows
/// of a chunk sums it and marks it as done. The FoldKernel sums the chunks whose rows were shared by threads, and adds
/// up the sums of all chunks in order. So the bits are the same for any kernel and any number of threads.
#pragma once

#include "core/kernels/Sporos_CallerEpilogue.hpp"
#include "core/kernels/Sporos_FoldKernel.hpp"

namespace sporos {
namespace detail {

/// \brief A function for CallerEpilogue.
/// \tparam Step      the function that gets the sum of a row
/// \tparam Elements  the terms of the dot products, as for FoldKernel
template <class ExecutionSpace, class Step, class Elements>
struct StepWithDots {
  using sum_t = typename Step::sum_t;
  using Fold = FoldKernel<ExecutionSpace, Elements>;

  Step step;
  Elements elements;
  std::int64_t count;  ///< number of rows
  std::int64_t chunk;
  std::int64_t chunks;
  FoldPlaces places;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(std::int64_t row, const sum_t& sum) const { step(row, sum); }

  KOKKOS_FORCEINLINE_FUNCTION auto ready() const {
    if constexpr (gets_ready<Step>) {
      const auto ready = step.ready();
      return StepWithDots<ExecutionSpace, std::decay_t<decltype(ready)>, Elements>{ready, elements, count,
                                                                                   chunk, chunks,   places};
    } else {
      return *this;
    }
  }

  /// \brief See notices_rows.
  KOKKOS_FORCEINLINE_FUNCTION void finished(std::int64_t own, std::int64_t from, std::int64_t to) const {
    for (std::int64_t c = from / chunk; c * chunk < to; ++c) {
      const std::int64_t end = c + 1 == chunks ? count : (c + 1) * chunk;
      if (end > to) return;
      if (c * chunk >= own) sum_up(c, end);
    }
  }

 private:
  KOKKOS_INLINE_FUNCTION void sum_up(std::int64_t c, std::int64_t end) const {
    using Sum = typename Fold::Sum;
    Sum sums[Fold::room];
    Fold::work(elements.ready(), c * chunk, end, 1, sums);
    for (int k = 0; k < Fold::num_sums; ++k) *places.template place<Sum>(k, chunks, c) = sums[k];
    places.done[c] = 1;
  }
};

template <class ExecutionSpace, class Step, class Elements>
inline constexpr bool gets_finished<StepWithDots<ExecutionSpace, Step, Elements>> = true;

}  // namespace detail
}  // namespace sporos
