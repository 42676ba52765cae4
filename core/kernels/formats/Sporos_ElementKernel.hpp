// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Products of element matrices with their parts of x.
///
/// Who computes what: team `t` takes `share` elements from `first + t * share` on. A thread takes one element after the
/// other, on a host several neighbours at once. It copies their x to team scratch and computes their y there;
/// no two threads share any of it. Each sum goes to the target: `target(row, place, sum)`,
/// where `place` is that of the unknown. So the epilogue sees a row once for each of its elements.
///
/// The launch must give `scratch_bytes` of scratch, begin at a multiple of the elements at once, and see to it that
/// threads of a launch do not write the same row, or that the target adds atomically. Bytes: the stored numbers, a
/// column for each unknown of an element, x, and y read and written for each unknown of an element that no cache keeps.
/// Reguly & Giles 2012, section 8.2.
#pragma once

#include "core/device/Sporos_AddAtomically.hpp"
#include "core/device/Sporos_Prefetch.hpp"
#include "core/kernels/Sporos_ColumnsEpilogue.hpp"
#include "core/kernels/Sporos_Conjugated.hpp"
#include "core/kernels/Sporos_Epilogue.hpp"
#include "core/kernels/Sporos_FormatOperand.hpp"
#include "core/kernels/formats/Sporos_ElementsAhead.hpp"
#include "policies/formats/Sporos_ElementRule.hpp"

namespace sporos {
namespace detail {

/// \brief Raw pointers to the arrays of an ElementMatrix.
template <class Value, class Column>
struct ElementArrays {
  using value_type = Value;

  ElementLayout layout;
  bool is_transposed;
  const Column* unknowns;
  const Value* values;
};

/// \brief Calls `add(element of y, what an element adds to it)`.
template <class Y, class Sum, class Add>
KOKKOS_FORCEINLINE_FUNCTION void add_to_row(const LinearEpilogue<Y, Sum>& epilogue, std::int64_t row, const Sum& sum,
                                            const Add& add) {
  add(epilogue.y + row, static_cast<Y>(epilogue.alpha * sum));
}
template <class Y, class Sum, class Add>
KOKKOS_FORCEINLINE_FUNCTION void add_to_row(const ColumnsEpilogue<Y, Sum, 1>& epilogue, std::int64_t row,
                                            const Sum& sum, const Add& add) {
  add(epilogue.y + row * epilogue.row_stride, static_cast<Y>(epilogue.alpha * sum));
}
template <class Epilogue, class Sum, class Add>
KOKKOS_FORCEINLINE_FUNCTION void add_to_row(const ConjugatingEpilogue<Epilogue>& epilogue, std::int64_t row,
                                            const Sum& sum, const Add& add) {
  add_to_row(epilogue.epilogue, row, conjugate_of(sum), add);
}

struct AddPlainly {
  template <class Y>
  KOKKOS_FORCEINLINE_FUNCTION void operator()(Y* y, const Y& term) const {
    *y += term;
  }
};
struct AddAtomically {
  template <class Y>
  KOKKOS_FORCEINLINE_FUNCTION void operator()(Y* y, const Y& term) const {
    add_atomically(y, term);
  }
};

/// \brief Adds to rows: plainly where no other thread adds to them.
template <class Epilogue, class Add>
struct AddToRow {
  Epilogue epilogue;

