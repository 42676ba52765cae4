// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Plans and one-shot products of matrices in a storage format other than compressed rows.
#pragma once

#include <algorithm>
#include <memory>

#include "core/Sporos_FormatDescription.hpp"
#include "core/Sporos_FormatOperation.hpp"
#include "core/Sporos_Plan.hpp"
#include "core/Sporos_Spmv.hpp"
#include "core/kernels/Sporos_Carries.hpp"
#include "core/launch/Sporos_CheckFormat.hpp"
#include "core/launch/Sporos_RunProduct.hpp"
#include "core/plan/Sporos_FormatPlanParts.hpp"
#include "core/plan/Sporos_TransposedAlike.hpp"
#include "formats/conversion/Sporos_OwnNumbers.hpp"

namespace sporos {

/// \brief The plan of a matrix in a storage format. It prepares nothing more: the conversion was the preparation.
///
/// The plan shares the arrays of the matrix and stays on the execution space instance it was made with. Formats whose
/// products need scratch memory keep it in the matrix, so that products of one matrix, and of its copies, may not run
/// at the same time. Plans can be moved; clone() makes another one. A plan that was default-constructed or moved from
/// is empty: all members but empty() throw std::runtime_error then.
///
/// \tparam Matrix   what to_ell() and its like return
/// \tparam PrimitiveSet  DefaultPrimitives, or EveryPrimitive where options ask for another gather
template <class ExecutionSpace, class Matrix, class PrimitiveSet>
class Plan<ExecutionSpace, Matrix, PrimitiveSet, std::enable_if_t<detail::is_format<Matrix>>> {
  static constexpr bool has_parts = detail::has_product_parts<Matrix>();
  static_assert(detail::matrix_values_are_taken<typename Matrix::value_type> &&
                detail::PlanSpace<ExecutionSpace>::is_taken);

 public:
  using execution_space = ExecutionSpace;  ///< where products run
  using matrix_type = Matrix;              ///< what the plan keeps

  Plan() = default;                   ///< empty
  Plan(Plan&&) = default;             ///< takes the plan of another, which is empty from then on
  Plan& operator=(Plan&&) = default;  ///< takes the plan of another, which is empty from then on
  Plan(const Plan&, detail::PlansAreMovedOrCloned = {}) = delete;  ///< move the plan, or use clone()
  Plan& operator=(const Plan&) = delete;                           ///< move the plan, or use clone()

  /// \brief Constant time, unless `operations` names one for which the plan makes the transposed matrix. Of the other
  /// options only `gather` has an effect; `validate`, `expected_products` and `max_bytes` are for conversions, of which
  /// there are none here.
  /// \throws std::invalid_argument where an option is set that chooses between ways to run compressed rows, or another
  ///         format; where the execution space lacks the gather; where `deterministic` is set and half storage adds in
  ///         any order, as it does on a GPU
  template <class AnyMatrix>
  Plan(const ExecutionSpace& exec, const AnyMatrix& A, const Options& options, PrimitiveSet = {})
      : Plan(start(detail::usable_instance("Plan", exec), A,
                   options.gather.value_or(detail::VectorBinder<ExecutionSpace>::preferred))) {
    Parts& parts = parts_.get("Plan");
    detail::require_format_options(format, options);
    detail::require_gather<ExecutionSpace, PrimitiveSet>(parts.gather);
    detail::require(
        !options.deterministic || FormatTraits<Matrix>::template in_fixed_order<ExecutionSpace>(parts.matrix), "Plan",
        "deterministic = true, but products of a matrix in format ", format, " add in any order on ",
        ExecutionSpace::name());
    parts.of_transposed.gather = options.gather;
    parts.of_transposed.deterministic = options.deterministic;
    if (detail::are_transposed(options.operations) && !detail::transposes_as_stored(parts.matrix)) {
      detail::transpose_format(parts.transposed, exec, parts.matrix, parts.of_transposed);
    }
  }
  /// \brief The same with the default options. Compiles faster, without transposed matrices.
  template <class AnyMatrix>
  Plan(const ExecutionSpace& exec, const AnyMatrix& A)
      : Plan(start(detail::usable_instance("Plan", exec), A, detail::VectorBinder<ExecutionSpace>::preferred)) {}
  /// \brief With options, on the default instance of the execution space.
  template <class AnyMatrix, class = detail::if_matrix<AnyMatrix>>
  explicit Plan(const AnyMatrix& A, const Options& options, PrimitiveSet kernels = {})
      : Plan(detail::default_instance<ExecutionSpace>("Plan"), A, options, kernels) {}
  /// \brief With the default options, on the default instance.
  template <class AnyMatrix, class = detail::if_matrix<AnyMatrix>>
  explicit Plan(const AnyMatrix& A) : Plan(detail::default_instance<ExecutionSpace>("Plan"), A) {}

