// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Launches of the product of a HYB matrix: ELL writes y, COO adds onto it.
#pragma once

#include "core/launch/formats/Sporos_LaunchCoo.hpp"
#include "core/launch/formats/Sporos_LaunchEll.hpp"
#include "formats/hyb/Sporos_ToHyb.hpp"

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
}  // namespace sporos
