// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief What must be true for every Matrix Market file.
#pragma once

#include <cmath>
#include <optional>
#include <stdexcept>

#include "formats/Sporos_MatrixMarket.hpp"
#include "unit_tests/fuzz/Harness.hpp"

namespace sporos_fuzz {

/// \brief Small files may not take more memory than this many empty rows.
inline sporos::ReadOptions read_options() {
  sporos::ReadOptions options;
  options.max_empty_rows = 4096;
  return options;
}

/// \brief The message must be "sporos::<function>: <path>:<line>: ..." with a line of at least 1.
inline void demand_complaint_form(const std::string& function, const std::string& path, const std::string& message) {
  const std::string start = "sporos::" + function + ": " + path + ":";
  demand(message.compare(0, start.size(), start) == 0, "a complaint without its place: ", message);
  std::size_t digits = 0;
  std::int64_t line = 0;
  for (std::size_t i = start.size(); i < message.size() && message[i] >= '0' && message[i] <= '9'; ++i, ++digits) {
    line = 10 * line + (message[i] - '0');
  }
  demand(digits > 0 && line >= 1 && message[start.size() + digits] == ':', "a complaint without its line: ", message);
}

inline bool same_number(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }
template <class Real>
bool same_number(const Kokkos::complex<Real>& a, const Kokkos::complex<Real>& b) {
  return same_number(a.real(), b.real()) && same_number(a.imag(), b.imag());
}

/// \brief Whether two matrices are the same; NaN counts as equal to NaN.
template <class Matrix>
bool same_matrix(const Matrix& a, const Matrix& b) {
  if (a.num_rows != b.num_rows || a.num_columns != b.num_columns || a.nnz() != b.nnz()) return false;
  for (std::int64_t row = 0; row <= a.num_rows; ++row) {
    if (a.row_offsets(row) != b.row_offsets(row)) return false;
  }
  for (std::int64_t k = 0; k < a.nnz(); ++k) {
    if (a.columns(k) != b.columns(k) || !same_number(a.values(k), b.values(k))) return false;
  }
  return true;
}

/// \brief Columns must be in range, ascending and distinct in each row; offsets must go from 0 to the number of
/// entries.
template <class Matrix>
void demand_sound(const Matrix& matrix) {
  demand(matrix.row_offsets.extent(0) == static_cast<std::size_t>(matrix.num_rows) + 1, "row offsets are missing");
  demand(matrix.columns.extent(0) == matrix.values.extent(0), "columns and values differ in number");
  demand(matrix.row_offsets(0) == 0, "the first row does not start with the first entry");
  demand(static_cast<std::int64_t>(matrix.row_offsets(matrix.num_rows)) == matrix.nnz(), "entries behind the rows");
  for (std::int64_t row = 0; row < matrix.num_rows; ++row) {
    demand(matrix.row_offsets(row) <= matrix.row_offsets(row + 1), "row ", row, " ends before it starts");
    for (auto k = matrix.row_offsets(row); k < matrix.row_offsets(row + 1); ++k) {
      demand(matrix.columns(k) >= 0 && matrix.columns(k) < matrix.num_columns, "entry ", +k, " has no column");
      demand(k == matrix.row_offsets(row) || matrix.columns(k - 1) < matrix.columns(k), "row ", row, " is unsorted");
    }
  }
}

/// \brief The matrix in the file, or nothing if the reader refuses it in the right form.
template <class Value, class Column, class Offset>
std::optional<sporos::CrsMatrix<Value, Column, Offset, Kokkos::HostSpace>> read_or_refuse(const std::string& path) {
  try {
    auto matrix = sporos::read_matrix_market<Value, Column, Offset>(path, read_options());
    demand_sound(matrix);
    return matrix;
  } catch (const std::runtime_error& error) {
    demand_complaint_form("read_matrix_market", path, error.what());
    return std::nullopt;
  }
}

/// \brief A file that is written must be read as the same matrix.
template <class Matrix>
void demand_round_trip(const Matrix& matrix, const std::string& path) {
  sporos::write_matrix_market(path, matrix);
  const auto again = sporos::read_matrix_market<typename Matrix::value_type, typename Matrix::column_type,
                                                typename Matrix::offset_type>(path);
  demand(same_matrix(matrix, again), "written and read again it is another matrix");
}

}  // namespace sporos_fuzz