  /// \brief `y = alpha*A*x + beta*y`, asynchronous; it allocates, synchronises and decides nothing.
  ///
  /// Arguments, errors and semantics as sporos::spmv. That y does not overlap the matrix is checked for its numbers.
  template <class Alpha, class X, class Beta, class Y, class = detail::if_views<X, Y>>
  void apply(const Alpha& alpha, const X& x, const Beta& beta, const Y& y) const {
    using Scalar = detail::scalar_of_product<ExecutionSpace, Alpha, Matrix, X, Beta, Y>;
    Parts& parts = parts_.get("apply");
    detail::check_format_product("Plan::apply", parts.matrix, x, y);
    const detail::Caller caller("Plan::apply");
    detail::run_format<PrimitiveSet>(parts.exec, parts.machine, parts.gather, parts.matrix,
                                     detail::factor_as<Scalar>(alpha), x, detail::factor_as<Scalar>(beta), y,
                                     parts.binder);
  }

  /// \brief `y = alpha*op(A)*x + beta*y`. DIA, and half storage without a rest, multiply by the transpose as they are
  /// stored. In other formats the first transposed product makes the transposed matrix and waits for it, unless
  /// `options.operations` has named such an operation. For BSR it has transposed blocks, for other formats it is in
  /// compressed rows, made by to_crs(); see transposed_bytes(). Otherwise as apply() without `op`.
  /// \throws std::invalid_argument also where such a first product is recorded into a graph
  template <class Alpha, class X, class Beta, class Y, class = detail::if_views<X, Y>>
  void apply(Op op, const Alpha& alpha, const X& x, const Beta& beta, const Y& y) const {
    using Scalar = detail::scalar_of_product<ExecutionSpace, Alpha, Matrix, X, Beta, Y>;
    Parts& parts = parts_.get("apply");
    detail::check_format_operation(detail::apply_names, op, parts.matrix, x, y);
    const detail::Caller caller("Plan::apply");
    if (needs_transposed(op)) return transposed("Plan::apply", op).apply(op, alpha, x, beta, y);
    detail::run_format_operation<PrimitiveSet>(parts.exec, parts.machine, parts.gather, op, parts.matrix,
                                               detail::factor_as<Scalar>(alpha), x, detail::factor_as<Scalar>(beta), y,
                                               parts.binder);
  }
  /// \brief Refuses other arguments at compile time.
  template <class... Arguments>
  void apply(const Arguments&...) const {
    detail::refuse_apply<Arguments...>();
  }

  /// \brief Calls `f(row, sum)` with the sum of each row, exactly once, as plans of compressed rows do; of a rank-2 x
  /// `f(row, column, sum)`, one column after the other. COO, HYB and packets are multiplied in parts; they first store
  /// their sums in an array of 16 bytes per row, which the first such product allocates and the plan keeps.
  template <class X, class F, class = detail::if_views<X>>
  void apply_with(const X& x, const F& f) const {
    using Sum = detail::sum_of_function<ExecutionSpace, Matrix, X, F>;
    Parts& parts = parts_.get("apply_with");
    detail::check_x("Plan::apply_with", parts.matrix, x);
    const detail::Caller caller("Plan::apply_with");
    detail::run_format_with<PrimitiveSet>(parts.exec, parts.machine, parts.gather, parts.matrix, x,
                                          detail::CallerEpilogue<F, Sum>{f}, parts.binder, sums_of_parts<Sum>());
  }

  /// \brief The same with the sums of `op(A)*x`; makes what apply() with such an `op` makes.
  template <class X, class F, class = detail::if_views<X>>
  void apply_with(Op op, const X& x, const F& f) const {
    using Sum = detail::sum_of_function<ExecutionSpace, Matrix, X, F>;
    Parts& parts = parts_.get("apply_with");
    detail::check_operation_x(op, parts.matrix, x);
    const detail::Caller caller("Plan::apply_with");
    if (needs_transposed(op)) return transposed("Plan::apply_with", op).apply_with(op, x, f);
    detail::run_format_operation_with<PrimitiveSet>(parts.exec, parts.machine, parts.gather, op, parts.matrix, x,
                                                    detail::CallerEpilogue<F, Sum>{f}, parts.binder,
                                                    sums_of_parts<Sum>());
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
    detail::check_format_product(function, parts_.get_for(function).matrix, x, y, names);
  }
  /// \brief The same for `op`.
  template <class X, class Y>
  void check_vectors(const char* function, Op op, const X& x, const Y& y, const detail::VectorNames& names = {}) const {
    detail::check_format_operation(detail::OperationNames::same(function), op, parts_.get_for(function).matrix, x, y,
                                   names);
  }

  /// \brief New numbers for the same pattern, in the order of the compressed rows that the matrix came from. They are
  /// written into the matrix itself, asynchronously, at about the cost of a product.
  /// \return whether products recorded before must be recorded again: always false, since they read the new numbers too
  /// \throws std::invalid_argument where the number of values is wrong, or the matrix has no map, or the new numbers
  ///         cannot be stored in the same way as the old ones
  template <class Values>
  bool update_values(const Values& values) {
    const Parts& parts = parts_.get("update_values");
    const detail::Caller caller("Plan::update_values");
    using Wanted = Kokkos::View<const typename Matrix::value_type*, typename Matrix::memory_space>;
    if constexpr (detail::are_new_values<Wanted, Values>()) {
      constexpr bool has_update = detail::has_update<Matrix, ExecutionSpace, Values>();
      if constexpr (has_update) {
        detail::update_format(parts.exec, parts.matrix, values);
        parts.transposed.update(parts.exec, parts.matrix, values);
      }
    }
    return false;
  }
  /// \brief Refuses a const plan at compile time.
  template <class Values>
  bool update_values(const Values&) const {
    return detail::refuse_const_plan<Values>();
  }

