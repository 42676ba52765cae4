// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief From the options of a plan to the decision that it runs, or to the decisions that it tries.
#pragma once

#include <memory>

#include "core/device/instance/Sporos_DetectMachine.hpp"
#include "core/tuning/Sporos_CheckDecision.hpp"
#include "core/tuning/Sporos_FindingKey.hpp"
#include "core/tuning/Sporos_FindingsFile.hpp"
#include "core/tuning/Sporos_TryAll.hpp"
#include "core/tuning/Sporos_TunedCrs.hpp"
#include "policies/crs/Sporos_DecideCrs.hpp"

namespace sporos {
namespace detail {

/// \brief The lists that a plan will need if its rows turn out to be uneven, one for each guess of uneven_rows(): all
/// entries in one row, or no row too long for a team. Nothing where a second launch costs little beside a product.
template <class Matrix>
ListGuesses guessed_lists(const Machine& machine, const Matrix& matrix, const Options& options) {
  const bool yet_to_be_checked = options.shape || options.target || options.reduction;
  if (yet_to_be_checked || matrix.num_rows + matrix.nnz() >= small_matrix) return {};
  const auto lists = [&](std::int64_t longest_row) {
    const RowProfile guess = uneven_rows(matrix.num_rows, matrix.num_columns, matrix.nnz(), longest_row);
    return lists_of(decide_crs(machine, guess, options, static_cast<int>(sizeof(typename Matrix::value_type))));
  };
  ListGuesses guesses{lists(matrix.nnz()), lists(longest_moderate_row)};
  if (guesses[1].same_blocks(guesses[0]) || !guesses[1].has_blocks()) guesses[1] = {};
  return guesses;
}

/// \brief Whether the lists of guessed_lists() may be of use now that the rows are known; a plan that tunes may run
/// anything.
template <class Matrix>
bool needs_lists(const Machine& machine, const Matrix& matrix, const Inspection& found, const Options& options) {
  return options.tuning != Tuning::none || ToolsChoice::have_tool() ||
         lists_of(decide_crs(machine, profile_of(matrix, found), options,
                             static_cast<int>(sizeof(typename Matrix::value_type))))
             .has_anything();
}

/// \brief What a plan knows before it decides.
template <class ExecutionSpace>
struct FoundForPlan {
  RowProfile rows;
  AtHand<ExecutionSpace> at_hand;
};

/// \brief What a plan has to know of its rows, the lists of rows that it may need, and patterns of rows.
/// \throws std::invalid_argument where the matrix is malformed
template <class ExecutionSpace, class Matrix>
FoundForPlan<ExecutionSpace> inspect_for_plan(const ExecutionSpace& exec, const Machine& machine, const Matrix& matrix,
                                              const Options& options) {
  auto found = inspect(exec, matrix, options.validate, guessed_lists(machine, matrix, options),
                       [&](const Inspection& rows) { return needs_lists(machine, matrix, rows, options); });
  require_good(matrix, found.inspection, "Plan");
  FoundForPlan<ExecutionSpace> known{profile_of(matrix, found.inspection), {found.lists, {}}};
  if constexpr (!is_host_execution<ExecutionSpace>) {  // which never seek them, and need not compile this
    if (seeks_patterns(machine, known.rows, options, static_cast<int>(sizeof(typename Matrix::value_type)))) {
      known.at_hand.patterns = sample_patterns(exec, crs_arrays(matrix));
      known.rows.pattern_share = known.at_hand.patterns->share();
    }
  }
  return known;
}

template <class ExecutionSpace, class Matrix, class PrimitiveSet>
class ChooseCrs {
 public:
  using Tuned = TunedCrs<ExecutionSpace, Matrix, PrimitiveSet>;

  /// \param at_hand  what is known of `matrix`
  ChooseCrs(const ExecutionSpace& exec, const Machine& machine, const Matrix& matrix, const RowProfile& rows,
            const Options& options, const AtHand<ExecutionSpace>& at_hand)
      : exec_(exec), machine_(machine), matrix_(matrix), rows_(rows), options_(options), at_hand_(at_hand) {}

