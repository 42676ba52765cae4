// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Launches of the product of a HYB matrix: ELL writes y, then COO adds to it.
#pragma once

#include "core/launch/formats/Sporos_LaunchCoo.hpp"
#include "core/launch/formats/Sporos_LaunchEll.hpp"
#include "formats/hyb/Sporos_HybParts.hpp"
#include "formats/hyb/Sporos_MeasureHyb.hpp"
#include "formats/hyb/Sporos_ToHyb.hpp"
#include "policies/formats/Sporos_ConversionOptions.hpp"

namespace sporos {
namespace detail {

template <class Value, class Column, class Offset, class MemorySpace>
struct FormatLaunch<HybMatrix<Value, Column, Offset, MemorySpace>> {
  static constexpr const char* name = "hyb";
  static constexpr bool in_parts = true;

  template <class Product, class Matrix>
  static void run(const Product& product, const Matrix& A) {
    FormatLaunch<EllMatrix<Value, Column, Offset, MemorySpace>>::run(product, A.ell);
    if (A.coo.nnz() > 0) launch_second_part(product, A.coo);
  }
};

}  // namespace detail

/// \brief ELL, with the remaining entries in COO.
template <class V, class C, class O, class M>
struct FormatTraits<HybMatrix<V, C, O, M>> : detail::FormatLaunch<HybMatrix<V, C, O, M>>,
                                             detail::FormatDefaults<HybMatrix<V, C, O, M>, Format::hyb> {
  using Matrix = HybMatrix<V, C, O, M>;

  template <class ExecutionSpace>
  static Matrix from_crs(const ExecutionSpace& exec, const CrsView<V, C, O, M>& crs, Format,
                         const ConversionOptions& options) {
    return to_hyb(exec, crs, detail::limited<HybOptions>(options));
  }

  template <class ExecutionSpace>
  static std::int64_t bytes_from_crs(const ExecutionSpace& exec, const CrsView<V, C, O, M>& crs, Format,
                                     const ConversionOptions& options) {
    const HybSplit split = measure_hyb(exec, crs, detail::limited<HybOptions>(options));
    return bytes_as_hyb(crs.num_rows, split, sizeof(V), sizeof(C));
  }
};

}  // namespace sporos
