// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Colours of elements: no two of one colour have an unknown in common.
#pragma once

#include <cstdint>
#include <vector>

#include "formats/common/Sporos_Require.hpp"

namespace sporos {
namespace detail {

/// \brief A colour for each unit of `unit` consecutive elements, greedily, on the host: the least that no earlier
/// neighbour has. O(elements * nodes).
/// \param unknowns  a View (element, node) on the host
/// \throws std::invalid_argument where 64 colours are too few
template <class Unknowns>
std::vector<int> colour_elements(const Unknowns& unknowns, std::int64_t num_unknowns, std::int64_t unit) {
  const auto num_elements = static_cast<std::int64_t>(unknowns.extent(0));
  const auto nodes = static_cast<std::int64_t>(unknowns.extent(1));
  std::vector<std::uint64_t> taken(static_cast<std::size_t>(num_unknowns), 0);  // a bit a colour
  std::vector<int> colours;
  for (std::int64_t first = 0; first < num_elements; first += unit) {
    const std::int64_t last = first + unit < num_elements ? first + unit : num_elements;
    const auto each_unknown = [&](const auto& f) {
      for (std::int64_t e = first; e < last; ++e) {
        for (std::int64_t i = 0; i < nodes; ++i) {
          const auto unknown = static_cast<std::int64_t>(unknowns(e, i));
          if (unknown >= 0) f(taken[static_cast<std::size_t>(unknown)]);
        }
      }
    };
    std::uint64_t others = 0;
    each_unknown([&](std::uint64_t colours_there) { others |= colours_there; });
    int colour = 0;
    while (colour < 64 && (others >> colour & 1) != 0) ++colour;
    require(colour < 64, "element_matrix", "scatter = colouring, but the elements from ", first,
            " on have neighbours of 64 colours; scatter by atomics or by a gather");
    each_unknown([&](std::uint64_t& colours_there) { colours_there |= std::uint64_t{1} << colour; });
    colours.push_back(colour);
  }
  return colours;
}

/// \brief Where elements lie once they are sorted by colour, stably.
struct ElementOrder {
  std::vector<std::int64_t> begins;       ///< of each colour, and the end; multiples of the alignment, but for the end
  std::vector<std::int64_t> unit_places;  ///< the position of each unit's first element; empty where all are in order
};

/// \param unit       a multiple of `alignment`, or 1
/// \param alignment  where colours begin
inline ElementOrder order_by_colour(const std::vector<int>& colours, std::int64_t num_elements, std::int64_t unit,
                                    std::int64_t alignment) {
  int count = 0;
  for (const int colour : colours) count = colour < count ? count : colour + 1;
  ElementOrder order;
  order.unit_places.resize(colours.size());
  order.begins.push_back(0);
  std::int64_t next = 0;
  for (int colour = 0; colour < count; ++colour) {
    next = (next + alignment - 1) / alignment * alignment;
    if (colour > 0) order.begins.push_back(next);
    for (std::size_t u = 0; u < colours.size(); ++u) {
      if (colours[u] != colour) continue;
      order.unit_places[u] = next;
      const std::int64_t left = num_elements - static_cast<std::int64_t>(u) * unit;
      next += left < unit ? left : unit;
    }
  }
  order.begins.push_back(next);
  if (count <= 1) order.unit_places.clear();
  return order;
}

}  // namespace detail
}  // namespace sporos
