// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The compiled code of a plan of an AnyMatrix, which a program can compile in one place.
///
/// Such a plan contains the code of every storage format. A source file that declares
///
///     extern template class sporos::AnyPlanParts<ExecutionSpace, Matrix>;
///     extern template class sporos::AnyPlanProduct<ExecutionSpace, Matrix>;
///
/// after its includes compiles none of it; one other file of the program has the same lines without `extern`. That
/// works because the members are neither inline nor templates themselves, and x and y come as one type of View.
#pragma once

#include <memory>

#include "core/Sporos_AnyDescription.hpp"
#include "core/any_format/Sporos_MakeAnyPlan.hpp"
#include "core/device/instance/Sporos_RecordedArrays.hpp"

namespace sporos {

/// \brief A plan of an AnyMatrix without its products.
template <class ExecutionSpace, class Matrix, class PrimitiveSet = DefaultPrimitives>
class AnyPlanParts {
  using Planned = detail::AnyPlanned<ExecutionSpace, Matrix, PrimitiveSet>;

 public:
  using Values = typename Matrix::crs_type::values_view;  ///< type of new numbers

  /// \brief As the constructor of Plan.
  AnyPlanParts(const ExecutionSpace& exec, const Matrix& matrix, const Options& options);
  AnyPlanParts(const ExecutionSpace& exec, const Matrix& matrix);  ///< the same with the default options
  ~AnyPlanParts();
  AnyPlanParts(const AnyPlanParts&) = delete;
  AnyPlanParts& operator=(const AnyPlanParts&) = delete;

  bool update_values(const Values& values);     ///< see Plan
  AnyDescription describe() const;              ///< see Plan
  PlanMemory memory() const;                    ///< see Plan
  std::unique_ptr<AnyPlanParts> clone() const;  ///< see Plan

  /// \brief As apply() of Plan, for vectors that are not contiguous.
  template <class... Arguments>
  void apply_columns(const Arguments&... arguments) {
    if (!std::holds_alternative<Rows>(planned_.plan)) recorded_.note_product(exec_);
    std::visit([&](const auto& planned) { planned.apply(arguments...); }, planned_.plan);
  }
  /// \brief See Plan; compiled where it is called.
  template <class... Arguments>
  void apply_with(const Arguments&... arguments) {
    if (!std::holds_alternative<Rows>(planned_.plan)) recorded_.note_product(exec_);
    std::visit([&](const auto& plan) { plan.apply_with(arguments...); }, planned_.plan);
  }
  /// \brief See Plan.
  template <class... Arguments>
  void check_vectors(const char* function, const Arguments&... arguments) const {
    std::visit([&](const auto& plan) { plan.check_vectors(function, arguments...); }, planned_.plan);
  }

  const ExecutionSpace& exec() const { return exec_; }        ///< see Plan
  Format format() const { return planned_.matrix.format(); }  ///< see Plan

 private:
  template <class, class, class, class, class>
  friend class AnyPlanProduct;
  template <class, class, class, class, class>
  friend class AnyPlanOperation;
  using Rows = Plan<ExecutionSpace, typename Matrix::crs_type, PrimitiveSet>;

  AnyPlanParts(const ExecutionSpace& exec, Planned&& planned);

  ExecutionSpace exec_;
  Planned planned_;
  detail::RecordedArrays<typename Planned::Plans, PrimitiveSet> recorded_;
};

/// \brief The products of such a plan, for the types of the elements of x and y.
template <class ExecutionSpace, class Matrix, class XValue = detail::vector_value<typename Matrix::value_type>,
          class YValue = XValue, class PrimitiveSet = DefaultPrimitives>
class AnyPlanProduct {
  template <class T>
  using Vector = Kokkos::View<T*, Kokkos::LayoutRight, typename ExecutionSpace::memory_space,
                              Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

 public:
  using Scalar = detail::sum_type<typename Matrix::value_type, XValue, YValue>;  ///< type of alpha and beta
  using X = Vector<const XValue>;  ///< type of x, whatever View the caller has
  using Y = Vector<YValue>;        ///< type of y, whatever View the caller has

