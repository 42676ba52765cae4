// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Views of compressed rows over the caller's arrays, whichever library made them.
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

#include "formats/common/Sporos_Require.hpp"
#include "formats/common/Sporos_RequireKokkos.hpp"
#include "formats/common/Sporos_ViewTypes.hpp"
#include "formats/crs/Sporos_CrsMatrix.hpp"

namespace sporos {

/// \brief A read-only matrix in compressed rows over the caller's arrays; copies nothing.
///
/// If the arrays are managed Views, it shares their reference counts and keeps them alive. Raw pointers and unmanaged
/// Views must be kept alive by the caller. Types and layout as in CrsMatrix.
template <class Value, class Column, class Offset, class MemorySpace>
struct CrsView {
  using value_type = Value;                                                            ///< type of the numbers
  using column_type = Column;                                                          ///< type of the column indices
  using offset_type = Offset;                                                          ///< type of the row offsets
  using memory_space = MemorySpace;                                                    ///< where the arrays are
  using offsets_view = Kokkos::View<const Offset*, Kokkos::LayoutRight, MemorySpace>;  ///< type of row_offsets
  using columns_view = Kokkos::View<const Column*, Kokkos::LayoutRight, MemorySpace>;  ///< type of columns
  using values_view = Kokkos::View<const Value*, Kokkos::LayoutRight, MemorySpace>;    ///< type of values

  static_assert(std::is_integral<Column>::value && std::is_signed<Column>::value,
                "sporos::CrsView: columns must be signed integers");
  static_assert(std::is_integral<Offset>::value, "sporos::CrsView: row offsets must be integers");

  std::int64_t num_rows = 0;     ///< of the matrix
  std::int64_t num_columns = 0;  ///< of the matrix
  offsets_view row_offsets;      ///< first entry of each row, then the number of entries
  columns_view columns;          ///< of each entry
  values_view values;            ///< of each entry