  /// \brief What runs; print it, or ask for its words() or json().
  FormatDescription describe() const {
    const Parts& parts = parts_.get("describe");
    const Matrix& matrix = parts.matrix;
    FormatDescription description;
    if constexpr (detail::has_words<Matrix>()) {
      description = {matrix.num_rows,
                     matrix.num_columns,
                     matrix.nnz(),
                     matrix.bytes(),
                     format,
                     matrix.shape_words(),
                     ExecutionSpace::name(),
                     parts.gather,
                     FormatTraits<Matrix>::template in_fixed_order<ExecutionSpace>(matrix),
                     FormatDescription().why,
                     parts.transposed.describe()};
    }
    return description;
  }

  /// \brief Bytes that the plan keeps alive.
  PlanMemory memory() const {
    const Parts& parts = parts_.get("memory");
    PlanMemory memory{0, detail::bytes_of(parts.sums), parts.transposed.bytes()};
    if constexpr (detail::bytes_are_known<Matrix>()) memory.matrix = FormatTraits<Matrix>::bytes(parts.matrix);
    return memory;
  }

  /// \brief Another plan on the same instance, with its own numbers and scratch memory, so that neither plan affects
  /// the other. They share the pattern. Waits for the copies.
  Plan clone() const {
    const Parts& parts = parts_.get("clone");
    Plan plan;
    if constexpr (detail::has_each_written<Matrix>()) {
      plan = Plan(start(parts.exec, detail::with_own_numbers(parts.exec, parts.matrix), parts.gather));
      Parts& copy = plan.parts_.get("clone");
      copy.of_transposed = parts.of_transposed;
      copy.transposed = parts.transposed.clone(parts.exec);
    }
    return plan;
  }

  bool empty() const { return parts_.empty(); }  ///< whether there is no plan: default-constructed or moved from
  const ExecutionSpace& exec() const { return parts_.get("exec").exec; }  ///< the instance it was made with

 private:
  static constexpr const char* format = FormatTraits<Matrix>::name;

  struct Parts {
    ExecutionSpace exec;
    Machine machine;
    Matrix matrix;
    Gather gather;
    detail::VectorBinder<ExecutionSpace> binder;
    Options of_transposed = {};
    typename detail::TransposedOf<Plan>::type transposed = {};
    Kokkos::View<detail::SumOfRow*, typename ExecutionSpace::memory_space> sums = {};  // of apply_with(), in parts
  };

  template <class, class, class>
  friend class AnyPlanParts;

  explicit Plan(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}

  const Matrix& matrix() const { return parts_.get("clone").matrix; }

  bool needs_transposed(Op op) const {
    return detail::is_transposed(op) && !detail::transposes_as_stored(parts_.get("apply").matrix);
  }

  // The transposed matrix, which the first product that needs it makes.
  const auto& transposed(const char* function, Op op) const {
    Parts& parts = parts_.get("apply");
    if (!parts.transposed.is_there()) {
      detail::require_not_recorded<PrimitiveSet>(function, parts.exec, op);
      detail::transpose_format(parts.transposed, parts.exec, parts.matrix, parts.of_transposed);
    }
    return parts.transposed;
  }

  // Where a format that is multiplied in parts leaves its sums for a function; null for others.
  template <class Sum>
  Sum* sums_of_parts() const {
    Parts& parts = parts_.get("apply_with");
    if constexpr (FormatTraits<Matrix>::in_parts) {
      if (parts.sums.extent(0) == 0) {
        const Matrix& matrix = parts.matrix;
        const std::int64_t most =
            FormatTraits<Matrix>::transposes ? std::max(matrix.num_rows, matrix.num_columns) : matrix.num_rows;
        parts.sums = detail::fresh_array<decltype(parts.sums)>(parts.exec, "sporos::Plan[sums]", most);
      }
    }
    return detail::sums_in<Sum>(parts.sums.data());
  }

  // The parts of the transposed matrix that exist already.
  template <class Values>
  void update_transposed(const Values& values) const {
    const Parts& parts = parts_.get("update_values");
    parts.transposed.update(parts.exec, parts.matrix, values);
  }

  static std::unique_ptr<Parts> start(const ExecutionSpace& exec, const Matrix& matrix, Gather gather) {
    static_assert(detail::is_accessible<ExecutionSpace, typename Matrix::memory_space>,
                  "sporos::Plan: the execution space cannot reach the matrix");
    return std::unique_ptr<Parts>(new Parts{exec, detect_machine(exec), matrix, gather, {}});
  }

  detail::PlanParts<Parts> parts_;
};

}  // namespace sporos
