// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Products of element matrices with their parts of x.
///
/// Who computes what: team `t` takes `share` elements from `first + t * share` on. A thread takes one element after the
/// other, on a host several neighbours at once. It copies their x to team scratch, where it also adds up y if only
/// lower triangles are stored; no two threads share any of it. Each sum goes to the target: `target(row, place, sum)`,
/// where `place` is that of the unknown. So the epilogue sees a row once for each of its elements.
///
/// The launch must give `scratch_bytes` of scratch, begin at a multiple of the elements at once, and see to it that
/// threads of a launch do not write the same row, or that the target adds atomically. Bytes: the stored numbers, a
/// column for each unknown of an element, x, and y read and written for each unknown of an element that no cache keeps.
/// Reguly & Giles 2012, section 8.2.
#pragma once

#include "core/device/Sporos_AddAtomically.hpp"
#include "core/kernels/Sporos_ColumnsEpilogue.hpp"
#include "core/kernels/Sporos_Conjugated.hpp"
#include "core/kernels/Sporos_Epilogue.hpp"
#include "core/kernels/Sporos_FormatOperand.hpp"
#include "policies/formats/Sporos_ElementRule.hpp"

namespace sporos {
namespace detail {

/// \brief Raw pointers to the arrays of an ElementMatrix.
template <class Value, class Column>
struct ElementArrays {
  ElementLayout layout;
  bool is_transposed;
  const Column* unknowns;
  const Value* values;
};

/// \brief Adds to rows that no other thread adds to.
template <class Epilogue>
struct AddToRow {
  Epilogue epilogue;  ///< of a second part

  template <class Sum>
  KOKKOS_FORCEINLINE_FUNCTION void operator()(std::int64_t row, std::int64_t, const Sum& sum) const {
    epilogue(row, sum);
  }
};

template <class Y, class Sum>
KOKKOS_FORCEINLINE_FUNCTION void add_atomically(const LinearEpilogue<Y, Sum>& epilogue, std::int64_t row,
                                                const Sum& sum) {
  add_atomically(epilogue.y + row, static_cast<Y>(epilogue.alpha * sum));
}
template <class Y, class Sum>
KOKKOS_FORCEINLINE_FUNCTION void add_atomically(const ColumnsEpilogue<Y, Sum, 1>& epilogue, std::int64_t row,
                                                const Sum& sum) {
  add_atomically(epilogue.y + row * epilogue.row_stride, static_cast<Y>(epilogue.alpha * sum));
}
template <class Epilogue, class Sum>
KOKKOS_FORCEINLINE_FUNCTION void add_atomically(const ConjugatingEpilogue<Epilogue>& epilogue, std::int64_t row,
                                                const Sum& sum) {
  add_atomically(epilogue.epilogue, row, conjugate_of(sum));
}

/// \brief Adds to rows that other threads may add to.
template <class Epilogue>
struct AddToRowAtomically {
  Epilogue epilogue;

  template <class Sum>
  KOKKOS_FORCEINLINE_FUNCTION void operator()(std::int64_t row, std::int64_t, const Sum& sum) const {
    add_atomically(epilogue, row, sum);
  }
};

/// \brief Leaves all sums for ElementTermsKernel.
template <class Sum>
struct StoreProduct {
  Sum* products;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(std::int64_t, std::int64_t place, const Sum& sum) const {
    products[place] = sum;
  }
};

template <class Operand, class Target>
struct ElementKernel {
  using Sum = typename Operand::sum_t;
  using Load = typename Operand::Load;
  static constexpr int at_once = elements_at_once(is_host_execution<typename Operand::execution_space>);

  /// \brief Of a thread: for x, and for y where elements are symmetric.
  static constexpr std::size_t scratch_bytes(const ElementLayout& layout) {
    return static_cast<std::size_t>((layout.is_symmetric ? 2 : 1) * at_once * layout.nodes) * sizeof(Sum);
  }

