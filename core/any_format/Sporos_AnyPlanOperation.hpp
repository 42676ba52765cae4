// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Transposed and conjugated products of a plan of an AnyMatrix, which a program can compile in one place.
///
/// Separate from AnyPlanProduct, so that programs without such operations do not compile them.
#pragma once

#include "core/any_format/Sporos_AnyPlanParts.hpp"

namespace sporos {

/// \brief The products of such a plan in every operation, for the types of the elements of x and y.
template <class ExecutionSpace, class Matrix, class XValue = detail::vector_value<typename Matrix::value_type>,
          class YValue = XValue, class PrimitiveSet = DefaultPrimitives>
class AnyPlanOperation {
  using Plain = AnyPlanProduct<ExecutionSpace, Matrix, XValue, YValue, PrimitiveSet>;

 public:
  using Scalar = typename Plain::Scalar;  ///< type of alpha and beta
  using X = typename Plain::X;            ///< type of x, whatever View the caller has
  using Y = typename Plain::Y;            ///< type of y, whatever View the caller has

  /// \brief As apply() of Plan.
  static void apply(AnyPlanParts<ExecutionSpace, Matrix, PrimitiveSet>& plan, Op op, Scalar alpha, const X& x,
                    Scalar beta, const Y& y);
};

template <class ExecutionSpace, class Matrix, class XValue, class YValue, class PrimitiveSet>
void AnyPlanOperation<ExecutionSpace, Matrix, XValue, YValue, PrimitiveSet>::apply(
    AnyPlanParts<ExecutionSpace, Matrix, PrimitiveSet>& plan, Op op, Scalar alpha, const X& x, Scalar beta,
    const Y& y) {
  if (op == Op::none) return Plain::apply(plan, alpha, x, beta, y);
  using Rows = typename AnyPlanParts<ExecutionSpace, Matrix, PrimitiveSet>::Rows;
  if (!std::holds_alternative<Rows>(plan.planned_.plan)) plan.recorded_.note_product(plan.exec_);
  std::visit([&](const auto& planned) { planned.apply(op, alpha, x, beta, y); }, plan.planned_.plan);
}

}  // namespace sporos
