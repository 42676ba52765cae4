// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief A plan of any storage format.
#pragma once

#include <variant>

#include "core/Sporos_AnyMatrix.hpp"
#include "policies/formats/Sporos_FormatDecision.hpp"
#include "policies/formats/Sporos_FormatTrials.hpp"

namespace sporos {
namespace detail {

template <class ExecutionSpace, class PrimitiveSet, class Storage>
struct AnyPlanVariant;
template <class ExecutionSpace, class PrimitiveSet, class... Matrix>
struct AnyPlanVariant<ExecutionSpace, PrimitiveSet, std::variant<Matrix...>> {
  using type = std::variant<Plan<ExecutionSpace, Matrix, PrimitiveSet>...>;
};

/// \brief A matrix in some format with its plan, and the reason for that format.
template <class ExecutionSpace, class Any, class PrimitiveSet>
struct AnyPlanned {
  using Plans = typename AnyPlanVariant<ExecutionSpace, PrimitiveSet, typename Any::storage_type>::type;

  Any matrix;
  Options options;  ///< of the plan
  Plans plan;
  std::string why;
  FormatDecision decision;  ///< if the format was chosen; else without candidates
  FormatTrials trials;      ///< if formats were timed; else empty
};

/// \brief The plan of a matrix in its present format; `given` are options, or nothing.
template <class ExecutionSpace, class PrimitiveSet, class Any, class... Given>
auto plan_in_its_format(const ExecutionSpace& exec, const Any& matrix, const Given&... given) {
  using Plans = typename AnyPlanned<ExecutionSpace, Any, PrimitiveSet>::Plans;
  return matrix.visit([&](const auto& stored) {
    using Stored = std::decay_t<decltype(stored)>;
    return Plans(std::in_place_type<Plan<ExecutionSpace, Stored, PrimitiveSet>>, exec, stored, given...);
  });
}

/// \brief The same with options, of which those about formats are ignored.
template <class ExecutionSpace, class PrimitiveSet, class Any>
auto plan_stored(const ExecutionSpace& exec, const Any& matrix, Options options) {
  options.format.reset();
  return plan_in_its_format<ExecutionSpace, PrimitiveSet>(exec, matrix, options);
}

/// \brief The reason for the format that a matrix already has.
inline constexpr const char* came_in_format = "the matrix came in it";

/// \brief The options for the plan of a chosen format, without those about compressed rows.
inline Options chosen_options(const Options& options) {
  Options chosen;
  chosen.gather = options.gather;
  chosen.operations = options.operations;
  return chosen;
}

}  // namespace detail
}  // namespace sporos
