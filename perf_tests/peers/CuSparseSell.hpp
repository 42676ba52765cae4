// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief cuSPARSE on sliced ELL, converted on the device from the operands' rows.
#pragma once

#include "perf_tests/peers/CuSparseBase.hpp"

namespace sporos::perf {
namespace detail {

/// Sliced ELL: slices of `slice_height` rows, each as wide as its longest row, column-major inside a slice; padding has
/// column -1.
template <class Value>
struct SlicedEll {
  static constexpr int slice_height = 32;
  Kokkos::View<int*, Memory> slice_offsets;
  Kokkos::View<int*, Memory> columns;
  Kokkos::View<Value*, Memory> values;
};

using Range = Kokkos::RangePolicy<Execution, Kokkos::IndexType<std::int64_t>>;

// The offset behind each slice: an inclusive scan of the slices' sizes.
template <class Matrix>
struct SliceOffsets {
  Matrix matrix;
  Kokkos::View<std::int64_t*, Memory> slice_ends;
  std::int64_t slice_height;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t slice, std::int64_t& end, bool is_final) const {
    std::int64_t widest = 0;
    for (std::int64_t row = slice * slice_height; row < (slice + 1) * slice_height && row < matrix.num_rows; ++row) {
      const auto length = static_cast<std::int64_t>(matrix.row_offsets(row + 1) - matrix.row_offsets(row));
      if (length > widest) widest = length;
    }
    end += widest * slice_height;
    if (is_final) slice_ends(slice + 1) = end;
  }
};

struct NarrowOffsets {
  Kokkos::View<std::int64_t*, Memory> from;
  Kokkos::View<int*, Memory> to;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const { to(i) = static_cast<int>(from(i)); }
};

// One place of a row for each index: neighbouring threads write neighbouring places.
template <class Matrix, class Ell>
struct FillSlices {
  Matrix matrix;
  Ell ell;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t padded_row) const {
    constexpr std::int64_t height = Ell::slice_height;
    const std::int64_t slice = padded_row / height;
    const std::int64_t begin = ell.slice_offsets(slice);
    const std::int64_t width = (ell.slice_offsets(slice + 1) - begin) / height;
    const bool exists = padded_row < matrix.num_rows;
    const auto first = exists ? static_cast<std::int64_t>(matrix.row_offsets(padded_row)) : 0;
    const auto length = exists ? static_cast<std::int64_t>(matrix.row_offsets(padded_row + 1)) - first : 0;
    for (std::int64_t k = 0; k < width; ++k) {
      const std::int64_t place = begin + k * height + padded_row % height;
      const bool is_entry = k < length;
      ell.columns(place) = is_entry ? matrix.columns(first + k) : -1;
      ell.values(place) = is_entry ? matrix.values(first + k) : typename Matrix::value_type(0);
    }
  }
};

}  // namespace detail

template <class Operands>
class CuSparseSell : public CuSparseSpmv<Operands> {
 public:
  CuSparseSell(const Operands& operands, std::shared_ptr<CuSparseHandle> handle)
      : CuSparseSpmv<Operands>(operands, std::move(handle), "sell", "alg1", CUSPARSE_SPMV_SELL_ALG1, false) {
    this->why = "slices of 32 rows, converted on the device by this program";
  }

  void release() override {
    CuSparseSpmv<Operands>::release();
    ell_ = {};
  }

 protected:
  cusparseSpMatDescr_t make_matrix() override {
    const auto& matrix = this->operands_.matrix;
    convert(this->operands_.exec, matrix);
    cusparseSpMatDescr_t result = nullptr;
    check_cusparse(cusparseCreateSlicedEll(&result, matrix.num_rows, matrix.num_columns, matrix.nnz(),
                                           static_cast<std::int64_t>(ell_.values.extent(0)), Ell::slice_height,
                                           ell_.slice_offsets.data(), ell_.columns.data(), ell_.values.data(),
                                           CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO,
                                           CuSparseType<typename Operands::value_type>::value),
                   "cusparseCreateSlicedEll");
    return result;
  }

 private:
  using Matrix = typename Operands::matrix_type;
  using Ell = detail::SlicedEll<typename Operands::value_type>;

  void convert(const Execution& exec, const Matrix& matrix) {
    const std::int64_t slices = (matrix.num_rows + Ell::slice_height - 1) / Ell::slice_height;
    Kokkos::View<std::int64_t*, Memory> ends("slice_ends", static_cast<std::size_t>(slices) + 1);
    std::int64_t stored = 0;
    Kokkos::parallel_scan("slice_offsets", detail::Range(exec, 0, slices),
                          detail::SliceOffsets<Matrix>{matrix, ends, Ell::slice_height}, stored);
    exec.fence();
    if (stored > INT32_MAX) {
      throw Cannot("padding makes " + std::to_string(stored) + " of " + std::to_string(matrix.nnz()) +
                   " entries, more than int can count");
    }
    const auto fresh = [](const char* label) {
      return Kokkos::view_alloc(std::string(label), Kokkos::WithoutInitializing);
    };
    ell_.slice_offsets = decltype(ell_.slice_offsets)(fresh("slice_offsets"), ends.extent(0));
    ell_.columns = decltype(ell_.columns)(fresh("sell_columns"), static_cast<std::size_t>(stored));
    ell_.values = decltype(ell_.values)(fresh("sell_values"), static_cast<std::size_t>(stored));
    Kokkos::parallel_for("narrow_offsets", detail::Range(exec, 0, slices + 1),
                         detail::NarrowOffsets{ends, ell_.slice_offsets});
    Kokkos::parallel_for("fill_slices", detail::Range(exec, 0, slices * Ell::slice_height),
                         detail::FillSlices<Matrix, Ell>{matrix, ell_});
    exec.fence();
  }

  Ell ell_;
};

}  // namespace sporos::perf
