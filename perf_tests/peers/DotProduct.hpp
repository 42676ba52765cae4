// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief For contenders without a fused epilogue: the separate dot product, and what else they run around their
/// product.
#pragma once

#include "core/kernels/Sporos_Conjugated.hpp"
#include "perf_tests/support/Operands.hpp"

namespace sporos::perf {
namespace detail {

template <class View>
struct DotElements {
  using value_type = typename View::non_const_value_type;
  View w;
  View y;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i, value_type& sum) const {
    sum += sporos::detail::conjugate_of(w(i)) * y(i);
  }
};

}  // namespace detail

/// \brief The vector in the dot product with y.
template <class Operands>
const auto& other_vector(const Operands& operands) {
  return operands.kind.epilogue == Epilogue::residual ? operands.y : operands.further;
}

/// \brief `result = sum of conj(w_i) y_i` by a plain Kokkos::parallel_reduce, asynchronous: for libraries without a dot
/// product of their own.
template <class Operands>
void kokkos_dot(const Operands& operands) {
  using View = typename Operands::vector_view;
  Kokkos::parallel_reduce("dot",
                          Kokkos::RangePolicy<Execution, Kokkos::IndexType<std::int64_t>>(
                              operands.exec, 0, static_cast<std::int64_t>(operands.y.extent(0))),
                          detail::DotElements<View>{other_vector(operands), operands.y}, operands.result);
}

/// \brief Runs a product without a fused epilogue. For a residual, the right side is first copied to y.
template <class Operands, class Multiply>
void run_apart(const Operands& operands, const Multiply& multiply) {
  using Vector = typename Operands::vector_type;
  if (operands.kind.epilogue != Epilogue::residual) return multiply(operands.alpha, operands.beta);
  Kokkos::deep_copy(operands.exec, operands.y, operands.further);
  multiply(Vector(-1), Vector(1));
}

}  // namespace sporos::perf
