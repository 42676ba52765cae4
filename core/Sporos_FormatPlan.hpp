// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Plans and one-shot products of matrices in a storage format other than compressed rows.
#pragma once

#include <memory>

#include "core/Sporos_FormatDescription.hpp"
#include "core/Sporos_Plan.hpp"
#include "core/Sporos_Spmv.hpp"
#include "core/dispatch/Sporos_RunFormat.hpp"
#include "core/setup/Sporos_UntilFinalize.hpp"

namespace sporos {
namespace detail {

template <class Matrix>
const FormatLabels& labels_of_format() {
  static const FormatLabels labels = format_labels(FormatLaunch<Matrix>::name);
  return labels;
}

// Options that choose between ways to run compressed rows mean nothing here; whoever sets one expects otherwise.
inline void require_format_options(const char* format, const Options& options) {
  const auto refuse = [&](bool is_set, const char* option) {
    require(!is_set, "Plan", option, " is for compressed rows, but the matrix is in format ", format);
  };
  refuse(options.algorithm != Algorithm::automatic, "algorithm");
  refuse(options.rule != RowRule::sporos, "rule");
  refuse(options.shape.has_value(), "shape");
  refuse(options.target.has_value(), "target");
  refuse(options.reduction.has_value(), "reduction");
  refuse(options.tuning != Tuning::none, "tuning");
  refuse(!options.findings_file.empty(), "findings_file");
  require_stored_format(format, options);
}

// Finds the function of the format by its argument; the member of Plan hides it.
template <class ExecutionSpace, class Matrix, class Values>
void update_format(const ExecutionSpace& exec, const Matrix& matrix, const Values& values) {
  update_values(exec, matrix, values);
}

}  // namespace detail

/// \brief The plan of a matrix in a storage format: converting it has been the preparation.
///
/// The plan shares the arrays of the matrix and stays on the execution space instance it was made with. Formats whose
/// products need scratch memory keep it in the matrix, so that products of one matrix, and of its copies, may not run
/// at the same time.
///
/// \tparam Matrix   a type for which is_format holds
/// \tparam Kernels  UsualPrimitives, or EveryPrimitive where options ask for another gather
template <class ExecutionSpace, class Matrix, class Kernels>
class Plan {
  static_assert(is_format<Matrix>,
                "sporos::Plan: of compressed rows it is Plan<ExecutionSpace, crs_view_t<Matrix>>; for another storage "
                "format include core/Sporos_Formats.hpp");

 public:
  using execution_space = ExecutionSpace;
  using matrix_type = Matrix;

  /// \brief Constant time. Of the options only `gather` chooses something; `validate`, `expected_products` and
  /// `most_bytes` are for conversions, which are over.
  /// \throws std::invalid_argument where an option is set that chooses between ways to run compressed rows, or another
  ///         format; where the execution space lacks the gather; where `deterministic` is set and half storage adds in
  ///         any order, as it does on a GPU
  template <class AnyMatrix>
  Plan(const ExecutionSpace& exec, const AnyMatrix& A, const Options& options = {}, Kernels = {})
      : exec_(exec),
        machine_(detect_machine(exec)),
        matrix_(A),
        gather_(options.gather.value_or(VectorBinder<ExecutionSpace>::usual)),
        binder_(std::make_shared<VectorBinder<ExecutionSpace>>()) {
    static_assert(is_accessible<ExecutionSpace, typename Matrix::memory_space>,
                  "sporos::Plan: the execution space cannot reach the matrix");
    detail::require_format_options(format, options);
    require(!options.deterministic || detail::sums_in_fixed_order<Matrix, ExecutionSpace>, "Plan",
            "deterministic = true, but products of a matrix in format ", format, " add in any order on ",
            ExecutionSpace::name());
    const Primitives primitives{Reductions<ExecutionSpace>::usual, gather_};
    require(EveryPrimitive::has<ExecutionSpace>(primitives), "Plan", "gather ", name(gather_), " is not available on ",
            ExecutionSpace::name());
    require(Kernels::template has<ExecutionSpace>(primitives), "Plan", "gather ", name(gather_),
            " is not compiled into this plan; pass sporos::EveryPrimitive() behind the options");
  }

  /// \brief `y = alpha*A*x + beta*y`, asynchronous; it allocates, synchronises and decides nothing.
  ///
  /// Arguments, errors and semantics as sporos::spmv. y must not overlap the matrix, which is not checked here.
  template <class Alpha, class X, class Beta, class Y>
  void apply(const Alpha& alpha, const X& x, const Beta& beta, const Y& y) const {
    detail::check_vectors<ExecutionSpace>("Plan::apply", matrix_, x, y);
    using Scalar =
        sum_type<typename Matrix::value_type, typename X::non_const_value_type, typename Y::non_const_value_type>;
    detail::run_format<Kernels>(exec_, machine_, detail::labels_of_format<Matrix>(), gather_, matrix_.plain(),
                                static_cast<Scalar>(alpha), x, static_cast<Scalar>(beta), y, *binder_);
  }

  /// \brief New numbers for the same pattern, in the order of the compressed rows that the matrix came from; they go
  /// into the matrix itself, asynchronously, at about the cost of a product.
  /// \throws std::invalid_argument where the number of values is another, or the matrix has no map
  template <class Values>
  void update_values(const Values& values) {
    detail::update_format(exec_, matrix_.plain(), values);
  }

  /// \brief What runs; print it, or ask for its words() or json().
  FormatDescription describe() const {
    return {
        matrix_.num_rows, matrix_.num_columns,    matrix_.nnz(), matrix_.bytes(),
        format,           ExecutionSpace::name(), gather_,       detail::sums_in_fixed_order<Matrix, ExecutionSpace>};
  }

  const ExecutionSpace& exec() const { return exec_; }

 private:
  static constexpr const char* format = detail::FormatLaunch<Matrix>::name;

  ExecutionSpace exec_;
  Machine machine_;
  detail::UntilFinalize<Matrix> matrix_;
  Gather gather_;
  std::shared_ptr<VectorBinder<ExecutionSpace>> binder_;
};

/// \brief `y = alpha*A*x + beta*y` for a matrix in a storage format: arguments, errors and semantics as for compressed
/// rows, but that y must not overlap the matrix is not checked.
template <class ExecutionSpace, class Alpha, class Matrix, class X, class Beta, class Y,
          std::enable_if_t<Kokkos::is_execution_space<ExecutionSpace>::value && is_format<Matrix>, int> = 0>
void spmv(const ExecutionSpace& exec, const Alpha& alpha, const Matrix& A, const X& x, const Beta& beta, const Y& y) {
  detail::check_vectors<ExecutionSpace>("spmv", A, x, y);
  using Scalar =
      sum_type<typename Matrix::value_type, typename X::non_const_value_type, typename Y::non_const_value_type>;
  VectorBinder<ExecutionSpace> binder;
  detail::run_format<UsualPrimitives>(exec, detect_machine(exec), detail::labels_of_format<Matrix>(),
                                      VectorBinder<ExecutionSpace>::usual, A, static_cast<Scalar>(alpha), x,
                                      static_cast<Scalar>(beta), y, binder);
}

}  // namespace sporos
