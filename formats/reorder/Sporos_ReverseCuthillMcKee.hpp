// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The reverse Cuthill-McKee ordering, which brings the entries of a square matrix close to its diagonal.
///
/// Every connected component of the graph of A + A^T is numbered breadth first from a vertex at its edge, the
/// neighbours of a vertex by ascending degree, and the numbers are reversed. (E. Cuthill and J. McKee, "Reducing the
/// bandwidth of sparse symmetric matrices", ACM 1969; A. George and J. Liu, "An implementation of a pseudoperipheral
/// node finder", ACM TOMS 5, 1979.)
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "formats/common/Sporos_Arguments.hpp"
#include "formats/common/Sporos_RequireKokkos.hpp"
#include "formats/crs/Sporos_Validate.hpp"
#include "formats/reorder/Sporos_Permutation.hpp"
#include "formats/reorder/Sporos_SymmetricGraph.hpp"

namespace sporos {
namespace detail {

/// \brief Compares by degree, then by number, so that the stored order of columns does not matter.
struct ByDegree {
  const SymmetricGraph& graph;

  bool operator()(std::size_t left, std::size_t right) const {
    const std::size_t left_degree = graph.degree(left);
    const std::size_t right_degree = graph.degree(right);
    return left_degree != right_degree ? left_degree < right_degree : left < right;
  }
};

/// \brief Numbers a graph one component after the other; the cost of a search is bounded by its component.
class ReverseCuthillMcKee {
 public:
  using Vertex = SymmetricGraph::Vertex;

  explicit ReverseCuthillMcKee(const SymmetricGraph& graph) : graph_(graph), seen_(graph.num_vertices(), 0) {
    order_.reserve(graph.num_vertices());
    for (Vertex vertex = 0; vertex < graph.num_vertices(); ++vertex) {
      if (!seen_[vertex]) append_component(vertex);
    }
  }

  const std::vector<Vertex>& order() const { return order_; }

 private:
  void append_component(Vertex member) {
    const std::size_t first = order_.size();
    const Vertex start = peripheral_vertex(member);
    search(start, [this](auto begin, auto end) { std::sort(begin, end, ByDegree{graph_}); });
    std::reverse(order_.begin() + static_cast<std::ptrdiff_t>(first), order_.end());
  }

  // Searches from the far end of the last search, as long as searches get deeper.
  Vertex peripheral_vertex(Vertex start) {
    FarEnd far = probe(start);
    for (std::size_t depth = 0; far.depth > depth;) {
      depth = far.depth;
      start = far.vertex;
      far = probe(start);
    }
    return start;
  }

  struct FarEnd {
    std::size_t depth;
    Vertex vertex;  // of the last level, one of the lowest degree
  };

  // Not a std::pair: nvcc 13 with g++ 13 fails on its structured bindings.
  struct Levels {
    std::size_t depth;  // their number after the first
    std::size_t last;   // where in the order the last one begins
  };

  // A search that does not change the numbering.
  FarEnd probe(Vertex start) {
    const std::size_t first = order_.size();
    const Levels levels = search(start, [](auto, auto) {});
    const auto far =
        std::min_element(order_.begin() + static_cast<std::ptrdiff_t>(levels.last), order_.end(), ByDegree{graph_});
    const FarEnd result{levels.depth, *far};
    for (std::size_t k = first; k < order_.size(); ++k) seen_[order_[k]] = 0;
    order_.resize(first);
    return result;
  }

  // Appends what can be reached from `start` to the order, breadth first, and lets `arrange` put the newly found
  // neighbours of each vertex in order.
  template <class Arrange>
  Levels search(Vertex start, const Arrange& arrange) {
    std::size_t depth = 0;
    std::size_t level = order_.size();
    seen_[start] = 1;
    order_.push_back(start);
    for (std::size_t next = level, level_end = level + 1; next < order_.size(); ++next) {
      if (next == level_end) {
        ++depth;
        level = next;
        level_end = order_.size();
      }
      const Vertex vertex = order_[next];
      const std::size_t found = order_.size();
      for (const Vertex* neighbour = graph_.begin(vertex); neighbour != graph_.end(vertex); ++neighbour) {
        if (seen_[*neighbour]) continue;
        seen_[*neighbour] = 1;
        order_.push_back(*neighbour);
      }
      arrange(order_.begin() + static_cast<std::ptrdiff_t>(found), order_.end());
    }
    return {depth, level};
  }

  const SymmetricGraph& graph_;
  std::vector<char> seen_;
  std::vector<Vertex> order_;
};

}  // namespace detail

/// \brief The reverse Cuthill-McKee ordering of a square matrix, whose pattern need not be symmetric.
/// \param matrix  of any compressed row shape (see crs_view()), in any memory space
/// \throws std::invalid_argument where the matrix is not square or not valid
///
/// Components stay in the order of their first rows, so that a matrix without entries off the diagonal is left as it
/// is. The same pattern gives the same ordering everywhere, in whatever order its columns are stored. Works on the
/// host, in one thread, on a copy of the pattern (see SymmetricGraph for its size): O(rows + nnz log(longest row)) for
/// the numbering, O(rows + nnz) for each of the searches, rarely more than a few, that find the edge.
template <class Matrix>
Permutation reverse_cuthill_mckee(const Matrix& matrix) {
  detail::require_kokkos("reverse_cuthill_mckee");
  const detail::Caller caller("reverse_cuthill_mckee");
  const auto view = crs_view(matrix);
  detail::require_square("reverse_cuthill_mckee", view);
  validate(typename detail::crs_view_t<Matrix>::memory_space::execution_space(), view);
  const auto row_offsets = detail::host_copy(view.row_offsets);
  const auto columns = detail::host_copy(view.columns);
  const detail::SymmetricGraph graph(static_cast<std::size_t>(view.num_rows), row_offsets.data(), columns.data());
  const detail::ReverseCuthillMcKee ordering(graph);
  return Permutation::from_old_of_new(std::vector<std::int64_t>(ordering.order().begin(), ordering.order().end()));
}

/// \brief Refuses other arguments at compile time.
template <class... Given, class = detail::if_wrong<detail::Parameters<1, detail::AMatrix>, Given...>>
Permutation reverse_cuthill_mckee(const Given&...) {
  static_assert(detail::are_right<Given...>,
                "sporos::reverse_cuthill_mckee: the argument is A, in compressed rows; it works on the host and takes "
                "no instance");
  return Permutation();
}

}  // namespace sporos