  /// \throws std::invalid_argument where options ask for what cannot run
  /// \throws std::runtime_error where the findings file is malformed, or cannot be written before a search
  std::shared_ptr<Tuned> operator()() const {
    const CrsDecision decision = checked_decision();
    switch (options_.tuning) {
      case Tuning::exhaustive:
        return find_best(decision);
      case Tuning::run_time:
        return search(CrsSearch(candidates()));
      case Tuning::tuner_2012:
        return search(CrsSearch(machine_, rows_, options_, value_bytes));
      case Tuning::none:
        break;
    }
    return without_search(decision);
  }

  /// \brief The same where the options ask for no search.
  std::shared_ptr<Tuned> automatic() const { return without_search(checked_decision()); }

 private:
  std::shared_ptr<Tuned> without_search(const CrsDecision& decision) const {
    const bool tool_chooses = ToolsChoice::have_tool() && !options_.deterministic;
    return run(tool_chooses ? candidates() : std::vector<CrsDecision>(1, decision), TuningReport());
  }

  static constexpr int value_bytes = static_cast<int>(sizeof(typename Matrix::value_type));

  void check(const CrsDecision& decision) const {
    check_decision<ExecutionSpace, PrimitiveSet>(machine_, rows_.num_rows, decision, options_);
  }

  CrsDecision checked_decision() const {
    const CrsDecision decision = decide_crs(machine_, rows_, options_, value_bytes);
    check(decision);
    return decision;
  }

  std::vector<CrsDecision> candidates() const { return crs_candidates(machine_, rows_, options_, value_bytes); }

  OwnChoice own_choice() const { return {options_.algorithm == Algorithm::automatic, !options_.shape}; }

  std::shared_ptr<Tuned> search(CrsSearch search) const {
    return std::make_shared<Tuned>(exec_, machine_, matrix_, rows_, std::move(search), options_.tuning, own_choice());
  }

  std::shared_ptr<Tuned> run(const std::vector<CrsDecision>& decisions, TuningReport report) const {
    return std::make_shared<Tuned>(exec_, machine_, matrix_, rows_, decisions, std::move(report), at_hand_,
                                   own_choice());
  }

  std::shared_ptr<Tuned> find_best(const CrsDecision& automatic) const {
    TuningReport report;
    report.tuning = Tuning::exhaustive;
    if (options_.findings_file.empty()) {
      report.tried = try_all();
    } else {
      const FindingsFile file(options_.findings_file);
      const std::string key = finding_key(exec_, machine_, matrix_, rows_, options_, automatic.primitives);
      if (const std::optional<Finding> found = file.find(key)) {
        report.tried = {tried_before(*found)};
        report.findings_file = options_.findings_file;
      } else {
        file.require_writable();
        report.tried = try_all();
        report.not_saved = save(file, key, report.tried.front());
      }
    }
    const CrsDecision best = report.tried.front().decision;
    return run({best}, std::move(report));
  }

  // Returns why the finding could not be saved, or an empty string. It does not throw, so that the result of a long
  // search is not lost.
  static std::string save(const FindingsFile& file, const std::string& key, const TriedDecision& best) {
    try {
      if (std::isfinite(best.seconds)) file.add(key, {best.decision.algorithm, best.decision.shape, best.seconds});
    } catch (const std::runtime_error& failure) {
      return failure.what();
    }
    return "";
  }

  std::vector<TriedDecision> try_all() const {
    TryAll<ExecutionSpace, Matrix, PrimitiveSet> try_all(exec_, machine_, matrix_);
    return try_all(all_crs_decisions(machine_, rows_, options_, value_bytes));
  }

  TriedDecision tried_before(const Finding& found) const {
    const CrsDecision decision = decide_crs(machine_, rows_, options_, value_bytes, found.algorithm, found.shape);
    check(decision);
    return {decision, 0, found.seconds};
  }

  const ExecutionSpace& exec_;
  const Machine& machine_;
  const Matrix& matrix_;
  const RowProfile& rows_;
  const Options& options_;
  const AtHand<ExecutionSpace>& at_hand_;
};

}  // namespace detail
}  // namespace sporos
