// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Bytes and operations of a product: one model for every library.
#pragma once

#include <cstdint>

namespace sporos::perf {

/// \brief What a product has to move and to compute, for any contender and any format of the matrix.
///
/// With T = value_bytes = vector_bytes, the minimum is `nnz (T + 4) + M (T + 4) + N T`: each array once. The effective
/// bytes are `nnz (2T + 4) + M (T + 4)`: x once for every entry. Indices always count 4 bytes, even if row offsets have
/// 8, and reading y if `beta` is not zero is not counted. For a narrow matrix with wider vectors each counts with its
/// own size. An entry is one multiplication and one addition: 2 operations, or 8 in complex arithmetic.
///
/// Several columns read the matrix once, and x and y once each. For a transposed product x has M elements per column
/// and y N; the matrix is counted as it is given, even if a contender makes another one of it. A vector that an
/// epilogue adds, such as the right side of a residual, is as long as y and read once. A dot product reads y and x for
/// free.
struct ByteModel {
  std::int64_t num_rows = 0;
  std::int64_t num_columns = 0;
  std::int64_t nnz = 0;
  int value_bytes = 8;
  int vector_bytes = 8;
  bool is_complex = false;
  int vectors = 1;             ///< columns of x and y
  bool is_transposed = false;  ///< x has an element for each row of the matrix, y one for each column
  int further_vectors = 0;     ///< as long as y, read once

  static constexpr int index_bytes = 4;

  constexpr double minimum() const {
    return static_cast<double>(nnz) * (value_bytes + index_bytes) + static_cast<double>(num_rows) * index_bytes +
           (static_cast<double>(num_rows) + static_cast<double>(num_columns)) * vectors * vector_bytes +
           further_bytes();
  }
  constexpr double effective() const {
    return static_cast<double>(nnz) * (value_bytes + vectors * vector_bytes + index_bytes) +
           static_cast<double>(num_rows) * index_bytes + y_elements() * vector_bytes + further_bytes();
  }
  constexpr double flops() const { return static_cast<double>(nnz) * vectors * (is_complex ? 8 : 2); }

  constexpr double y_elements() const { return static_cast<double>(is_transposed ? num_columns : num_rows) * vectors; }
  constexpr double further_bytes() const { return y_elements() * vector_bytes * further_vectors; }
};

/// \brief Matrices below this size are small: they fit into the second-level cache of an H100.
inline constexpr double small_matrix_bytes = 50e6;

constexpr bool is_small(const ByteModel& bytes) { return bytes.minimum() < small_matrix_bytes; }

}  // namespace sporos::perf
