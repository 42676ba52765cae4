// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Vectors of four: a vector for each row of a block.
///
/// Each row of a block is loaded in vectors of four numbers, or, on x86-64, of eight in single precision if it has more
/// than four columns, and multiplied by x, which is loaded once for all rows. A row whose length is no multiple of that
/// ends in a vector with numbers of the next row. Their products stay in lanes of their own, which are left out in the
/// end: multiplying by zero would not do, since the numbers may be infinite. Blocks of two rows are one vector.
#pragma once

#include "core/device/instance/Sporos_VectorsOfFour.hpp"

#if defined(SPOROS_VECTORS_OF_FOUR)
#include <utility>

#include "core/device/host/Sporos_BlockSums.hpp"
#include "core/device/host/Sporos_RowSums_Fours.hpp"

namespace sporos {
namespace detail {

/// \brief The vectors that sum the rows of a block of this size.
template <int Block, class X>
struct BlockVectors {
  using Numbers = typename FourOf<X>::Numbers;
  static constexpr int lanes = 4;
};
struct EightFloats {
  typedef float Numbers __attribute__((vector_size(32)));
  static constexpr int lanes = 8;
};
#if defined(__x86_64__)  // where such a vector is one register
template <>
struct BlockVectors<5, float> : EightFloats {};
template <>
struct BlockVectors<6, float> : EightFloats {};
template <>
struct BlockVectors<7, float> : EightFloats {};
template <>
struct BlockVectors<8, float> : EightFloats {};
#endif

template <int Lanes, class X, class Value>
__attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) inline auto load_lanes(const Value* from) {
  if constexpr (Lanes == 4) {
    return load_four<X>(from);
  } else {
    EightFloats::Numbers numbers;
    std::memcpy(&numbers, from, sizeof(numbers));
    return numbers;
  }
}

/// \brief Four numbers, of which all but the first `count` are zero.
template <class X, int Count>
__attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) inline typename FourOf<X>::Numbers first_of_four(
    typename FourOf<X>::Numbers numbers) {
  using Mask = typename FourOf<X>::Mask;
  const Mask mask = load_whole<Mask>(FourOf<X>::masks + 4 - Count);
  return masked(numbers, mask);
}

/// \brief The sums of the rows of a block row: for each row a vector for whole vectors of columns, and one for the
/// columns that are left. There are no loops over the rows, which might keep the sums in memory.
template <int Block, class X>
struct RowsOfBlock {
  using Vectors = BlockVectors<Block, X>;
  using Numbers = typename Vectors::Numbers;
  using Four = typename FourOf<X>::Numbers;
  static constexpr int lanes = Vectors::lanes;
  static constexpr int rest = Block % lanes;
  static constexpr int read = (Block + lanes - 1) / lanes * lanes;  ///< elements of x that are read for a block

  Numbers whole[Block];
  Numbers part[Block];

  template <class Value, int... Row>
  __attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) void add(const Value* values, const X* x,
                                                                  std::integer_sequence<int, Row...>) {
    if constexpr (Block >= lanes) {
      const Numbers factors = load_lanes<lanes, X>(x);
      ((whole[Row] += load_lanes<lanes, X>(values + Row * Block) * factors), ...);
    }
    if constexpr (Block == 2 * lanes) {
      const Numbers factors = load_lanes<lanes, X>(x + lanes);
      ((whole[Row] += load_lanes<lanes, X>(values + Row * Block + lanes) * factors), ...);
    }
    if constexpr (rest > 0) {
      constexpr int done = Block - rest;
      const Numbers factors = load_lanes<lanes, X>(x + done);
      ((part[Row] += load_lanes<lanes, X>(values + Row * Block + done) * factors), ...);
    }
  }

  /// Four partial sums of a row; of zeros behind the last row.
  template <int Row>
  __attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) Four of_row() const {
    if constexpr (Row >= Block) {
      return Four{};
    } else if constexpr (lanes == 8) {
      const Numbers all = rest > 0 ? part[Row] : whole[Row];
      return __builtin_shufflevector(all, all, 0, 1, 2, 3) + first_of_four < X,
             rest == 0 ? 4 : rest - 4 > (__builtin_shufflevector(all, all, 4, 5, 6, 7));
    } else if constexpr (rest == 0) {
      return whole[Row];
    } else if constexpr (Block < lanes) {
      return first_of_four<X, rest>(part[Row]);
    } else {
      return whole[Row] + first_of_four<X, rest>(part[Row]);
    }
  }

  __attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) void store(X* sums) const {
    const Four first = sums_over(of_row<0>(), of_row<1>(), of_row<2>(), of_row<3>());
    constexpr std::size_t rows = Block < 4 ? Block : 4;
    std::memcpy(sums, &first, rows * sizeof(X));
    if constexpr (Block > 4) {
      const Four second = sums_over(of_row<4>(), of_row<5>(), of_row<6>(), of_row<7>());
      std::memcpy(sums + 4, &second, (Block - 4) * sizeof(X));
    }
  }
};

