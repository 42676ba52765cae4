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

/// Of several columns, a sum for each.
template <class View>
struct ColumnDots {
  using value_type = typename View::non_const_value_type[];
  using size_type = std::size_t;
  size_type value_count;
  View w;
  View y;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i, value_type sums) const {
    const auto row = static_cast<std::size_t>(i);
    for (std::size_t c = 0; c < value_count; ++c) sums[c] += sporos::detail::conjugate_of(w(row, c)) * y(row, c);
  }
};

}  // namespace detail

/// \brief Calls `f(w, y, result)` with the vectors of the dot product and where it goes.
template <class Operands, class F>
void with_dot_vectors(const Operands& operands, const F& f) {
  operands.with_all([&](const auto&, const auto& y, const auto& further, const auto& result) {
    f(operands.kind.epilogue == Epilogue::residual ? y : further, y, result);
  });
}

/// \brief `result = sum of conj(w_i) y_i`, for each column, by a plain Kokkos::parallel_reduce, asynchronous: for
/// libraries without a dot product of their own.
template <class Operands>
void kokkos_dot(const Operands& operands) {
  with_dot_vectors(operands, [&](const auto& w, const auto& y, const auto& result) {
    using View = std::decay_t<decltype(y)>;
    const Kokkos::RangePolicy<Execution, Kokkos::IndexType<std::int64_t>> rows(operands.exec, 0,
                                                                               static_cast<std::int64_t>(y.extent(0)));
    if constexpr (static_cast<int>(View::rank) == 1) {
      Kokkos::parallel_reduce("dot", rows, detail::DotElements<View>{w, y}, result);
    } else {
      Kokkos::parallel_reduce("dot", rows, detail::ColumnDots<View>{y.extent(1), w, y}, result);
    }
  });
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
