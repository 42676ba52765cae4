// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Chooses a storage format for a given matrix.
#pragma once

#include "core/device/instance/Sporos_DetectMachine.hpp"
#include "core/setup/Sporos_FindPatterns.hpp"
#include "formats/common/Sporos_Arguments.hpp"
#include "formats/common/Sporos_RequireKokkos.hpp"
#include "formats/profile/Sporos_MeasureFormat.hpp"
#include "policies/formats/Sporos_ChooseFormat.hpp"
#include "policies/formats/Sporos_SellRule.hpp"

namespace sporos {

/// \brief Measures the properties of A that the choice depends on, and chooses. Converts nothing; waits for the
/// measurements.
/// \param A  anything that crs_view() takes
/// \throws std::invalid_argument where a number of the budget is negative, or A is malformed; on a GPU this is not
///         noticed if only the rows are measured
///
/// If no format could repay its conversion even with the most favourable columns, only the rows are measured, on a host
/// in a pass that checks A, too; otherwise this takes as long as a few products.
template <class ExecutionSpace, class Matrix,
          class = std::enable_if_t<Kokkos::is_execution_space<ExecutionSpace>::value>>
FormatDecision choose_format(const ExecutionSpace& exec, const Matrix& A, const FormatBudget& budget = {}) {
  const detail::Caller caller("choose_format");
  detail::require_not_negative("choose_format", "expected_products", budget.expected_products);
  detail::require_not_negative("choose_format", "max_bytes", budget.max_bytes.value_or(0));
  const Machine machine = detect_machine(detail::usable_instance("choose_format", exec));
  const auto choose = [&](const detail::FormatProfile& rows, const auto& measure) {
    const detail::FormatQuestions questions =
        detail::format_questions(rows, machine, budget, sell_rule(machine, rows.rows));
    return detail::choose_format(questions.any() ? measure(questions) : rows, machine, budget);
  };
  if constexpr (detail::is_host_execution<ExecutionSpace>) {
    const auto crs = detail::convertible_crs(exec, A, "choose_format");
    return choose(detail::format_profile_of<detail::crs_view_t<Matrix>>(crs.profile),
                  [&](const auto& questions) { return detail::measure_checked_format(exec, crs, questions); });
  } else {
    detail::FormatProfile rows = detail::measure_format_rows(exec, A);
    const double share = detail::seeks_patterns(machine, rows.rows, rows.value_bytes)
                             ? detail::sample_patterns(exec, detail::crs_arrays(crs_view(A))).share()
                             : 0;
    rows.rows.pattern_share = share;
    return choose(rows, [&](const auto& questions) {
      detail::FormatProfile measured = detail::measure_format(exec, A, questions);
      measured.rows.pattern_share = share;
      return measured;
    });
  }
}

/// \brief Refuses other arguments at compile time.
template <class... Given,
          class = detail::if_wrong<detail::Parameters<2, detail::AnInstance, detail::AMatrix, FormatBudget>, Given...>>
FormatDecision choose_format(const Given&...) {
  static_assert(detail::are_right<Given...>,
                "sporos::choose_format: the arguments are exec, A (, budget); A is in compressed rows, and budget is a "
                "sporos::FormatBudget");
  return FormatDecision();
}

}  // namespace sporos
