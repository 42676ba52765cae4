// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Which elements add to a row: the map from elements to unknowns, transposed.
#pragma once

#include "formats/common/Sporos_LaunchKernel.hpp"
#include "formats/common/Sporos_RowOffsets.hpp"
#include "formats/crs/Sporos_SortRows.hpp"
#include "formats/element/Sporos_ElementMatrix.hpp"

namespace sporos {
namespace detail {

template <class Column, class Offset>
struct CountTerm {
  const Column* unknowns;
  Offset* lengths;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t k) const {
    if (unknowns[k] >= 0) Kokkos::atomic_fetch_add(lengths + unknowns[k], Offset(1));
  }
};

// `next` is where the next term of each row goes.
template <class Column, class Offset>
struct PutTerm {
  const Column* unknowns;
  Offset* next;
  Offset* terms;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t k) const {
    if (unknowns[k] >= 0) terms[Kokkos::atomic_fetch_add(next + unknowns[k], Offset(1))] = static_cast<Offset>(k);
  }
};

/// \brief For each row the places in `A.unknowns` that hold it, ascending, as the columns of compressed rows; waits.
template <class ExecutionSpace, class Value, class Column, class Offset, class MemorySpace>
auto terms_of_rows(const ExecutionSpace& exec, const ElementMatrix<Value, Column, Offset, MemorySpace>& A) {
  using Terms = CrsMatrix<char, Offset, Offset, MemorySpace>;  // sort_rows() sorts values along; a byte each
  using Offsets = decltype(Terms::row_offsets);
  const auto places = static_cast<std::int64_t>(A.unknowns.extent(0));
  const auto offsets = allocate<Offsets>(exec, "sporos::element[term offsets]", A.num_rows + 1);
  Kokkos::deep_copy(exec, offsets, Offset(0));
  const RowRange<ExecutionSpace> all(exec, 0, places);
  launch_kernel("sporos::element[count terms]", all, CountTerm<Column, Offset>{A.unknowns.data(), offsets.data()});
  auto terms = allocate_crs<Terms>(A.num_rows, places, sum_lengths(exec, A.num_rows, offsets.data()));
  const auto next = allocate<Offsets>(exec, "sporos::element[next term]", A.num_rows + 1);
  Kokkos::deep_copy(exec, terms.row_offsets, offsets);
  Kokkos::deep_copy(exec, next, offsets);
  launch_kernel("sporos::element[put terms]", all,
                PutTerm<Column, Offset>{A.unknowns.data(), next.data(), terms.columns.data()});
  Kokkos::deep_copy(exec, terms.values, char(0));
  sort_rows(exec, terms);
  return terms;
}

}  // namespace detail
}  // namespace sporos
