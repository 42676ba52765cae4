// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Launches of products of block sparse rows.
#pragma once

#include "core/kernels/formats/Sporos_BsrHostKernel.hpp"
#include "core/kernels/formats/Sporos_BsrLeafKernel.hpp"
#include "core/launch/Sporos_Constants.hpp"
#include "core/launch/Sporos_FormatLaunch.hpp"
#include "core/launch/Sporos_LaunchTeams.hpp"
#include "core/launch/Sporos_Product.hpp"
#include "core/launch/formats/Sporos_LaunchLaneLeaves.hpp"
#include "formats/bsr/Sporos_BsrParts.hpp"
#include "formats/bsr/Sporos_DetectBlockSize.hpp"
#include "formats/bsr/Sporos_FromBsr.hpp"
#include "formats/bsr/Sporos_ToBsr.hpp"
#include "formats/bsr/Sporos_TransposedBsr.hpp"
#include "formats/common/Sporos_LaunchKernel.hpp"
#include "policies/formats/Sporos_BsrRule.hpp"
#include "policies/formats/Sporos_ConversionOptions.hpp"

namespace sporos {
namespace detail {

/// Calls `f` with the constant that equals `size` if that is from 2 to 8, otherwise with 0.
template <class F>
void with_block_size(int size, const F& f) {
  require(size >= 1, "spmv", "block_size = ", size, " must be at least 1");
  if (size == 1 || size > 8) {
    f(Constant<0>{});
  } else {
    with_value<2, 3, 4, 5, 6, 7, 8>(size, "block_size", f);
  }
}

template <class Value, class Column, class Offset, class MemorySpace>
struct FormatLaunch<BsrMatrix<Value, Column, Offset, MemorySpace>> {
  static constexpr const char* name = "bsr";
  static constexpr bool in_parts = false;
  static constexpr bool finishes_rows_in_teams = true;

  template <class Product, class Matrix>
  static void run(const Product& product, const Matrix& A) {
    using ExecutionSpace = typename Product::execution_space;
    using Epilogue = typename Product::Epilogue;
    using Scalar = typename Product::Sum;
    using Operand = FormatOperand<ExecutionSpace, BsrArrays<Value, Column, Offset>, typename Product::Reader, Scalar>;
    const Operand operand{bsr_arrays(A), product.x};
    with_block_size(A.block_size, [&](auto constant) {
      const std::int64_t block_rows = A.num_block_rows();
      constexpr int block = decltype(constant)::value;
      constexpr int row_tile = block > 0 ? block : bsr_row_tile;
      if constexpr (block > 0 && product_has_lane_leaves<Product, Value, Column>) {
        if (takes_lane_leaves(product) && A.layout == BlockLayout::block_by_block) {
          const std::int64_t share = block_rows_per_share(product.machine, block_rows);
          return launch_shares(
              product, ceiling_of(block_rows, share),
              BsrLeafKernel<Operand, Epilogue>{operand, product.epilogue,
                                               block_sums_leaf<block, Value, Scalar, Offset>(), A.num_blocks(), share,
                                               lanes_prefetch<Value>(product, A.num_blocks() * block * block)});
        }
      }
      if constexpr (is_host_execution<ExecutionSpace>) {
        using Kernel = BsrHostKernel<Operand, Epilogue, block, row_tile>;
        const std::int64_t share = block_rows_per_share(product.machine, block_rows);
        launch_kernel(product.labels.product,
                      team_policy<HalfOccupancy>(product.exec, ceiling_of(block_rows, share), 1, 0),
                      Kernel{operand, product.epilogue, share});
      } else {
        constexpr Reduction how = Reductions<ExecutionSpace>::preferred;
        constexpr std::size_t scratch = GroupSum<ExecutionSpace, how, Scalar>::scratch_bytes_per_lane;
        using Kernel = BsrKernel<Operand, Epilogue, how, BsrTile<block, row_tile, bsr_in_flight(block)>>;
        const int width = bsr_lanes(block_rows, A.num_blocks(), A.block_size);
        launch_teams<BlockOccupancy<row_tile, Scalar>>(
            product, ceiling_of(block_rows * width, bsr_block_size), bsr_block_size,
            scratch * static_cast<std::size_t>(bsr_block_size), Kernel{operand, product.epilogue, width});
      }
    });
  }
};

}  // namespace detail

/// \brief Block sparse rows.
template <class V, class C, class O, class M>
struct FormatTraits<BsrMatrix<V, C, O, M>> : detail::FormatLaunch<BsrMatrix<V, C, O, M>>,
                                             detail::FormatDefaults<BsrMatrix<V, C, O, M>, Format::bsr> {
  using Matrix = BsrMatrix<V, C, O, M>;

  template <class ExecutionSpace>
  static Matrix from_crs(const ExecutionSpace& exec, const CrsView<V, C, O, M>& crs, Format,
                         const ConversionOptions& options) {
    auto blocks = detail::limited<BsrOptions>(options);
    blocks.block_size = options.block_size;
    blocks.min_fill = options.min_fill;
    return to_bsr(exec, crs, blocks);
  }

  template <class ExecutionSpace>
  static std::int64_t bytes_from_crs(const ExecutionSpace& exec, const CrsView<V, C, O, M>& crs, Format,
                                     const ConversionOptions& options) {
    const int size = options.block_size ? *options.block_size : detect_block_size(exec, crs, options.min_fill);
    return bytes_as_bsr(crs.num_rows, count_blocks(exec, crs, size), size, sizeof(V), sizeof(C), sizeof(O));
  }

  static constexpr bool transposes_alike = true;
  template <class ExecutionSpace>
  static detail::TransposedBsr<V, C, O, M> transposed(const ExecutionSpace& exec, const Matrix& A) {
    return detail::transposed(exec, A, "Plan");
  }
  static std::int64_t transposed_bytes(const Matrix& A) { return detail::bytes_of_transposed(A); }
};

}  // namespace sporos
