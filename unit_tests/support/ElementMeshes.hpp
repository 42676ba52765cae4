// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Meshes and element matrices, with the compressed rows that are the same matrix.
#pragma once

#include "core/Sporos_Elements.hpp"
#include "unit_tests/support/FormatTests.hpp"

namespace sporos_test {

/// \brief The unknowns of each element; -1 is fixed.
struct Mesh {
  std::string name;
  std::int64_t num_unknowns;
  std::int64_t nodes;
  std::vector<std::vector<std::int64_t>> elements;
};

/// \brief Quadrilaterals of a degree, `cells` in each direction, with the boundary fixed.
inline Mesh quadrilaterals(std::int64_t cells, std::int64_t degree) {
  const std::int64_t inner = cells * degree - 1;
  Mesh mesh{sporos::detail::concat(cells, " x ", cells, " of degree ", degree),
            inner * inner,
            (degree + 1) * (degree + 1),
            {}};
  for (std::int64_t c = 0; c < cells * cells; ++c) {
    std::vector<std::int64_t> element;
    for (std::int64_t k = 0; k < mesh.nodes; ++k) {
      const std::int64_t column = c % cells * degree + k % (degree + 1) - 1;
      const std::int64_t row = c / cells * degree + k / (degree + 1) - 1;
      const bool is_inside = column >= 0 && column < inner && row >= 0 && row < inner;
      element.push_back(is_inside ? row * inner + column : -1);
    }
    mesh.elements.push_back(std::move(element));
  }
  return mesh;
}

/// \brief Any unknowns, some twice in an element, some fixed, some in no element.
inline Mesh random_mesh(std::int64_t num_elements, std::int64_t nodes, std::int64_t num_unknowns) {
  Mixer mixer(static_cast<std::uint64_t>(num_elements * 31 + nodes));
  Mesh mesh{sporos::detail::concat(num_elements, " random elements of ", nodes), num_unknowns, nodes, {}};
  for (std::int64_t e = 0; e < num_elements; ++e) {
    std::vector<std::int64_t> element;
    for (std::int64_t i = 0; i < nodes; ++i) element.push_back(mixer.below(num_unknowns + 1) - 1);
    mesh.elements.push_back(std::move(element));
  }
  return mesh;
}

inline std::vector<Mesh> meshes() {
  Mesh star{"all share an unknown", 90, 2, {}};
  for (std::int64_t e = 0; e < 40; ++e) star.elements.push_back({0, e + 1});
  return {quadrilaterals(1, 1),      quadrilaterals(9, 1),   quadrilaterals(5, 4),        random_mesh(70, 3, 900),
          random_mesh(257, 5, 3000), random_mesh(1, 27, 40), {"fixed", 3, 2, {{-1, -1}}}, star};
}

/// \brief A View (element, node) on the device.
template <class Column = int>
auto unknowns_of(const Mesh& mesh) {
  using Exec = Kokkos::DefaultExecutionSpace;
  const Kokkos::View<Column**, Exec::memory_space> unknowns("unknowns", mesh.elements.size(),
                                                            static_cast<std::size_t>(mesh.nodes));
  const auto host = Kokkos::create_mirror_view(unknowns);
  for (std::size_t e = 0; e < mesh.elements.size(); ++e) {
    for (std::size_t i = 0; i < mesh.elements[e].size(); ++i) host(e, i) = static_cast<Column>(mesh.elements[e][i]);
  }
  Kokkos::deep_copy(unknowns, host);
  return unknowns;
}

/// \brief Numbers of element matrices, on the host.
template <class Value>
auto element_numbers(const Mesh& mesh, bool is_symmetric, std::uint64_t seed) {
  const auto count = static_cast<std::size_t>(mesh.nodes);
  const auto values = make_vector<Value>(static_cast<std::int64_t>(mesh.elements.size() * count * count), seed);
  for (std::size_t e = 0; is_symmetric && e < mesh.elements.size(); ++e) {
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t j = 0; j < i; ++j) values((e * count + i) * count + j) = values((e * count + j) * count + i);
    }
  }
  return values;
}

/// \brief The same matrix in compressed rows, not added up: an entry for each number of each element.
template <class Value, class Column, class Offset, class Values>
auto rows_of_elements(const Mesh& mesh, const Values& values, bool is_transposed = false) {
  const auto count = static_cast<std::size_t>(mesh.nodes);
  Pattern pattern{mesh.name, mesh.num_unknowns, {}};
  pattern.rows.resize(static_cast<std::size_t>(mesh.num_unknowns));
  std::vector<std::vector<Value>> numbers(pattern.rows.size());
  for (std::size_t e = 0; e < mesh.elements.size(); ++e) {
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t j = 0; j < count; ++j) {
        const std::int64_t row = mesh.elements[e][is_transposed ? j : i];
        const std::int64_t column = mesh.elements[e][is_transposed ? i : j];
        if (row < 0 || column < 0) continue;
        pattern.rows[static_cast<std::size_t>(row)].push_back(column);
        numbers[static_cast<std::size_t>(row)].push_back(values((e * count + i) * count + j));
      }
    }
  }
  const auto rows = make_matrix<Value, Column, Offset>(pattern);
  std::size_t entry = 0;
  for (const auto& of_row : numbers) {
    for (const Value& number : of_row) rows.values(entry++) = number;
  }
  return rows;
}

template <class Values>
auto array_on_device(const Values& values) {
  return Kokkos::create_mirror_view_and_copy(Kokkos::DefaultExecutionSpace::memory_space(), values);
}

template <class Value, class Column = int, class Offset = int, class Values>
auto element_matrix_of(const Mesh& mesh, const Values& numbers, const sporos::ElementOptions& options) {
  const Kokkos::DefaultExecutionSpace exec;
  const auto A = sporos::element_matrix<Value, Offset>(exec, mesh.num_unknowns, unknowns_of<Column>(mesh), options);
  update_values(exec, A, array_on_device(numbers));
  return A;
}

inline std::vector<sporos::ElementOptions> element_options() {
  std::vector<sporos::ElementOptions> all;
  for (const auto scatter : {sporos::Scatter::atomics, sporos::Scatter::colouring, sporos::Scatter::gather}) {
    for (const bool is_symmetric : {false, true}) {
      for (const std::int64_t lanes : {0, -1, 64}) all.push_back({scatter, is_symmetric, lanes});
    }
  }
  return all;
}

inline std::string words(const sporos::ElementOptions& options) {
  return sporos::detail::concat(name(options.scatter), options.is_symmetric ? ", symmetric" : "", ", lanes ",
                                options.lanes);
}

}  // namespace sporos_test