  /// \brief As apply() of Plan.
  static void apply(AnyPlanParts<ExecutionSpace, Matrix, PrimitiveSet>& plan, Scalar alpha, const X& x, Scalar beta,
                    const Y& y);
};

template <class ExecutionSpace, class Matrix, class PrimitiveSet>
AnyPlanParts<ExecutionSpace, Matrix, PrimitiveSet>::AnyPlanParts(const ExecutionSpace& exec, const Matrix& matrix,
                                                                 const Options& options)
    : AnyPlanParts(exec, detail::MakeAnyPlan<ExecutionSpace, Matrix, PrimitiveSet>(exec, matrix, options)()) {}

template <class ExecutionSpace, class Matrix, class PrimitiveSet>
AnyPlanParts<ExecutionSpace, Matrix, PrimitiveSet>::AnyPlanParts(const ExecutionSpace& exec, const Matrix& matrix)
    : AnyPlanParts(exec, Planned{matrix,
                                 Options(),
                                 detail::plan_in_its_format<ExecutionSpace, PrimitiveSet>(exec, matrix),
                                 detail::came_in_format,
                                 {},
                                 {}}) {}

template <class ExecutionSpace, class Matrix, class PrimitiveSet>
AnyPlanParts<ExecutionSpace, Matrix, PrimitiveSet>::AnyPlanParts(const ExecutionSpace& exec, Planned&& planned)
    : exec_(exec), planned_(std::move(planned)) {}

template <class ExecutionSpace, class Matrix, class PrimitiveSet>
AnyPlanParts<ExecutionSpace, Matrix, PrimitiveSet>::~AnyPlanParts() = default;

template <class ExecutionSpace, class Matrix, class PrimitiveSet>
bool AnyPlanParts<ExecutionSpace, Matrix, PrimitiveSet>::update_values(const Values& values) {
  if (Rows* const rows = std::get_if<Rows>(&planned_.plan)) {
    const bool moved = rows->update_values(values);
    if (moved) planned_.matrix.update(exec_, values);
    return moved;
  }
  if (!planned_.matrix.update(exec_, values)) {  // in the arrays that the plan knows
    std::visit(
        [&](const auto& plan) {
          if constexpr (!std::is_same<std::decay_t<decltype(plan)>, Rows>::value) plan.update_transposed(values);
        },
        planned_.plan);
    return false;
  }
  auto plan = detail::plan_stored<ExecutionSpace, PrimitiveSet>(exec_, planned_.matrix, planned_.options);
  std::swap(planned_.plan, plan);
  recorded_.replace(std::move(plan));
  return true;
}

template <class ExecutionSpace, class Matrix, class PrimitiveSet>
AnyDescription AnyPlanParts<ExecutionSpace, Matrix, PrimitiveSet>::describe() const {
  using Either = std::variant<Description, FormatDescription>;
  AnyDescription description{
      format(),          planned_.matrix.bytes(),
      planned_.why,      std::visit([](const auto& plan) { return Either(plan.describe()); }, planned_.plan),
      planned_.decision, planned_.trials};
  if (auto* const stored = std::get_if<FormatDescription>(&description.plan)) {
    if (format() != Format::own) stored->format = name(format());
    stored->why = planned_.why;
  }
  return description;
}

template <class ExecutionSpace, class Matrix, class PrimitiveSet>
PlanMemory AnyPlanParts<ExecutionSpace, Matrix, PrimitiveSet>::memory() const {
  return std::visit([](const auto& plan) { return plan.memory(); }, planned_.plan);
}

template <class ExecutionSpace, class Matrix, class PrimitiveSet>
std::unique_ptr<AnyPlanParts<ExecutionSpace, Matrix, PrimitiveSet>>
AnyPlanParts<ExecutionSpace, Matrix, PrimitiveSet>::clone() const {
  Planned copy{planned_.matrix, planned_.options, {}, planned_.why, planned_.decision, planned_.trials};
  std::visit(
      [&](const auto& plan) {
        auto own = plan.clone();
        // Both plans share the numbers of compressed rows. In all other formats the new plan has a matrix of its own.
        if constexpr (!std::is_same<std::decay_t<decltype(plan)>, Rows>::value) {
          copy.matrix = Matrix(typename Matrix::storage_type(own.matrix()));
        }
        copy.plan = std::move(own);
      },
      planned_.plan);
  return std::unique_ptr<AnyPlanParts>(new AnyPlanParts(exec_, std::move(copy)));
}

template <class ExecutionSpace, class Matrix, class XValue, class YValue, class PrimitiveSet>
void AnyPlanProduct<ExecutionSpace, Matrix, XValue, YValue, PrimitiveSet>::apply(
    AnyPlanParts<ExecutionSpace, Matrix, PrimitiveSet>& plan, Scalar alpha, const X& x, Scalar beta, const Y& y) {
  using Rows = typename AnyPlanParts<ExecutionSpace, Matrix, PrimitiveSet>::Rows;
  if (!std::holds_alternative<Rows>(plan.planned_.plan)) plan.recorded_.note_product(plan.exec_);
  std::visit([&](const auto& planned) { planned.apply(alpha, x, beta, y); }, plan.planned_.plan);
}

}  // namespace sporos
