// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The launch of the product of a matrix in half storage.
#pragma once

#include "core/device/instance/Sporos_DetectMachine.hpp"
#include "core/kernels/formats/Sporos_SymmetricHostKernel.hpp"
#include "core/kernels/formats/Sporos_SymmetricKernel.hpp"
#include "core/kernels/formats/Sporos_SymmetricLeafKernel.hpp"
#include "core/launch/Sporos_FormatLaunch.hpp"
#include "core/launch/Sporos_Product.hpp"
#include "core/launch/formats/Sporos_LaunchLaneLeaves.hpp"
#include "formats/common/Sporos_LaunchKernel.hpp"
#include "formats/symmetric/Sporos_SymmetricParts.hpp"
#include "formats/symmetric/Sporos_ToSymmetric.hpp"
#include "policies/formats/Sporos_ConversionOptions.hpp"
#include "policies/formats/Sporos_SymmetricRule.hpp"

namespace sporos {
namespace detail {

template <class Value, class Column, class Offset, class MemorySpace>
struct FormatLaunch<SymmetricMatrix<Value, Column, Offset, MemorySpace>> {
  static constexpr const char* name = "symmetric";
  static constexpr bool in_parts = false;

  template <class Product, class Matrix>
  static void run(const Product& product, const Matrix& A) {
    using ExecutionSpace = typename Product::execution_space;
    using Epilogue = typename Product::Epilogue;
    using Scalar = typename Product::Sum;
    using Operand = SymmetricOperand<ExecutionSpace, Value, Column, Offset, typename Product::Reader, Scalar>;
    const Operand operand{A.tile_begins.data(),
                          A.near_offsets.data(),
                          A.distances.data(),
                          A.near_values.data(),
                          A.num_rest() > 0 ? A.rest_offsets.data() : nullptr,
                          A.rest_columns.data(),
                          A.rest_values.data(),
                          product.x};
    require((A.window > 0) == is_host_execution<ExecutionSpace>, "spmv",
            "the matrix in half storage was converted for another kind of execution space than ",
            ExecutionSpace::name());
    if constexpr (is_host_execution<ExecutionSpace>) {
      using Kernel = SymmetricHostKernel<Operand, Epilogue>;
      if constexpr (product_has_lane_leaves<Product, Value, int>) {
        if (takes_lane_leaves(product)) {
          return launch_shares(product, A.num_tiles(),
                               SymmetricLeafKernel<Operand, Epilogue, Offset>{
                                   {operand, product.epilogue, A.sums.data(), A.window, A.reach},
                                   half_sums_leaf<Value, Scalar, Offset>(),
                                   {A.near_offsets.data(), A.distances.data(), A.near_values.data(), product.x.data,
                                    A.num_near(), lanes_prefetch<Value>(product, A.num_near())}});
        }
      }
      launch_kernel(product.labels.product, team_policy<FullOccupancy>(product.exec, A.num_tiles(), 1, 0),
                    Kernel{operand, product.epilogue, A.sums.data(), A.window, A.reach});
    } else {
      using Kernel = SymmetricKernel<Operand, Epilogue, Reductions<ExecutionSpace>::preferred>;
      const int threads = symmetric_block_size(product.machine, A.tile_rows);
      launch_kernel(product.labels.product,
                    team_policy<TileOccupancy<Scalar>>(product.exec, A.num_tiles(), threads,
                                                       Kernel::scratch_bytes(threads, A.tile_rows)),
                    Kernel{operand, product.epilogue, static_cast<int>(A.tile_rows),
                           symmetric_lanes(product.machine, A.num_near() + A.num_rest(), A.num_rows)});
    }
  }
};

// If numbers that were halved are no longer symmetric, the matrix is converted anew.
template <class ExecutionSpace, class V, class C, class O, class M, class Values>
bool update_halves(const ExecutionSpace& exec, SymmetricMatrix<V, C, O, M>& halves, const Values& values) {
  const ProfilingRegion region("sporos::update_values[symmetric]");
  require_as_many_values(values, halves.nnz());
  require_map(halves.has_map());
  if (first_unequal_mirror(exec, halves, values) == no_row) {
    take_values(exec, halves, values);
    return false;
  }
  const auto rows = to_crs(exec, halves);
  Kokkos::deep_copy(exec, rows.values, values);
  SymmetricOptions options;
  if (halves.window == 0) options.tile_rows = halves.tile_rows;  // otherwise there is one tile for each thread
  halves = to_symmetric(exec, rows, options);
  return true;
}

}  // namespace detail

/// \brief Half storage, in tiles as the rule decides. It takes any new numbers.
template <class V, class C, class O, class M>
struct FormatTraits<SymmetricMatrix<V, C, O, M>>
    : detail::FormatLaunch<SymmetricMatrix<V, C, O, M>>,
      detail::FormatDefaults<SymmetricMatrix<V, C, O, M>, Format::symmetric> {
  using Matrix = SymmetricMatrix<V, C, O, M>;

  /// The halved entries are their own transpose, whatever numbers they get; the rest need not be symmetric.
  static constexpr bool transposes = true;
  static bool can_transpose(const Matrix& A) { return A.num_rest() == 0; }
  template <class Product>
  static void run_transposed(const Product& product, const Matrix& A) {
    detail::FormatLaunch<Matrix>::run(product, A);
  }

  template <class ExecutionSpace>
  static bool in_fixed_order(const Matrix&) {
    return detail::is_host_execution<ExecutionSpace>;
  }

  template <class ExecutionSpace>
  static Matrix from_crs(const ExecutionSpace& exec, const CrsView<V, C, O, M>& crs, Format,
                         const ConversionOptions& options) {
    return to_symmetric(exec, crs, asked(exec, crs, options));
  }

  template <class ExecutionSpace>
  static std::int64_t bytes_from_crs(const ExecutionSpace& exec, const CrsView<V, C, O, M>& crs, Format,
                                     const ConversionOptions& options) {
    return bytes_as_symmetric(count_symmetric(exec, crs, asked(exec, crs, options)), sizeof(V), sizeof(C), sizeof(O));
  }

  template <class ExecutionSpace, class Values>
  static bool update(const ExecutionSpace& exec, Matrix& A, const Values& values) {
    return detail::update_halves(exec, A, values);
  }

 private:
  template <class ExecutionSpace, class Crs>
  static SymmetricOptions asked(const ExecutionSpace& exec, const Crs& crs, const ConversionOptions& options) {
    auto halves = detail::limited<SymmetricOptions>(options);
    halves.tile_rows = symmetric_tile_rows(detect_machine(exec), crs.num_rows);
    return halves;
  }
};

}  // namespace sporos
