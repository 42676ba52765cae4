// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief What a plan runs: one prepared decision, or several while it still tunes.
#pragma once

#include <optional>
#include <tuple>

#include "core/device/instance/Sporos_RecordedArrays.hpp"
#include "core/launch/Sporos_PackedColumns.hpp"
#include "core/tuning/Sporos_Experiments.hpp"
#include "core/tuning/Sporos_PreparedCrs.hpp"
#include "core/tuning/Sporos_ToolsChoice.hpp"
#include "formats/crs/Sporos_ColumnDistance.hpp"
#include "policies/crs/Sporos_DecideColumns.hpp"
#include "policies/tuning/Sporos_TuningReport.hpp"

namespace sporos {
namespace detail {

template <class ExecutionSpace, class Matrix, class PrimitiveSet>
class TunedCrs {
 public:
  /// A single decision, with what was tried to find it. If there are other candidates and a tool of Kokkos that tunes,
  /// the tool chooses among them, product by product.
  /// \param at_hand      what is known of `matrix`
  /// \param own          what products of several columns may change
  TunedCrs(const ExecutionSpace& exec, const Machine& machine, const Matrix& matrix, const RowProfile& rows,
           const std::vector<CrsDecision>& decision_and_rivals, TuningReport report,
           const AtHand<ExecutionSpace>& at_hand, OwnChoice own)
      : prepared_(machine),
        tools_(rows, decision_and_rivals),
        report_(std::move(report)),
        best_(&prepared_.get(exec, matrix, decision_and_rivals.front(), at_hand)),
        own_(own),
        rows_(rows) {}

  /// A search, which starts with the best decision that it knows.
  TunedCrs(const ExecutionSpace& exec, const Machine& machine, const Matrix& matrix, const RowProfile& rows,
           CrsSearch search, Tuning tuning, OwnChoice own)
      : prepared_(machine), best_(&prepared_.get(exec, matrix, search.best())), own_(own), rows_(rows) {
    report_.tuning = tuning;
    experiments_.emplace(std::move(search));
  }

  /// Continues with the state of the other, with memory of its own.
  TunedCrs(const ExecutionSpace& exec, const Matrix& matrix, const TunedCrs& other)
      : prepared_(other.prepared_.machine()),
        tools_(other.tools_),
        report_(other.report_),
        best_(&prepared_.get(exec, matrix, other.decision())),
        experiments_(other.experiments_),
        settled_(other.settled_),
        own_(other.own_),
        rows_(other.rows_) {}

  TunedCrs(const TunedCrs&) = delete;
  TunedCrs& operator=(const TunedCrs&) = delete;

  template <class Scalar, class X, class Y>
  void run(const ExecutionSpace& exec, const Matrix& matrix, Scalar alpha, const X& x, Scalar beta, const Y& y,
           VectorBinder<ExecutionSpace>& binder) {
    const auto run_prepared = [&](const Prepared& prepared) { prepared.run(exec, matrix, alpha, x, beta, y, binder); };
    const auto run_decision = [&](const CrsDecision& decision) { run_prepared(prepared_.get(exec, matrix, decision)); };
    if constexpr (rank_of<X> == 2) {
      const Prepared& prepared = for_columns(exec, matrix, *best_, x);
      if constexpr (may_pack<ExecutionSpace, X>()) {
        if (alpha != Scalar(0) && packs(exec, matrix, prepared.decision(), x))
          return prepared.run(exec, matrix, alpha, packed_.pack(exec, x), beta, y, binder);
      }
      run_prepared(prepared);
    } else if (experiments_ && !settled_) {
      experiments_->product(
          exec, typeid(std::tuple<Scalar, X, Y>), alpha != Scalar(0),
          [&](const CrsDecision& decision) { prepared_.get(exec, matrix, decision); }, run_decision);
      settle(exec, matrix);
    } else if (tools_.asked()) {
      tools_.product(run_decision);
    } else {
      run_prepared(*best_);
    }
  }

