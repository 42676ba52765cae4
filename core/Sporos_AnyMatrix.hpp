// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief A matrix in any storage format behind one type: which one is a value of the run.
#pragma once

#include <variant>

#include "core/Sporos_Formats.hpp"
#include "policies/Sporos_Format.hpp"

namespace sporos {
namespace detail {

// What a matrix in each type is called; ELL with and without row lengths are one type.
template <class V, class C, class O, class M>
Format stored_format(const CrsView<V, C, O, M>&) {
  return Format::crs;
}
template <class V, class C, class O, class M>
Format stored_format(const CooMatrix<V, C, O, M>&) {
  return Format::coo;
}
template <class V, class C, class O, class M>
Format stored_format(const DiaMatrix<V, C, O, M>&) {
  return Format::dia;
}
template <class V, class C, class O, class M>
Format stored_format(const EllMatrix<V, C, O, M>& ell) {
  return ell.row_lengths.extent(0) > 0 ? Format::ellpack_r : Format::ell;
}
template <class V, class C, class O, class M>
Format stored_format(const HybMatrix<V, C, O, M>&) {
  return Format::hyb;
}
template <class V, class C, class O, class M>
Format stored_format(const SellMatrix<V, C, O, M>&) {
  return Format::sell;
}
template <class V, class C, class O, class M>
Format stored_format(const BsrMatrix<V, C, O, M>&) {
  return Format::bsr;
}
template <class V, class C, class O, class M>
Format stored_format(const Csr5Matrix<V, C, O, M>&) {
  return Format::csr5;
}
template <class V, class C, class O, class M>
Format stored_format(const DeltaCrsMatrix<V, C, O, M>&) {
  return Format::delta_crs;
}
template <class V, class C, class O, class M>
Format stored_format(const PacketMatrix<V, C, O, M>&) {
  return Format::packet;
}
template <class V, class C, class O, class M>
Format stored_format(const SymmetricMatrix<V, C, O, M>&) {
  return Format::symmetric;
}

template <class V, class C, class O, class M>
std::int64_t stored_bytes(const CrsView<V, C, O, M>& crs) {
  return bytes_of(crs.row_offsets, crs.columns, crs.values);
}
template <class Matrix>
std::int64_t stored_bytes(const Matrix& matrix) {
  return matrix.bytes();
}

// Finds the function of the format by its argument. Says whether the numbers are in arrays of their own now.
template <class ExecutionSpace, class Matrix, class Values>
bool update_stored(const ExecutionSpace& exec, const Matrix& matrix, const Values& values) {
  update_values(exec, matrix, values);
  return false;
}
template <class ExecutionSpace, class V, class C, class O, class M, class Values>
bool update_stored(const ExecutionSpace& exec, DeltaCrsMatrix<V, C, O, M>& deltas, const Values& values) {
  return replace_values(exec, deltas, values);
}
template <class ExecutionSpace, class V, class C, class O, class M, class Values>
bool update_stored(const ExecutionSpace& exec, SymmetricMatrix<V, C, O, M>& halves, const Values& values) {
  const ProfilingRegion region("sporos::update_values[symmetric]");
  require_as_many_values(values, halves.nnz());
  require_map(halves.has_map());
  if (first_unequal_mirror(exec, halves, values) == no_row) {
    take_values(exec, halves, values);
    return false;
  }
  const auto rows = to_crs(exec, halves);
  Kokkos::deep_copy(exec, rows.values, values);
  SymmetricOptions options;
  if (halves.window == 0) options.tile_rows = halves.tile_rows;  // else it is a tile for each thread
  halves = to_symmetric(exec, rows, options);
  return true;
}
template <class ExecutionSpace, class V, class C, class O, class M, class Values>
bool update_stored(const ExecutionSpace&, CrsView<V, C, O, M>& crs, const Values& values) {
  require_as_many_values(values, crs.nnz());
  const auto before = crs.values.data();
  crs.values = share<typename CrsView<V, C, O, M>::values_view>(values);
  return crs.nnz() > 0 && crs.values.data() != before;
}

}  // namespace detail

/// \brief Compressed rows of the caller, shared as CrsView shares them, or a matrix in any other format.
///
/// Copies share their arrays. What a format says of its products (one at a time, say) holds here too.
template <class Value, class Column = int, class Offset = int,
          class MemorySpace = Kokkos::DefaultExecutionSpace::memory_space>
class AnyMatrix {
  static_assert(detail::value_types_are_taken<Value>);

