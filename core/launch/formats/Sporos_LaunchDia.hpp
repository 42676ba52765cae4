// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The launch of the product of a DIA matrix.
#pragma once

#include <limits>

#include "core/kernels/formats/Sporos_DiaPairsKernel.hpp"
#include "core/kernels/formats/Sporos_DiaTransposedKernel.hpp"
#include "core/launch/Sporos_FormatLaunch.hpp"
#include "core/launch/Sporos_LaunchTeams.hpp"
#include "core/launch/Sporos_Product.hpp"
#include "core/launch/formats/Sporos_LaunchLaneLeaves.hpp"
#include "formats/dia/Sporos_DiaParts.hpp"
#include "formats/dia/Sporos_ToDia.hpp"
#include "policies/formats/Sporos_ConversionOptions.hpp"
#include "policies/formats/Sporos_LanePerRowRule.hpp"

namespace sporos {
namespace detail {

template <class Value, class Column, class Offset, class MemorySpace>
struct FormatLaunch<DiaMatrix<Value, Column, Offset, MemorySpace>> {
  static constexpr const char* name = "dia";
  static constexpr bool in_parts = false;
  static constexpr bool tells_finished_rows = true;
  static constexpr bool finishes_rows_in_teams = true;

  template <class Product, class Matrix>
  static void run(const Product& product, const Matrix& A) {
    if constexpr (product_has_lane_leaves<Product, Value, int>) {
      if (takes_lane_leaves(product)) return launch_leaves(product, A);
    }
    if constexpr (has_pairs<Product>) {
      const bool is_aligned = reinterpret_cast<std::uintptr_t>(A.values.data()) % (2 * sizeof(Value)) == 0;
      if (A.num_mirrored() == 0 && is_aligned && A.num_rows + A.num_columns <= std::numeric_limits<int>::max() &&
          takes_dia_pairs(product.machine, A.num_rows, sizeof(Value))) {
        return launch_pairs(product, A);
      }
    }
    launch<DiaKernel>(product, A, A.num_rows);
  }

  template <class Product, class Matrix>
  static void run_transposed(const Product& product, const Matrix& A) {
    launch<DiaTransposedKernel>(product, A, A.num_columns);
  }

 private:
  template <class Product>
  using Operand = FormatOperand<typename Product::execution_space, DiaArrays<Value>, typename Product::Reader,
                                typename Product::Sum>;

  template <class Product, class Matrix>
  static Operand<Product> operand_of(const Product& product, const Matrix& A) {
    const auto bytes = static_cast<std::int64_t>(A.values.extent(0) * sizeof(Value));
    // Those of which others are mirror images are loaded twice.
    const bool evicts_first = A.num_mirrored() == 0 && format_evicts_first(product, A, bytes);
    return {{A.num_rows, A.num_columns, dia_slots(A), A.offsets.data(), A.values.data()}, product.x, evicts_first};
  }

  template <class Product>
  static constexpr bool has_pairs =
      !is_host_execution<typename Product::execution_space> && sizeof(Value) <= 4 && !is_complex<Value>::value;

  template <class Product, class Matrix>
  static void launch_pairs(const Product& product, const Matrix& A) {
    using Kernel = DiaPairsKernel<Operand<Product>, typename Product::Epilogue>;
    const LaneTeams teams = lane_per_row_teams(product.machine, A.num_rows);
    const std::int64_t rows = 2 * teams.rows;
    launch_teams<TileOccupancy<typename Product::Sum>>(product, ceiling_of(A.num_rows, rows), teams.block_size, 0,
                                                       Kernel{{operand_of(product, A), product.epilogue, rows}});
  }

  template <class Product, class Matrix>
  static void launch_leaves(const Product& product, const Matrix& A) {
    using Kernel = DiaLeafKernel<Operand<Product>, typename Product::Epilogue>;
    const LaneTeams teams = lane_per_row_teams(product.machine, A.num_rows);
    launch_shares(product, ceiling_of(A.num_rows, teams.rows),
                  Kernel{{operand_of(product, A), product.epilogue, teams.rows},
                         lane_sums_leaves<Value, typename Product::Sum>(product.machine.host_level)});
  }

  /// \param count  number of elements of y
  template <template <class, class> class Kernel, class Product, class Matrix>
  static void launch(const Product& product, const Matrix& A, std::int64_t count) {
    const LaneTeams teams = lane_per_row_teams(product.machine, count);
    launch_teams<TileOccupancy<typename Product::Sum>>(
        product, ceiling_of(count, teams.rows), teams.block_size, 0,
        Kernel<Operand<Product>, typename Product::Epilogue>{operand_of(product, A), product.epilogue, teams.rows});
  }
};

}  // namespace detail

/// \brief Diagonals. They take any new numbers.
template <class V, class C, class O, class M>
struct FormatTraits<DiaMatrix<V, C, O, M>> : detail::FormatLaunch<DiaMatrix<V, C, O, M>>,
                                             detail::FormatDefaults<DiaMatrix<V, C, O, M>, Format::dia> {
  using Matrix = DiaMatrix<V, C, O, M>;
  static constexpr bool transposes = true;

  template <class ExecutionSpace>
  static Matrix from_crs(const ExecutionSpace& exec, const CrsView<V, C, O, M>& crs, Format,
                         const ConversionOptions& options) {
    auto dia_options = detail::limited<DiaOptions>(options);
    dia_options.halve = options.halve_diagonals;
    return to_dia(exec, crs, dia_options);
  }

  template <class ExecutionSpace>
  static std::int64_t bytes_from_crs(const ExecutionSpace& exec, const CrsView<V, C, O, M>& crs, Format,
                                     const ConversionOptions& options) {
    return detail::find_dia_pattern(exec, crs, options.halve_diagonals, [](std::int64_t, std::int64_t) {}).bytes();
  }

  template <class ExecutionSpace, class Values>
  static bool update(const ExecutionSpace& exec, Matrix& A, const Values& values) {
    const detail::ProfilingRegion region("sporos::update_values[dia]");
    return detail::replace_dia_values(exec, A, values);
  }
};

}  // namespace sporos
