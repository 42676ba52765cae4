// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief What products without a plan know of the long rows of a matrix.
#pragma once

namespace sporos {
namespace detail {

/// \brief Whether the matrix has long rows. Kernels write it, the host reads it.
enum class LongRowVerdict : int { unknown, none, some };

}  // namespace detail
}  // namespace sporos
