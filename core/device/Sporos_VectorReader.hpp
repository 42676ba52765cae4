// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Reads x inside a kernel: by ordinary loads, through the read-only path, or through a texture object.
#pragma once

#include <cstdint>

#include "core/device/Sporos_ReadOnly.hpp"
#include "formats/common/Sporos_Require.hpp"
#include "policies/Sporos_Target.hpp"

namespace sporos {
namespace detail {

/// \brief x as a kernel sees it: `reader(j)` is `x(j)`. Only CUDA has other ways than `plain`.
template <class ExecutionSpace, Gather How, class T>
struct VectorReader {
  const T* data;

  template <class Index>
  KOKKOS_FORCEINLINE_FUNCTION T operator()(Index j) const {
    if constexpr (How == Gather::read_only) {
      return ReadOnly<ExecutionSpace>::load(data + j);
    } else {
      return data[j];
    }
  }
};

/// \brief Makes readers, and owns what they need between launches. By default they need nothing.
template <class ExecutionSpace>
class VectorBinder {
 public:
  /// \brief The default way of reading x on this execution space; supports() says which ways it has.
  static constexpr Gather preferred = Gather::plain;
  static constexpr bool supports(Gather how) { return how == Gather::plain; }

  template <Gather How, class T>
  VectorReader<ExecutionSpace, How, T> bind(const ExecutionSpace&, const T* data, std::size_t) {
    return {data};
  }
};

}  // namespace detail
}  // namespace sporos

#if defined(KOKKOS_ENABLE_CUDA)
#include "core/device/Sporos_VectorReader_Cuda.hpp"
#endif
