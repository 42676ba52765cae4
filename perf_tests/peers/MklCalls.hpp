// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The functions of MKL's inspector-executor, with one name for all scalar types.
#pragma once

#include <mkl_spblas.h>

#include "formats/common/Sporos_Kokkos.hpp"

namespace sporos::perf {

template <class T>
struct MklCalls;

template <>
struct MklCalls<float> {
  using scalar = float;
  static constexpr auto create = &mkl_sparse_s_create_csr;
  static constexpr auto multiply = &mkl_sparse_s_mv;
  static constexpr auto multiply_dot = &mkl_sparse_s_dotmv;
  static constexpr auto multiply_columns = &mkl_sparse_s_mm;
  static scalar number(float value) { return value; }
};

template <>
struct MklCalls<double> {
  using scalar = double;
  static constexpr auto create = &mkl_sparse_d_create_csr;
  static constexpr auto multiply = &mkl_sparse_d_mv;
  static constexpr auto multiply_dot = &mkl_sparse_d_dotmv;
  static constexpr auto multiply_columns = &mkl_sparse_d_mm;
  static scalar number(double value) { return value; }
};

template <>
struct MklCalls<Kokkos::complex<float>> {
  using scalar = MKL_Complex8;
  static constexpr auto create = &mkl_sparse_c_create_csr;
  static constexpr auto multiply = &mkl_sparse_c_mv;
  static constexpr auto multiply_dot = &mkl_sparse_c_dotmv;
  static constexpr auto multiply_columns = &mkl_sparse_c_mm;
  static scalar number(const Kokkos::complex<float>& value) { return {value.real(), value.imag()}; }
};

template <>
struct MklCalls<Kokkos::complex<double>> {
  using scalar = MKL_Complex16;
  static constexpr auto create = &mkl_sparse_z_create_csr;
  static constexpr auto multiply = &mkl_sparse_z_mv;
  static constexpr auto multiply_dot = &mkl_sparse_z_dotmv;
  static constexpr auto multiply_columns = &mkl_sparse_z_mm;
  static scalar number(const Kokkos::complex<double>& value) { return {value.real(), value.imag()}; }
};

}  // namespace sporos::perf
