// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief `y = y + alpha*transpose(A)*x` without preparation: each entry is multiplied and added to the element of its
/// column. On GPUs this is for COO, and ScatterRowsKernel for compressed rows.
///
/// Who computes what: team `t` takes the entries `t * share` to `(t + 1) * share - 1`. On a host a team is one thread,
/// which takes its entries in order; if it is the only thread, its additions are not atomic. On a GPU threads take
/// neighbouring entries, which are added to y at once, or in scratch first if many are for the same element
/// (ScatterTable).
///
/// ScatterStartKernel must have run, or something else that has scaled y. The launch must give teams for all shares and
/// `scratch_bytes` of scratch. Terms are added in the type of y and, if there are several threads, in any order: the
/// last bits of y may differ from run to run. Bytes: those of the matrix and x; y is read and written for each entry
/// that is not added in scratch first.
#pragma once

#include "core/kernels/scatter/Sporos_ScatterTable.hpp"
#include "core/kernels/scatter/Sporos_ScatterTerms.hpp"

namespace sporos {
namespace detail {

/// \tparam Terms  ScatterTerms
template <class Terms>
struct ScatterKernel {
  using Sum = typename Terms::Sum;
  using Y = typename Terms::Target::element;
  using Table = ScatterTable<typename Terms::Target, typename Terms::Column>;
  static constexpr std::size_t scratch_bytes = Table::scratch_bytes;

  Terms terms;
  ScatterShape shape;
  const int* is_crowded;  ///< null: no. Not read on a host

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& member) const {
    const auto& entries = terms.entries;
    const std::int64_t begin = entries.first() + member.league_rank() * shape.share;
    const std::int64_t end = begin + shape.share < entries.end() ? begin + shape.share : entries.end();
    if constexpr (is_host_execution<typename Terms::execution_space>) {
      run(terms, begin, end);
    } else {
      add_by_team<typename Terms::Column>(member, is_crowded, terms.to, [&](const auto& adder) {
        member.team_barrier();
        for (std::int64_t k = begin + member.team_rank(); k < end; k += member.team_size()) {
          adder.add(terms.column(k), terms.value(k) * terms.factor(static_cast<std::int64_t>(entries.rows[k])));
        }
      });
    }
  }

 private:
  // By value: y could alias the members, so each of them would be loaded again for every entry.
  KOKKOS_INLINE_FUNCTION static void run(const Terms terms, std::int64_t begin, std::int64_t end) {
    terms.entries.each_row(begin, end, [&](std::int64_t row, std::int64_t first, std::int64_t behind) {
      const Sum factor = terms.factor(row);
      for (std::int64_t k = first; k < behind; ++k) {
        const auto term = static_cast<Y>(terms.value(k) * factor);
        if constexpr (Terms::Mode::has_rivals) {
          add_atomically(terms.to.address(terms.entries.columns[k]), term);
        } else {
          *terms.to.address(terms.entries.columns[k]) += term;
        }
      }
    });
  }
};

}  // namespace detail
}  // namespace sporos
