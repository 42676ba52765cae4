// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief A matrix in half storage and x, as the kernels read them.
#pragma once

#include "core/device/Sporos_VectorReader.hpp"

namespace sporos {
namespace detail {

/// \brief Raw pointers to the arrays of a SymmetricMatrix, and the operations of the kernels on its single entries.
template <class ExecutionSpace, class Value, class Column, class Offset, class Reader, class Sum>
struct SymmetricOperand {
  using execution_space = ExecutionSpace;
  using value_type = Value;
  using sum_t = Sum;
  using Load = ReadOnly<ExecutionSpace>;

  const std::int64_t* tile_begins;
  const Offset* near_offsets;
  const std::uint16_t* distances;
  const Value* near_values;
  const Offset* rest_offsets;  // null: there is no rest
  const Column* rest_columns;
  const Value* rest_values;
  Reader x;

  KOKKOS_FORCEINLINE_FUNCTION std::int64_t near_begin(std::int64_t row) const {
    return static_cast<std::int64_t>(Load::load(near_offsets + row));
  }
  KOKKOS_FORCEINLINE_FUNCTION std::int64_t rest_begin(std::int64_t row) const {
    return static_cast<std::int64_t>(Load::load(rest_offsets + row));
  }
  KOKKOS_FORCEINLINE_FUNCTION int distance(std::int64_t k) const { return Load::load(distances + k); }
  KOKKOS_FORCEINLINE_FUNCTION Sum near_value(std::int64_t k) const {
    return static_cast<Sum>(Load::load(near_values + k));
  }
  KOKKOS_FORCEINLINE_FUNCTION Sum x_of(std::int64_t column) const { return static_cast<Sum>(x(column)); }
  KOKKOS_FORCEINLINE_FUNCTION Sum rest_product(std::int64_t k) const {
    return static_cast<Sum>(Load::load(rest_values + k)) * static_cast<Sum>(x(Load::load(rest_columns + k)));
  }
};

}  // namespace detail
}  // namespace sporos
