// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The entries of a delta CRS matrix and x, as kernels read them: columns and numbers are decoded in registers.
#pragma once

#include <cstdint>

#include "core/device/Sporos_VectorReader.hpp"
#include "formats/delta_crs/Sporos_DeltaCrsMatrix.hpp"

namespace sporos {
namespace detail {

/// \brief Raw pointers to the arrays of a DeltaCrsMatrix, except those of its numbers, without ownership.
template <class Column, class Offset>
struct DeltaCrsArrays {
  using column_type = Column;
  using offset_type = Offset;
  using High = delta_high<Column>;

  const DeltaTile<Column>* tiles;
  const Offset* row_offsets;
  const std::uint16_t* column_offsets;
  const High* column_highs;
};

template <class Value, class Column, class Offset, class MemorySpace>
DeltaCrsArrays<Column, Offset> delta_crs_arrays(const DeltaCrsMatrix<Value, Column, Offset, MemorySpace>& matrix) {
  return {matrix.tiles.data(), matrix.row_offsets.data(), matrix.column_offsets.data(), matrix.column_highs.data()};
}

/// \brief Numbers that are stored one by one, in their own type or a narrower one.
template <class ExecutionSpace, class Stored>
struct DeltaNumbers {
  using stored_type = Stored;
  const Stored* numbers;

  KOKKOS_FORCEINLINE_FUNCTION DeltaNumbers from(std::int64_t k) const { return {numbers + k}; }
  template <class Index>
  KOKKOS_FORCEINLINE_FUNCTION stored_type stored(Index k) const {
    return ReadOnly<ExecutionSpace>::load(numbers + k);
  }
  template <class Sum>
  KOKKOS_FORCEINLINE_FUNCTION Sum number(const stored_type& stored) const {
    return static_cast<Sum>(stored);
  }
};

/// \brief Numbers that are stored as indices into a table.
template <class ExecutionSpace, class Value>
struct DeltaTableNumbers {
  using stored_type = std::uint8_t;
  const std::uint8_t* codes;
  const Value* table;

  KOKKOS_FORCEINLINE_FUNCTION DeltaTableNumbers from(std::int64_t k) const { return {codes + k, table}; }
  template <class Index>
  KOKKOS_FORCEINLINE_FUNCTION stored_type stored(Index k) const {
    return ReadOnly<ExecutionSpace>::load(codes + k);
  }
  template <class Sum>
  KOKKOS_FORCEINLINE_FUNCTION Sum number(stored_type stored) const {
    return static_cast<Sum>(ReadOnly<ExecutionSpace>::load(table + stored));
  }
};

/// \brief The entries of one tile, counted from some entry before them. `High` is void if the columns fit into 16 bits.
template <class ExecutionSpace, class Numbers, class Column, class High, class Reader, class Sum, class Index = int>
struct DeltaCrsOperand {
  using execution_space = ExecutionSpace;
  using entry_index = Index;
  using sum_t = Sum;
  using Load = ReadOnly<ExecutionSpace>;
  static constexpr bool is_wide = !std::is_void<High>::value;

  Numbers numbers;
  const std::uint16_t* column_offsets;
  const High* column_highs;
  Index without_highs;  ///< how many of the counted entries have no upper bits
  Column base;
  Reader x;

  struct Entry {
    typename Numbers::stored_type number;
    Column column;
  };

  KOKKOS_FORCEINLINE_FUNCTION Entry entry(entry_index k) const {
    Column column = static_cast<Column>(base + static_cast<Column>(Load::load(column_offsets + k)));
    if constexpr (is_wide) {
      column =
          static_cast<Column>(column + (static_cast<Column>(Load::load(column_highs + (k - without_highs))) << 16));
    }
    return {numbers.stored(k), column};
  }

  KOKKOS_FORCEINLINE_FUNCTION Sum product(const Entry& entry) const {
    return numbers.template number<Sum>(entry.number) * static_cast<Sum>(x(entry.column));
  }
};

/// \brief The whole matrix and x; kernels get the operand of a tile from it.
template <class ExecutionSpace, class NumbersType, class ArraysType, class Reader, class Sum>
struct DeltaCrsSource {
  using execution_space = ExecutionSpace;
  using Numbers = NumbersType;
  using Arrays = ArraysType;
  using sum_t = Sum;
  using Load = ReadOnly<ExecutionSpace>;
  using Column = typename Arrays::column_type;
  using High = typename Arrays::High;
  template <class AnyHigh, class Index = int>
  using Operand = DeltaCrsOperand<ExecutionSpace, Numbers, Column, AnyHigh, Reader, Sum, Index>;

  Numbers numbers;
  Arrays matrix;
  Reader x;
};

}  // namespace detail
}  // namespace sporos
