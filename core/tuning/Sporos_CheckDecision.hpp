// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Checks whether a plan can run a decision.
#pragma once

#include "core/launch/Sporos_Constants.hpp"
#include "formats/common/Sporos_Require.hpp"
#include "policies/Sporos_CrsDecision.hpp"
#include "policies/Sporos_Options.hpp"

namespace sporos {
namespace detail {

/// \param options  the options that led to the decision
/// \throws std::invalid_argument where the machine, the launch or the execution space cannot run `decision`
template <class ExecutionSpace, class PrimitiveSet>
void check_decision(const Machine& machine, std::int64_t num_rows, const CrsDecision& decision,
                    const Options& options) {
  const RowShape& shape = decision.shape;
  const char* const fault = shape_fault(shape, machine);
  require(fault == nullptr, "Plan", "shape {coop ", shape.coop, ", repeat ", shape.repeat, ", block_size ",
          shape.block_size, "} cannot run: ", fault != nullptr ? fault : "");
  // The other algorithms have one team per tile.
  const bool by_rows = decision.algorithm == Algorithm::coop || decision.algorithm == Algorithm::scalar ||
                       decision.algorithm == Algorithm::vector || decision.algorithm == Algorithm::pcsr;
  const std::int64_t blocks = by_rows ? block_count(shape, num_rows) : 0;
  require(blocks <= INT32_MAX, "Plan", "shape {coop ", shape.coop, ", repeat ", shape.repeat, ", block_size ",
          shape.block_size, "} needs ", blocks, " teams for ", num_rows, " rows; a launch has at most ", INT32_MAX);
  const Primitives& primitives = decision.primitives;
  const auto require_has = [&](bool has, const char* what, const char* where) {
    require(has, "Plan", options.target ? concat("target = ", name(*options.target), ": ") : "", "reduction ",
            name(primitives.reduction), " with gather ", name(primitives.gather), what, where);
  };
  const std::string usual =
      concat(ExecutionSpace::name(), "; left out, they are ", name(Reductions<ExecutionSpace>::preferred), " and ",
             name(VectorBinder<ExecutionSpace>::preferred));
  require_has(EveryPrimitive::has<ExecutionSpace>(primitives), " is not available on ", usual.c_str());
  require_has(PrimitiveSet::template has<ExecutionSpace>(primitives), " is not compiled into this plan",
              "; pass sporos::EveryPrimitive() behind the options");
}

}  // namespace detail
}  // namespace sporos