  /// \brief Entries, explicit zeros included.
  std::int64_t nnz() const { return static_cast<std::int64_t>(values.extent(0)); }
};

namespace detail {

// Unmanaged Views carry their trait in the type and may not be assigned to managed ones.
template <class To, class From>
To share(const From& from, const char* function = "crs_view", const char* what = "an array of the matrix") {
  static_assert(static_cast<int>(From::rank) == 1, "sporos::crs_view: the arrays of a matrix must be rank-1 Views");
  static_assert(std::is_same<typename From::non_const_value_type, typename To::non_const_value_type>::value,
                "sporos::crs_view, Plan::update_values: compressed rows share their arrays, which must be of the types "
                "of the matrix");
  require_contiguous(function, what, from);
  if constexpr (From::traits::memory_traits::is_unmanaged) {
    return To(from.data(), from.extent(0));
  } else {
    return To(from);
  }
}

template <class T, class = void>
struct is_kokkos_kernels_shape : std::false_type {};
template <class T>
struct is_kokkos_kernels_shape<
    T, std::void_t<decltype(std::declval<const T&>().graph.row_map), decltype(std::declval<const T&>().graph.entries),
                   decltype(std::declval<const T&>().values), decltype(std::declval<const T&>().numRows()),
                   decltype(std::declval<const T&>().numCols())>> : std::true_type {};

template <class T, class = void>
struct has_blocks : std::false_type {};
template <class T>
struct has_blocks<T, std::void_t<decltype(std::declval<const T&>().blockDim())>> : std::true_type {};

template <class T, class = void>
struct has_shape_words : std::false_type {};
template <class T>
struct has_shape_words<T, std::void_t<decltype(std::declval<const T&>().shape_words())>> : std::true_type {};

// Excludes storage formats, also a caller's whose FormatTraits are missing: some have arrays of the same names with
// another meaning.
template <class T, class = void>
struct is_stored_otherwise : has_shape_words<T> {};
template <class T>
struct is_stored_otherwise<T, std::void_t<typename T::storage_format>> : std::true_type {};

template <class T, class = void>
struct has_members_of_crs : std::false_type {};
template <class T>
struct has_members_of_crs<
    T, std::void_t<decltype(std::declval<const T&>().num_rows), decltype(std::declval<const T&>().num_columns),
                   decltype(std::declval<const T&>().row_offsets), decltype(std::declval<const T&>().columns),
                   decltype(std::declval<const T&>().values)>> : std::true_type {};

/// \brief Whether crs_view() takes a matrix of type `T`, or refuses it with a message of its own.
template <class T>
inline constexpr bool is_some_matrix = is_kokkos_kernels_shape<T>::value || has_members_of_crs<T>::value ||
                                       is_stored_otherwise<T>::value || has_blocks<T>::value;

/// \brief Whether the arguments are num_rows, num_columns, nnz and three pointers.
template <class... Arguments>
inline constexpr bool are_raw_rows = false;
template <class Rows, class Columns, class Entries, class A, class B, class C>
inline constexpr bool are_raw_rows<Rows, Columns, Entries, A, B, C> =
    std::is_convertible<Entries, std::int64_t>::value&& std::is_pointer<std::decay_t<A>>::value&&
        std::is_pointer<std::decay_t<B>>::value&& std::is_pointer<std::decay_t<C>>::value;

// The return type after a static_assert fails, so that its message remains the only error.
using NoCrsView = CrsView<double, int, int, Kokkos::DefaultExecutionSpace::memory_space>;

}  // namespace detail

/// \brief A matrix over three rank-1 Views of one memory space.
/// \param num_rows,num_columns  shape; `row_offsets` has `num_rows + 1` elements (or none where there are no rows)
/// \throws std::invalid_argument where the extents contradict each other (constant time; validate() checks contents)
template <class Offsets, class Columns, class Values,
          class = std::enable_if_t<detail::are_views<Offsets, Columns, Values>>>
auto crs_view(std::int64_t num_rows, std::int64_t num_columns, const Offsets& row_offsets, const Columns& columns,
              const Values& values) {
  using View = CrsView<typename Values::non_const_value_type, typename Columns::non_const_value_type,
                       typename Offsets::non_const_value_type, typename Values::memory_space>;
  detail::require(num_rows >= 0 && num_columns >= 0, "crs_view", "a matrix cannot be ", num_rows, " x ", num_columns);
  const auto offsets_needed = static_cast<std::size_t>(num_rows) + 1;
  detail::require(row_offsets.extent(0) == offsets_needed || (num_rows == 0 && row_offsets.extent(0) == 0), "crs_view",
                  "row_offsets has ", row_offsets.extent(0), " elements, but ", num_rows, " rows need ",
                  offsets_needed);
  detail::require(columns.extent(0) == values.extent(0), "crs_view", "columns has ", columns.extent(0),
                  " elements, but values has ", values.extent(0));
  detail::require_memory_of("crs_view", "row_offsets", row_offsets);
  detail::require_memory_of("crs_view", "columns", columns);
  detail::require_memory_of("crs_view", "values", values);
  return View{num_rows, num_columns, detail::share<typename View::offsets_view>(row_offsets),
              detail::share<typename View::columns_view>(columns), detail::share<typename View::values_view>(values)};
}

/// \brief A matrix over raw pointers into `MemorySpace`; the caller keeps the arrays alive.
template <class MemorySpace, class Offset, class Column, class Value>
auto crs_view(std::int64_t num_rows, std::int64_t num_columns, std::int64_t nnz, const Offset* row_offsets,
              const Column* columns, const Value* values) {
  detail::require(num_rows >= 0 && nnz >= 0, "crs_view", "num_rows = ", num_rows, " and nnz = ", nnz,
                  " must not be negative");
  using View = CrsView<Value, Column, Offset, MemorySpace>;
  const auto entries = static_cast<std::size_t>(nnz);
  const bool no_offsets = num_rows == 0 && row_offsets == nullptr;
  return crs_view(num_rows, num_columns,
                  typename View::offsets_view(row_offsets, no_offsets ? 0 : static_cast<std::size_t>(num_rows) + 1),
                  typename View::columns_view(columns, entries), typename View::values_view(values, entries));
}

/// \brief The overload for wrong arguments; the compiler refuses it with a message.
template <class... Arrays>
auto crs_view(std::int64_t, std::int64_t, const Arrays&...) {
  static_assert(sizeof...(Arrays) == SIZE_MAX,
                "sporos::crs_view: the arguments are three rank-1 Views, crs_view(num_rows, num_columns, row_offsets, "
                "columns, values), or raw pointers, with the memory that they point to: crs_view<Kokkos::HostSpace>("
                "num_rows, num_columns, nnz, row_offsets, columns, values)");
  return detail::NoCrsView();
}
/// \brief The same for calls that name the memory space.
template <class MemorySpace, class... Arguments,
          std::enable_if_t<Kokkos::is_space<MemorySpace>::value && !detail::are_raw_rows<Arguments...>, int> = 0>
auto crs_view(const Arguments&...) {
  static_assert(!Kokkos::is_space<MemorySpace>::value,
                "sporos::crs_view<MemorySpace>: the arguments are num_rows, num_columns, nnz, and three raw pointers: "
                "row_offsets, columns, values; of a std::vector pass data(); Views know their memory: "
                "crs_view(num_rows, num_columns, row_offsets, columns, values)");
  return detail::NoCrsView();
}

/// \brief The view of any matrix in compressed rows: CrsView itself, sporos::CrsMatrix, and every type with the members
/// of `KokkosSparse::CrsMatrix` (`graph.row_map`, `graph.entries`, `values`, `numRows()`, `numCols()`), or with those
/// of CrsMatrix (`num_rows`, `num_columns`, `row_offsets`, `columns`, `values`) and neither `storage_format` nor
/// `shape_words()`, which storage formats have.
template <class Matrix>
auto crs_view(const Matrix& matrix) {
  static_assert(!detail::is_stored_otherwise<Matrix>::value,
                "sporos::crs_view, spmv, Plan: compressed rows are wanted here, but this is another storage format; "
                "sporos::to_crs(exec, A) makes compressed rows of it; plans and spmv() for all formats are in "
                "core/Sporos_Formats.hpp, and a format of your own needs sporos::FormatTraits");
  static_assert(!detail::has_blocks<Matrix>::value,
                "sporos::crs_view, spmv, Plan: a matrix of blocks has no compressed rows; see sporos::bsr_matrix() of "
                "core/interop/Sporos_KokkosKernelsBlocks.hpp");
  if constexpr (detail::is_kokkos_kernels_shape<Matrix>::value) {
    return crs_view(static_cast<std::int64_t>(matrix.numRows()), static_cast<std::int64_t>(matrix.numCols()),
                    matrix.graph.row_map, matrix.graph.entries, matrix.values);
  } else if constexpr (detail::has_members_of_crs<Matrix>::value) {
    return crs_view(matrix.num_rows, matrix.num_columns, matrix.row_offsets, matrix.columns, matrix.values);
  } else {
    static_assert(detail::is_some_matrix<Matrix>,
                  "sporos::crs_view, spmv, Plan: this is not a matrix; arrays of your own become one by "
                  "crs_view(num_rows, num_columns, "
                  "row_offsets, columns, values)");
    return detail::NoCrsView();
  }
}

/// \brief A deep copy of the matrix, in any memory space.
template <class MemorySpace, class Value, class Column, class Offset, class Source>
CrsMatrix<Value, Column, Offset, MemorySpace> copy_to(const CrsView<Value, Column, Offset, Source>& matrix) {
  static_assert(detail::CopyTarget<MemorySpace>::is_taken);
  detail::require_kokkos("copy_to");
  const auto copy = detail::allocate_crs<CrsMatrix<Value, Column, Offset, MemorySpace>>(
      matrix.num_rows, matrix.num_columns, matrix.nnz());
  if (matrix.row_offsets.extent(0) == 0) {
    Kokkos::deep_copy(copy.row_offsets, Offset(0));
  } else {
    Kokkos::deep_copy(copy.row_offsets, matrix.row_offsets);
  }
  Kokkos::deep_copy(copy.columns, matrix.columns);
  Kokkos::deep_copy(copy.values, matrix.values);
  return copy;
}

namespace detail {

// Also of classes that derive from these.
template <class V, class C, class O, class M>
std::true_type is_copied(const CrsMatrix<V, C, O, M>*);
template <class V, class C, class O, class M>
std::true_type is_copied(const CrsView<V, C, O, M>*);
std::false_type is_copied(const void*);

}  // namespace detail

/// \brief Refuses other arguments at compile time.
template <class MemorySpace, class... Given,
          class = std::enable_if_t<sizeof...(Given) != 1 ||
                                   !(decltype(detail::is_copied(std::declval<const Given*>()))::value && ...)>>
auto copy_to(const Given&...) {
  static_assert(sizeof...(Given) == SIZE_MAX,
                "sporos::copy_to<MemorySpace>: the argument is a sporos::CrsMatrix or CrsView; of any other matrix in "
                "compressed rows copy_to<MemorySpace>(sporos::crs_view(A))");
  return detail::NoCrsView();
}
/// \brief The same for calls that do not name the memory space.
template <class... Given>
auto copy_to(const Given&...) {
  static_assert(sizeof...(Given) == SIZE_MAX,
                "sporos::copy_to: the memory space must be named, as in copy_to<ExecutionSpace::memory_space>(A)");
  return detail::NoCrsView();
}

namespace detail {

/// \brief The CrsView type that crs_view(matrix) returns.
template <class Matrix>
using crs_view_t = decltype(crs_view(std::declval<const Matrix&>()));

/// \brief crs_view() inside of another public function, which messages name.
template <class Matrix>
crs_view_t<Matrix> crs_view_for(const char* function, const Matrix& matrix) {
  const Caller caller(function);
  return crs_view(matrix);
}

/// \param what_for  which needs it, as " for packets", where the function is not called by its name alone
template <class Matrix>
void require_square(const char* function, const Matrix& A, const char* what_for = "") {
  const auto view = crs_view_for(function, A);
  require(view.num_rows == view.num_columns, function, "matrix is ", view.num_rows, " x ", view.num_columns,
          ", but must be square", what_for);
}

}  // namespace detail
}  // namespace sporos
