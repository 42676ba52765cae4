// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Plans and one-shot products of matrices whose storage format is known at run time only.
#pragma once

#include "core/Sporos_AnyDescription.hpp"
#include "core/Sporos_BytesAs.hpp"
#include "core/any_format/Sporos_MakeAnyPlan.hpp"

namespace sporos {

/// \brief The plan of a matrix in any storage format: that which it has, that which `options.format` names, or that
/// which is chosen.
///
/// `Format::automatic` chooses as choose_format() does, for `options.expected_products` and `options.max_bytes`; where
/// the format chosen refuses the matrix, compressed rows stay. With Tuning::exhaustive it times every format that the
/// bytes allow, compressed rows with their best algorithm, and keeps what takes least for all expected products with
/// the conversion; `options.findings_file` is for the search among the algorithms.
///
/// With compressed rows all options count. Another format has no use for those that are about compressed rows: where
/// the caller named the format or came with it they are refused, where it was chosen they are passed over.
///
/// Plans move; clone() gives another one. One that was default-constructed or moved from is empty: all but empty()
/// throw std::runtime_error.
template <class ExecutionSpace, class Value, class Column, class Offset, class MemorySpace, class PrimitiveSet>
class Plan<ExecutionSpace, AnyMatrix<Value, Column, Offset, MemorySpace>, PrimitiveSet> {
  using Matrix = AnyMatrix<Value, Column, Offset, MemorySpace>;
  using Rows = Plan<ExecutionSpace, typename Matrix::crs_type, PrimitiveSet>;
  using Planned = detail::AnyPlanned<ExecutionSpace, Matrix, PrimitiveSet>;

 public:
  using execution_space = ExecutionSpace;
  using matrix_type = Matrix;

  Plan() = default;  ///< empty
  Plan(Plan&&) = default;
  Plan& operator=(Plan&&) = default;
  Plan(const Plan&) = delete;  ///< see clone()
  Plan& operator=(const Plan&) = delete;

  /// \brief Converts where options say so, and then does what the plan of the format does.
  /// \param A  anything that any_matrix() takes
  /// \throws std::invalid_argument as the plan of the format, and where a format that options name refuses the matrix
  template <class Any>
  Plan(const ExecutionSpace& exec, const Any& A, const Options& options = {}, PrimitiveSet = {})
      : Plan(exec, detail::MakeAnyPlan<ExecutionSpace, Matrix, PrimitiveSet>(detail::usable_instance("Plan", exec),
                                                                             any_matrix(A), options)()) {}

  /// \brief The same on the default instance of the execution space.
  template <class Any, class = detail::if_matrix<Any>>
  explicit Plan(const Any& A, const Options& options = {}, PrimitiveSet kernels = {})
      : Plan(detail::default_instance<ExecutionSpace>("Plan"), A, options, kernels) {}

  /// \brief `y = alpha*A*x + beta*y`, as the plan of the format does it.
  template <class Alpha, class X, class Beta, class Y>
  void apply(const Alpha& alpha, const X& x, const Beta& beta, const Y& y) const {
    Parts& parts = parts_.get("apply");
    if (!std::holds_alternative<Rows>(parts.planned.plan)) parts.recorded.note_product(parts.exec);
    std::visit([&](const auto& plan) { plan.apply(alpha, x, beta, y); }, parts.planned.plan);
  }

  /// \brief New numbers for the same pattern, in the order of the compressed rows. Compressed rows share `values` from
  /// now on; other formats take them over, asynchronously. Delta CRS takes any numbers: where they do not fit the way
  /// in which it stores the old ones, the plan has them plain from now on.
  /// \return whether products recorded before must be recorded again, because the numbers are in other arrays now; the
  ///         plan keeps alive what they read
  /// \throws std::invalid_argument where the number of values is another, or the matrix has no map
  template <class Values>
  bool update_values(const Values& values) {
    Parts& parts = parts_.get("update_values");
    Planned& planned = parts.planned;
    if (Rows* const rows = std::get_if<Rows>(&planned.plan)) {
      const bool moved = rows->update_values(values);
      if (moved) planned.matrix.update(parts.exec, values);
      return moved;
    }
    if (!planned.matrix.update(parts.exec, values)) return false;  // in the arrays that the plan knows
    auto plan = detail::plan_stored<ExecutionSpace, PrimitiveSet>(parts.exec, planned.matrix, planned.options);
    std::swap(planned.plan, plan);
    parts.recorded.replace(std::move(plan));
    return true;
  }

  /// \brief What runs and why; print it, or ask for its words() or json().
  AnyDescription describe() const {
    using Either = std::variant<Description, FormatDescription>;
    const Planned& planned = parts_.get("describe").planned;
    AnyDescription description{
        format(),         planned.matrix.bytes(),
        planned.why,      std::visit([](const auto& plan) { return Either(plan.describe()); }, planned.plan),
        planned.decision, planned.trials};
    if (auto* const stored = std::get_if<FormatDescription>(&description.plan)) {
      stored->format = name(format());
      stored->why = planned.why;
    }
    return description;
  }

  /// \brief Another plan of the same format on the same instance: neither notices what the other does, new numbers
  /// included. They share the pattern, and compressed rows the numbers until one of them gets others. Chooses and
  /// measures nothing; waits for copies.
  Plan clone() const {
    const Parts& parts = parts_.get("clone");
    return Plan(parts.exec, detail::clone_planned<ExecutionSpace, PrimitiveSet>(parts.exec, parts.planned));
  }

  bool empty() const { return parts_.empty(); }

  /// \brief What the plan runs in.
  Format format() const { return parts_.get("format").planned.matrix.format(); }

  const ExecutionSpace& exec() const { return parts_.get("exec").exec; }

 private:
  struct Parts {
    ExecutionSpace exec;
    Planned planned;
    detail::RecordedArrays<typename Planned::Plans, PrimitiveSet> recorded;
  };

  Plan(const ExecutionSpace& exec, Planned&& planned)
      : parts_(std::unique_ptr<Parts>(new Parts{exec, std::move(planned), {}})) {}

  detail::PlanParts<Parts> parts_;
};

/// \brief `y = alpha*A*x + beta*y`: arguments, errors and semantics as for the format that A is in.
template <class ExecutionSpace, class Alpha, class Value, class Column, class Offset, class MemorySpace, class X,
          class Beta, class Y, std::enable_if_t<Kokkos::is_execution_space<ExecutionSpace>::value, int> = 0>
void spmv(const ExecutionSpace& exec, const Alpha& alpha, const AnyMatrix<Value, Column, Offset, MemorySpace>& A,
          const X& x, const Beta& beta, const Y& y) {
  A.visit([&](const auto& matrix) { spmv(exec, alpha, matrix, x, beta, y); });
}

}  // namespace sporos
