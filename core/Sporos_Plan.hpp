// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief A product that is prepared once and applied many times.
#pragma once

#include <memory>

#include "core/Sporos_Description.hpp"
#include "core/Sporos_PlanMemory.hpp"
#include "core/device/instance/Sporos_RecordedArrays.hpp"
#include "core/kernels/Sporos_CallerEpilogue.hpp"
#include "core/kernels/Sporos_SumType.hpp"
#include "core/launch/Sporos_CheckProduct.hpp"
#include "core/launch/Sporos_FormatLaunch.hpp"
#include "core/launch/Sporos_WrongArguments.hpp"
#include "core/plan/Sporos_CheckOptions.hpp"
#include "core/plan/Sporos_PlanParts.hpp"
#include "core/plan/Sporos_PlanTemplate.hpp"
#include "core/plan/Sporos_TransposedPlan.hpp"
#include "core/tuning/Sporos_ChooseCrs.hpp"
#include "formats/crs/Sporos_Validate.hpp"

namespace sporos {

/// \brief A plan of compressed rows. When made, it inspects and checks the matrix and decides what runs; a product then
/// just runs it. The plan shares the arrays of the matrix (see CrsView) and stays on the execution space instance it
/// was made with. Only one host thread at a time may use a plan; for several threads, make a plan and an instance for
/// each. Plans can be moved; clone() makes another one. A plan that was default-constructed or moved from is empty: all
/// members but empty() throw std::runtime_error then.
///
/// With Tuning::run_time and Tuning::tuner_2012 the plan times its own products as experiments. Each of them may run
/// another choice, so that the last bits of y may differ. No product waits for a time. Only products of the same types
/// as the first one are experiments. The first product that runs a choice may allocate what this choice prepares, and
/// wait for its size; that is a small part of the matrix, and stays with the plan. Products that are recorded into a
/// graph are no experiments: they run the best choice known at that time. On a backend that cannot time products
/// without waiting, all products run the first choice.
///
/// If a tuning tool is loaded into Kokkos, it chooses a decision for every product of plans that neither tune
/// themselves nor must be deterministic.
///
/// \tparam PrimitiveSet  DefaultPrimitives, or EveryPrimitive where options ask for another target, reduction or gather
template <class ExecutionSpace, class Value, class Column, class Offset, class MemorySpace, class PrimitiveSet>
class Plan<ExecutionSpace, CrsView<Value, Column, Offset, MemorySpace>, PrimitiveSet> {
  static_assert(detail::matrix_values_are_taken<Value> && detail::PlanSpace<ExecutionSpace>::is_taken);
  using Matrix = CrsView<Value, Column, Offset, MemorySpace>;

 public:
  using execution_space = ExecutionSpace;  ///< where products run
  using matrix_type = Matrix;              ///< what the plan keeps: of compressed rows a view

  Plan() = default;                   ///< empty
  Plan(Plan&&) = default;             ///< takes the plan of another, which is empty from then on
  Plan& operator=(Plan&&) = default;  ///< takes the plan of another, which is empty from then on
  Plan(const Plan&, detail::PlansAreMovedOrCloned = {}) = delete;  ///< move the plan, or use clone()
  Plan& operator=(const Plan&) = delete;                           ///< move the plan, or use clone()

  /// \brief Reads the row offsets and, unless `options.validate` is off, the columns; waits for the result.
  /// \param A  anything that crs_view() takes
  /// \throws std::invalid_argument where A is malformed (names the first wrong row), where the requested shape cannot
  ///         run on this machine, where the execution space lacks a requested primitive, or where options contradict
  ///         each other
  /// \throws std::runtime_error where `options.findings_file` is malformed, or cannot be written before a search;
  ///         before Kokkos::initialize and after Kokkos::finalize
  template <class AnyMatrix>
  Plan(const ExecutionSpace& exec, const AnyMatrix& A, const Options& options, PrimitiveSet = {})
      : Plan(start<AnyMatrix>(exec, A, options)) {
    Parts& parts = parts_.get("Plan");
    detail::check_options("Plan", options);
    detail::require_stored_format("Plan", "crs", options);
    inspect_and_choose([](const auto& choose) { return choose(); });
    if (detail::are_transposed(options.operations)) parts.transposed.make(parts.exec, parts.matrix, options);
  }
  /// \brief The same with the default options. Compiles faster, without searches and without transposed matrices.
  template <class AnyMatrix>
  Plan(const ExecutionSpace& exec, const AnyMatrix& A) : Plan(start<AnyMatrix>(exec, A, Options())) {
    inspect_and_choose([](const auto& choose) { return choose.automatic(); });
  }

