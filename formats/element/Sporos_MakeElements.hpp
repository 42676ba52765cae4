// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The structure of element storage from the unknowns of each element; new numbers for it.
#pragma once

#include <algorithm>
#include <limits>

#include "formats/common/Sporos_LaunchKernel.hpp"
#include "formats/common/Sporos_ViewTypes.hpp"
#include "formats/conversion/Sporos_ConvertibleCrs.hpp"
#include "formats/element/Sporos_ElementColours.hpp"
#include "formats/element/Sporos_ElementTerms.hpp"

namespace sporos {
namespace detail {

/// \brief What the rules decide: lanes and units are not 0 here.
struct ElementShape {
  Scatter scatter;
  bool is_symmetric;
  std::int64_t lanes;
  std::int64_t unit;       ///< of one colour, for Scatter::colouring
  std::int64_t alignment;  ///< where colours begin
};

// The first unknown that is not -1 and not below `num_unknowns`.
template <class Unknowns>
struct FindBadUnknown {
  Unknowns unknowns;
  std::int64_t num_unknowns;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t k, std::int64_t& first) const {
    const auto nodes = static_cast<std::int64_t>(unknowns.extent(1));
    const auto unknown = static_cast<std::int64_t>(unknowns(k / nodes, k % nodes));
    if ((unknown < -1 || unknown >= num_unknowns) && k < first) first = k;
  }
};

template <class Unknowns, class Offset>
struct PlaceElement {
  Unknowns from;
  const Offset* unit_places;  // null: all are in order
  std::int64_t unit;
  ElementLayout layout;
  typename Unknowns::non_const_value_type* to;
  Offset* places;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t e) const {
    std::int64_t position = e;
    if (unit_places != nullptr) {
      position = static_cast<std::int64_t>(unit_places[e / unit]) + e % unit;
      places[e] = static_cast<Offset>(position);
    }
    for (int i = 0; i < layout.nodes; ++i) to[layout.unknown(position, i)] = from(e, i);
  }
};

// The first number above a diagonal that is not its mirror image.
template <class Values>
struct FindUnequalHalves {
  Values values;
  int nodes;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t e, std::int64_t& first) const {
    for (int i = 0; i < nodes; ++i) {
      for (int j = 0; j < i; ++j) {
        const std::int64_t mirror = (e * nodes + j) * nodes + i;
        if (!(values((e * nodes + i) * nodes + j) == values(mirror)) && mirror < first) first = mirror;
      }
    }
  }
};

template <class Writer, class Values>
struct WriteElement {
  Writer to;
  Values from;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t e) const {
    const int nodes = to.layout.nodes;
    for (int i = 0; i < nodes; ++i) {
      for (int j = 0; j < nodes; ++j) to.set(e, i, j, from((e * nodes + i) * nodes + j));
    }
  }
};

template <class ExecutionSpace, class Unknowns>
void require_good_unknowns(const ExecutionSpace& exec, std::int64_t num_unknowns, const Unknowns& unknowns) {
  const auto nodes = static_cast<std::int64_t>(unknowns.extent(1));
  const auto count = static_cast<std::int64_t>(unknowns.extent(0)) * nodes;
  std::int64_t first = no_row;
  Kokkos::parallel_reduce("sporos::element_matrix[check]", RowRange<ExecutionSpace>(exec, 0, count),
                          FindBadUnknown<Unknowns>{unknowns, num_unknowns}, Kokkos::Min<std::int64_t>(first));
  wait_for(exec, "sporos::element_matrix[wait]");
  if (first == no_row) return;
  typename Unknowns::non_const_value_type found;
  Kokkos::deep_copy(found, Kokkos::subview(unknowns, first / nodes, first % nodes));
  require(false, "element_matrix", "unknown ", first % nodes, " of element ", first / nodes, " is ", found,
          ", but must be -1 or in [0, ", num_unknowns, ")");
}