  /// Runs the best decision known, without an experiment. That decision is prepared already.
  template <class X, class Epilogue>
  void run_with(const ExecutionSpace& exec, const Matrix& matrix, const X& x, const Epilogue& epilogue,
                VectorBinder<ExecutionSpace>& binder) {
    const Prepared& prepared = for_columns(exec, matrix, prepared_.get(exec, matrix, decision()), x);
    if constexpr (may_pack<ExecutionSpace, X>()) {
      if (packs(exec, matrix, prepared.decision(), x))
        return prepared.run_with(exec, matrix, packed_.pack(exec, x), epilogue, binder);
    }
    prepared.run_with(exec, matrix, x, epilogue, binder);
  }

  /// Whether products are experiments, its own or a tool's.
  bool is_tuning() const { return (experiments_ && !settled_) || tools_.asked(); }

  /// The best decision known.
  CrsDecision decision() const { return experiments_ ? experiments_->search().best() : best_->decision(); }

  /// The bytes of what was prepared for all decisions so far, and of the copy of x.
  std::int64_t bytes() const { return prepared_.bytes() + packed_.bytes(); }

  TuningReport report() const {
    TuningReport report = report_;
    report.by_tool = tools_.asked();
    if (!experiments_) return report;
    const CrsSearch& search = experiments_->search();
    report.finished = search.finished();
    report.products = search.products();
    report.tried = search.tried();
    return report;
  }

 private:
  using Prepared = PreparedCrs<ExecutionSpace, Matrix, PrimitiveSet>;

  template <class X>
  bool packs(const ExecutionSpace& exec, const Matrix& matrix, [[maybe_unused]] const CrsDecision& decision,
             const X& x) {
    const auto columns = static_cast<std::int64_t>(x.extent(1));
    bool gains = false;
    if constexpr (is_host_execution<ExecutionSpace>) {
      const auto gains_if = [&](bool scattered) {
        return packs_columns(matrix.num_columns, matrix.nnz(), columns, scattered, prepared_.machine().multiprocessors);
      };
      gains = gains_if(false) || (gains_if(true) && are_scattered(matrix));
    } else {
      const bool is_even = decision.algorithm != Algorithm::adaptive;
      gains = decision.column_lanes > 0 && packs_columns_on_gpu(matrix.num_columns, matrix.nnz(), columns, is_even);
    }
    return gains && packed_.can_pack(exec, x);
  }

  // What is best for one column, or what the first product of several columns has prepared. If that one is recorded, it
  // cannot, and later ones do not: the same numbers give the same bits.
  template <class X>
  const Prepared& for_columns(const ExecutionSpace& exec, const Matrix& matrix, const Prepared& best, const X& x) {
    if constexpr (!is_host_execution<ExecutionSpace> && rank_of<X> == 2) {
      const CrsDecision decision =
          decide_columns(prepared_.machine(), rows_, best.decision(), own_,
                         static_cast<int>(sizeof(typename Matrix::value_type)), static_cast<std::int64_t>(x.extent(1)));
      if (decision == best.decision()) return best;
      const bool can_prepare = !is_product_recorded<PrimitiveSet>(exec);
      if (!prepares_for_columns_) prepares_for_columns_ = can_prepare;
      if (*prepares_for_columns_ && (can_prepare || prepared_.has(decision))) {
        return prepared_.get(exec, matrix, decision);
      }
    }
    return best;
  }

  // Looks at the columns in the first product of several columns that depends on it.
  bool are_scattered(const Matrix& matrix) {
    if (!are_scattered_) {
      are_scattered_ =
          is_scattered(sampled_column_distance(matrix.num_rows, matrix.row_offsets.data(), matrix.columns.data()));
    }
    return *are_scattered_;
  }

  void settle(const ExecutionSpace& exec, const Matrix& matrix) {
    if (!experiments_->search().finished()) return;
    best_ = &prepared_.get(exec, matrix, experiments_->search().best());
    settled_ = true;
  }

  PreparedList<ExecutionSpace, Matrix, PrimitiveSet> prepared_;
  PackedColumns<ExecutionSpace, PrimitiveSet> packed_;
  ToolsChoice tools_;
  TuningReport report_;
  const Prepared* best_;
  std::optional<Experiments<ExecutionSpace>> experiments_;
  bool settled_ = false;
  std::optional<bool> are_scattered_;
  std::optional<bool> prepares_for_columns_;
  OwnChoice own_;
  RowProfile rows_;
};

}  // namespace detail
}  // namespace sporos