  /// \brief With options, on the default instance of the execution space.
  template <class AnyMatrix, class = detail::if_matrix<AnyMatrix>>
  explicit Plan(const AnyMatrix& A, const Options& options, PrimitiveSet kernels = {})
      : Plan(detail::default_instance<ExecutionSpace>("Plan"), A, options, kernels) {}
  /// \brief With the default options, on the default instance.
  template <class AnyMatrix, class = detail::if_matrix<AnyMatrix>>
  explicit Plan(const AnyMatrix& A) : Plan(detail::default_instance<ExecutionSpace>("Plan"), A) {}

  /// \brief `y = alpha*A*x + beta*y`, asynchronous. Unless the plan tunes, this allocates, synchronises and decides
  /// nothing.
  ///
  /// Arguments, errors and semantics as sporos::spmv. The same decision with the same numbers gives the same result,
  /// bit for bit. The first product may make the texture object of x, or room to copy columns of x on a host.
  /// \throws std::invalid_argument also where `pcsr` meets complex vectors and a real matrix
  template <class Alpha, class X, class Beta, class Y, class = detail::if_views<X, Y>>
  void apply(const Alpha& alpha, const X& x, const Beta& beta, const Y& y) const {
    using Scalar = detail::scalar_of_product<ExecutionSpace, Alpha, Matrix, X, Beta, Y>;
    Parts& parts = parts_.get("apply");
    detail::check_product("Plan::apply", parts.matrix, x, y);
    parts.recorded.note_product(parts.exec);
    parts.tuned->run(parts.exec, parts.matrix, detail::factor_as<Scalar>(alpha), x, detail::factor_as<Scalar>(beta), y,
                     parts.binder);
  }

  /// \brief `y = alpha*op(A)*x + beta*y`. The first transposed product makes the transposed matrix and waits for it,
  /// unless `options.operations` has named such an operation; see transposed_bytes(). Otherwise as apply() without
  /// `op`.
  /// \throws std::invalid_argument also where such a first product is recorded into a graph
  template <class Alpha, class X, class Beta, class Y, class = detail::if_views<X, Y>>
  void apply(Op op, const Alpha& alpha, const X& x, const Beta& beta, const Y& y) const {
    using Scalar = detail::scalar_of_product<ExecutionSpace, Alpha, Matrix, X, Beta, Y>;
    Parts& parts = parts_.get("apply");
    detail::check_operation(detail::apply_names, op, parts.matrix, x, y);
    if (detail::is_transposed(op)) return transposed("Plan::apply", op).apply(op, alpha, x, beta, y);
    parts.recorded.note_product(parts.exec);
    detail::with_conjugation<Value>(detail::is_conjugated(op), x, [&](const auto& read) {
      parts.tuned->run(parts.exec, parts.matrix, detail::factor_as<Scalar>(alpha), read,
                       detail::factor_as<Scalar>(beta), y, parts.binder);
    });
  }
  /// \brief Refuses other arguments at compile time.
  template <class... Arguments>
  void apply(const Arguments&...) const {
    detail::refuse_apply<Arguments...>();
  }

