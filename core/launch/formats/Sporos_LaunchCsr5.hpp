// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Launches of a product with a CSR5 matrix.
#pragma once

#include "core/kernels/formats/Sporos_Csr5Kernel.hpp"
#include "core/launch/Sporos_FormatLaunch.hpp"
#include "core/launch/Sporos_LaunchEmptyRows.hpp"
#include "core/launch/Sporos_LaunchFixUp.hpp"
#include "formats/common/Sporos_LaunchKernel.hpp"
#include "formats/csr5/Sporos_Csr5Parts.hpp"
#include "formats/csr5/Sporos_ToCsr5.hpp"
#include "policies/formats/Sporos_ConversionOptions.hpp"
#include "policies/formats/Sporos_Csr5Rule.hpp"

namespace sporos {
namespace detail {

template <class Value, class Column, class Offset, class MemorySpace>
struct FormatLaunch<Csr5Matrix<Value, Column, Offset, MemorySpace>> {
  static constexpr const char* name = "csr5";
  static constexpr bool in_parts = false;

  template <class Product, class Matrix>
  static void run(const Product& product, const Matrix& A) {
    using ExecutionSpace = typename Product::execution_space;
    using Epilogue = typename Product::Epilogue;
    using Scalar = typename Product::Sum;
    constexpr Reduction how = Reductions<ExecutionSpace>::preferred;
    using Operand = CrsOperand<ExecutionSpace, CrsArrays<Value, Column, Offset>, typename Product::Reader, Scalar>;
    using Kernel = Csr5Kernel<once_operand<Operand>, Epilogue, how>;
    const int threads = csr5_block_size(product.machine);
    const int groups = Kernel::thread_is_group ? 1 : threads / A.shape.omega;
    auto* const carries = sums_in<Scalar>(A.carries.data());
    const auto entry = static_cast<std::int64_t>(sizeof(Value) + sizeof(Column));
    const auto operand =
        loaded_once(Operand{{A.num_rows, A.row_offsets.data(), A.columns.data(), A.values.data()}, product.x},
                    format_evicts_first(product, A, entry * A.nnz()));
    launch_kernel(product.labels.product,
                  team_policy<Csr5Occupancy<Scalar>>(
                      product.exec, ceiling_of(A.num_tiles() + A.end_tail_row - A.first_tail_row, groups), threads,
                      Kernel::scratch_bytes(threads)),
                  Kernel{operand, product.epilogue, A.shape, A.num_tiles(), A.tiles.data(), A.lanes.data(),
                         A.start_rows.data(), A.first_tail_row, A.end_tail_row, carries});
    launch_fix_up<how>(product, threads,
                       {static_cast<std::int64_t>(A.split_rows.extent(0)), A.split_rows.data(), A.first_carry.data(),
                        A.end_carry.data(), carries});
    if (const auto empty = static_cast<std::int64_t>(A.empty_rows.extent(0)); empty > 0) {
      launch_empty_rows(product.labels.rest, product.exec, empty, product.epilogue, A.empty_rows.data());
    }
  }
};

}  // namespace detail

/// \brief CSR5.
template <class V, class C, class O, class M>
struct FormatTraits<Csr5Matrix<V, C, O, M>> : detail::FormatLaunch<Csr5Matrix<V, C, O, M>>,
                                              detail::FormatDefaults<Csr5Matrix<V, C, O, M>, Format::csr5> {
  using Matrix = Csr5Matrix<V, C, O, M>;

  template <class ExecutionSpace>
  static Matrix from_crs(const ExecutionSpace& exec, const CrsView<V, C, O, M>& crs, Format,
                         const ConversionOptions& options) {
    return to_csr5(exec, crs, detail::limited<Csr5Options>(options));
  }

  template <class ExecutionSpace>
  static std::int64_t bytes_from_crs(const ExecutionSpace& exec, const CrsView<V, C, O, M>& crs, Format,
                                     const ConversionOptions& options) {
    return bytes_as_csr5(count_csr5(exec, crs, detail::limited<Csr5Options>(options)), sizeof(V), sizeof(C), sizeof(O));
  }
};

}  // namespace sporos
