// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Sporos itself: with a plan, and without.
#pragma once

#include <optional>

#include "core/Sporos.hpp"
#include "perf_tests/support/Contender.hpp"
#include "perf_tests/support/Operands.hpp"
#include "perf_tests/support/Settings.hpp"

namespace sporos::perf {

/// \brief Row shape and rows per team, for algorithms that have them.
inline void describe_shape(Contender& contender, const CrsDecision& decision) {
  const Algorithm algorithm = decision.algorithm;
  contender.shape.reset();
  contender.rows_per_team.reset();
  if (sporos::detail::uses_coop(algorithm)) contender.shape = decision.shape;
  if (algorithm == Algorithm::coop || algorithm == Algorithm::patterns || algorithm == Algorithm::scalar ||
      algorithm == Algorithm::vector) {
    contender.rows_per_team = sporos::detail::rows_per_block(decision.shape);
  }
  if (algorithm == Algorithm::stream) contender.rows_per_team = decision.stream_rows;
}

template <class Operands>
class SporosPlan : public Contender {
 public:
  /// \param products  that a plan which tunes at run time gets for it, at most
  SporosPlan(const Operands& operands, const Options& options, const PartialShape& partial_shape, int products)
      : Contender("Sporos", "crs", name(options.algorithm), offset_name<typename Operands::offset_type>()),
        operands_(operands),
        options_(options),
        products_(products) {
    const bool has_lanes = options.algorithm == Algorithm::automatic || sporos::detail::uses_coop(options.algorithm);
    if (!has_lanes) options_.rule = RowRule::sporos;  // --rule is for all algorithms that have lanes
    if (!partial_shape.is_given()) return;
    const auto& matrix = operands.matrix;
    Options asked = options;  // with a row shape, the automatic choice is coop
    if (asked.algorithm == Algorithm::automatic) asked.algorithm = Algorithm::coop;
    const CrsDecision rule =
        sporos::detail::decide_crs(detect_machine(operands.exec), measure_rows(operands.exec, matrix), asked,
                                   static_cast<int>(sizeof(typename Operands::value_type)));
    options_.shape = partial_shape.over(rule.shape);
    options_.rule = RowRule::sporos;
  }

  void prepare() override {
    plan_.emplace(operands_.exec, operands_.matrix, options_, PrimitiveSet());
    if (tunes_at_run_time(options_.tuning)) tune();
  }

  void release() override { plan_.reset(); }

  void describe() override {
    const Description description = plan_->describe();
    if (options_.algorithm == Algorithm::automatic) runs = name(description.decision.algorithm);
    format = description.format;
    describe_shape(*this, description.decision);
    why = description.why;
    words = description.words();
    if (options_.tuning != Tuning::none) tuning = description.tuning;
  }

  void run() override { plan_->apply(operands_.alpha, operands_.x, operands_.beta, operands_.y); }

 private:
  static bool tunes_at_run_time(Tuning tuning) { return tuning == Tuning::run_time || tuning == Tuning::tuner_2012; }

  // The fence lets the plan find the time of the previous product at the next one.
  void tune() {
    for (int product = 0; product < products_ && !plan_->describe().tuning.finished; ++product) {
      run();
      operands_.exec.fence();
    }
  }

  const Operands& operands_;
  Options options_;
  int products_;
  std::optional<Plan<Execution, sporos::detail::crs_view_t<typename Operands::matrix_type>, PrimitiveSet>> plan_;
};

template <class Operands>
class SporosSpmv : public Contender {
 public:
  explicit SporosSpmv(const Operands& operands)
      : Contender("Sporos", "crs", "spmv", offset_name<typename Operands::offset_type>()), operands_(operands) {
    const auto& matrix = operands.matrix;
    const CrsDecision decision =
        sporos::detail::decide_crs(detect_machine(operands.exec), matrix.num_rows, matrix.nnz(),
                                   static_cast<int>(sizeof(typename Operands::matrix_type::value_type)));
    describe_shape(*this, decision);
    runs = name(decision.algorithm);
    why = "no plan: the rule of this library";
  }

  void prepare() override {}
  void run() override {
    spmv(operands_.exec, operands_.alpha, operands_.matrix, operands_.x, operands_.beta, operands_.y);
  }

 private:
  const Operands& operands_;
};

}  // namespace sporos::perf