  /// \brief Calls `f(row, sum)` on the device with the sum of each row of `A*x`, exactly once per row, from any thread,
  /// in any order; asynchronous. If x is a rank-2 View: `f(row, column, sum)`, once per row and column.
  ///
  /// \param f  a function object that kernels copy and whose `operator()` is const: a lambda, or a class that holds
  ///         Views. It must not write what the product reads. Rows are summed in the widest of the types of the matrix
  ///         and x, or in `F::sum_t`, which must not be narrower
  /// \throws std::invalid_argument where x does not fit
  ///
  /// A plan that tunes runs the best decision known: products with a function are no experiments.
  template <class X, class F, class = detail::if_views<X>>
  void apply_with(const X& x, const F& f) const {
    using Sum = detail::sum_of_function<ExecutionSpace, Matrix, X, F>;
    Parts& parts = parts_.get("apply_with");
    detail::check_x("Plan::apply_with", parts.matrix, x);
    parts.recorded.note_product(parts.exec);
    parts.tuned->run_with(parts.exec, parts.matrix, x, detail::CallerEpilogue<F, Sum>{f}, parts.binder);
  }

  /// \brief The same with the sums of `op(A)*x`; makes what apply() with such an `op` makes.
  template <class X, class F, class = detail::if_views<X>>
  void apply_with(Op op, const X& x, const F& f) const {
    using Sum = detail::sum_of_function<ExecutionSpace, Matrix, X, F>;
    Parts& parts = parts_.get("apply_with");
    detail::check_operation_x(op, parts.matrix, x);
    if (detail::is_transposed(op)) return transposed("Plan::apply_with", op).apply_with(op, x, f);
    parts.recorded.note_product(parts.exec);
    detail::with_conjugation<Value>(detail::is_conjugated(op), x, [&](const auto& read) {
      parts.tuned->run_with(parts.exec, parts.matrix, read, detail::CallerEpilogue<F, Sum>{f}, parts.binder);
    });
  }
  /// \brief Refuses other arguments at compile time.
  template <class... Arguments>
  void apply_with(const Arguments&...) const {
    detail::refuse_apply_with<Arguments...>();
  }

  /// \brief Checks x and y as apply() does: extents, and that y overlaps neither x nor the matrix.
  /// \param function, names  for messages
  /// \throws std::invalid_argument where a check fails
  template <class X, class Y>
  void check_vectors(const char* function, const X& x, const Y& y, const detail::VectorNames& names = {}) const {
    detail::check_product(function, parts_.get_for(function).matrix, x, y, names);
  }
  /// \brief The same for `op`.
  template <class X, class Y>
  void check_vectors(const char* function, Op op, const X& x, const Y& y, const detail::VectorNames& names = {}) const {
    detail::check_operation(detail::OperationNames::same(function), op, parts_.get_for(function).matrix, x, y, names);
  }

  /// \brief New numbers for the same pattern: later products read `values`, which the plan shares. Constant time. But a
  /// plan that has made the transposed matrix also writes them there, asynchronously, even if `values` is the array
  /// that it shares already.
  /// \return whether products recorded before must be recorded again, because `values` is another array than before.
  ///         Until then they read the old one, which the plan keeps alive if it shares the ownership
  /// \throws std::invalid_argument where the number of values is not that of the matrix
  template <class Values>
  bool update_values(const Values& values) {
    using Wanted = typename Matrix::values_view;
    if constexpr (detail::are_new_values<Wanted, Values>()) {
      return take_values(detail::share<Wanted>(values, "Plan::update_values", "values"));
    } else {
      return false;
    }
  }
  /// \brief Refuses a const plan at compile time.
  template <class Values>
  bool update_values(const Values&) const {
    return detail::refuse_const_plan<Values>();
  }

  /// \brief What runs and why: print it, or call its words() or json(). While the plan tunes, this is the best so far.
  Description describe() const {
    const Parts& parts = parts_.get("describe");
    return {parts.profile,
            "crs",
            ExecutionSpace::name(),
            parts.tuned->decision(),
            detail::why_crs(parts.options),
            parts.tuned->report(),
            parts.transposed.describe()};
  }

  /// \brief Bytes that the plan keeps alive.
  PlanMemory memory() const {
    const Parts& parts = parts_.get("memory");
    const Matrix& A = parts.matrix;
    return {detail::bytes_of(A.row_offsets, A.columns, A.values), parts.tuned->bytes(), parts.transposed.bytes()};
  }

