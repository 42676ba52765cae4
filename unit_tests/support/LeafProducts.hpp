// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Products by the leaves of a host without a plan, and matrices with bands.
#pragma once

#include "core/kernels/crs/Sporos_CrsLeafKernel.hpp"
#include "unit_tests/support/HostLeaves.hpp"

namespace sporos_test {

using LeafHost = Kokkos::DefaultHostExecutionSpace;
template <class Value, class X>
using LeafOperand = sporos::detail::CrsOperand<LeafHost, sporos::detail::CrsArrays<Value, int, int>,
                                               sporos::detail::VectorReader<LeafHost, sporos::Gather::plain, X>, X>;

/// \brief y = A*x with all shares, one after the other, in reverse order.
template <class Value, class X>
std::vector<X> product(const RowsAmongOthers<Value, X>& rows, sporos::HostLevel level, std::int64_t shares,
                       bool cuts_rows, const sporos::detail::RowStretches& stretches = {}) {
  using Operand = LeafOperand<Value, X>;
  using Epilogue = sporos::detail::LinearEpilogue<X, X>;
  constexpr X nan = std::numeric_limits<X>::quiet_NaN();
  std::vector<X> y(static_cast<std::size_t>(rows.num_rows()), nan);
  std::vector<X> pieces(rows.values.size() / sporos::detail::leaf_segment + 1, nan);
  const Operand a{{rows.num_rows(), rows.offsets.data(), rows.columns.data(), rows.values.data()}, {rows.x.data()}};
  const Epilogue epilogue{y.data(), 1, 0};
  const sporos::detail::LeafRows<Operand> leaf_rows{
      a, sporos::detail::row_sums_leaves<Value, X, int>(level), level, false, cuts_rows, stretches};
  const sporos::detail::CrsLeafKernel<Operand, Epilogue> kernel{leaf_rows, epilogue, shares, pieces.data()};
  const sporos::detail::CutRowsKernel<Operand, Epilogue> fix_up{leaf_rows, epilogue, shares, pieces.data()};
  for (std::int64_t share = shares - 1; share >= 0; --share) kernel(share);
  for (std::int64_t share = shares - 2; share >= 0; --share) fix_up(share);
  return y;
}

template <class Value, class X>
sporos::detail::CrsArrays<Value, int, int> arrays_of(const RowsAmongOthers<Value, X>& rows) {
  return {rows.num_rows(), rows.offsets.data(), rows.columns.data(), rows.values.data()};
}

// Groups of four rows of `length` entries each. Every third group is no band: one column is off or one row is longer.
inline RowsAmongOthers<double, double> rows_in_bands(std::int64_t length, std::int64_t before = 3,
                                                     std::int64_t behind = 20) {
  std::vector<std::int64_t> lengths;
  for (std::int64_t row = 0; row < 1203; ++row)
    lengths.push_back(row / 4 % 6 == 2 && row % 4 == 1 ? length + 1 : length);
  RowsAmongOthers<double, double> rows(lengths, before, behind);
  for (std::size_t row = 0; row < lengths.size(); ++row) {
    const auto begin = static_cast<std::size_t>(rows.offsets[row]);
    for (std::size_t j = 0; begin + j < static_cast<std::size_t>(rows.offsets[row + 1]); ++j) {
      rows.columns[begin + j] = static_cast<int>((row / 4 * 13 + j * 29) % 93 + row % 4);
    }
    if (row / 4 % 6 == 5 && row % 4 == 3) rows.columns[begin + static_cast<std::size_t>(length) - 1] = 0;
  }
  return rows;
}

}  // namespace sporos_test
