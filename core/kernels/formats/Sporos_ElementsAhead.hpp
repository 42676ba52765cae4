// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Products of element matrices with their parts of x, one element a thread, on a GPU.
///
/// The threads of a multiprocessor need more loads in flight than one each: teams are few, since x and y of all their
/// elements are in scratch. So numbers are loaded some steps ahead of their use, and unknowns and x several at a time.
#pragma once

#include "core/kernels/Sporos_FormatOperand.hpp"
#include "policies/formats/Sporos_ElementRule.hpp"

namespace sporos {
namespace detail {

/// \brief `use(number)` for `count` numbers, `step` apart. The next `ahead` ones are loaded before any of these is
/// used.
template <int ahead, class Load, class Number, class Use>
KOKKOS_FORCEINLINE_FUNCTION void each_loaded_ahead(const Number* from, std::int64_t step, int count, const Use& use) {
  // Behind the end the last one is loaded again: that needs no branch.
  const auto load = [&](int k) { return Load::load(from + (k < count ? k : count - 1) * step); };
  Number next[ahead];
  for (int e = 0; e < ahead; ++e) next[e] = load(e);
  for (int k = 0; k < count; k += ahead) {
    Number now[ahead];
    for (int e = 0; e < ahead; ++e) now[e] = next[e];
    if (k + ahead < count) {
      for (int e = 0; e < ahead; ++e) next[e] = load(k + ahead + e);
    }
    for (int e = 0; e < ahead; ++e) {
      if (k + e < count) use(now[e]);
    }
  }
}

/// \brief As MultiplyElements, for one element a thread.
template <class Operand>
struct MultiplyElementAhead {
  using Sum = typename Operand::sum_t;
  using Load = typename Operand::Load;
  using Arrays = typename Operand::Arrays;
  using Value = typename Arrays::value_type;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(const Arrays& a, const Value* numbers, const Sum* x, Sum* y,
                                              int step) const {
    if (a.layout.is_symmetric) {
      symmetric(a, numbers, x, y, step);
    } else if (a.is_transposed) {
      transposed(a, numbers, x, y, step);
    } else {
      full(a, numbers, x, y, step);
    }
  }

 private:
  template <class Use>
  KOKKOS_FORCEINLINE_FUNCTION static void each_number(const Arrays& a, const Value* numbers, const Use& use) {
    each_loaded_ahead<element_numbers_ahead, Load>(numbers, a.layout.lanes, static_cast<int>(a.layout.numbers()), use);
  }

  KOKKOS_FORCEINLINE_FUNCTION static void full(const Arrays& a, const Value* numbers, const Sum* x, Sum* y, int step) {
    const int end = a.layout.nodes * step;
    int i = 0;
    int j = 0;
    Sum sum(0);
    each_number(a, numbers, [&](const Value& number) {
      sum += Operand::product(number, x[j]);
      j += step;
      if (j < end) return;
      y[i] = sum;
      i += step;
      j = 0;
      sum = Sum(0);
    });
  }

  KOKKOS_FORCEINLINE_FUNCTION static void transposed(const Arrays& a, const Value* numbers, const Sum* x, Sum* y,
                                                     int step) {
    const int end = a.layout.nodes * step;
    for (int j = 0; j < end; j += step) y[j] = Sum(0);
    int i = 0;
    int j = 0;
    each_number(a, numbers, [&](const Value& number) {
      y[j] += Operand::product(number, x[i]);
      j += step;
      if (j < end) return;
      i += step;
      j = 0;
    });
  }

  // A number below the diagonal stands for two.
  KOKKOS_FORCEINLINE_FUNCTION static void symmetric(const Arrays& a, const Value* numbers, const Sum* x, Sum* y,
                                                    int step) {
    int i = 0;
    int j = 0;
    Sum own_x = x[0];
    Sum sum(0);
    each_number(a, numbers, [&](const Value& given) {
      const Sum number = static_cast<Sum>(given);
      if (j < i) {
        sum += number * x[j];
        y[j] += number * own_x;
        j += step;
        return;
      }
      y[i] = sum + number * own_x;
      i += step;
      j = 0;
      sum = Sum(0);
      if (i < a.layout.nodes * step) own_x = x[i];
    });
  }
};

/// \brief Copies the x of an element to scratch: 0 where the unknown is -1.
template <class Operand, class Column>
KOKKOS_FORCEINLINE_FUNCTION void gather_element(const Operand& a, const Column* unknowns, typename Operand::sum_t* x,
                                                int step) {
  constexpr int at_once = element_unknowns_at_once;
  using Sum = typename Operand::sum_t;
  const int nodes = a.matrix.layout.nodes;
  for (int i = 0; i < nodes; i += at_once) {
    Column columns[at_once];
    Sum elements[at_once];
    for (int e = 0; e < at_once; ++e) {
      columns[e] = i + e < nodes ? Operand::Load::load(unknowns + (i + e) * a.matrix.layout.lanes) : Column(-1);
    }
    for (int e = 0; e < at_once; ++e) elements[e] = columns[e] >= 0 ? a.x_of(columns[e]) : Sum(0);
    for (int e = 0; e < at_once; ++e) {
      if (i + e < nodes) x[(i + e) * step] = elements[e];
    }
  }
}

/// \brief `target(row, place, sum)` for each unknown of an element that is not -1.
template <class Operand, class Column, class Target>
KOKKOS_FORCEINLINE_FUNCTION void scatter_element(const Operand& a, const Column* unknowns, std::int64_t places,
                                                 const typename Operand::sum_t* y, int step, const Target& target) {
  const std::int64_t lanes = a.matrix.layout.lanes;
  int i = 0;
  each_loaded_ahead<element_unknowns_at_once, typename Operand::Load>(unknowns, lanes, a.matrix.layout.nodes,
                                                                      [&](const Column& row) {
                                                                        if (row >= 0)
                                                                          target(row, places + i * lanes, y[i * step]);
                                                                        ++i;
                                                                      });
}

}  // namespace detail
}  // namespace sporos
