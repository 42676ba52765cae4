// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief One type for matrices in any storage format; the format is a run-time value.
#pragma once

#include "core/Sporos_Formats.hpp"
#include "core/any_format/Sporos_StoredTypes.hpp"
#include "formats/common/Sporos_Arguments.hpp"

namespace sporos {

/// \brief Compressed rows of the caller, shared as CrsView shares them, or a matrix in any other format.
///
/// Copies share their arrays. If a format allows only one product of a matrix at a time, so does an AnyMatrix that
/// holds it.
///
/// \tparam Own  nothing, or the matrix type of a format of the caller's, which is Format::own here; see FormatTraits
template <class Value, class Column = int, class Offset = int,
          class MemorySpace = Kokkos::DefaultExecutionSpace::memory_space, class... Own>
class AnyMatrix {
  static_assert(detail::matrix_values_are_taken<Value>);
  static_assert(sizeof...(Own) <= 1, "sporos::AnyMatrix: one format of your own at a time");
  static_assert((detail::is_format<Own> && ...),
                "sporos::AnyMatrix: the matrix of your own has no sporos::FormatTraits");
  static_assert(((std::is_same<typename Own::value_type, Value>::value &&
                  std::is_same<typename Own::column_type, Column>::value &&
                  std::is_same<typename Own::offset_type, Offset>::value &&
                  std::is_same<typename Own::memory_space, MemorySpace>::value) &&
                 ...),
                "sporos::AnyMatrix: the matrix of your own must have the same types of values, columns and offsets and "
                "the same memory space");

 public:
  using value_type = Value;          ///< type of the numbers
  using column_type = Column;        ///< type of the column indices
  using offset_type = Offset;        ///< type of the row offsets
  using memory_space = MemorySpace;  ///< where the arrays are
  using storage_format = AnyMatrix;  ///< tells the library that this need not be compressed rows
  using crs_type = CrsView<Value, Column, Offset, MemorySpace>;  ///< of compressed rows
  /// \brief A variant with one type for each format.
  using storage_type = detail::StoredMatrix<Value, Column, Offset, MemorySpace, Own...>;
  static_assert(detail::StoredTypes<storage_type>::are_complete(),
                "sporos::AnyMatrix: each Format needs its name, and its line in StoredMatrix");

  AnyMatrix() = default;  ///< 0 x 0
  /// \brief Wraps a matrix in a format; any_matrix() is shorter.
  explicit AnyMatrix(storage_type storage) : storage_(std::move(storage)) {
    visit([this](const auto& matrix) {
      num_rows = matrix.num_rows;
      num_columns = matrix.num_columns;
      format_ = FormatTraits<std::decay_t<decltype(matrix)>>::format_of(matrix);
    });
  }

  std::int64_t num_rows = 0;     ///< of the matrix
  std::int64_t num_columns = 0;  ///< of the matrix

  Format format() const { return format_; }  ///< in which it is stored
  /// \brief Entries, explicit zeros included.
  std::int64_t nnz() const {
    return visit([](const auto& matrix) { return matrix.nnz(); });
  }
  /// \brief Bytes of the arrays, except the map of update_values().
  std::int64_t bytes() const {
    return visit([](const auto& matrix) -> std::int64_t {
      using Stored = std::decay_t<decltype(matrix)>;
      if constexpr (!detail::bytes_are_known<Stored>()) {
        return 0;
      } else {
        return FormatTraits<Stored>::bytes(matrix);
      }
    });
  }

  /// \brief The compressed rows, if it is in these; otherwise null.
  const crs_type* rows() const { return std::get_if<crs_type>(&storage_); }

  /// \brief Calls `f(matrix)` with the matrix in its own type. `f` must return the same type for all of them.
  template <class F>
  decltype(auto) visit(const F& f) const {
    return std::visit(f, storage_);
  }

  /// \brief New numbers for the same pattern, in the order of the compressed rows.
  ///
  /// Compressed rows share `values` from now on. Other formats copy them, asynchronously; copies of this matrix see
  /// them too. If delta CRS, DIA or half storage cannot store the new numbers in the same way as the old ones, this
  /// matrix gets arrays of its own.
  /// \return whether products recorded before must be recorded again, because the numbers are in other arrays now
  /// \throws std::invalid_argument where the number of values is wrong, or the matrix has no map
  template <class ExecutionSpace, class Values>
  bool update(const ExecutionSpace& exec, const Values& values) {
    const detail::Caller caller("AnyMatrix::update");
    if constexpr (detail::are_new_values<typename crs_type::values_view, Values>()) {
      return std::visit(
          [&](auto& matrix) { return FormatTraits<std::decay_t<decltype(matrix)>>::update(exec, matrix, values); },
          storage_);
    } else {
      return false;
    }
  }

 private:
  storage_type storage_;
  Format format_ = Format::crs;
};

namespace detail {

template <class Matrix, class... Own>
using AnyMatrixWith = AnyMatrix<typename Matrix::value_type, typename Matrix::column_type, typename Matrix::offset_type,
                                typename Matrix::memory_space, Own...>;

template <class Matrix, class... Own>
struct AnyMatrixOf {
  using type = AnyMatrixWith<Matrix, Own...>;
};
// A format that is not in the list of the library is the caller's own.
template <class Matrix>
struct AnyMatrixOf<Matrix> {
  using Listed = AnyMatrixWith<Matrix>;
  using type = std::conditional_t<StoredTypes<typename Listed::storage_type>::template have<Matrix>, Listed,
                                  AnyMatrixWith<Matrix, Matrix>>;
};

}  // namespace detail

/// \brief Compressed rows or a matrix in a format as an AnyMatrix. Copies no array.
/// \param A  anything that crs_view() takes, a matrix in a storage format, or an AnyMatrix
/// \tparam Own  the matrix type of a format of the caller's, if the AnyMatrix is to be convertible to that; not needed
///         if A has this type itself
template <class... Own, class Matrix>
auto any_matrix(const Matrix& A) {
  if constexpr (detail::is_any_matrix<Matrix>) {
    static_assert(sizeof...(Own) == 0, "sporos::any_matrix: the AnyMatrix is there and has its type");
    return A;
  } else if constexpr (detail::is_format<Matrix>) {
    if constexpr (!detail::fits_any_matrix<Matrix>) {
      static_assert(
          detail::fits_any_matrix<Matrix>,
          "sporos::any_matrix, to_any, bytes_as: an AnyMatrix does not hold element matrices, which cannot be "
          "made from compressed rows; add them up first: any_matrix(to_crs(exec, A))");
      return detail::AnyMatrixWith<Matrix>();
    } else {
      using Any = typename detail::AnyMatrixOf<Matrix, Own...>::type;
      return Any(typename Any::storage_type(std::in_place_type<Matrix>, A));
    }
  } else {
    using View = detail::crs_view_t<Matrix>;
    using Any = typename detail::AnyMatrixOf<View, Own...>::type;
    return Any(typename Any::storage_type(std::in_place_type<View>, detail::crs_view_for("any_matrix", A)));
  }
}

/// \brief New numbers for the same pattern: AnyMatrix::update().
template <class ExecutionSpace, class Value, class Column, class Offset, class MemorySpace, class... Own, class Values>
bool update_values(const ExecutionSpace& exec, AnyMatrix<Value, Column, Offset, MemorySpace, Own...>& matrix,
                   const Values& values) {
  const detail::Caller caller("update_values");
  return matrix.update(exec, values);
}

}  // namespace sporos
