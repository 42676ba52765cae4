// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief What runs on an untouched compressed row matrix, and who decided it.
#pragma once

#include <optional>

#include "policies/Sporos_Algorithm.hpp"
#include "policies/Sporos_FixedRule2012.hpp"
#include "policies/Sporos_MachineRule.hpp"
#include "policies/Sporos_Target.hpp"

namespace sporos {

/// \brief What a caller may ask of a plan; whatever is left out is decided.
struct Options {
  Algorithm algorithm = Algorithm::automatic;
  RowRule rule = RowRule::sporos;      ///< who chooses the row shape where `shape` is left out
  std::optional<RowShape> shape;       ///< the row shape itself
  std::optional<Target> target;        ///< run as on that generation of hardware
  std::optional<Reduction> reduction;  ///< overrides the target's
  std::optional<Gather> gather;        ///< overrides the target's
  bool validate = true;                ///< check the columns too (row offsets are always checked)
};

/// \brief A decision as a value.
struct CrsDecision {
  Algorithm algorithm = Algorithm::coop;
  RowShape shape;
  Primitives primitives;
};

/// \brief The decision for a plan-free product: constant time, nothing but sizes is looked at.
constexpr CrsDecision decide_crs(const Machine& machine, std::int64_t num_rows, std::int64_t nnz) {
  return {Algorithm::coop, machine_rule(machine, num_rows, nnz), primitives_for(machine)};
}

/// \brief The decision for a plan.
inline CrsDecision decide_crs(const Machine& machine, std::int64_t num_rows, std::int64_t nnz, const Options& options) {
  CrsDecision decision = decide_crs(machine, num_rows, nnz);
  if (options.rule == RowRule::reguly_giles_2012) decision.shape = fixed_rule_2012(num_rows, nnz);
  if (options.shape) decision.shape = *options.shape;
  if (options.target) decision.primitives = primitives_of(*options.target);
  if (options.reduction) decision.primitives.reduction = *options.reduction;
  if (options.gather) decision.primitives.gather = *options.gather;
  return decision;
}

}  // namespace sporos
