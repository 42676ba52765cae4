// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The two inputs of a product, A and x, as the kernels of a storage format read them.
#pragma once

#include "core/device/Sporos_VectorReader.hpp"

namespace sporos {
namespace detail {

/// \brief The arrays of A, and x, and the product of a number of A and an element of x.
template <class ExecutionSpace, class ArraysType, class Reader, class Sum>
struct FormatOperand {
  using execution_space = ExecutionSpace;
  using Arrays = ArraysType;
  using sum_t = Sum;
  using Load = ReadOnly<ExecutionSpace>;

  Arrays matrix;
  Reader x;
  bool evicts_first = false;  ///< see ReadOnly::load_once

  template <class T>
  KOKKOS_FORCEINLINE_FUNCTION T load_once(const T* address) const {
    return Load::load_once(address, evicts_first);
  }

  template <class Column>
  KOKKOS_FORCEINLINE_FUNCTION Sum x_of(Column column) const {
    return static_cast<Sum>(x(column));
  }

  template <class Value>
  KOKKOS_FORCEINLINE_FUNCTION static Sum product(const Value& value, const Sum& of_x) {
    return static_cast<Sum>(value) * of_x;
  }
};

}  // namespace detail
}  // namespace sporos
