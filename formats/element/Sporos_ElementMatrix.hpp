// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Element storage: the local matrices of finite elements, never added up to a global matrix (LMA).
///
/// The matrix is the sum of `G_e^T K_e G_e` over all elements `e`. `K_e` is a small dense matrix, and `G_e` takes the
/// unknowns of the element. A product takes them from x, multiplies, and adds the result to y. Elements lie in tiles of
/// `lanes` neighbours; in a tile, the n-th numbers of all elements lie side by side:
///
///     two elements of two unknowns     unknowns  0 1 | 1 2        first unknowns, then second unknowns
///     a b  c d   between 0 1 and 1 2   values    a c | . . | b d  with is_symmetric; else a c | . . | . . | b d
///
/// An unknown of -1 is fixed, as Dirichlet conditions fix it: it is no row and no column. Elements that share an
/// unknown add to the same row; Scatter says how. Products of one matrix and of its copies must not run at the same
/// time where they scatter by a gather.
/// Cantwell et al., "From h to p efficiently", 2011; Reguly & Giles, "Efficient sparse matrix-vector multiplication on
/// cache-based GPUs", 2012, section 8, where all elements are one tile. Tiles and half storage are ours.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "formats/common/Sporos_Arrays.hpp"
#include "formats/common/Sporos_Enumerators.hpp"
#include "formats/common/Sporos_Require.hpp"
#include "formats/common/Sporos_ValueTypes.hpp"

namespace sporos {

/// \brief How the products of elements become sums of rows.
enum class Scatter {
  automatic,  ///< colouring on a host, atomics on a GPU
  atomics,    ///< atomic additions to y, in any order
  colouring,  ///< a launch for each colour: no two threads of a launch write the same row
  gather      ///< products are stored first; then each row adds up its own, in a fixed order
};

namespace detail {

template <>
struct Enumerators<Scatter> {
  static constexpr const char* type = "Scatter";
  static constexpr Enumerator<Scatter> all[] = {{Scatter::automatic, "automatic"},
                                                {Scatter::atomics, "atomics"},
                                                {Scatter::colouring, "colouring"},
                                                {Scatter::gather, "gather"}};
};

}  // namespace detail

/// \brief The name of the enumerator.
constexpr const char* name(Scatter scatter) { return detail::enumerator_name(scatter); }

/// \brief The options of element_matrix().
struct ElementOptions {
  Scatter scatter = Scatter::automatic;  ///< how the products of elements become sums of rows
  /// Whether every element matrix is symmetric: then only what is on and below the diagonals is stored.
  bool is_symmetric = false;
  /// The elements of a tile, a multiple of 32. 0: what the machine wants; -1: one tile of all elements, as in 2012.
  std::int64_t lanes = 0;
};

namespace detail {

/// \brief Room for a product of an element and one of its unknowns, of any type.
struct alignas(16) ElementSum {
  unsigned char bytes[16];
};

/// \brief Tiles of any machine are multiples of this.
inline constexpr std::int64_t element_group = 8;

/// \brief Where numbers of element matrices are.
struct ElementLayout {
  int nodes;
  bool is_symmetric;
  std::int64_t lanes;

  KOKKOS_INLINE_FUNCTION std::int64_t numbers() const {
    const std::int64_t count = nodes;
    return is_symmetric ? count * (count + 1) / 2 : count * count;
  }
  /// \brief The place of number (i, j); only if it is on or below the diagonal where elements are symmetric.
  KOKKOS_INLINE_FUNCTION std::int64_t slot(std::int64_t i, std::int64_t j) const {
    return is_symmetric ? i * (i + 1) / 2 + j : i * nodes + j;
  }
  KOKKOS_INLINE_FUNCTION std::int64_t value(std::int64_t position, std::int64_t i, std::int64_t j) const {
    return (position / lanes * numbers() + slot(i, j)) * lanes + position % lanes;
  }
  KOKKOS_INLINE_FUNCTION std::int64_t unknown(std::int64_t position, std::int64_t i) const {
    return (position / lanes * nodes + i) * lanes + position % lanes;
  }
};

}  // namespace detail

/// \brief Writes numbers of element matrices, in kernels; ElementMatrix::writer() makes it.
template <class Value, class Offset, class MemorySpace>
struct ElementWriter {
  detail::ElementLayout layout;                                          ///< for the library
  Kokkos::View<const Offset*, Kokkos::LayoutRight, MemorySpace> places;  ///< for the library
  Kokkos::View<Value*, Kokkos::LayoutRight, MemorySpace> values;         ///< for the library
  std::int64_t num_elements = 0;                                         ///< for the library

