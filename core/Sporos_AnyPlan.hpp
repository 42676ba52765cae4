// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Plans and one-shot products of matrices whose storage format is known at run time only.
#pragma once

#include "core/Sporos_AnyDescription.hpp"
#include "core/Sporos_PlanAny.hpp"

namespace sporos {

/// \brief The plan of a matrix in any storage format: that which it has, that which `options.format` names, or that
/// which is chosen.
///
/// `Format::automatic` chooses as choose_format() does, for `options.expected_products` and `options.most_bytes`; where
/// the format chosen refuses the matrix, compressed rows stay. With Tuning::exhaustive it times every format that the
/// bytes allow, compressed rows with their best algorithm, and keeps what takes least for all expected products with
/// the conversion; `options.findings_file` is for the search among the algorithms.
///
/// With compressed rows all options count. Another format has no use for those that are about compressed rows: where
/// the caller named the format or came with it they are refused, where it was chosen they are passed over.
template <class ExecutionSpace, class Value, class Column, class Offset, class MemorySpace, class Kernels>
class Plan<ExecutionSpace, AnyMatrix<Value, Column, Offset, MemorySpace>, Kernels> {
  using Matrix = AnyMatrix<Value, Column, Offset, MemorySpace>;

 public:
  using execution_space = ExecutionSpace;
  using matrix_type = Matrix;

  /// \brief Converts where options say so, and then does what the plan of the format does.
  /// \param A  anything that any_matrix() takes
  /// \throws std::invalid_argument as the plan of the format, and where a format that options name refuses the matrix
  template <class Any>
  Plan(const ExecutionSpace& exec, const Any& A, const Options& options = {}, Kernels = {})
      : exec_(exec), planned_(detail::PlanAny<ExecutionSpace, Matrix, Kernels>(exec, any_matrix(A), options)()) {}

  /// \brief `y = alpha*A*x + beta*y`, as the plan of the format does it.
  template <class Alpha, class X, class Beta, class Y>
  void apply(const Alpha& alpha, const X& x, const Beta& beta, const Y& y) const {
    std::visit([&](const auto& plan) { plan.apply(alpha, x, beta, y); }, planned_.plan);
  }

  /// \brief New numbers for the same pattern, in the order of the compressed rows. Compressed rows share `values` from
  /// now on; other formats take them over, asynchronously. Delta CRS takes any numbers: where they do not fit the way
  /// in which it stores the old ones, the plan has them plain from now on.
  /// \throws std::invalid_argument where the number of values is another, or the matrix has no map
  template <class Values>
  void update_values(const Values& values) {
    using Rows = Plan<ExecutionSpace, typename Matrix::crs_type, Kernels>;
    if (Rows* const rows = std::get_if<Rows>(&planned_.plan)) return rows->update_values(values);
    if (!planned_.matrix.update(exec_, values)) return;  // in the arrays that the plan knows
    planned_.plan = detail::plan_stored<ExecutionSpace, Kernels>(exec_, planned_.matrix.plain(), planned_.options);
  }

  /// \brief What runs and why; print it, or ask for its words() or json().
  AnyDescription describe() const {
    using Either = std::variant<Description, FormatDescription>;
    AnyDescription description{
        format(),          planned_.matrix.bytes(),
        planned_.why,      std::visit([](const auto& plan) { return Either(plan.describe()); }, planned_.plan),
        planned_.decision, planned_.trials};
    if (auto* const stored = std::get_if<FormatDescription>(&description.plan)) {
      stored->format = name(format());
      stored->why = planned_.why;
    }
    return description;
  }

  /// \brief What the plan runs in.
  Format format() const { return planned_.matrix.format(); }

  const ExecutionSpace& exec() const { return exec_; }

 private:
  ExecutionSpace exec_;
  detail::AnyPlanned<ExecutionSpace, Matrix, Kernels> planned_;
};

/// \brief `y = alpha*A*x + beta*y`: arguments, errors and semantics as for the format that A is in.
template <class ExecutionSpace, class Alpha, class Value, class Column, class Offset, class MemorySpace, class X,
          class Beta, class Y, std::enable_if_t<Kokkos::is_execution_space<ExecutionSpace>::value, int> = 0>
void spmv(const ExecutionSpace& exec, const Alpha& alpha, const AnyMatrix<Value, Column, Offset, MemorySpace>& A,
          const X& x, const Beta& beta, const Y& y) {
  A.visit([&](const auto& matrix) { spmv(exec, alpha, matrix, x, beta, y); });
}

}  // namespace sporos
