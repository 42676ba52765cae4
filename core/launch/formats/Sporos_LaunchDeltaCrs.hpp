// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Launches of a product with a delta CRS matrix.
#pragma once

#include "core/kernels/Sporos_FixUpKernel.hpp"
#include "core/kernels/Sporos_SumsOfPieces.hpp"
#include "core/kernels/formats/Sporos_DeltaCrsKernel.hpp"
#include "core/kernels/formats/Sporos_DeltaRowsKernel.hpp"
#include "core/launch/Sporos_Constants.hpp"
#include "core/launch/Sporos_FormatLaunch.hpp"
#include "core/launch/Sporos_Product.hpp"
#include "formats/delta_crs/Sporos_ToDeltaCrs.hpp"
#include "policies/crs/Sporos_LaunchBound.hpp"
#include "policies/formats/Sporos_DeltaCrsRule.hpp"

namespace sporos {
namespace detail {

/// 48 and 80 registers a thread: with 40 a double's kernel spills.
template <class Sum>
using DeltaOccupancy =
    std::conditional_t<(sizeof(Sum) <= 8), Kokkos::LaunchBounds<256, 5>, Kokkos::LaunchBounds<256, 3>>;

/// 64 registers for entries in flight; else 32 where they do not spill.
template <int Lanes, class Sum>
using DeltaRowsOccupancy =
    std::conditional_t<(delta_entries_in_flight(Lanes) > 1), HalfOccupancy,
                       std::conditional_t<full_occupancy(Lanes, sizeof(Sum)), FullOccupancy, TileOccupancy<Sum>>>;

template <class Value, class Column, class Offset, class MemorySpace>
struct FormatLaunch<DeltaCrsMatrix<Value, Column, Offset, MemorySpace>> {
  static constexpr const char* name = "delta_crs";

  template <class ExecutionSpace, class Matrix, class Reader, class Scalar, class Y>
  static void run(const ExecutionSpace& exec, const Machine& machine, const FormatLabels& labels, const Matrix& A,
                  const Reader& x, Scalar alpha, Scalar beta, Y* y) {
    with_value<DeltaValues::plain, DeltaValues::narrow, DeltaValues::table>(
        A.stored_values, "stored_values", [&](auto stored) {
          tiles(exec, machine, labels, A, numbers_of<ExecutionSpace, decltype(stored)::value>(A), x, alpha, beta, y);
        });
    if (A.split_rows.extent(0) > 0) fix_up(exec, machine, labels, A, alpha, beta, y);
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

  template <class ExecutionSpace, class Matrix, class Numbers, class Reader, class Scalar, class Y>
  static void tiles(const ExecutionSpace& exec, const Machine& machine, const FormatLabels& labels, const Matrix& A,
                    const Numbers& numbers, const Reader& x, Scalar alpha, Scalar beta, Y* y) {
    if constexpr (!is_host_execution<ExecutionSpace>) {
      if (A.even_tile_rows > 0) {
        with_lanes(delta_row_lanes(machine, A.num_rows, A.nnz()), "lanes of a row",
                   [&](auto lanes) { rows<decltype(lanes)::value>(exec, labels, A, numbers, x, alpha, beta, y); });
        return;
      }
    }
    using Kernel = DeltaCrsKernel<ExecutionSpace, Numbers, Column, Offset, Reader, Scalar, Y,
                                  Reductions<ExecutionSpace>::preferred>;
    const int threads = delta_block_size(machine, A.tile_entries);
    Kokkos::parallel_for(
        labels.product,
        team_policy<DeltaOccupancy<Scalar>>(exec, A.num_tiles(), threads,
                                            Kernel::scratch_bytes(threads, A.tile_entries)),
        Kernel{numbers, delta_crs_arrays(A), x, y, alpha, beta, sums_in<Scalar>(A.pieces.data()), A.tile_entries});
  }

  template <int Lanes, class ExecutionSpace, class Matrix, class Numbers, class Reader, class Scalar, class Y>
  static void rows(const ExecutionSpace& exec, const FormatLabels& labels, const Matrix& A, const Numbers& numbers,
                   const Reader& x, Scalar alpha, Scalar beta, Y* y) {
    constexpr Reduction how = Reductions<ExecutionSpace>::preferred;
    constexpr int in_flight = delta_entries_in_flight(Lanes);
    using Kernel = DeltaRowsKernel<ExecutionSpace, Numbers, Column, Offset, Reader, Scalar, Y, how, Lanes, in_flight>;
    constexpr int threads = delta_rows_block_size;
    int tile_shift = 0;
    while (1 << tile_shift < A.even_tile_rows) ++tile_shift;
    Kokkos::parallel_for(
        labels.product,
        team_policy<DeltaRowsOccupancy<Lanes, Scalar>>(
            exec, ceiling_of(A.num_rows * Lanes, threads), threads,
            GroupSum<ExecutionSpace, how, Scalar>::scratch_bytes_per_lane * static_cast<std::size_t>(threads)),
        Kernel{numbers, delta_crs_arrays(A), x, y, alpha, beta, A.num_rows, tile_shift});
  }

  template <class ExecutionSpace, class Matrix, class Scalar, class Y>
  static void fix_up(const ExecutionSpace& exec, const Machine& machine, const FormatLabels& labels, const Matrix& A,
                     Scalar alpha, Scalar beta, Y* y) {
    constexpr Reduction how = Reductions<ExecutionSpace>::preferred;
    using Kernel = FixUpKernel<ExecutionSpace, Y, Scalar, how>;
    const auto rows = static_cast<std::int64_t>(A.split_rows.extent(0));
    const int threads = delta_fix_up_block_size(machine);
    Kokkos::parallel_for(labels.fix_up,
                         team_policy<FullOccupancy>(exec, ceiling_of(rows * Kernel::width, threads), threads,
                                                    GroupSum<ExecutionSpace, how, Scalar>::scratch_bytes_per_lane *
                                                        static_cast<std::size_t>(threads)),
                         Kernel{rows, A.split_rows.data(), A.first_piece.data(), A.end_piece.data(),
                                sums_in<Scalar>(A.pieces.data()), y, alpha, beta});
  }
};

}  // namespace detail
}  // namespace sporos
