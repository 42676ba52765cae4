// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Converts the arguments of `KokkosSparse::spmv` to ours: modes, matrices, vectors, errors.
#pragma once

#include <KokkosSparse_CrsMatrix.hpp>
#include <stdexcept>

#include "core/Sporos_Plan.hpp"
#include "core/Sporos_SpmvOperation.hpp"

#if __has_include(<KokkosSparse_BsrMatrix.hpp>)
#include <KokkosSparse_BsrMatrix.hpp>

#include "core/Sporos_FormatPlan.hpp"
#include "core/interop/Sporos_KokkosKernelsBlocks.hpp"
#include "core/launch/formats/Sporos_LaunchBsr.hpp"
#endif

namespace sporos {
namespace detail {

// A `BlockCrsMatrix` has the same members as a `BsrMatrix`, but another layout of blocks, so members cannot tell them
// apart.
template <class T>
struct is_kokkos_bsr : std::false_type {};
#if __has_include(<KokkosSparse_BsrMatrix.hpp>)
template <class... P>
struct is_kokkos_bsr<KokkosSparse::Experimental::BsrMatrix<P...>> : std::true_type {};
#endif

// Up to 4.2 Kokkos Kernels took vectors longer than the matrix; 4.3 introduced both the check and the handle.
#if __has_include(<KokkosSparse_spmv_handle.hpp>)
inline constexpr bool takes_longer_vectors = false;
#else
inline constexpr bool takes_longer_vectors = true;
#endif

/// \brief Whether our overloads take the product; otherwise those of Kokkos Kernels do, if they are included.
template <class Matrix, class X, class Y>
inline constexpr bool is_product_of_kokkos_sparse =
    (is_kokkos_bsr<Matrix>::value || (is_kokkos_kernels_shape<Matrix>::value && !has_blocks<Matrix>::value)) &&
    is_value_type<std::remove_cv_t<typename Matrix::value_type>>&& is_value_type<
        typename X::non_const_value_type>&& is_value_type<typename Y::non_const_value_type>;

/// \brief Whether `Matrix` is one of Sporos, in any format.
template <class Matrix>
inline constexpr bool is_matrix_of_sporos = is_matrix<Matrix> && !is_kokkos_kernels_shape<Matrix>::value &&
                                            !has_blocks<Matrix>::value && !is_kokkos_bsr<Matrix>::value;

/// \brief The matrix in a type that our products take; its arrays are shared.
template <class Matrix>
auto matrix_of_kokkos_sparse(const Matrix& A) {
  if constexpr (is_kokkos_bsr<Matrix>::value) {
    return bsr_matrix(A);
  } else {
    return crs_view(A);
  }
}
template <class Matrix>
using matrix_of_kokkos_sparse_t = decltype(matrix_of_kokkos_sparse(std::declval<const Matrix&>()));

/// \param mode  one letter; what follows is not read
/// \throws std::runtime_error for any other letter, as Kokkos Kernels does; so do the functions below for wrong extents
inline Op op_of_mode(const char mode[]) {
  if (mode == nullptr || mode[0] == '\0') {
    throw std::runtime_error(concat("sporos::kokkos_sparse::spmv: the mode is ",
                                    mode == nullptr ? "a null pointer" : "empty", ", but must be N, T, C or H"));
  }
  switch (mode[0]) {
    case 'N':
    case 'n':
      return Op::none;
    case 'T':
    case 't':
      return Op::transpose;
    case 'C':
    case 'c':
      return Op::conjugate;
    case 'H':
    case 'h':
      return Op::conjugate_transpose;
    default:
      throw std::runtime_error(
          concat("sporos::kokkos_sparse::spmv: the mode is '", mode[0], "', but must be N, T, C or H"));
  }
}

/// \brief The same elements in one of a few types of View, so that less is compiled.
/// \param rows  the elements of each column that the product uses
template <class Value, class View>
auto plain_vector(const View& view, std::int64_t rows) {
  using Memory = typename View::memory_space;
  const auto count = static_cast<std::size_t>(rows);
  if constexpr (rank_of<View> == 2) {
    return Kokkos::View<Value**, Kokkos::LayoutStride, Memory, Kokkos::MemoryUnmanaged>(
        view.data(), Kokkos::LayoutStride(count, view.stride(0), view.extent(1), view.stride(1)));
  } else if constexpr (may_be_apart<View>) {
    return Kokkos::View<Value*, Kokkos::LayoutStride, Memory, Kokkos::MemoryUnmanaged>(
        view.data(), Kokkos::LayoutStride(count, view.stride(0)));
  } else {
    return Kokkos::View<Value*, Kokkos::LayoutRight, Memory, Kokkos::MemoryUnmanaged>(view.data(), count);
  }
}

template <class View>
void check_extent(char mode, const char* name, const View& view, std::int64_t wanted, const char* what) {
  const auto found = static_cast<std::int64_t>(view.extent(0));
  if (found == wanted || (takes_longer_vectors && found > wanted)) return;
  throw std::runtime_error(concat("sporos::kokkos_sparse::spmv, mode ", mode, ": ", name, " has ", found,
                                  " elements, but the matrix has ", wanted, " ", what));
}

/// \brief Calls `multiply(op, matrix, alpha, x, beta, y)` with our arguments; alpha and beta have the type of y's
/// values.
template <class Alpha, class Matrix, class X, class Beta, class Y, class Multiply>
void with_product_of_kokkos_sparse(const char mode[], const Alpha& alpha, const Matrix& A, const X& x, const Beta& beta,
                                   const Y& y, const Multiply& multiply) {
  static_assert(rank_of<X> == rank_of<Y> && (rank_of<X> == 1 || rank_of<X> == 2),
                "sporos::kokkos_sparse::spmv: x and y must both be rank-1 Views, or both rank-2 Views");
  using YValue = typename Y::non_const_value_type;
  const Caller caller("kokkos_sparse::spmv");
  const Op op = op_of_mode(mode);
  const auto matrix = matrix_of_kokkos_sparse(A);
  const std::int64_t x_rows = is_transposed(op) ? matrix.num_rows : matrix.num_columns;
  const std::int64_t y_rows = is_transposed(op) ? matrix.num_columns : matrix.num_rows;
  check_extent(mode[0], "x", x, x_rows, is_transposed(op) ? "rows" : "columns");
  check_extent(mode[0], "y", y, y_rows, is_transposed(op) ? "columns" : "rows");
  if (rank_of<X> == 2 && x.extent(1) != y.extent(1)) {
    throw std::runtime_error(concat("sporos::kokkos_sparse::spmv, mode ", mode[0], ": x has ", x.extent(1),
                                    " columns, but y has ", y.extent(1)));
  }
  multiply(op, matrix, static_cast<YValue>(alpha), plain_vector<typename X::const_value_type>(x, x_rows),
           static_cast<YValue>(beta), plain_vector<typename Y::value_type>(y, y_rows));
}

/// \brief The product without a plan.
template <class ExecutionSpace, class Alpha, class Matrix, class X, class Beta, class Y>
void multiply_for_kokkos_sparse(const ExecutionSpace& exec, const char mode[], const Alpha& alpha, const Matrix& A,
                                const X& x, const Beta& beta, const Y& y) {
  with_product_of_kokkos_sparse(mode, alpha, A, x, beta, y,
                                [&](Op op, const auto& matrix, const auto& a, const auto& from, const auto& b,
                                    const auto& to) { sporos::spmv(exec, op, a, matrix, from, b, to); });
}

}  // namespace detail
}  // namespace sporos