  Operand a;
  Target target;
  std::int64_t first;
  std::int64_t last;
  std::int64_t share;

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& member) const {
    const int threads = member.team_size();
    Sum* const scratch =
        static_cast<Sum*>(member.team_scratch(0).get_shmem(threads * static_cast<int>(scratch_bytes(a.matrix.layout))));
    const std::int64_t begin = first + static_cast<std::int64_t>(member.league_rank()) * share;
    const std::int64_t end = begin + share < last ? begin + share : last;
    const int offset = member.team_rank() * at_once;
    const int step = threads * at_once;
    // By value: y could alias the members.
    const ElementKernel kernel = *this;
    for (std::int64_t position = begin + offset; position < end; position += step) {
      kernel.multiply(position, scratch + offset, step);
    }
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION void multiply(std::int64_t position, Sum* x, int step) const {
    const ElementLayout& layout = a.matrix.layout;
    const std::int64_t unknowns = layout.unknown(position, 0);
    const auto* const numbers = a.matrix.values + layout.value(position, 0, 0);
    for (int j = 0; j < layout.nodes; ++j) {
      for (int e = 0; e < at_once; ++e) {
        const auto column = Load::load(a.matrix.unknowns + unknowns + j * layout.lanes + e);
        x[j * step + e] = column >= 0 ? a.x_of(column) : Sum(0);
      }
    }
    if (layout.is_symmetric) {
      multiply_symmetric(unknowns, numbers, x, step);
    } else {
      multiply_full(unknowns, numbers, x, step);
    }
  }

  template <class Value>
  KOKKOS_FORCEINLINE_FUNCTION void multiply_full(std::int64_t unknowns, const Value* numbers, const Sum* x,
                                                 int step) const {
    const ElementLayout& layout = a.matrix.layout;
    const std::int64_t row_step = (a.matrix.is_transposed ? 1 : layout.nodes) * layout.lanes;
    const std::int64_t column_step = (a.matrix.is_transposed ? layout.nodes : 1) * layout.lanes;
    for (int i = 0; i < layout.nodes; ++i) {
      Sum sums[at_once] = {};
      const Value* number = numbers + i * row_step;
      for (int j = 0; j < layout.nodes; ++j, number += column_step) {
        for (int e = 0; e < at_once; ++e) sums[e] += Operand::product(Load::load(number + e), x[j * step + e]);
      }
      hand_over(unknowns + i * layout.lanes, sums);
    }
  }

  // A number below the diagonal stands for two. The sum of row i is complete after the last row, so it waits behind x.
  template <class Value>
  KOKKOS_FORCEINLINE_FUNCTION void multiply_symmetric(std::int64_t unknowns, const Value* number, const Sum* x,
                                                      int step) const {
    const ElementLayout& layout = a.matrix.layout;
    Sum* const y = const_cast<Sum*>(x) + layout.nodes * step;
    for (int i = 0; i < layout.nodes; ++i) {
      Sum own_x[at_once];
      Sum sums[at_once] = {};
      for (int e = 0; e < at_once; ++e) own_x[e] = x[i * step + e];
      for (int j = 0; j < i; ++j, number += layout.lanes) {
        Sum values[at_once];
        Sum mirrored[at_once];
        for (int e = 0; e < at_once; ++e) values[e] = static_cast<Sum>(Load::load(number + e));
        for (int e = 0; e < at_once; ++e) sums[e] += values[e] * x[j * step + e];
        for (int e = 0; e < at_once; ++e) mirrored[e] = y[j * step + e] + values[e] * own_x[e];
        for (int e = 0; e < at_once; ++e) y[j * step + e] = mirrored[e];
      }
      for (int e = 0; e < at_once; ++e) y[i * step + e] = sums[e] + Operand::product(Load::load(number + e), own_x[e]);
      number += layout.lanes;
    }
    for (int i = 0; i < layout.nodes; ++i) hand_over(unknowns + i * layout.lanes, y + i * step);
  }

  KOKKOS_FORCEINLINE_FUNCTION void hand_over(std::int64_t place, const Sum* sums) const {
    for (int e = 0; e < at_once; ++e) {
      const auto row = static_cast<std::int64_t>(Load::load(a.matrix.unknowns + place + e));
      if (row >= 0) target(row, place + e, sums[e]);
    }
  }
};

}  // namespace detail
}  // namespace sporos