 public:
  using value_type = Value;                                      ///< type of the numbers
  using column_type = Column;                                    ///< type of the column indices
  using offset_type = Offset;                                    ///< type of the row offsets
  using memory_space = MemorySpace;                              ///< where the arrays are
  using storage_format = AnyMatrix;                              ///< perhaps no compressed rows
  using crs_type = CrsView<Value, Column, Offset, MemorySpace>;  ///< compressed rows, where it holds these
  /// \brief What it may hold: a type for each format.
  using storage_type =
      std::variant<crs_type, CooMatrix<Value, Column, Offset, MemorySpace>,
                   DiaMatrix<Value, Column, Offset, MemorySpace>, EllMatrix<Value, Column, Offset, MemorySpace>,
                   HybMatrix<Value, Column, Offset, MemorySpace>, SellMatrix<Value, Column, Offset, MemorySpace>,
                   BsrMatrix<Value, Column, Offset, MemorySpace>, Csr5Matrix<Value, Column, Offset, MemorySpace>,
                   DeltaCrsMatrix<Value, Column, Offset, MemorySpace>, PacketMatrix<Value, Column, Offset, MemorySpace>,
                   SymmetricMatrix<Value, Column, Offset, MemorySpace>>;

  AnyMatrix() = default;  ///< 0 x 0
  /// \brief A matrix in a format; any_matrix() is shorter.
  explicit AnyMatrix(storage_type storage) : storage_(std::move(storage)) {
    visit([this](const auto& matrix) {
      num_rows = matrix.num_rows;
      num_columns = matrix.num_columns;
      format_ = detail::stored_format(matrix);
    });
  }

  std::int64_t num_rows = 0;     ///< of the matrix
  std::int64_t num_columns = 0;  ///< of the matrix

  Format format() const { return format_; }  ///< in which it is stored
  /// \brief Entries, explicit zeros included.
  std::int64_t nnz() const {
    return visit([](const auto& matrix) { return matrix.nnz(); });
  }
  /// \brief What the arrays take, but for the map of update_values().
  std::int64_t bytes() const {
    return visit([](const auto& matrix) { return detail::stored_bytes(matrix); });
  }

  /// \brief `f(matrix)` with the matrix in its own type; every type must give the same result type.
  template <class F>
  decltype(auto) visit(const F& f) const {
    return std::visit(f, storage_);
  }

  /// \brief New numbers for the same pattern, in the order of the compressed rows. Compressed rows share `values` from
  /// now on; other formats, and all copies of this matrix with them, take them over, asynchronously. Delta CRS and half
  /// storage that keep the old ones in a way that the new ones do not fit get arrays of their own.
  /// \return whether products recorded before must be recorded again, because the numbers are in other arrays now
  /// \throws std::invalid_argument where the number of values is another, or the matrix has no map
  template <class ExecutionSpace, class Values>
  bool update(const ExecutionSpace& exec, const Values& values) {
    return std::visit([&](auto& matrix) { return detail::update_stored(exec, matrix, values); }, storage_);
  }

 private:
  storage_type storage_;
  Format format_ = Format::crs;
};

/// \brief Compressed rows, or a matrix in a format, as an AnyMatrix; copies no array.
/// \param A  anything that crs_view() takes, a matrix in a storage format, or an AnyMatrix
template <class Matrix>
auto any_matrix(const Matrix& A) {
  if constexpr (detail::is_any_matrix<Matrix>) {
    return A;
  } else if constexpr (detail::is_format<Matrix>) {
    using Any = AnyMatrix<typename Matrix::value_type, typename Matrix::column_type, typename Matrix::offset_type,
                          typename Matrix::memory_space>;
    return Any(typename Any::storage_type(A));
  } else {
    using View = detail::crs_view_t<Matrix>;
    using Any = AnyMatrix<typename View::value_type, typename View::column_type, typename View::offset_type,
                          typename View::memory_space>;
    return Any(typename Any::storage_type(crs_view(A)));
  }
}

/// \brief New numbers for the same pattern: AnyMatrix::update().
template <class ExecutionSpace, class Value, class Column, class Offset, class MemorySpace, class Values>
bool update_values(const ExecutionSpace& exec, AnyMatrix<Value, Column, Offset, MemorySpace>& matrix,
                   const Values& values) {
  return matrix.update(exec, values);
}

}  // namespace sporos
