// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The transposed products of a plan whose format has a transpose of its own: another plan of that format.
#pragma once

#include "core/Sporos_FormatOperation.hpp"

namespace sporos {
namespace detail {

/// \brief As TransposedPlan. The traits of the format have `transposed(exec, A)`, which returns an object with `matrix`
/// (in the same format), `bytes()`, `take(exec, A)` and `with_own_values(exec)`.
template <class FormatPlan, class Matrix>
class TransposedAlike {
  using ExecutionSpace = typename FormatPlan::execution_space;
  using Transposed =
      decltype(FormatTraits<Matrix>::transposed(std::declval<const ExecutionSpace&>(), std::declval<const Matrix&>()));

 public:
  bool is_there() const { return parts_ != nullptr; }

  /// \brief Makes the transposed matrix and its plan; waits.
  void make(const ExecutionSpace& exec, const Matrix& matrix, const Options& options) {
    const ProfilingRegion region("sporos::Plan[transposed]");
    Transposed of_matrix = FormatTraits<Matrix>::transposed(exec, matrix);
    FormatPlan plan(exec, of_matrix.matrix, options);
    wait_for(exec, "sporos::transpose[wait]");
    parts_.reset(new Parts{std::move(of_matrix), std::move(plan), options});
  }

  /// \brief The product; `op` is one that transposes.
  template <class Alpha, class X, class Beta, class Y>
  void apply(Op op, const Alpha& alpha, const X& x, const Beta& beta, const Y& y) const {
    if (is_conjugated(op)) {
      parts_->plan.apply(Op::conjugate, alpha, x, beta, y);
    } else {
      parts_->plan.apply(alpha, x, beta, y);
    }
  }

  /// \brief The sums of the product to `f`.
  template <class X, class F>
  void apply_with(Op op, const X& x, const F& f) const {
    parts_->plan.apply_with(is_conjugated(op) ? Op::conjugate : Op::none, x, f);
  }

  /// \brief Takes new numbers, which are already in the matrix; asynchronous.
  template <class Values>
  void update(const ExecutionSpace& exec, const Matrix& matrix, const Values&) const {
    if (is_there()) parts_->matrix.take(exec, matrix);
  }

  /// \brief A copy with numbers of its own.
  TransposedAlike clone(const ExecutionSpace& exec) const {
    TransposedAlike copy;
    if (!is_there()) return copy;
    Transposed own = parts_->matrix.with_own_values(exec);
    FormatPlan plan(exec, own.matrix, parts_->options);
    wait_for(exec, "sporos::clone[wait]");
    copy.parts_.reset(new Parts{std::move(own), std::move(plan), parts_->options});
    return copy;
  }

  /// \brief The bytes that it keeps.
  std::int64_t bytes() const { return is_there() ? parts_->matrix.bytes() + parts_->plan.memory().prepared : 0; }

  TransposedDescription describe() const {
    if (!is_there()) return {};
    return {parts_->matrix.bytes(), "", FormatTraits<Matrix>::name};
  }

 private:
  struct Parts {
    Transposed matrix;
    FormatPlan plan;
    Options options;
  };

  std::unique_ptr<Parts> parts_;
};

/// \brief TransposedAlike or TransposedPlan, depending on the format of the plan.
template <class FormatPlan, bool = FormatTraits<typename MatrixOfPlan<FormatPlan>::type>::transposes_alike>
struct TransposedOf {
  using type = TransposedPlan<RowsPlanOf<FormatPlan>>;
};
template <class FormatPlan>
struct TransposedOf<FormatPlan, true> {
  using type = TransposedAlike<FormatPlan, typename MatrixOfPlan<FormatPlan>::type>;
};

}  // namespace detail
}  // namespace sporos
