// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The graph of a square matrix on the host: what an ordering looks at.
///
/// O(rows + nnz) time; 8 bytes for each entry off the diagonal and its mirror, 16 for each row, and 8 more for each row
/// while it is made.
#pragma once

#include <cstddef>
#include <vector>

namespace sporos::detail {

/// \brief The graph of A + A^T without loops: each vertex lists its neighbours once.
class SymmetricGraph {
 public:
  using Vertex = std::size_t;

  template <class Offset, class Column>
  SymmetricGraph(std::size_t num_vertices, const Offset* row_offsets, const Column* columns)
      : begins_(num_vertices + 1), ends_(num_vertices) {
    const auto for_each_end = [=](const auto& visit) {
      for (Vertex row = 0; row < num_vertices; ++row) {
        for (auto entry = row_offsets[row]; entry < row_offsets[row + 1]; ++entry) {
          const auto column = static_cast<Vertex>(columns[entry]);
          if (column == row) continue;
          visit(row, column);
          visit(column, row);
        }
      }
    };
    for_each_end([&](Vertex vertex, Vertex) { ++begins_[vertex + 1]; });
    for (Vertex vertex = 0; vertex < num_vertices; ++vertex) {
      begins_[vertex + 1] += begins_[vertex];
      ends_[vertex] = begins_[vertex];
    }
    neighbours_.resize(begins_[num_vertices]);
    for_each_end([&](Vertex vertex, Vertex neighbour) { neighbours_[ends_[vertex]++] = neighbour; });
    drop_repeated_neighbours();
  }

  std::size_t num_vertices() const { return ends_.size(); }
  std::size_t degree(Vertex vertex) const { return ends_[vertex] - begins_[vertex]; }
  const Vertex* begin(Vertex vertex) const { return neighbours_.data() + begins_[vertex]; }
  const Vertex* end(Vertex vertex) const { return neighbours_.data() + ends_[vertex]; }

 private:
  void drop_repeated_neighbours() {
    const Vertex nobody = num_vertices();
    std::vector<Vertex> last_listed_by(num_vertices(), nobody);
    for (Vertex vertex = 0; vertex < num_vertices(); ++vertex) {
      std::size_t kept = begins_[vertex];
      for (std::size_t k = begins_[vertex]; k < ends_[vertex]; ++k) {
        const Vertex neighbour = neighbours_[k];
        if (last_listed_by[neighbour] == vertex) continue;
        last_listed_by[neighbour] = vertex;
        neighbours_[kept++] = neighbour;
      }
      ends_[vertex] = kept;
    }
  }

  std::vector<std::size_t> begins_;
  std::vector<std::size_t> ends_;
  std::vector<Vertex> neighbours_;
};

}  // namespace sporos::detail
