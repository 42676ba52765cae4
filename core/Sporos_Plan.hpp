// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief A product that is prepared once and applied often.
#pragma once

#include <memory>

#include "core/Sporos_CheckProduct.hpp"
#include "core/Sporos_Description.hpp"
#include "core/device/Sporos_DetectMachine.hpp"
#include "core/dispatch/Sporos_RunProduct.hpp"
#include "formats/Sporos_Validate.hpp"

namespace sporos {

/// \brief Looks at a matrix once, checks it, decides what runs, and then only runs it.
///
/// The plan shares the matrix' arrays (see CrsView) and stays on the execution space instance it was made with. One
/// plan serves one host thread at a time; several threads take a plan and an instance each. Copies share nothing but
/// the arrays and what reading x needs.
template <class ExecutionSpace, class Matrix>
class Plan {
 public:
  using execution_space = ExecutionSpace;
  using matrix_type = Matrix;

  /// \brief Reads the row offsets and, unless `options.validate` is off, the columns; waits for what they say.
  /// \param A  anything that crs_view() takes
  /// \throws std::invalid_argument where A is malformed (naming the first wrong row), where the shape asked for
  ///         cannot run on this machine, or where the execution space lacks a primitive asked for
  template <class AnyMatrix>
  Plan(const ExecutionSpace& exec, const AnyMatrix& A, const Options& options = {})
      : exec_(exec), matrix_(crs_view(A)), binder_(std::make_shared<VectorBinder<ExecutionSpace>>()) {
    static_assert(is_accessible<ExecutionSpace, typename Matrix::memory_space>,
                  "sporos::Plan: the execution space cannot reach the matrix");
    const Machine machine = detect_machine(exec_);
    decision_ = decide_crs(machine, matrix_.num_rows, matrix_.nnz(), options);
    check_decision(machine);
    const detail::RowScan scan = detail::scan_rows(exec_, matrix_);
    detail::require_good_rows(matrix_, scan, "Plan");
    if (options.validate) detail::require_good_columns(exec_, matrix_, "Plan");
    profile_ = detail::profile_of(matrix_, scan);
    why_ = detail::why_crs(options);
    labels_ = detail::crs_labels(decision_.algorithm);
  }

  /// \brief `y = alpha*A*x + beta*y`, asynchronous; allocates, synchronises and decides nothing.
  ///
  /// Arguments, errors and semantics as sporos::spmv. The first product with a new x through a texture makes the
  /// texture object.
  template <class Alpha, class X, class Beta, class Y>
  void apply(const Alpha& alpha, const X& x, const Beta& beta, const Y& y) const {
    detail::check_product<ExecutionSpace>("Plan::apply", matrix_, x, y);
    using Scalar =
        sum_type<typename Matrix::value_type, typename X::non_const_value_type, typename Y::non_const_value_type>;
    detail::run_product(exec_, labels_, decision_, matrix_, static_cast<Scalar>(alpha), x, static_cast<Scalar>(beta), y,
                        *binder_,
                        [this](const auto& f) { detail::with_primitives<ExecutionSpace>(decision_.primitives, f); });
  }

  /// \brief New numbers for the same pattern: later products read `values`, which the plan shares. Constant time.
  /// \throws std::invalid_argument where the number of values is not that of the matrix
  template <class Values>
  void update_values(const Values& values) {
    require(static_cast<std::int64_t>(values.extent(0)) == matrix_.nnz(), "Plan::update_values", "values has ",
            values.extent(0), " elements, but the matrix has ", matrix_.nnz(), " entries");
    matrix_.values = detail::share<typename Matrix::values_view>(values);
  }

  /// \brief What runs and why; print it, or ask for its words() or json().
  Description describe() const { return {profile_, "crs", ExecutionSpace::name(), decision_, why_}; }

  const ExecutionSpace& exec() const { return exec_; }

 private:
  void check_decision(const Machine& machine) const {
    const RowShape& shape = decision_.shape;
    const char* const fault = shape_fault(shape, machine);
    require(fault == nullptr, "Plan", "shape {coop ", shape.coop, ", repeat ", shape.repeat, ", block_size ",
            shape.block_size, "} cannot run: ", fault != nullptr ? fault : "");
    const std::int64_t blocks = block_count(shape, matrix_.num_rows);
    require(blocks <= INT32_MAX, "Plan", "shape {coop ", shape.coop, ", repeat ", shape.repeat, ", block_size ",
            shape.block_size, "} needs ", blocks, " teams for ", matrix_.num_rows, " rows; a launch has at most ",
            INT32_MAX);
    require(Reductions<ExecutionSpace>::supports(decision_.primitives.reduction), "Plan", "reduction ",
            name(decision_.primitives.reduction), " is not available on ", ExecutionSpace::name());
    require(VectorBinder<ExecutionSpace>::supports(decision_.primitives.gather), "Plan", "gather ",
            name(decision_.primitives.gather), " is not available on ", ExecutionSpace::name());
  }

  ExecutionSpace exec_;
  Matrix matrix_;
  CrsDecision decision_;
  RowProfile profile_;
  std::string why_;
  detail::Labels labels_;
  std::shared_ptr<VectorBinder<ExecutionSpace>> binder_;
};

template <class ExecutionSpace, class AnyMatrix>
Plan(const ExecutionSpace&, const AnyMatrix&) -> Plan<ExecutionSpace, crs_view_t<AnyMatrix>>;
template <class ExecutionSpace, class AnyMatrix>
Plan(const ExecutionSpace&, const AnyMatrix&, const Options&) -> Plan<ExecutionSpace, crs_view_t<AnyMatrix>>;

}  // namespace sporos
