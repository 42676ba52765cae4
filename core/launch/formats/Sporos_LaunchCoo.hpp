// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Launches of the product of a COO matrix.
#pragma once

#include "core/kernels/formats/Sporos_CooKernel.hpp"
#include "core/launch/Sporos_FormatLaunch.hpp"
#include "core/launch/Sporos_LaunchEmptyRows.hpp"
#include "core/launch/Sporos_LaunchFixUp.hpp"
#include "formats/common/Sporos_LaunchKernel.hpp"
#include "formats/coo/Sporos_CooParts.hpp"
#include "formats/coo/Sporos_SortEntries.hpp"
#include "policies/formats/Sporos_ConversionOptions.hpp"
#include "policies/formats/Sporos_CooRule.hpp"

namespace sporos {
namespace detail {

/// The rows with entries, in two steps; the second one adds up the carries of rows that are cut.
template <class Product, class Matrix>
void launch_coo(const std::string& label, const Product& product, const Matrix& A) {
  using ExecutionSpace = typename Product::execution_space;
  using Sum = typename Product::Sum;
  constexpr Reduction how = Reductions<ExecutionSpace>::preferred;
  using Arrays = CrsArrays<typename Matrix::value_type, typename Matrix::column_type, typename Matrix::offset_type>;
  using Operand = CrsOperand<ExecutionSpace, Arrays, typename Product::Reader, Sum>;
  using Kernel = CooKernel<Operand, typename Product::Epilogue, how>;
  const int threads = coo_block_size(product.machine);
  auto* const carries = sums_in<Sum>(A.carries.data());
  const Operand operand{Arrays{A.num_rows, nullptr, A.columns.data(), A.values.data()}, product.x};
  launch_kernel(label,
                team_policy<TileOccupancy<Sum>>(product.exec, coo_shares(A.nnz()), threads,
                                                Kernel::scratch_bytes(threads, coo_share)),
                Kernel{operand, A.nnz(), A.rows.data(), product.epilogue, carries, coo_share});
  launch_fix_up<how>(product, threads,
                     {A.num_split_rows, A.split_rows.data(), A.split_begin.data(), A.split_end.data(), carries});
}

/// A COO matrix that is the second part of a matrix whose first part has written y.
template <class Product, class Matrix>
void launch_second_part(const Product& product, const Matrix& A) {
  launch_coo(product.labels.rest, with_epilogue(product, product.epilogue.of_second_part()), A);
}

template <class Value, class Column, class Offset, class MemorySpace>
struct FormatLaunch<CooMatrix<Value, Column, Offset, MemorySpace>> {
  static constexpr const char* name = "coo";
  static constexpr bool in_parts = true;

  template <class Product, class Matrix>
  static void run(const Product& product, const Matrix& A) {
    if (A.may_have_empty_rows && !product.epilogue.leaves_y_alone()) {
      launch_empty_rows(product.labels.scale, product.exec, A.num_rows, product.epilogue.of_no_product());
      launch_coo(product.labels.product, with_epilogue(product, product.epilogue.of_second_part()), A);
    } else {
      launch_coo(product.labels.product, product, A);
    }
  }
};

}  // namespace detail

/// \brief A list of entries.
template <class V, class C, class O, class M>
struct FormatTraits<CooMatrix<V, C, O, M>> : detail::FormatLaunch<CooMatrix<V, C, O, M>>,
                                             detail::FormatDefaults<CooMatrix<V, C, O, M>, Format::coo> {
  using Matrix = CooMatrix<V, C, O, M>;
  static constexpr bool scatters = true;

  template <class ExecutionSpace>
  static Matrix from_crs(const ExecutionSpace& exec, const CrsView<V, C, O, M>& crs, Format,
                         const ConversionOptions& options) {
    return to_coo(exec, crs, detail::limited<CooOptions>(options));
  }

  template <class ExecutionSpace>
  static std::int64_t bytes_from_crs(const ExecutionSpace&, const CrsView<V, C, O, M>& crs, Format,
                                     const ConversionOptions&) {
    return bytes_as_coo(crs.nnz(), sizeof(V), sizeof(C));
  }
};

}  // namespace sporos