/// \brief Asks for the values of the block that is multiplied some time after the one at `values`.
template <int Block, class Value>
__attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) inline void ask_for_block(const Value* values) {
  constexpr int line = 64 / static_cast<int>(sizeof(Value));
  for (int i = 0; i < Block * Block; i += line) prefetch(values, leaf_prefetch_distance + i);
}

/// \brief Blocks of 3 to 8 rows. The last block of the matrix, and blocks with the last columns, are copied first,
/// since vectors would read beyond them.
template <class Unit, int Block, class Value, class X, class Offset>
__attribute__((SPOROS_VECTORS_OF_FOUR, noinline, aligned(64))) void block_sums_fours(
    const BlockRun<Value, X, Offset>& given, X* sums) {
  using Rows = RowsOfBlock<Block, X>;
  constexpr auto rows = std::make_integer_sequence<int, Block>();
  constexpr int size = Block * Block;
  const BlockRun<Value, X, Offset> run = given;
  const std::int64_t last_column = run.num_columns - Rows::read;
  Value copied[size + Rows::read] = {};
  auto k = static_cast<std::int64_t>(run.offsets[0]);
  for (std::int64_t row = 0; row < run.block_rows; ++row, sums += Block) {
    const auto end = static_cast<std::int64_t>(run.offsets[row + 1]);
    Rows here = {};
    for (; k < end; ++k) {
      const Value* const values = run.values + k * size;
      const std::int64_t column = static_cast<std::int64_t>(run.columns[k]) * Block;
      if (run.prefetches) ask_for_block<Block>(values);
      if (column <= last_column && k + 1 < run.num_blocks) {
        here.add(values, run.x + column, rows);
      } else {
        X x[Rows::read] = {};
        for (int i = 0; i < Block && column + i < run.num_columns; ++i) x[i] = run.x[column + i];
        std::memcpy(copied, values, size * sizeof(Value));
        here.add(copied, x, rows);
      }
    }
    here.store(sums);
  }
}

/// \brief Two elements of x, twice.
template <class X>
__attribute__((SPOROS_VECTORS_OF_FOUR, always_inline)) inline typename FourOf<X>::Numbers pair_twice(
    const X* x, std::int64_t column, std::int64_t num_columns) {
  const X first = x[column];
  const X second = column + 1 < num_columns ? x[column + 1] : X(0);
  return typename FourOf<X>::Numbers{first, second, first, second};
}

/// \brief Blocks of two rows, by turns in two vectors of sums.
template <class Unit, class Value, class X, class Offset>
__attribute__((SPOROS_VECTORS_OF_FOUR, noinline, aligned(64))) void pair_sums_fours(
    const BlockRun<Value, X, Offset>& given, X* sums) {
  using Numbers = typename FourOf<X>::Numbers;
  const BlockRun<Value, X, Offset> run = given;
  auto k = static_cast<std::int64_t>(run.offsets[0]);
  for (std::int64_t row = 0; row < run.block_rows; ++row, sums += 2) {
    const auto end = static_cast<std::int64_t>(run.offsets[row + 1]);
    Numbers even = {};
    Numbers odd = {};
    for (; k + 2 <= end; k += 2) {
      if (run.prefetches) prefetch(run.values, 4 * k + leaf_prefetch_distance);
      even += load_four<X>(run.values + 4 * k) * pair_twice(run.x, 2 * std::int64_t{run.columns[k]}, run.num_columns);
      odd += load_four<X>(run.values + 4 * k + 4) *
             pair_twice(run.x, 2 * std::int64_t{run.columns[k + 1]}, run.num_columns);
    }
    if (k < end) {
      even += load_four<X>(run.values + 4 * k) * pair_twice(run.x, 2 * std::int64_t{run.columns[k]}, run.num_columns);
      ++k;
    }
    even += odd;
    sums[0] = even[0] + even[1];
    sums[1] = even[2] + even[3];
  }
}

}  // namespace detail
}  // namespace sporos
#endif
