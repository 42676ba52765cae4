// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The second step of a product that scatters by a gather: each row adds up the products of its elements.
///
/// One index a row. Bytes: an offset a row, an offset and a product for each unknown of an element, y. The order of the
/// additions is fixed.
#pragma once

#include "core/kernels/Sporos_Epilogue.hpp"

namespace sporos {
namespace detail {

template <class Offset, class Epilogue>
struct ElementTermsKernel {
  using Sum = typename Epilogue::sum_t;

  const Offset* term_offsets;
  const Offset* terms;
  const Sum* products;
  Epilogue epilogue;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row) const {
    Sum sum(0);
    for (Offset t = term_offsets[row]; t < term_offsets[row + 1]; ++t) sum += products[terms[t]];
    epilogue(row, sum);
  }
};

}  // namespace detail
}  // namespace sporos
