// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One sentence for each function; element matrices are none of any format.
// error: sporos::any_matrix: the argument is A
// error: sporos::any_matrix, to_any, bytes_as: an AnyMatrix does not hold element matrices
// error: sporos::to_any: the arguments are exec, A, format
// error: sporos::any_matrix, to_any, bytes_as: an AnyMatrix does not hold element
// error: sporos::convert: the arguments are exec, A, format
// error: sporos::convert: the matrix must be an AnyMatrix
// error: sporos::bytes_as: the arguments are exec, A, format
// error: sporos::any_matrix, to_any, bytes_as: an AnyMatrix does not hold
// error: sporos::choose_format: the arguments are exec, A
// error: sporos::transposed_bytes: the argument is A
#include "core/Sporos_AutomaticFormat.hpp"
#include "core/Sporos_BytesAs.hpp"
#include "core/Sporos_Elements.hpp"
#include "core/Sporos_TransposedBytes.hpp"

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Matrix = sporos::CrsMatrix<double, int, int, Space>;
using Vector = Kokkos::View<double*, Space>;

void convert(const Exec& exec, const Matrix& A, const sporos::AnyMatrix<double, int, int, Space>& any,
             const sporos::ElementMatrix<double, int, int, Space>& elements) {
  static_cast<void>(any);
  static_cast<void>(elements);
#ifdef MUST_COMPILE
  sporos::any_matrix(A);
  sporos::any_matrix(to_crs(exec, elements));
  sporos::to_any(exec, A, sporos::Format::ell);
  sporos::convert(exec, any, sporos::Format::ell);
  sporos::bytes_as(exec, A, sporos::Format::ell);
  sporos::choose_format(exec, A);
  sporos::transposed_bytes(A);
#else
  sporos::any_matrix(exec, A);
  sporos::any_matrix(elements);
  sporos::to_any(exec, A);
  sporos::to_any(exec, elements, sporos::Format::ell);
  sporos::convert(any, sporos::Format::ell);
  sporos::convert(exec, elements, sporos::Format::ell);
  sporos::bytes_as(A, sporos::Format::ell);
  sporos::bytes_as(exec, elements, sporos::Format::ell);
  sporos::choose_format(A);
  sporos::transposed_bytes(exec, A);
#endif
  static_cast<void>(exec);
}
