// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Launches of compressed rows with the vector instructions of a host.
#pragma once

#include "core/device/host/Sporos_RowSumsLeaves.hpp"
#include "core/device/instance/Sporos_DetectMachine.hpp"
#include "core/kernels/crs/Sporos_CrsLeafKernel.hpp"
#include "core/launch/Sporos_Product.hpp"
#include "formats/common/Sporos_LaunchKernel.hpp"
#include "policies/Sporos_CrsDecision.hpp"

namespace sporos {
namespace detail {

template <class Operand>
struct OperandHasLeaves : std::false_type {};
template <class ExecutionSpace, class Value, class Column, class Offset, class X, class Sum>
struct OperandHasLeaves<
    CrsOperand<ExecutionSpace, CrsArrays<Value, Column, Offset>, VectorReader<ExecutionSpace, Gather::plain, X>, Sum>>
    : std::bool_constant<is_host_execution<ExecutionSpace> && host_has_leaves &&
                         types_have_leaves<Value, Column, X, Sum>> {};

/// Whether there are leaves (vector instructions of a host) for a product of these types.
template <class Product>
inline constexpr bool has_leaves = OperandHasLeaves<typename Product::Operand>::value;

/// The machine as products of `Matrix` see it: portable if there are no leaves for its types.
template <class Matrix, class ExecutionSpace>
Machine machine_for(const ExecutionSpace& exec) {
  using Value = typename Matrix::value_type;
  using Column = typename Matrix::column_type;
  Machine machine = detect_machine(exec);
  constexpr bool some =
      types_have_leaves<Value, Column, Value, Value> || types_have_leaves<Value, Column, double, double>;
  if (!some || !host_has_leaves) machine.host_level = HostLevel::portable;
  return machine;
}

template <class Product>
auto leaf_rows_of(const Product& product, const CrsDecision& decision, const RowStretches& stretches = {}) {
  using Rows = LeafRows<typename Product::Operand>;
  return Rows{product.a,
              row_sums_leaves<typename Rows::Value, typename Rows::Sum, typename Rows::Offset>(decision.level),
              decision.level,
              decision.prefetches,
              decision.cuts_rows,
              stretches,
              decision.seeks_bands};
}

template <class Product>
using ShareRange = Kokkos::RangePolicy<typename Product::execution_space, Kokkos::Schedule<Kokkos::Static>,
                                       Kokkos::IndexType<std::int64_t>>;

/// Every row is summed by one thread.
/// \param stretches  those that a plan has found
template <class Product>
void launch_leaves(const Product& product, const CrsDecision& decision, const RowStretches& stretches = {}) {
  using Kernel = CrsLeafKernel<typename Product::Operand, typename Product::Epilogue>;
  CrsDecision whole = decision;
  whole.cuts_rows = false;
  const std::int64_t shares = block_count(decision.shape, product.a.matrix.num_rows);
  launch_kernel(product.labels.product, ShareRange<Product>(product.exec, 0, shares),
                Kernel{leaf_rows_of(product, whole, stretches), product.epilogue, shares, nullptr});
}

/// Threads share long rows. The row shape says how many shares there are, but there are at least four per thread.
template <class Product, class Setup>
void launch_cut_rows(const Product& product, const CrsDecision& decision, const Setup& setup) {
  using Operand = typename Product::Operand;
  using Epilogue = typename Product::Epilogue;
  const auto carries = reinterpret_cast<typename Product::Sum*>(setup.carries.data());
  const std::int64_t by_rows = block_count(decision.shape, product.a.matrix.num_rows);
  const std::int64_t by_threads = 4LL * product.machine.multiprocessors;
  const std::int64_t shares = by_rows > by_threads ? by_rows : by_threads;
  const auto rows = leaf_rows_of(product, decision);
  launch_kernel(product.labels.product, ShareRange<Product>(product.exec, 0, shares),
                CrsLeafKernel<Operand, Epilogue>{rows, product.epilogue, shares, carries});
  launch_kernel(product.labels.fix_up, ShareRange<Product>(product.exec, 0, shares - 1),
                CutRowsKernel<Operand, Epilogue>{rows, product.epilogue, shares, carries});
}

}  // namespace detail
}  // namespace sporos
