// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Launches of what follows a product whose rows several teams shared.
#pragma once

#include "core/dispatch/Sporos_Product.hpp"
#include "core/kernels/Sporos_CombineKernel.hpp"
#include "core/kernels/Sporos_LongRowsKernel.hpp"
#include "core/kernels/Sporos_SeekLongRowsKernel.hpp"
#include "core/setup/Sporos_CrsSetup.hpp"
#include "policies/Sporos_Machine.hpp"

namespace sporos {
namespace detail {

inline constexpr int long_row_block_size = 128;

template <Reduction How, class Product, class Setup>
void launch_combine(const Product& product, const Setup& setup) {
  using ExecutionSpace = typename Product::execution_space;
  using Sum = typename Product::Sum;
  using Kernel = CombineKernel<ExecutionSpace, typename Product::Y, Sum, How>;
  const auto& split = setup.split_rows;
  if (split.count() == 0) return;
  const int threads = is_host_execution<ExecutionSpace> ? 1 : long_row_block_size;
  Kokkos::parallel_for(
      product.labels.combine,
      team_policy<FullOccupancy>(
          product.exec, ceiling_of(split.count() * Kernel::width, threads), threads,
          GroupSum<ExecutionSpace, How, Sum>::scratch_bytes_per_lane * static_cast<std::size_t>(threads)),
      Kernel{split.count(), split.rows.data(), split.begin.data(), split.end.data(),
             reinterpret_cast<const Sum*>(setup.pieces.data()), product.y, product.alpha, product.beta});
}

template <class Sum, class Setup>
LongRowPieces<Sum> long_row_pieces(const Setup& setup) {
  const auto& list = setup.long_rows;
  return {list.num_pieces,         list.count(),  list.rows.data(),
          list.first_piece.data(), piece_entries, reinterpret_cast<Sum*>(setup.pieces.data()),
          list.arrived.data()};
}

template <class Product, class Setup>
void launch_long_rows(const Product& product, const Setup& setup) {
  using Sum = typename Product::Sum;
  const auto pieces = long_row_pieces<Sum>(setup);
  if (pieces.num_pieces == 0) return;
  Kokkos::parallel_for(product.labels.long_rows,
                       team_policy<TileOccupancy<Sum>>(product.exec, pieces.num_pieces, long_row_block_size,
                                                       (long_row_block_size + 1) * sizeof(Sum)),
                       LongRowsKernel<typename Product::Operand, typename Product::Y>{
                           product.a, product.y, product.alpha, product.beta, pieces});
}

template <class Product>
void launch_seek_long_rows(const Product& product, const Machine& machine, std::int64_t long_row) {
  using Sum = typename Product::Sum;
  using Kernel = SeekLongRowsKernel<typename Product::Operand, typename Product::Y>;
  const std::int64_t stretches = ceiling_of(product.nnz, long_row);
  const std::int64_t most_teams = 4LL * machine.multiprocessors;
  Kokkos::parallel_for(product.labels.long_rows,
                       team_policy<TileOccupancy<Sum>>(product.exec, stretches < most_teams ? stretches : most_teams,
                                                       long_row_block_size, Kernel::scratch_bytes(long_row_block_size)),
                       Kernel{product.a, product.y, product.alpha, product.nnz, long_row});
}

}  // namespace detail
}  // namespace sporos
