// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The launch of folds over vectors.
#pragma once

#include <string>

#include "core/kernels/Sporos_FoldKernel.hpp"
#include "core/launch/Sporos_Product.hpp"
#include "formats/common/Sporos_LaunchKernel.hpp"
#include "policies/Sporos_FoldRule.hpp"

namespace sporos {
namespace detail {

/// \param places  room for max_fold_sums sums of max_fold_teams teams, and a counter; no other launch may use them at
///         the same time
template <class ExecutionSpace, class Elements>
void launch_fold(const std::string& label, const ExecutionSpace& exec, const Machine& machine, std::int64_t count,
                 const Elements& elements, const FoldPlaces& places) {
  using Kernel = FoldKernel<ExecutionSpace, Elements>;
  static_assert(Elements::num_sums <= max_fold_sums,
                "sporos::apply_dots, residual, update_solution: at most four sums at once");
  const FoldShape shape = fold_shape(count);
  const int threads = fold_block_size(machine);
  launch_kernel(label, team_policy<HalfOccupancy>(exec, shape.teams, threads, Kernel::scratch_bytes(threads)),
                Kernel{elements, count, shape.chunk, places});
}

}  // namespace detail
}  // namespace sporos