  /// \brief Another plan of the same matrix on the same instance, with its own memory, so that neither plan affects the
  /// other, by new numbers or by tuning. Prepares the best decision known; measures nothing.
  Plan clone() const {
    const Parts& parts = parts_.get("clone");
    Plan plan(parts_with(parts.exec, parts.matrix, parts.options));
    Parts& copy = plan.parts_.get("clone");
    copy.profile = parts.profile;
    copy.tuned = std::make_shared<Tuned>(parts.exec, parts.matrix, *parts.tuned);
    copy.transposed = parts.transposed.clone(parts.exec);
    return plan;
  }

  /// \brief Whether products may still be experiments, of the plan itself or of a tuning tool of Kokkos.
  bool is_tuning() const { return parts_.get("is_tuning").tuned->is_tuning(); }

  bool empty() const { return parts_.empty(); }  ///< whether there is no plan: default-constructed or moved from
  const ExecutionSpace& exec() const { return parts_.get("exec").exec; }  ///< the instance it was made with

 private:
  using Tuned = detail::TunedCrs<ExecutionSpace, Matrix, PrimitiveSet>;

  struct Parts {
    ExecutionSpace exec;
    Matrix matrix;
    Options options;
    RowProfile profile;
    std::shared_ptr<Tuned> tuned;
    detail::VectorBinder<ExecutionSpace> binder;
    detail::RecordedArrays<typename Matrix::values_view, PrimitiveSet> recorded;
    detail::TransposedPlan<Plan> transposed = {};
  };

  explicit Plan(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}

  static std::unique_ptr<Parts> parts_with(const ExecutionSpace& exec, const Matrix& matrix, const Options& options) {
    return std::unique_ptr<Parts>(new Parts{exec, matrix, options, {}, {}, {}, {}});
  }
  template <class Given>
  static std::unique_ptr<Parts> start(const ExecutionSpace& exec, const Given& A, const Options& options) {
    static_assert(detail::is_accessible<ExecutionSpace, typename Matrix::memory_space>,
                  "sporos::Plan: the execution space cannot reach the matrix");
    return parts_with(detail::usable_instance("Plan", exec), detail::crs_view_for("Plan", A), options);
  }

  // `choose` calls one function of ChooseCrs, so that only this one is compiled.
  template <class Choose>
  void inspect_and_choose(const Choose& choose) {
    const detail::ProfilingRegion region("sporos::Plan");
    Parts& parts = parts_.get("Plan");
    const Machine machine = detail::machine_for<Matrix>(parts.exec);
    const auto found = detail::inspect_for_plan(parts.exec, machine, parts.matrix, parts.options);
    parts.profile = found.rows;
    parts.tuned = choose(detail::ChooseCrs<ExecutionSpace, Matrix, PrimitiveSet>(
        parts.exec, machine, parts.matrix, parts.profile, parts.options, found.at_hand));
  }

  // The transposed matrix, which the first product that needs it makes.
  const detail::TransposedPlan<Plan>& transposed(const char* function, Op op) const {
    Parts& parts = parts_.get("apply");
    if (!parts.transposed.is_there()) {
      detail::require_not_recorded<PrimitiveSet>(function, parts.exec, op);
      const detail::Caller caller(function);
      parts.transposed.make(parts.exec, parts.matrix, parts.options);
    }
    return parts.transposed;
  }

  bool take_values(typename Matrix::values_view shared) {
    Parts& parts = parts_.get("update_values");
    Matrix& matrix = parts.matrix;
    detail::require(static_cast<std::int64_t>(shared.extent(0)) == matrix.nnz(), "Plan::update_values", "values has ",
                    shared.extent(0), " elements, but the matrix has ", matrix.nnz(), " entries");
    detail::require_memory_of("Plan::update_values", "values", shared);
    std::swap(matrix.values, shared);
    parts.transposed.update(parts.exec, matrix.values);
    if (matrix.nnz() == 0 || matrix.values.data() == shared.data()) {
      if (matrix.values.use_count() == 0) matrix.values = shared;  // an owner of the same array stays its owner
      return false;
    }
    parts.recorded.replace(std::move(shared));
    return true;
  }

  detail::PlanParts<Parts> parts_;
};

}  // namespace sporos
