// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Permutes vectors and matrices, in their memory space.
///
/// With `B = permute_symmetric(exec, A, p)` the product `y = A x` becomes
/// `permute(exec, y, p) = B permute(exec, x, p)`, and `permute(exec, result, p.inverse())` leads back.
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include "formats/common/Sporos_Arguments.hpp"
#include "formats/common/Sporos_LaunchKernel.hpp"
#include "formats/common/Sporos_RequireKokkos.hpp"
#include "formats/crs/Sporos_CrsView.hpp"
#include "formats/crs/Sporos_SortRows.hpp"
#include "formats/crs/Sporos_Validate.hpp"
#include "formats/reorder/Sporos_Permutation.hpp"

namespace sporos {
namespace detail {

// The indices in another space, or the vector's own memory where that space is the host's.
template <class MemorySpace>
auto indices_in(const std::vector<std::int64_t>& indices) {
  using HostIndices =
      Kokkos::View<const std::int64_t*, Kokkos::LayoutRight, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>;
  return Kokkos::create_mirror_view_and_copy(MemorySpace{}, HostIndices(indices.data(), indices.size()));
}

template <class From, class To>
struct PermuteElement {
  From from;
  To to;
  const std::int64_t* old_of_new;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t new_index) const {
    if constexpr (static_cast<int>(To::rank) == 1) {
      to(new_index) = from(old_of_new[new_index]);
    } else {
      for (std::size_t c = 0; c < to.extent(1); ++c) to(new_index, c) = from(old_of_new[new_index], c);
    }
  }
};

// Where a permuted vector goes. Several columns keep their layout, but for gaps between elements.
template <class Vector>
struct PermutedVector {
  using Layout = typename Vector::array_layout;
  using KeptLayout = std::conditional_t<std::is_same<Layout, Kokkos::LayoutRight>::value, Layout, Kokkos::LayoutLeft>;
  using Value = typename Vector::non_const_value_type;
  using Space = typename Vector::memory_space;
  using type = std::conditional_t<static_cast<int>(Vector::rank) == 1, Kokkos::View<Value*, Space>,
                                  Kokkos::View<Value**, KeptLayout, Space>>;
};

// The element after the last row gets the number of entries.
template <class Offset>
struct PermuteRowOffset {
  using value_type = std::int64_t;

  std::int64_t num_rows;
  const Offset* old_offsets;
  const std::int64_t* old_of_new;
  Offset* new_offsets;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t new_row, std::int64_t& entries, bool is_final) const {
    if (is_final) new_offsets[new_row] = static_cast<Offset>(entries);
    if (new_row == num_rows) return;
    const std::int64_t old_row = old_of_new[new_row];
    entries += static_cast<std::int64_t>(old_offsets[old_row + 1]) - static_cast<std::int64_t>(old_offsets[old_row]);
  }
};

template <class Value, class Column, class Offset>
struct PermuteRow {
  const Offset* old_offsets;
  const Column* old_columns;
  const Value* old_values;
  const std::int64_t* old_of_new;
  const std::int64_t* new_of_old;
  const Offset* new_offsets;
  Column* new_columns;
  Value* new_values;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t new_row) const {
    const std::int64_t old_row = old_of_new[new_row];
    const auto end = static_cast<std::int64_t>(old_offsets[old_row + 1]);
    auto to = static_cast<std::int64_t>(new_offsets[new_row]);
    for (auto from = static_cast<std::int64_t>(old_offsets[old_row]); from < end; ++from, ++to) {
      new_columns[to] = static_cast<Column>(new_of_old[old_columns[from]]);
      new_values[to] = old_values[from];
    }
  }
};

}  // namespace detail

/// \brief A new vector with element `permutation.old_of_new()[i]` of `vector` at i, or several such vectors.
/// \param vector  a View of rank 1 or 2 with `permutation.size()` rows; each column of a rank-2 View is a vector
/// \throws std::invalid_argument where the sizes differ
///
/// Waits for the result.
template <class ExecutionSpace, class Vector, class = detail::if_space<ExecutionSpace>>
auto permute(const ExecutionSpace& exec, const Vector& vector, const Permutation& permutation) {
  static_assert(Kokkos::is_view<Vector>::value,
                "sporos::permute: vectors are Views; of a matrix take permute_symmetric(exec, matrix, permutation)");
  if constexpr (Kokkos::is_view<Vector>::value) {  // one message is enough
    detail::require_kokkos("permute");
    using MemorySpace = typename Vector::memory_space;
    using Result = typename detail::PermutedVector<Vector>::type;
    static_assert(static_cast<int>(Vector::rank) <= 2, "sporos::permute: vectors are Views of rank 1 or 2");
    static_assert(detail::is_accessible<ExecutionSpace, MemorySpace>,
                  "sporos::permute: the execution space cannot reach the vector");
    const std::int64_t size = permutation.size();
    detail::require(static_cast<std::int64_t>(vector.extent(0)) == size, "permute", "vector has ", vector.extent(0),
                    " elements, but permutation has ", size);
    detail::require_memory_of("permute", "vector", vector);
    const auto label = Kokkos::view_alloc(std::string("sporos::reorder[permuted]"), Kokkos::WithoutInitializing);
    Result result;
    if constexpr (static_cast<int>(Vector::rank) == 1) {
      result = Result(label, vector.extent(0));
    } else {
      result = Result(label, vector.extent(0), vector.extent(1));
    }
    const auto old_of_new = detail::indices_in<MemorySpace>(permutation.old_of_new());
    detail::launch_kernel("sporos::permute[vector]",
                          Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>(exec, 0, size),
                          detail::PermuteElement<Vector, Result>{vector, result, old_of_new.data()});
    detail::wait_for(exec, "sporos::permute[wait]");
    return result;
  }
}