  /// \brief Number (i, j) of the matrix of element `e`. Does nothing above the diagonal where elements are symmetric.
  ///
  /// A place outside of the matrix is a caller's error: it is someone else's number. As with the Views of Kokkos, only
  /// a program compiled with KOKKOS_ENABLE_DEBUG_BOUNDS_CHECK looks, and aborts; the check would cost every number a
  /// branch, and a kernel can neither throw nor say which of its threads was wrong.
  KOKKOS_INLINE_FUNCTION void set(std::int64_t e, int i, int j, const Value& value) const {
#ifdef KOKKOS_ENABLE_DEBUG_BOUNDS_CHECK
    if (!has(e, i, j)) Kokkos::abort("sporos::ElementWriter::set: there is no such element, row or column");
#endif
    if (layout.is_symmetric && j > i) return;
    values(layout.value(position(e), i, j)) = value;
  }
  /// \brief Whether element `e` exists and has a number (i, j).
  KOKKOS_INLINE_FUNCTION bool has(std::int64_t e, int i, int j) const {
    return e >= 0 && e < num_elements && i >= 0 && i < layout.nodes && j >= 0 && j < layout.nodes;
  }
  /// \brief Where element `e` lies among all.
  KOKKOS_INLINE_FUNCTION std::int64_t position(std::int64_t e) const {
    return places.extent(0) > 0 ? static_cast<std::int64_t>(places(e)) : e;
  }
};

/// \brief Storage that owns its arrays; element_matrix() makes it.
template <class Value, class Column = int, class Offset = int,
          class MemorySpace = Kokkos::DefaultExecutionSpace::memory_space>
struct ElementMatrix {
  static_assert(detail::matrix_values_are_taken<Value>);
  using value_type = Value;              ///< type of the numbers
  using column_type = Column;            ///< type of the unknowns
  using offset_type = Offset;            ///< type of the row offsets of to_crs(), and of positions of elements
  using memory_space = MemorySpace;      ///< where the arrays are
  using storage_format = ElementMatrix;  ///< no compressed rows
  template <class T>
  using Array = Kokkos::View<T*, Kokkos::LayoutRight, MemorySpace>;  ///< type of the arrays

  std::int64_t num_rows = 0;           ///< unknowns that are not fixed
  std::int64_t num_columns = 0;        ///< the same
  std::int64_t num_elements = 0;       ///< of the mesh
  int nodes = 0;                       ///< unknowns of an element
  bool is_symmetric = false;           ///< whether only lower triangles are stored
  Scatter scatter = Scatter::gather;   ///< how products become sums of rows
  std::int64_t lanes = 1;              ///< elements of a tile
  std::int64_t unit = 1;               ///< consecutive elements of the same colour, for one thread
  std::vector<std::int64_t> colours;   ///< the first position of each colour, then that after the last
  Array<Column> unknowns;              ///< of each element, in tiles
  Array<Value> values;                 ///< of each element, in tiles
  Array<Offset> places;                ///< the position of each element; empty where they are in order
  Array<Offset> term_offsets;          ///< of each row: its first term; for Scatter::gather
  Array<Offset> terms;                 ///< of each row: which of `unknowns` are the row; for Scatter::gather
  Array<detail::ElementSum> products;  ///< room for one a term; for Scatter::gather

  /// \brief Where elements begin to be padding.
  std::int64_t num_positions() const { return colours.empty() ? 0 : colours.back(); }
  /// \brief The numbers of all element matrices, whether or not they are stored.
  std::int64_t nnz() const { return num_elements * nodes * nodes; }
  /// \brief The bytes of all arrays.
  std::int64_t bytes() const { return detail::bytes_of(unknowns, values, places, term_offsets, terms, products); }
  /// \brief How the elements lie, for descriptions.
  std::string shape_words() const {
    return detail::concat(num_elements, is_symmetric ? " symmetric" : "", " elements of ", nodes,
                          " unknowns in tiles of ", lanes, ", added by ", name(scatter),
                          scatter == Scatter::colouring ? detail::concat(" in ", colours.size() - 1, " colours") : "");
  }
  /// \brief `f(array)` for each array that new numbers or products are written to.
  template <class F>
  void each_written(const F& f) {
    f(values);
    f(products);
  }
  /// \brief Numbers are written by this, in kernels, in any order.
  ElementWriter<Value, Offset, MemorySpace> writer() const { return {layout(), places, values, num_elements}; }
  /// \brief For the library.
  detail::ElementLayout layout() const { return {nodes, is_symmetric, lanes}; }
};

}  // namespace sporos
