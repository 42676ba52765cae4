// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Conjugate gradients on `KokkosSparse::spmv`: by a handle where it has one, which is what it recommends.
#pragma once

#include <KokkosSparse_CrsMatrix.hpp>
#include <KokkosSparse_spmv.hpp>

#include "core/interop/Sporos_KokkosKernels.hpp"
#include "perf_tests/fem/peers/ProductSolver.hpp"

namespace sporos_fem {

template <class T>
class KokkosKernelsProduct {
  using Owner = sporos::CrsMatrix<T, int, int, Space>;
  using Matrix = decltype(sporos::kokkos_kernels_matrix<Exec>(std::declval<Owner>()));

 public:
  static constexpr bool records = false;  // it may allocate in a product

  KokkosKernelsProduct(const Exec& exec, const GlobalMatrix<T>& matrix)
      : exec_(exec), arrays_(matrix), matrix_(sporos::kokkos_kernels_matrix<Exec>(writable(matrix))) {}

  void apply(T alpha, const Vector<T>& x, T beta, const Vector<T>& y) const {
#if defined(KOKKOSKERNELS_VERSION) && KOKKOSKERNELS_VERSION >= 40300
    KokkosSparse::spmv(exec_, handle_.get(), "N", alpha, matrix_, x, beta, y);
#else
    KokkosSparse::spmv("N", alpha, matrix_, x, beta, y);
#endif
  }
  std::int64_t bytes() const { return bytes_of_rows(arrays_); }

 private:
  static Owner writable(const GlobalMatrix<T>& matrix) {
    const auto array = [](const auto& view) {
      using Number = typename std::decay_t<decltype(view)>::non_const_value_type;
      return Kokkos::View<Number*, Kokkos::LayoutRight, Space>(written(view), view.extent(0));
    };
    return {matrix.num_rows, matrix.num_columns, array(matrix.row_offsets), array(matrix.columns),
            array(matrix.values)};
  }

  Exec exec_;
  GlobalMatrix<T> arrays_;
  Matrix matrix_;
#if defined(KOKKOSKERNELS_VERSION) && KOKKOSKERNELS_VERSION >= 40300
  using Handle = KokkosSparse::SPMVHandle<Exec, Matrix, Vector<T>, Vector<T>>;
  std::unique_ptr<Handle> handle_ = std::make_unique<Handle>(KokkosSparse::SPMV_DEFAULT);
#endif
};

template <class T>
std::vector<Peer<T>> kokkos_kernels_peers() {
  return {{"kokkos_kernels", &prepare_solver<T, ProductSolver<T, KokkosKernelsProduct<T>>>}};
}

}  // namespace sporos_fem