/// \brief A new matrix with entry (`old_of_new()[i]`, `old_of_new()[j]`) of `matrix` at (i, j).
/// \param matrix  square, of any compressed row shape (see crs_view())
/// \return a CrsMatrix of the same types in the same memory space, its rows sorted by column whether they were or not;
/// entries of one column keep their order. The inverse therefore restores a matrix with sorted rows bit by bit.
/// \throws std::invalid_argument where the matrix is not square, not as long as the permutation or not valid, and where
/// its column type cannot hold every new index
///
/// Waits for the result. One thread a row; while it sorts, a third set of columns and values is in memory.
template <class ExecutionSpace, class Matrix, class = detail::if_space<ExecutionSpace>>
auto permute_symmetric(const ExecutionSpace& exec, const Matrix& matrix, const Permutation& permutation) {
  const detail::Caller caller("permute_symmetric");
  detail::require_kokkos("permute_symmetric");
  using View = detail::crs_view_t<Matrix>;
  using Value = typename View::value_type;
  using Column = typename View::column_type;
  using Offset = typename View::offset_type;
  using MemorySpace = typename View::memory_space;
  using Rows = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>;
  const View old = crs_view(matrix);
  const std::int64_t size = permutation.size();
  detail::require_square("permute_symmetric", old);
  detail::require(old.num_rows == size, "permute_symmetric", "matrix has ", old.num_rows, " rows, but permutation has ",
                  size, " elements");
  constexpr std::int64_t largest_column = std::numeric_limits<Column>::max();
  detail::require(size - 1 <= largest_column, "permute_symmetric", "columns of matrix hold at most ", largest_column,
                  ", but permutation has ", size, " elements");
  validate(exec, old);

  // Entries outside of the rows are not part of the matrix.
  const std::int64_t entries = size == 0 ? 0
                                         : static_cast<std::int64_t>(detail::element(old.row_offsets, size)) -
                                               static_cast<std::int64_t>(detail::element(old.row_offsets, 0));
  auto result = detail::allocate_crs<CrsMatrix<Value, Column, Offset, MemorySpace>>(size, size, entries);
  const auto old_of_new = detail::indices_in<MemorySpace>(permutation.old_of_new());
  const auto new_of_old = detail::indices_in<MemorySpace>(permutation.new_of_old());
  Kokkos::parallel_scan(
      "sporos::permute[row_offsets]", Rows(exec, 0, size + 1),
      detail::PermuteRowOffset<Offset>{size, old.row_offsets.data(), old_of_new.data(), result.row_offsets.data()});
  detail::launch_kernel("sporos::permute[rows]", Rows(exec, 0, size),
                        detail::PermuteRow<Value, Column, Offset>{
                            old.row_offsets.data(), old.columns.data(), old.values.data(), old_of_new.data(),
                            new_of_old.data(), result.row_offsets.data(), result.columns.data(), result.values.data()});
  detail::sort_rows(exec, result);  // waits
  return result;
}

/// \brief Refuses other arguments at compile time.
template <class... Given,
          class = detail::if_wrong<detail::Parameters<3, detail::AnInstance, detail::AMatrix, Permutation>, Given...>>
auto permute(const Given&...) {
  static_assert(detail::are_right<Given...>,
                "sporos::permute: the arguments are exec, vector, permutation; vector is a View, and permutation a "
                "sporos::Permutation");
  return Kokkos::View<double*>();
}

/// \brief Refuses other arguments at compile time.
template <class... Given,
          class = detail::if_wrong<detail::Parameters<3, detail::AnInstance, detail::AMatrix, Permutation>, Given...>>
auto permute_symmetric(const Given&...) {
  static_assert(detail::are_right<Given...>,
                "sporos::permute_symmetric: the arguments are exec, A, permutation; A is in compressed rows, and "
                "permutation a sporos::Permutation");
  return detail::NoCrsView();
}

}  // namespace sporos