/// \brief All of an ElementMatrix but its numbers, which are zero; waits.
template <class Matrix, class ExecutionSpace, class Unknowns>
Matrix make_elements(const ExecutionSpace& exec, std::int64_t num_unknowns, const Unknowns& unknowns,
                     const ElementShape& shape) {
  using Column = typename Matrix::column_type;
  using Offset = typename Matrix::offset_type;
  constexpr auto largest = static_cast<std::uint64_t>(std::numeric_limits<Offset>::max());
  Matrix A;
  A.num_rows = A.num_columns = num_unknowns;
  A.num_elements = static_cast<std::int64_t>(unknowns.extent(0));
  A.nodes = static_cast<int>(unknowns.extent(1));
  A.is_symmetric = shape.is_symmetric;
  A.scatter = shape.scatter;
  A.unit = shape.unit;
  ElementOrder order{{0, A.num_elements}, {}};
  if (shape.scatter == Scatter::colouring && shape.unit < A.num_elements) {
    const auto host = host_copy(unknowns);
    order =
        order_by_colour(colour_elements(host, num_unknowns, shape.unit), A.num_elements, shape.unit, shape.alignment);
  }
  A.colours = order.begins;
  const std::int64_t padded = (A.num_positions() + shape.alignment - 1) / shape.alignment * shape.alignment;
  A.lanes = shape.lanes > 0 ? shape.lanes : std::max(padded, shape.alignment);
  const std::int64_t room = (padded + A.lanes - 1) / A.lanes * A.lanes;
  require(static_cast<std::uint64_t>(room) * static_cast<std::uint64_t>(A.nodes) <= largest, "element_matrix", room,
          " elements of ", A.nodes, " unknowns are more than the offset type, which ends at ", largest, ", can number");
  A.unknowns = fresh_array<decltype(A.unknowns)>(exec, "sporos::element[unknowns]", room * A.nodes);
  A.values = fresh_array<decltype(A.values)>(exec, "sporos::element[values]", room * A.layout().numbers());
  Kokkos::deep_copy(exec, A.unknowns, Column(-1));
  Kokkos::deep_copy(exec, A.values, typename Matrix::value_type(0));
  typename Matrix::template Array<Offset> unit_places;
  if (!order.unit_places.empty()) {
    A.places = fresh_array<decltype(A.places)>(exec, "sporos::element[places]", A.num_elements);
    unit_places = fresh_array<decltype(unit_places)>(exec, "sporos::element[unit places]",
                                                     static_cast<std::int64_t>(order.unit_places.size()));
    const auto host = Kokkos::create_mirror_view(unit_places);
    std::copy(order.unit_places.begin(), order.unit_places.end(), host.data());
    Kokkos::deep_copy(exec, unit_places, host);
  }
  launch_kernel("sporos::element_matrix", RowRange<ExecutionSpace>(exec, 0, A.num_elements),
                PlaceElement<Unknowns, Offset>{unknowns, unit_places.data(), shape.unit, A.layout(), A.unknowns.data(),
                                               A.places.data()});
  if (shape.scatter == Scatter::gather) {
    const auto terms = terms_of_rows(exec, A);
    A.term_offsets = terms.row_offsets;
    A.terms = terms.columns;
    A.products = fresh_array<decltype(A.products)>(exec, "sporos::element[products]", room * A.nodes);
  }
  wait_for(exec, "sporos::element_matrix[wait]");
  return A;
}

}  // namespace detail

/// \brief New numbers for the same elements: number (i, j) of element `e` is `values((e * nodes + i) * nodes + j)`.
/// Asynchronous, unless elements are symmetric, which is checked first.
/// \throws std::invalid_argument where the number of values is another, or an element is not symmetric that should be
template <class ExecutionSpace, class Value, class Column, class Offset, class MemorySpace, class Values,
          class = detail::if_views<Values>>
void update_values(const ExecutionSpace& exec, const ElementMatrix<Value, Column, Offset, MemorySpace>& A,
                   const Values& values) {
  const detail::ProfilingRegion region("sporos::update_values[element]");
  detail::require_as_many_values(values, A.nnz());
  const detail::RowRange<ExecutionSpace> elements(exec, 0, A.num_elements);
  if (A.is_symmetric) {
    std::int64_t first = detail::no_row;
    Kokkos::parallel_reduce("sporos::update_values[element,check]", elements,
                            detail::FindUnequalHalves<Values>{values, A.nodes}, Kokkos::Min<std::int64_t>(first));
    detail::wait_for(exec, "sporos::update_values[wait]");
    detail::require(
        first == detail::no_row, "update_values", "values[", first, "], in the matrix of element ",
        first / (static_cast<std::int64_t>(A.nodes) * A.nodes),
        ", is not the number on the other side of its diagonal, but is_symmetric was set; nothing is changed");
  }
  using Writer = decltype(A.writer());
  detail::launch_kernel("sporos::update_values[element]", elements,
                        detail::WriteElement<Writer, Values>{A.writer(), values});
}

}  // namespace sporos
