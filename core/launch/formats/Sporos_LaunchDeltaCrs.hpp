// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Launches of a product with a delta CRS matrix.
#pragma once

#include "core/kernels/formats/Sporos_DeltaCrsKernel.hpp"
#include "core/kernels/formats/Sporos_DeltaLeafKernel.hpp"
#include "core/kernels/formats/Sporos_DeltaRowsKernel.hpp"
#include "core/launch/Sporos_Constants.hpp"
#include "core/launch/Sporos_FormatLaunch.hpp"
#include "core/launch/Sporos_LaunchFixUp.hpp"
#include "core/launch/Sporos_LaunchTeams.hpp"
#include "core/launch/formats/Sporos_LaunchLaneLeaves.hpp"
#include "formats/common/Sporos_LaunchKernel.hpp"
#include "formats/delta_crs/Sporos_DeltaCrsParts.hpp"
#include "formats/delta_crs/Sporos_ToDeltaCrs.hpp"
#include "policies/formats/Sporos_ConversionOptions.hpp"
#include "policies/formats/Sporos_DeltaCrsRule.hpp"

namespace sporos {
namespace detail {

template <class Value, class Column, class Offset, class MemorySpace>
struct FormatLaunch<DeltaCrsMatrix<Value, Column, Offset, MemorySpace>> {
  static constexpr const char* name = "delta_crs";
  static constexpr bool in_parts = false;
  static constexpr bool finishes_rows_in_teams = true;

  template <class Product, class Matrix>
  static void run(const Product& product, const Matrix& A) {
    using ExecutionSpace = typename Product::execution_space;
    using Sum = typename Product::Sum;
    with_value<DeltaValues::plain, DeltaValues::narrow, DeltaValues::table>(
        A.stored_values, "stored_values", [&](auto stored) {
          const auto numbers = numbers_of<ExecutionSpace, decltype(stored)::value>(A);
          using Source = DeltaCrsSource<ExecutionSpace, std::decay_t<decltype(numbers)>, DeltaCrsArrays<Column, Offset>,
                                        typename Product::Reader, Sum>;
          tiles(product, A, Source{numbers, delta_crs_arrays(A), product.x});
        });
    launch_fix_up<Reductions<ExecutionSpace>::preferred>(
        product, delta_fix_up_block_size(product.machine),
        {static_cast<std::int64_t>(A.split_rows.extent(0)), A.split_rows.data(), A.first_piece.data(),
         A.end_piece.data(), sums_in<Sum>(A.pieces.data())});
  }

 private:
  template <class ExecutionSpace, DeltaValues stored, class Matrix>
  static auto numbers_of(const Matrix& A) {
    if constexpr (stored == DeltaValues::table) {
      return DeltaTableNumbers<ExecutionSpace, Value>{A.codes.data(), A.table.data()};
    } else if constexpr (stored == DeltaValues::narrow) {
      return DeltaNumbers<ExecutionSpace, typename Matrix::narrow_type>{A.narrow_values.data()};
    } else {
      return DeltaNumbers<ExecutionSpace, Value>{A.values.data()};
    }
  }

  template <class Product, class Matrix, class Source>
  static void tiles(const Product& product, const Matrix& A, const Source& source) {
    using ExecutionSpace = typename Product::execution_space;
    using Sum = typename Product::Sum;
    if constexpr (!is_host_execution<ExecutionSpace>) {
      if (A.even_tile_rows > 0) {
        with_lanes(delta_row_lanes(product.machine, A.num_rows, A.nnz()), "lanes of a row",
                   [&](auto lanes) { rows<decltype(lanes)::value>(product, A, source); });
        return;
      }
    }
    if constexpr (product_has_lane_leaves<Product, Value, Column>) {
      if (takes_lane_leaves(product)) return leaves(product, A, source);
    }
    using Kernel = DeltaCrsKernel<Source, typename Product::Epilogue, Reductions<ExecutionSpace>::preferred>;
    const int threads = delta_block_size(product.machine, A.tile_entries);
    launch_kernel(product.labels.product,
                  team_policy<DeltaOccupancy<Sum>>(product.exec, A.num_tiles(), threads,
                                                   Kernel::scratch_bytes(threads, A.tile_entries)),
                  Kernel{source, product.epilogue, sums_in<Sum>(A.pieces.data()), A.tile_entries});
  }

  template <class Product, class Matrix, class Source>
  static void leaves(const Product& product, const Matrix& A, const Source& source) {
    using Kernel = DeltaLeafKernel<Source, typename Product::Epilogue>;
    using Numbers = typename Kernel::Numbers;
    using Sum = typename Product::Sum;
    const std::int64_t share = delta_tiles_per_share(product.machine, A.num_tiles());
    launch_shares(product, ceiling_of(A.num_tiles(), share),
                  Kernel{source, product.epilogue, sums_in<Sum>(A.pieces.data()),
                         delta_sums_leaf<ShortDeltas, Numbers, Sum, Offset>(),
                         delta_sums_leaf<WideDeltas, Numbers, Sum, Offset>(), A.num_tiles(), share, A.nnz(),
                         static_cast<std::int64_t>(A.column_highs.extent(0)), lanes_prefetch<Value>(product, A.nnz())});
  }

  template <int Lanes, class Product, class Matrix, class Source>
  static void rows(const Product& product, const Matrix& A, const Source& source) {
    using ExecutionSpace = typename Product::execution_space;
    using Sum = typename Product::Sum;
    constexpr Reduction how = Reductions<ExecutionSpace>::preferred;
    using Kernel = DeltaRowsKernel<Source, typename Product::Epilogue, how, Lanes, delta_entries_in_flight(Lanes)>;
    constexpr int threads = delta_rows_block_size;
    int tile_shift = 0;
    while (1 << tile_shift < A.even_tile_rows) ++tile_shift;
    launch_teams<DeltaRowsOccupancy<Lanes, Sum>>(
        product, ceiling_of(A.num_rows * Lanes, threads), threads,
        GroupSum<ExecutionSpace, how, Sum>::scratch_bytes_per_lane * static_cast<std::size_t>(threads),
        Kernel{source, product.epilogue, A.num_rows, tile_shift});
  }
};

}  // namespace detail

/// \brief Delta CRS. It takes any new numbers.
template <class V, class C, class O, class M>
struct FormatTraits<DeltaCrsMatrix<V, C, O, M>>
    : detail::FormatLaunch<DeltaCrsMatrix<V, C, O, M>>,
      detail::FormatDefaults<DeltaCrsMatrix<V, C, O, M>, Format::delta_crs> {
  using Matrix = DeltaCrsMatrix<V, C, O, M>;

  template <class ExecutionSpace>
  static Matrix from_crs(const ExecutionSpace& exec, const CrsView<V, C, O, M>& crs, Format,
                         const ConversionOptions& options) {
    return to_delta_crs(exec, crs, asked(options));
  }

  template <class ExecutionSpace>
  static std::int64_t bytes_from_crs(const ExecutionSpace& exec, const CrsView<V, C, O, M>& crs, Format,
                                     const ConversionOptions& options) {
    return bytes_as_delta_crs(count_delta_crs(exec, crs, asked(options)), sizeof(V), sizeof(C), sizeof(O));
  }

  template <class ExecutionSpace, class Values>
  static bool update(const ExecutionSpace& exec, Matrix& A, const Values& values) {
    return replace_values(exec, A, values);
  }

 private:
  static DeltaCrsOptions asked(const ConversionOptions& options) {
    auto deltas = detail::limited<DeltaCrsOptions>(options);
    deltas.values = options.delta_values;
    return deltas;
  }
};

}  // namespace sporos
