// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The two inputs of a product, A and x, as all kernels for compressed rows read them.
#pragma once

#include "core/device/Sporos_VectorReader.hpp"
#include "core/kernels/Sporos_CrsArrays.hpp"

namespace sporos {
namespace detail {

/// \brief A and x, and the operations of the kernels on their single entries.
template <class ExecutionSpace, class Arrays, class Reader, class Sum>
struct CrsOperand {
  using execution_space = ExecutionSpace;
  using entry_index = typename Arrays::entry_index;
  using sum_t = Sum;
  using Load = ReadOnly<ExecutionSpace>;
  using Column = typename Arrays::column_type;
  using Value = typename Arrays::value_type;

  Arrays matrix;
  Reader x;

  /// Where row `row` begins; `row` may also be `num_rows`.
  KOKKOS_FORCEINLINE_FUNCTION entry_index row_begin(std::int64_t row) const {
    return static_cast<entry_index>(Load::load(matrix.row_offsets + row));
  }

  struct Entry {
    typename Arrays::value_type value;
    typename Arrays::column_type column;
  };

  KOKKOS_FORCEINLINE_FUNCTION Entry entry(entry_index k) const {
    return {Load::load(matrix.values + k), Load::load(matrix.columns + k)};
  }

  KOKKOS_FORCEINLINE_FUNCTION Value value(const Value* address) const { return Load::load(address); }

  KOKKOS_FORCEINLINE_FUNCTION Sum product(const Entry& entry) const { return product(entry.value, entry.column); }

  KOKKOS_FORCEINLINE_FUNCTION Sum product(const typename Arrays::value_type& value,
                                          const typename Arrays::column_type& column) const {
    return static_cast<Sum>(value) * static_cast<Sum>(x(column));
  }
};

/// \brief The same for kernels whose threads load each entry once.
template <class Operand>
struct OnceOperand : Operand {
  bool evicts_first;  ///< see ReadOnly::load_once

  KOKKOS_FORCEINLINE_FUNCTION typename Operand::Value value(const typename Operand::Value* address) const {
    return Operand::Load::load_once(address, evicts_first);
  }

  KOKKOS_FORCEINLINE_FUNCTION typename Operand::Entry entry(typename Operand::entry_index k) const {
    return {Operand::Load::load_once(this->matrix.values + k, evicts_first),
            Operand::Load::load_once(this->matrix.columns + k, evicts_first)};
  }
};

}  // namespace detail
}  // namespace sporos