  template <class Sum>
  KOKKOS_FORCEINLINE_FUNCTION void operator()(std::int64_t row, std::int64_t, const Sum& sum) const {
    add_to_row(epilogue, row, sum, Add());
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

/// \brief On a host: `y = K*x` for neighbouring elements, whose numbers of a node are `step` apart.
template <class Operand>
struct MultiplyElements {
  using Sum = typename Operand::sum_t;
  using Load = typename Operand::Load;
  using Arrays = typename Operand::Arrays;
  using Value = typename Arrays::value_type;
  static constexpr int at_once = elements_at_once(true);

  KOKKOS_FORCEINLINE_FUNCTION void operator()(const Arrays& a, const Value* numbers, const Sum* x, Sum* y,
                                              int step) const {
    if (a.layout.is_symmetric) {
      symmetric(a, numbers, x, y, step);
    } else {
      full(a, numbers, x, y, step);
    }
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION static void full(const Arrays& a, const Value* numbers, const Sum* x, Sum* y, int step) {
    const int nodes = a.layout.nodes;
    const std::int64_t row_step = (a.is_transposed ? 1 : nodes) * a.layout.lanes;
    const std::int64_t column_step = (a.is_transposed ? nodes : 1) * a.layout.lanes;
    for (int i = 0; i < nodes; ++i) {
      Sum sums[at_once] = {};
      const Value* number = numbers + i * row_step;
      for (int j = 0; j < nodes; ++j, number += column_step) {
        prefetch(number, element_prefetch_slots * a.layout.lanes);
        for (int e = 0; e < at_once; ++e) sums[e] += Operand::product(Load::load(number + e), x[j * step + e]);
      }
      for (int e = 0; e < at_once; ++e) y[i * step + e] = sums[e];
    }
  }

  // A number below the diagonal stands for two.
  KOKKOS_FORCEINLINE_FUNCTION static void symmetric(const Arrays& a, const Value* number, const Sum* x, Sum* y,
                                                    int step) {
    const std::int64_t lanes = a.layout.lanes;
    for (int i = 0; i < a.layout.nodes; ++i) {
      Sum own_x[at_once];
      Sum sums[at_once] = {};
      for (int e = 0; e < at_once; ++e) own_x[e] = x[i * step + e];
      for (int j = 0; j < i; ++j, number += lanes) {
        prefetch(number, element_prefetch_slots * lanes);
        Sum values[at_once];
        Sum mirrored[at_once];
        for (int e = 0; e < at_once; ++e) values[e] = static_cast<Sum>(Load::load(number + e));
        for (int e = 0; e < at_once; ++e) sums[e] += values[e] * x[j * step + e];
        for (int e = 0; e < at_once; ++e) mirrored[e] = y[j * step + e] + values[e] * own_x[e];
        for (int e = 0; e < at_once; ++e) y[j * step + e] = mirrored[e];
      }
      for (int e = 0; e < at_once; ++e) y[i * step + e] = sums[e] + Operand::product(Load::load(number + e), own_x[e]);
      number += lanes;
    }
  }
};

template <class Operand, class Target>
struct ElementKernel {
  using Sum = typename Operand::sum_t;
  using Load = typename Operand::Load;
  static constexpr bool on_host = is_host_execution<typename Operand::execution_space>;
  static constexpr int at_once = elements_at_once(on_host);

  /// \brief Of a thread: x and y of its elements.
  KOKKOS_INLINE_FUNCTION static std::size_t scratch_bytes(int nodes) {
    return static_cast<std::size_t>(2 * at_once * nodes) * sizeof(Sum);
  }

  Operand a;
  Target target;
  std::int64_t first;
  std::int64_t last;
  std::int64_t share;

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& member) const {
    const int threads = member.team_size();
    Sum* const scratch = static_cast<Sum*>(
        member.team_scratch(0).get_shmem(threads * static_cast<int>(scratch_bytes(a.matrix.layout.nodes))));
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
    const auto& matrix = a.matrix;
    const std::int64_t lanes = matrix.layout.lanes;
    const int nodes = matrix.layout.nodes;
    Sum* const y = x + nodes * step;
    const std::int64_t places = matrix.layout.unknown(position, 0);
    const auto* const unknowns = matrix.unknowns + places;
    const auto* const numbers = matrix.values + matrix.layout.value(position, 0, 0);
    if constexpr (!on_host) {
      gather_element(a, unknowns, x, step);
      MultiplyElementAhead<Operand>()(matrix, numbers, x, y, step);
      scatter_element(a, unknowns, places, y, step, target);
    } else {
      for (int i = 0; i < nodes; ++i) {
        Sum* const of_node = x + i * step;
        each_free(
            unknowns + i * lanes, [&](int e, auto column) { of_node[e] = a.x_of(column); },
            [&](int e) { of_node[e] = Sum(0); });
      }
      MultiplyElements<Operand>()(matrix, numbers, x, y, step);
      for (int i = 0; i < nodes; ++i) {
        const Sum* const of_node = y + i * step;
        const std::int64_t place = places + i * lanes;
        each_free(
            unknowns + i * lanes, [&](int e, auto row) { target(row, place + e, of_node[e]); }, [](int) {});
      }
    }
  }

  // `free(e, unknown)`, or `fixed(e)` where the unknown is -1. Seldom any of them is.
  template <class Column, class Free, class Fixed>
  KOKKOS_FORCEINLINE_FUNCTION static void each_free(const Column* from, const Free& free, const Fixed& fixed) {
    Column unknowns[at_once];
    Column signs = 0;
    for (int e = 0; e < at_once; ++e) unknowns[e] = Load::load(from + e);
    for (int e = 0; e < at_once; ++e) signs |= unknowns[e];
    if (signs >= 0) {
      for (int e = 0; e < at_once; ++e) free(e, unknowns[e]);
      return;
    }
    for (int e = 0; e < at_once; ++e) {
      if (unknowns[e] >= 0) {
        free(e, unknowns[e]);
      } else {
        fixed(e);
      }
    }
  }
};

}  // namespace detail
}  // namespace sporos
