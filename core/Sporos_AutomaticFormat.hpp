// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The choice of a storage format for a matrix at hand.
#pragma once

#include "core/device/instance/Sporos_DetectMachine.hpp"
#include "formats/profile/Sporos_MeasureFormat.hpp"
#include "policies/formats/Sporos_ChooseFormat.hpp"
#include "policies/formats/Sporos_SellRule.hpp"

namespace sporos {

/// \brief Measures what may change the choice, and chooses; converts nothing. Waits for what it measures.
/// \param A  anything that crs_view() takes
/// \throws std::invalid_argument where A is malformed and more than its rows is measured
///
/// Where no format would repay its conversion even with the columns that suit it best, this measures the rows alone;
/// otherwise it takes as long as some products.
template <class ExecutionSpace, class Matrix,
          class = std::enable_if_t<Kokkos::is_execution_space<ExecutionSpace>::value>>
FormatDecision choose_format(const ExecutionSpace& exec, const Matrix& A, const FormatBudget& budget = {}) {
  const Machine machine = detect_machine(exec);
  const detail::FormatProfile rows = detail::measure_format_rows(exec, A);
  const detail::FormatQuestions questions =
      detail::format_questions(rows, machine, budget, sell_rule(machine, rows.rows));
  return detail::choose_format(questions.any() ? detail::measure_format(exec, A, questions) : rows, machine, budget);
}

}  // namespace sporos
