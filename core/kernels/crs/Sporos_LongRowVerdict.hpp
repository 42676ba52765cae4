// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief What is known of the long rows of a matrix without a plan.
#pragma once

namespace sporos {
namespace detail {

/// \brief Whether there are any. Kernels write it, the host reads it.
enum class LongRowVerdict : int { unknown, none, some };

}  // namespace detail
}  // namespace sporos
