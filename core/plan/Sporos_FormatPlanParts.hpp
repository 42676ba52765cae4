// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief What plans of storage formats do beside products: refuse options that mean nothing there, pass on new
/// numbers.
#pragma once

#include "core/Sporos_Plan.hpp"

namespace sporos {
namespace detail {

// Options that choose between ways to run compressed rows mean nothing here; whoever sets one expects otherwise.
inline void require_format_options(const char* format, const Options& options) {
  check_options("Plan", options);
  const auto refuse = [&](bool is_set, const char* option, const char* value = nullptr) {
    if (!is_set) return;
    const std::string set = value != nullptr ? concat(option, " = ", value) : option;
    require(!options.format, "Plan", set,
            " is for compressed rows, but format = ", options.format ? name(*options.format) : "",
            " is asked for, too; leave out ", option,
            ", or leave out format, so that compressed rows stay as they are");
    require(false, "Plan", set, " is for compressed rows, but the matrix is in format ", format, "; leave out ",
            option);
  };
  refuse(options.algorithm != Algorithm::automatic, "algorithm", name(options.algorithm));
  refuse(options.rule != RowRule::sporos, "rule", name(options.rule));
  refuse(options.shape.has_value(), "shape");
  refuse(options.target.has_value(), "target");
  refuse(options.reduction.has_value(), "reduction");
  refuse(options.tuning != Tuning::none, "tuning", name(options.tuning));
  refuse(!options.findings_file.empty(), "findings_file");
  require_stored_format("Plan", format, options);
}

/// \brief Refuses a way to read x that the backend lacks, or that is not compiled.
template <class ExecutionSpace, class PrimitiveSet>
void require_gather(Gather gather) {
  const Primitives primitives{Reductions<ExecutionSpace>::preferred, gather};
  require(EveryPrimitive::has<ExecutionSpace>(primitives), "Plan", "gather ", name(gather), " is not available on ",
          ExecutionSpace::name());
  require(PrimitiveSet::template has<ExecutionSpace>(primitives), "Plan", "gather ", name(gather),
          " is not compiled into this plan; pass sporos::EveryPrimitive() behind the options");
}

// Finds the function of the format by its argument; the member of Plan hides it.
template <class ExecutionSpace, class Matrix, class Values>
void update_format(const ExecutionSpace& exec, const Matrix& matrix, const Values& values) {
  update_values(exec, matrix, values);
}

}  // namespace detail
}  // namespace sporos
