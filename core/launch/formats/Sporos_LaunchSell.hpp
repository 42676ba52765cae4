// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Launches of SELL-C-sigma products.
#pragma once

#include "core/device/instance/Sporos_DetectMachine.hpp"
#include "core/kernels/formats/Sporos_SellSlicesKernel.hpp"
#include "core/launch/Sporos_Constants.hpp"
#include "core/launch/Sporos_FormatLaunch.hpp"
#include "core/launch/Sporos_LaunchTeams.hpp"
#include "core/launch/Sporos_Product.hpp"
#include "core/launch/formats/Sporos_LaunchLaneLeaves.hpp"
#include "formats/common/Sporos_LaunchKernel.hpp"
#include "formats/crs/Sporos_MeasureRows.hpp"
#include "formats/sell/Sporos_FromSell.hpp"
#include "formats/sell/Sporos_SellParts.hpp"
#include "formats/sell/Sporos_ToSell.hpp"
#include "policies/formats/Sporos_ConversionOptions.hpp"
#include "policies/formats/Sporos_SellRule.hpp"

namespace sporos {
namespace detail {

template <class Value, class Column, class Offset, class MemorySpace>
struct FormatLaunch<SellMatrix<Value, Column, Offset, MemorySpace>> {
  static constexpr const char* name = "sell";
  static constexpr bool in_parts = false;
  static constexpr bool tells_finished_rows = true;
  static constexpr bool finishes_rows_in_teams = true;

  template <class Product, class Matrix>
  static void run(const Product& product, const Matrix& A) {
    using ExecutionSpace = typename Product::execution_space;
    using Epilogue = typename Product::Epilogue;
    using Scalar = typename Product::Sum;
    using Operand = FormatOperand<ExecutionSpace, SellArrays<Value, Column>, typename Product::Reader, Scalar>;
    const std::int64_t bytes = A.slots() * static_cast<std::int64_t>(sizeof(Value) + sizeof(Column));
    const Operand operand{sell_arrays(A), product.x, format_evicts_first(product, A, bytes)};
    [[maybe_unused]] const SliceShares shares{A.slice_offsets.data(), A.num_slices(), A.shape.slice_height,
                                              slice_shares(product.machine, A.num_slices())};
    with_value<2, 4, 8, 16, 32, 64>(A.shape.slice_height, "slice_height", [&](auto constant) {
      constexpr int height = decltype(constant)::value;
      if constexpr (height % lane_group == 0 && product_has_lane_leaves<Product, Value, Column>) {
        if (takes_lane_leaves(product)) {
          return launch_shares(
              product, shares.count,
              SellLeafKernel<Operand, Epilogue>{operand, product.epilogue,
                                                lane_sums_leaves<Value, Scalar>(product.machine.host_level), shares,
                                                lanes_prefetch<Value>(product, A.slots())});
        }
      }
      if constexpr (is_host_execution<ExecutionSpace>) {
        using Kernel = SellSlicesKernel<Operand, Epilogue, height>;
        launch_kernel(product.labels.product, team_policy<HalfOccupancy>(product.exec, shares.count, 1, 0),
                      Kernel{operand, product.epilogue, shares});
      } else {
        if (A.places.extent(0) > 0) refuse_team_dots(product);
        using Kernel = SellKernel<Operand, Epilogue, height, sell_in_flight>;
        launch_teams<TileOccupancy<Scalar>>(product, ceiling_of(A.num_rows, sell_block_size), sell_block_size, 0,
                                            Kernel{operand, product.epilogue});
      }
    });
  }
};

}  // namespace detail

/// \brief Slices, of the shape that the rule decides.
template <class V, class C, class O, class M>
struct FormatTraits<SellMatrix<V, C, O, M>> : detail::FormatLaunch<SellMatrix<V, C, O, M>>,
                                              detail::FormatDefaults<SellMatrix<V, C, O, M>, Format::sell> {
  using Matrix = SellMatrix<V, C, O, M>;

  template <class ExecutionSpace>
  static Matrix from_crs(const ExecutionSpace& exec, const CrsView<V, C, O, M>& crs, Format,
                         const ConversionOptions& options) {
    return to_sell(exec, crs, asked(exec, crs, options));
  }

  template <class ExecutionSpace>
  static std::int64_t bytes_from_crs(const ExecutionSpace& exec, const CrsView<V, C, O, M>& crs, Format,
                                     const ConversionOptions& options) {
    const SellShape shape = asked(exec, crs, options).shape.value();
    const std::int64_t slots = count_sell_slots(exec, crs, shape);
    return bytes_as_sell(crs.num_rows, slots, shape, sizeof(V), sizeof(C),
                         detail::row_lengths_pay(crs.num_rows, crs.nnz(), slots, sizeof(V), sizeof(C)));
  }

 private:
  template <class ExecutionSpace, class Crs>
  static SellOptions asked(const ExecutionSpace& exec, const Crs& crs, const ConversionOptions& options) {
    auto slices = detail::limited<SellOptions>(options);
    slices.shape = sell_rule(detect_machine(exec), measure_rows(exec, crs));
    return slices;
  }
};

}  // namespace sporos
