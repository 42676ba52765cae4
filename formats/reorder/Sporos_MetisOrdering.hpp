// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Orderings by METIS: nested dissection, and the parts of a partition one after the other.
///
/// For products, nested dissection is better: vertices that are near in the graph are near in the order on every scale,
/// from the first-level cache up, while the parts of a partition may have their neighbours anywhere. (One core,
/// shuffled stencil7:100 in double: 23 ms without reordering, 9.7 by nested dissection, 19 in parts of 1024 rows, 11 by
/// reverse Cuthill-McKee, 7.8 in the natural order.) A partition is meant for dividing the work.
#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "formats/common/Sporos_Arguments.hpp"
#include "formats/common/Sporos_RequireKokkos.hpp"
#include "formats/crs/Sporos_Validate.hpp"
#include "formats/reorder/Sporos_Metis.hpp"
#include "formats/reorder/Sporos_Permutation.hpp"

namespace sporos {
namespace detail {

/// \brief The graph of a square matrix, checked, from any memory space.
template <class Matrix>
SymmetricGraph symmetric_graph(const Matrix& matrix, const char* function) {
  const Caller caller(function);
  require_kokkos(function);
  const auto view = crs_view(matrix);
  require_square(function, view);
  validate(typename crs_view_t<Matrix>::memory_space::execution_space(), view);
  const auto row_offsets = host_copy(view.row_offsets);
  const auto columns = host_copy(view.columns);
  return SymmetricGraph(static_cast<std::size_t>(view.num_rows), row_offsets.data(), columns.data());
}

/// \brief Elements sorted by group, in their original order within a group, and where each group begins.
struct Grouped {
  std::vector<std::int64_t> elements;
  std::vector<std::int64_t> begins;
};

/// \param groups  of each element, in [0, count)
inline Grouped grouped(const std::vector<std::int64_t>& groups, std::int64_t count) {
  Grouped result{std::vector<std::int64_t>(groups.size()),
                 std::vector<std::int64_t>(static_cast<std::size_t>(count) + 1)};
  for (const std::int64_t group : groups) ++result.begins[static_cast<std::size_t>(group) + 1];
  std::partial_sum(result.begins.begin(), result.begins.end(), result.begins.begin());
  std::vector<std::int64_t> next(result.begins);
  for (std::size_t element = 0; element < groups.size(); ++element) {
    std::int64_t& place = next[static_cast<std::size_t>(groups[element])];
    result.elements[static_cast<std::size_t>(place++)] = static_cast<std::int64_t>(element);
  }
  return result;
}

}  // namespace detail

/// \brief The nested dissection ordering of a square matrix, whose pattern need not be symmetric.
/// \param matrix  of any compressed row shape (see crs_view()), in any memory space
/// \throws std::invalid_argument where the matrix is not square, not valid, or too large for METIS' integers
/// \throws std::runtime_error where Sporos was built without METIS
///
/// The same pattern gives the same ordering, in whatever order its columns are stored. Works on the host, in one
/// thread, on a copy of the pattern (see SymmetricGraph for its size): about O(nnz log(rows)).
template <class Matrix>
Permutation metis_ordering(const Matrix& matrix) {
  detail::require_metis("metis_ordering");
  return Permutation::from_old_of_new(
      detail::metis_nested_dissection(detail::symmetric_graph(matrix, "metis_ordering"), "metis_ordering"));
}

/// \brief The rows of a square matrix part by part, in their order within each; the parts are about equally large.
/// \param parts  at least 1, at most the number of rows
/// \throws as metis_ordering(), and std::invalid_argument where `parts` is out of range
///
/// Works as metis_ordering(), in about O(nnz + parts log(parts)).
template <class Matrix>
Permutation metis_partition(const Matrix& matrix, std::int64_t parts) {
  detail::require_metis("metis_partition");
  const auto part_of_row =
      detail::metis_parts(detail::symmetric_graph(matrix, "metis_partition"), parts, "metis_partition");
  return Permutation::from_old_of_new(detail::grouped(part_of_row, parts).elements);
}

/// \brief Refuses other arguments at compile time.
template <class... Given, class = detail::if_wrong<detail::Parameters<1, detail::AMatrix>, Given...>>
Permutation metis_ordering(const Given&...) {
  static_assert(
      detail::are_right<Given...>,
      "sporos::metis_ordering: the argument is A, in compressed rows; it works on the host and takes no instance");
  return Permutation();
}

/// \brief Refuses other arguments at compile time.
template <class... Given, class = detail::if_wrong<detail::Parameters<2, detail::AMatrix, std::int64_t>, Given...>>
Permutation metis_partition(const Given&...) {
  static_assert(detail::are_right<Given...>,
                "sporos::metis_partition: the arguments are A, parts; A is in compressed rows; it works on the host "
                "and takes no instance");
  return Permutation();
}

}  // namespace sporos
