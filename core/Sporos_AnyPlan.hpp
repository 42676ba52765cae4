// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Plans and products of matrices whose storage format is known only at run time.
#pragma once

#include "core/Sporos.hpp"
#include "core/Sporos_AnyDescription.hpp"
#include "core/Sporos_BytesAs.hpp"
#include "core/any_format/Sporos_AnyPlanOperation.hpp"
#include "core/any_format/Sporos_AnyPlanParts.hpp"
#include "core/any_format/Sporos_MakeAnyPlan.hpp"

namespace sporos {

/// \brief A plan of a matrix in any storage format: the format that it has, the one that `options.format` names, or one
/// that the library chooses.
///
/// `Format::automatic` chooses as choose_format() does, for `options.expected_products` and `options.max_bytes`; if the
/// chosen format refuses the matrix, it stays in compressed rows. With Tuning::exhaustive every format that fits into
/// `max_bytes` is timed, compressed rows with their best algorithm. The plan keeps the format that takes the least time
/// for the conversion and all expected products. `options.findings_file` is for the search among the algorithms.
///
/// For compressed rows all options count. Options that only concern compressed rows are refused if the caller chose
/// another format, and ignored if the library did.
///
/// Plans can be moved; clone() makes another one. A plan that was default-constructed or moved from is empty: all
/// members but empty() throw std::runtime_error then.
template <class ExecutionSpace, class Value, class Column, class Offset, class MemorySpace, class... Own,
          class PrimitiveSet>
class Plan<ExecutionSpace, AnyMatrix<Value, Column, Offset, MemorySpace, Own...>, PrimitiveSet> {
  static_assert(detail::PlanSpace<ExecutionSpace>::is_taken);
  using Matrix = AnyMatrix<Value, Column, Offset, MemorySpace, Own...>;
  using Parts = AnyPlanParts<ExecutionSpace, Matrix, PrimitiveSet>;

 public:
  using execution_space = ExecutionSpace;  ///< where products run
  using matrix_type = Matrix;              ///< what the plan keeps: of compressed rows a view

  Plan() = default;                   ///< empty
  Plan(Plan&&) = default;             ///< takes the plan of another, which is empty from then on
  Plan& operator=(Plan&&) = default;  ///< takes the plan of another, which is empty from then on
  Plan(const Plan&, detail::PlansAreMovedOrCloned = {}) = delete;  ///< move the plan, or use clone()
  Plan& operator=(const Plan&) = delete;                           ///< move the plan, or use clone()

  /// \brief Converts the matrix if options say so, and then does what the plan of the format does.
  /// \param A  anything that any_matrix() takes
  /// \throws std::invalid_argument as the plan of the format, and where a format that options name refuses the matrix
  template <class Any>
  Plan(const ExecutionSpace& exec, const Any& A, const Options& options, PrimitiveSet = {})
      : parts_(start(exec, A, options)) {}
  /// \brief The same with the default options, which keep the format. Compiles faster, without conversions.
  template <class Any>
  Plan(const ExecutionSpace& exec, const Any& A) : parts_(start(exec, A)) {}

  /// \brief With options, on the default instance of the execution space.
  template <class Any, class = detail::if_matrix<Any>>
  explicit Plan(const Any& A, const Options& options, PrimitiveSet kernels = {})
      : Plan(detail::default_instance<ExecutionSpace>("Plan"), A, options, kernels) {}
  /// \brief With the default options, on the default instance.
  template <class Any, class = detail::if_matrix<Any>>
  explicit Plan(const Any& A) : Plan(detail::default_instance<ExecutionSpace>("Plan"), A) {}

  /// \brief `y = alpha*A*x + beta*y`, as the plan of the format does it.
  template <class Alpha, class X, class Beta, class Y, class = detail::if_views<X, Y>>
  void apply(const Alpha& alpha, const X& x, const Beta& beta, const Y& y) const {
    using Scalar = detail::scalar_of_product<ExecutionSpace, Alpha, Matrix, X, Beta, Y>;
    using Product = AnyPlanProduct<ExecutionSpace, Matrix, typename X::non_const_value_type,
                                   typename Y::non_const_value_type, PrimitiveSet>;
    Parts& parts = parts_.get("apply");
    if constexpr (detail::may_be_apart<X> || detail::may_be_apart<Y>) {
      if (detail::is_apart(x) || detail::is_apart(y)) return parts.apply_columns(alpha, x, beta, y);
    }
    if constexpr (detail::rank_of<X> == 1) {
      Product::apply(parts, detail::factor_as<Scalar>(alpha), typename Product::X(x.data(), x.extent(0)),
                     detail::factor_as<Scalar>(beta), typename Product::Y(y.data(), y.extent(0)));
    }
  }

  /// \brief `y = alpha*op(A)*x + beta*y`, as the plan of the format does it.
  template <class Alpha, class X, class Beta, class Y, class = detail::if_views<X, Y>>
  void apply(Op op, const Alpha& alpha, const X& x, const Beta& beta, const Y& y) const {
    using Scalar = detail::scalar_of_product<ExecutionSpace, Alpha, Matrix, X, Beta, Y>;
    using Product = AnyPlanOperation<ExecutionSpace, Matrix, typename X::non_const_value_type,
                                     typename Y::non_const_value_type, PrimitiveSet>;
    Parts& parts = parts_.get("apply");
    if constexpr (detail::may_be_apart<X> || detail::may_be_apart<Y>) {
      if (detail::is_apart(x) || detail::is_apart(y)) return parts.apply_columns(op, alpha, x, beta, y);
    }
    if constexpr (detail::rank_of<X> == 1) {
      Product::apply(parts, op, detail::factor_as<Scalar>(alpha), typename Product::X(x.data(), x.extent(0)),
                     detail::factor_as<Scalar>(beta), typename Product::Y(y.data(), y.extent(0)));
    }
  }
  /// \brief Refuses other arguments at compile time.
  template <class... Arguments>
  void apply(const Arguments&...) const {
    detail::refuse_apply<Arguments...>();
  }

