// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Products of Sporos with the signature of `KokkosSparse::spmv`: callers change only a using-declaration.
///
/// If Kokkos Kernels is included, its overloads are found by argument-dependent lookup, too. Ours are more specialised,
/// so that the compiler prefers them where both match. Theirs are called for what ours do not take: values other than
/// `float`, `double` and complex numbers of these, and handles of Kokkos Kernels. That is why there is no catch-all
/// overload with an error message: it would be the better match for a mode of type `char*`.
#pragma once

#include "core/interop/Sporos_KokkosSparseHandle.hpp"

#if __has_include(<KokkosKernels_Controls.hpp>)
#include <KokkosKernels_Controls.hpp>
#endif

namespace sporos {
namespace kokkos_sparse {

/// \brief `y = alpha*op(A)*x + beta*y` without a plan, asynchronous on `exec`.
///
/// \param mode  its first letter, in upper or lower case, is op: N for A itself, T for its transpose, C for its complex
///              conjugate, H for both
/// \param alpha,beta  of any type that converts to the values of y
/// \param A     `KokkosSparse::CrsMatrix`, or `BsrMatrix` where Kokkos Kernels has it
/// \param x,y   Views, both of rank 1 or both of rank 2. Before Kokkos Kernels 4.3 they may be longer than the matrix
///              needs, and the other elements stay as they are; from 4.3 on the lengths must match
/// \throws std::runtime_error where extents do not fit, and for any other mode, as Kokkos Kernels does
/// \throws std::invalid_argument where y overlaps an input, or the arrays of A contradict each other
///
/// Everything else is as in sporos::spmv().
template <class ExecutionSpace, class Alpha, template <class...> class Matrix, class... M, class XData, class... XP,
          class Beta, class YData, class... YP,
          std::enable_if_t<Kokkos::is_execution_space<ExecutionSpace>::value &&
                               detail::is_product_of_kokkos_sparse<Matrix<M...>, Kokkos::View<XData, XP...>,
                                                                   Kokkos::View<YData, YP...>>,
                           int> = 0>
void spmv(const ExecutionSpace& exec, const char mode[], const Alpha& alpha, const Matrix<M...>& A,
          const Kokkos::View<XData, XP...>& x, const Beta& beta, const Kokkos::View<YData, YP...>& y) {
  detail::multiply_for_kokkos_sparse(exec, mode, alpha, A, x, beta, y);
}

/// \brief The same on the default instance of the execution space of the matrix.
template <class Alpha, template <class...> class Matrix, class... M, class XData, class... XP, class Beta, class YData,
          class... YP,
          std::enable_if_t<
              detail::is_product_of_kokkos_sparse<Matrix<M...>, Kokkos::View<XData, XP...>, Kokkos::View<YData, YP...>>,
              int> = 0>
void spmv(const char mode[], const Alpha& alpha, const Matrix<M...>& A, const Kokkos::View<XData, XP...>& x,
          const Beta& beta, const Kokkos::View<YData, YP...>& y) {
  using ExecutionSpace = typename Matrix<M...>::execution_space;
  detail::multiply_for_kokkos_sparse(detail::default_instance<ExecutionSpace>("kokkos_sparse::spmv"), mode, alpha, A, x,
                                     beta, y);
}

/// \brief `y = alpha*op(A)*x + beta*y` with the plan of the handle, asynchronous on `exec` except for the first
/// product. Otherwise as without a handle.
/// \throws std::invalid_argument also where the first product finds a malformed matrix, or the handle is null
template <class ExecutionSpace, class Device, class HandleMatrix, class HandleX, class HandleY, class Alpha,
          template <class...> class Matrix, class... M, class XData, class... XP, class Beta, class YData, class... YP>
void spmv(const ExecutionSpace& exec, SPMVHandle<Device, HandleMatrix, HandleX, HandleY>* handle, const char mode[],
          const Alpha& alpha, const Matrix<M...>& A, const Kokkos::View<XData, XP...>& x, const Beta& beta,
          const Kokkos::View<YData, YP...>& y) {
  static_assert(std::is_same<ExecutionSpace, typename Device::execution_space>::value,
                "sporos::kokkos_sparse::spmv: the instance must be of the execution space of the handle");
  detail::require_kokkos("kokkos_sparse::spmv");
  detail::require(handle != nullptr, "kokkos_sparse::spmv", "the handle is a null pointer");
  handle->apply(exec, mode, alpha, A, x, beta, y);
}

/// \brief The same on the default instance of the execution space of the handle.
template <class Device, class HandleMatrix, class HandleX, class HandleY, class Alpha, template <class...> class Matrix,
          class... M, class XData, class... XP, class Beta, class YData, class... YP>
void spmv(SPMVHandle<Device, HandleMatrix, HandleX, HandleY>* handle, const char mode[], const Alpha& alpha,
          const Matrix<M...>& A, const Kokkos::View<XData, XP...>& x, const Beta& beta,
          const Kokkos::View<YData, YP...>& y) {
  detail::require(handle != nullptr, "kokkos_sparse::spmv", "the handle is a null pointer");
  handle->apply(detail::default_instance<typename Device::execution_space>("kokkos_sparse::spmv"), mode, alpha, A, x,
                beta, y);
}

/// \brief Refuses matrices of Sporos at compile time.
template <class Alpha, class Matrix, class X, class Beta, class Y,
          std::enable_if_t<detail::is_matrix_of_sporos<Matrix>, int> = 0>
void spmv(const char[], const Alpha&, const Matrix&, const X&, const Beta&, const Y&) {
  static_assert(
      !detail::is_matrix_of_sporos<Matrix>,
      "sporos::kokkos_sparse::spmv: the matrix must be one of Kokkos Kernels; a matrix of Sporos is multiplied "
      "by sporos::spmv(exec, alpha, A, x, beta, y), or becomes one of Kokkos Kernels by "
      "sporos::kokkos_kernels_matrix<ExecutionSpace>(A)");
}
/// \brief The same after an instance.
template <
    class ExecutionSpace, class Alpha, class Matrix, class X, class Beta, class Y,
    std::enable_if_t<Kokkos::is_execution_space<ExecutionSpace>::value && detail::is_matrix_of_sporos<Matrix>, int> = 0>
void spmv(const ExecutionSpace&, const char mode[], const Alpha& alpha, const Matrix& A, const X& x, const Beta& beta,
          const Y& y) {
  kokkos_sparse::spmv(mode, alpha, A, x, beta, y);
}

#if __has_include(<KokkosKernels_Controls.hpp>)
/// \brief The product without a plan; the controls are ignored.
template <class ExecutionSpace, class Alpha, template <class...> class Matrix, class... M, class XData, class... XP,
          class Beta, class YData, class... YP,
          std::enable_if_t<Kokkos::is_execution_space<ExecutionSpace>::value &&
                               detail::is_product_of_kokkos_sparse<Matrix<M...>, Kokkos::View<XData, XP...>,
                                                                   Kokkos::View<YData, YP...>>,
                           int> = 0>
void spmv(const ExecutionSpace& exec, const KokkosKernels::Experimental::Controls&, const char mode[],
          const Alpha& alpha, const Matrix<M...>& A, const Kokkos::View<XData, XP...>& x, const Beta& beta,
          const Kokkos::View<YData, YP...>& y) {
  detail::multiply_for_kokkos_sparse(exec, mode, alpha, A, x, beta, y);
}

/// \brief The same on the default instance of the execution space of the matrix.
template <class Alpha, template <class...> class Matrix, class... M, class XData, class... XP, class Beta, class YData,
          class... YP,
          std::enable_if_t<
              detail::is_product_of_kokkos_sparse<Matrix<M...>, Kokkos::View<XData, XP...>, Kokkos::View<YData, YP...>>,
              int> = 0>
void spmv(const KokkosKernels::Experimental::Controls&, const char mode[], const Alpha& alpha, const Matrix<M...>& A,
          const Kokkos::View<XData, XP...>& x, const Beta& beta, const Kokkos::View<YData, YP...>& y) {
  kokkos_sparse::spmv(mode, alpha, A, x, beta, y);
}
#endif

}  // namespace kokkos_sparse
}  // namespace sporos
