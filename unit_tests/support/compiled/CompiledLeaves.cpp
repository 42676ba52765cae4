// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "unit_tests/support/compiled/CompiledLeaves.hpp"

#if !defined(KOKKOS_ENABLE_CUDA) && !defined(KOKKOS_ENABLE_HIP)
namespace sporos {
namespace detail {
SPOROS_ALL_LEAVES(template)
}  // namespace detail
}  // namespace sporos
#endif
