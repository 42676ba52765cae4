// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Element matrices with their products: finite elements without a global matrix.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "core/Sporos_FormatPlan.hpp"
#include "core/launch/Sporos_WrongConversions.hpp"
#include "core/launch/formats/Sporos_LaunchElement.hpp"

namespace sporos {
namespace detail {

/// \brief Whether the arguments are exec, num_unknowns, unknowns, and perhaps options.
template <class... Arguments>
inline constexpr bool are_elements = false;
template <class ExecutionSpace, class Number, class Unknowns, class... Options>
inline constexpr bool are_elements<ExecutionSpace, Number, Unknowns, Options...> =
    Kokkos::is_execution_space<ExecutionSpace>::value&& std::is_convertible<Number, std::int64_t>::value&&
        are_views<Unknowns> &&
    (std::is_convertible<Options, ElementOptions>::value && ...) && sizeof...(Options) <= 1;

/// \brief Whether `Unknowns` can be the unknowns of elements, after a sentence where they cannot.
template <class ExecutionSpace, class Unknowns>
constexpr bool are_unknowns() {
  using Number = typename Unknowns::value_type;
  constexpr bool are_signed = std::is_integral<Number>::value && std::is_signed<Number>::value;
  constexpr bool are_near = is_accessible<ExecutionSpace, typename Unknowns::memory_space>;
  static_assert(rank_of<Unknowns> == 2,
                "sporos::element_matrix: unknowns must be a rank-2 View, Kokkos::View<int**>(\"unknowns\", elements, "
                "nodes)");
  static_assert(are_signed, "sporos::element_matrix: unknowns must be signed integers, -1 being fixed");
  static_assert(are_near, "sporos::element_matrix: the execution space cannot reach the unknowns");
  return rank_of<Unknowns> == 2 && are_signed && are_near;
}

}  // namespace detail

/// \brief Element storage for elements with these unknowns; its numbers are zero until writer() or update_values()
/// has written them.
///
/// \tparam Value   of the numbers; `element_matrix<double>(exec, ...)`
/// \tparam Offset  must be able to count the unknowns of all elements, and the entries of to_crs()
/// \param num_unknowns  the rows and columns of the matrix
/// \param unknowns      a rank-2 View (element, node): the row of each node, -1 where it is fixed. An unknown may be in
///                      any number of elements, and several times in one
/// \throws std::invalid_argument where an unknown is out of range, there are no nodes or too many, or `lanes` is wrong
///
/// Waits. On the host, and sequential, where elements are coloured; else on the device. O(elements * nodes).
template <class Value, class Offset = int, class ExecutionSpace, class Unknowns,
          class = std::enable_if_t<detail::are_elements<ExecutionSpace, std::int64_t, Unknowns>>>
auto element_matrix(const ExecutionSpace& exec, std::int64_t num_unknowns, const Unknowns& unknowns,
                    const ElementOptions& options = {}) {
  if constexpr (!detail::are_unknowns<ExecutionSpace, Unknowns>()) {
    return ElementMatrix<Value, int, Offset, typename Unknowns::memory_space>();
  } else {
    const detail::ProfilingRegion region("sporos::element_matrix");
    using Column = typename Unknowns::non_const_value_type;
    using Matrix = ElementMatrix<Value, Column, Offset, typename Unknowns::memory_space>;
    const Machine machine = detect_machine(detail::usable_instance("element_matrix", exec));
    const auto num_elements = static_cast<std::int64_t>(unknowns.extent(0));
    const auto nodes = static_cast<std::int64_t>(unknowns.extent(1));
    detail::require_known("element_matrix", "scatter", options.scatter);
    detail::require(num_unknowns >= 0, "element_matrix", "num_unknowns is ", num_unknowns,
                    ", but must not be negative");
    detail::require(nodes >= 1 && nodes <= detail::most_element_nodes, "element_matrix", "unknowns has ", nodes,
                    " columns, but an element has 1 to ", detail::most_element_nodes, " unknowns");
    constexpr auto most_unknowns =
        static_cast<std::int64_t>(std::min<std::uint64_t>(std::numeric_limits<Offset>::max(), INT64_MAX));
    const std::int64_t most_lanes = most_unknowns / nodes / 32 * 32;
    detail::require(
        options.lanes >= -1 && options.lanes <= most_lanes && (options.lanes == -1 || options.lanes % 32 == 0),
        "element_matrix", "options.lanes = ", options.lanes,
        ", but must be -1 (all elements in one tile), 0 (as the machine wants) or a multiple of 32 up to ", most_lanes,
        ", which is all that the offset type can number");
    detail::require_memory_of("element_matrix", "unknowns", unknowns);
    detail::require_good_unknowns(exec, num_unknowns, unknowns);
    const std::int64_t lanes = detail::element_lanes(machine);
    const bool is_chosen = options.scatter != Scatter::automatic;
    return detail::make_elements<Matrix>(
        exec, num_unknowns, unknowns,
        {is_chosen ? options.scatter : detail::element_scatter(machine), options.is_symmetric,
         options.lanes == 0 ? lanes : options.lanes, detail::element_unit(machine, num_elements), lanes});
  }
}

/// \brief Refuses other arguments at compile time.
template <class Value, class Offset = int, class... Arguments,
          class = std::enable_if_t<!detail::are_elements<Arguments...>>>
auto element_matrix(const Arguments&...) {
  static_assert(sizeof...(Arguments) == SIZE_MAX,
                "sporos::element_matrix: the arguments are exec, num_unknowns, unknowns (, options); the unknowns of "
                "the elements are a rank-2 View, Kokkos::View<int**>(\"unknowns\", elements, nodes)");
  return ElementMatrix<double, int, int, Kokkos::DefaultExecutionSpace::memory_space>();
}
/// \brief The same for calls that do not name the type of the numbers.
template <class ExecutionSpace, class... Given, class = detail::if_space<ExecutionSpace>>
auto element_matrix(const ExecutionSpace&, const Given&...) {
  static_assert(sizeof...(Given) == SIZE_MAX,
                "sporos::element_matrix: the type of the numbers must be named: "
                "element_matrix<double>(exec, num_unknowns, unknowns)");
  return ElementMatrix<double, int, int, typename ExecutionSpace::memory_space>();
}

}  // namespace sporos
