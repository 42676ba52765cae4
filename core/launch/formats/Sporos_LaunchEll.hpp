// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The launch of the product of an ELL matrix.
#pragma once

#include "core/kernels/formats/Sporos_EllKernel.hpp"
#include "core/launch/Sporos_FormatLaunch.hpp"
#include "core/launch/Sporos_LaunchTeams.hpp"
#include "core/launch/Sporos_Product.hpp"
#include "core/launch/formats/Sporos_LaunchLaneLeaves.hpp"
#include "formats/crs/Sporos_MeasureRows.hpp"
#include "formats/ell/Sporos_EllParts.hpp"
#include "formats/ell/Sporos_ToEll.hpp"
#include "policies/formats/Sporos_ConversionOptions.hpp"
#include "policies/formats/Sporos_LanePerRowRule.hpp"

namespace sporos {
namespace detail {

template <class Value, class Column, class Offset, class MemorySpace>
struct FormatLaunch<EllMatrix<Value, Column, Offset, MemorySpace>> {
  static constexpr const char* name = "ell";
  static constexpr bool in_parts = false;
  static constexpr bool tells_finished_rows = true;
  static constexpr bool finishes_rows_in_teams = true;

  template <class Product, class Matrix>
  static void run(const Product& product, const Matrix& A) {
    using ExecutionSpace = typename Product::execution_space;
    using Epilogue = typename Product::Epilogue;
    using Scalar = typename Product::Sum;
    using Operand = FormatOperand<ExecutionSpace, EllArrays<Value, Column>, typename Product::Reader, Scalar>;
    using Kernel = EllKernel<Operand, Epilogue>;
    const LaneTeams teams = lane_per_row_teams(product.machine, A.num_rows);
    const Operand operand{
        {A.num_rows, A.stride, static_cast<int>(A.width), A.columns.data(), A.values.data(), A.row_lengths.data()},
        product.x,
        format_evicts_first(product, A,
                            A.stride * A.width * static_cast<std::int64_t>(sizeof(Value) + sizeof(Column)))};
    if constexpr (product_has_lane_leaves<Product, Value, Column>) {
      if (takes_lane_leaves(product)) {
        return launch_shares(product, ceiling_of(A.num_rows, teams.rows),
                             EllLeafKernel<Operand, Epilogue>{
                                 operand, product.epilogue, lane_sums_leaves<Value, Scalar>(product.machine.host_level),
                                 teams.rows, lanes_prefetch<Value>(product, A.stride * A.width)});
      }
    }
    launch_teams<TileOccupancy<Scalar>>(product, ceiling_of(A.num_rows, teams.rows), teams.block_size, 0,
                                        Kernel{operand, product.epilogue, teams.rows});
  }
};

}  // namespace detail

/// \brief ELL, or ELLPACK-R if the matrix stores the lengths of its rows.
template <class V, class C, class O, class M>
struct FormatTraits<EllMatrix<V, C, O, M>>
    : detail::FormatLaunch<EllMatrix<V, C, O, M>>,
      detail::FormatDefaults<EllMatrix<V, C, O, M>, Format::ell, Format::ellpack_r> {
  using Matrix = EllMatrix<V, C, O, M>;

  static Format format_of(const Matrix& A) { return A.row_lengths.extent(0) > 0 ? Format::ellpack_r : Format::ell; }

  template <class ExecutionSpace>
  static Matrix from_crs(const ExecutionSpace& exec, const CrsView<V, C, O, M>& crs, Format format,
                         const ConversionOptions& options) {
    auto rows = detail::limited<EllOptions>(options);
    rows.row_lengths = format == Format::ellpack_r;
    return to_ell(exec, crs, rows);
  }

  template <class ExecutionSpace>
  static std::int64_t bytes_from_crs(const ExecutionSpace& exec, const CrsView<V, C, O, M>& crs, Format format,
                                     const ConversionOptions&) {
    return bytes_as_ell(measure_rows(exec, crs), sizeof(V), sizeof(C), format == Format::ellpack_r);
  }
};

}  // namespace sporos