  /// \brief Calls `f(row, sum)` with the sum of each row, exactly once, as the plan of the format does it.
  template <class X, class F, class = detail::if_views<X>>
  void apply_with(const X& x, const F& f) const {
    parts_.get("apply_with").apply_with(x, f);
  }
  /// \brief The same with the sums of `op(A)*x`.
  template <class X, class F, class = detail::if_views<X>>
  void apply_with(Op op, const X& x, const F& f) const {
    parts_.get("apply_with").apply_with(op, x, f);
  }
  /// \brief Refuses other arguments at compile time.
  template <class... Arguments>
  void apply_with(const Arguments&...) const {
    detail::refuse_apply_with<Arguments...>();
  }

  /// \brief Checks x and y as apply() does.
  /// \param function, names  for messages
  /// \throws std::invalid_argument where a check fails
  template <class X, class Y>
  void check_vectors(const char* function, const X& x, const Y& y, const detail::VectorNames& names = {}) const {
    parts_.get_for(function).check_vectors(function, x, y, names);
  }
  /// \brief The same for `op`.
  template <class X, class Y>
  void check_vectors(const char* function, Op op, const X& x, const Y& y, const detail::VectorNames& names = {}) const {
    parts_.get_for(function).check_vectors(function, op, x, y, names);
  }

  /// \brief New numbers for the same pattern, in the order of the compressed rows. Compressed rows share `values` from
  /// now on; other formats copy them, asynchronously. Delta CRS takes any numbers: those that cannot be stored in the
  /// same way as the old ones are stored plain from now on.
  /// \return whether products recorded before must be recorded again, because the numbers are in other arrays now; the
  ///         plan keeps alive what they read
  /// \throws std::invalid_argument where the number of values is wrong, or the matrix has no map
  template <class Values>
  bool update_values(const Values& values) {
    Parts& parts = parts_.get("update_values");
    const detail::Caller caller("Plan::update_values");
    using Wanted = typename Parts::Values;
    if constexpr (detail::are_new_values<Wanted, Values>()) {
      return parts.update_values(detail::share<Wanted>(values, "Plan::update_values", "values"));
    } else {
      return false;
    }
  }
  /// \brief Refuses a const plan at compile time.
  template <class Values>
  bool update_values(const Values&) const {
    return detail::refuse_const_plan<Values>();
  }

  /// \brief What runs and why: print it, or call its words() or json().
  AnyDescription describe() const { return parts_.get("describe").describe(); }

  /// \brief Bytes that the plan keeps alive, as the plan of the format says.
  PlanMemory memory() const { return parts_.get("memory").memory(); }

  /// \brief Another plan of the same format on the same instance, so that neither plan affects the other, by new
  /// numbers either. They share the pattern and, in compressed rows, the numbers until one of them gets new ones.
  /// Chooses and measures nothing; waits for the copies.
  Plan clone() const { return Plan(parts_.get("clone").clone()); }

  bool empty() const { return parts_.empty(); }  ///< whether there is no plan: default-constructed or moved from

  /// \brief The format that the plan runs in.
  Format format() const { return parts_.get("format").format(); }

  const ExecutionSpace& exec() const { return parts_.get("exec").exec(); }  ///< the instance it was made with

 private:
  explicit Plan(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}

  template <class Any, class... Given>
  static std::unique_ptr<Parts> start(const ExecutionSpace& exec, const Any& A, const Given&... options) {
    const detail::Caller caller("Plan");
    const detail::ProfilingRegion region("sporos::Plan[any]");
    return std::unique_ptr<Parts>(new Parts(detail::usable_instance("Plan", exec), any_matrix(A), options...));
  }

  detail::PlanParts<Parts> parts_;
};

/// \brief `y = alpha*A*x + beta*y`: arguments, errors and semantics as for the format that A is in.
template <class ExecutionSpace, class Alpha, class Value, class Column, class Offset, class MemorySpace, class... Own,
          class X, class Beta, class Y,
          std::enable_if_t<Kokkos::is_execution_space<ExecutionSpace>::value && detail::are_views<X, Y>, int> = 0>
void spmv(const ExecutionSpace& exec, const Alpha& alpha,
          const AnyMatrix<Value, Column, Offset, MemorySpace, Own...>& A, const X& x, const Beta& beta, const Y& y) {
  A.visit([&](const auto& matrix) { spmv(exec, alpha, matrix, x, beta, y); });
}

/// \brief `y = alpha*op(A)*x + beta*y`: arguments, errors and semantics as for the format that A is in.
template <class ExecutionSpace, class Alpha, class Value, class Column, class Offset, class MemorySpace, class... Own,
          class X, class Beta, class Y,
          std::enable_if_t<Kokkos::is_execution_space<ExecutionSpace>::value && detail::are_views<X, Y>, int> = 0>
void spmv(const ExecutionSpace& exec, Op op, const Alpha& alpha,
          const AnyMatrix<Value, Column, Offset, MemorySpace, Own...>& A, const X& x, const Beta& beta, const Y& y) {
  A.visit([&](const auto& matrix) { spmv(exec, op, alpha, matrix, x, beta, y); });
}

}  // namespace sporos
