// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief CUDA: a launch without what Kokkos does for one, which is 1.5 of the 10 microseconds that an empty kernel and
/// the wait for it take on an H100's host. Tools are told of it.
#pragma once

#include <stdexcept>

#include "core/device/instance/Sporos_LaunchTeams.hpp"
#include "core/device/instance/Sporos_OnDevice_Cuda.hpp"
#include "formats/common/Sporos_Require.hpp"

namespace sporos {
namespace detail {

/// \brief A block of threads, and its dynamic shared memory, as a team.
struct BlockMember {
  struct Scratch {
    KOKKOS_FORCEINLINE_FUNCTION void* get_shmem(std::size_t) const {
#if defined(__CUDA_ARCH__)
      extern __shared__ double sporos_scratch_of_block[];
      return sporos_scratch_of_block;
#else
      return nullptr;
#endif
    }
  };
  KOKKOS_FORCEINLINE_FUNCTION Scratch team_scratch(int) const { return {}; }

  KOKKOS_FORCEINLINE_FUNCTION void team_barrier() const {
#if defined(__CUDA_ARCH__)
    __syncthreads();
#endif
  }

  KOKKOS_FORCEINLINE_FUNCTION int league_rank() const {
#if defined(__CUDA_ARCH__)
    return static_cast<int>(blockIdx.x);
#else
    return 0;
#endif
  }

  KOKKOS_FORCEINLINE_FUNCTION int team_rank() const {
#if defined(__CUDA_ARCH__)
    return static_cast<int>(threadIdx.x);
#else
    return 0;
#endif
  }

  KOKKOS_FORCEINLINE_FUNCTION int team_size() const {
#if defined(__CUDA_ARCH__)
    return static_cast<int>(blockDim.x);
#else
    return 0;
#endif
  }
};

template <class Bound, class Functor>
__global__ void __launch_bounds__(Bound::maxTperB, Bound::minBperSM) run_in_blocks(const Functor functor) {
  functor(BlockMember());
}

template <>
struct LaunchTeams<Kokkos::Cuda> {
  /// \throws std::runtime_error with CUDA's reason where the kernel is not launched
  template <class Bound, class Functor>
  static void launch(const char* label, const Kokkos::Cuda& exec, std::int64_t teams, int team_size,
                     std::size_t scratch_bytes, const Functor& functor) {
    const OnDevice on_device(exec.cuda_device());
    const bool is_watched = Kokkos::Tools::profileLibraryLoaded();
    std::uint64_t kernel = 0;
    if (is_watched) Kokkos::Tools::beginParallelFor(label, Kokkos::Tools::Experimental::device_id(exec), &kernel);
    run_in_blocks<Bound>
        <<<static_cast<unsigned>(teams), static_cast<unsigned>(team_size), scratch_bytes, exec.cuda_stream()>>>(
            functor);
    const cudaError_t error = cudaGetLastError();
    if (is_watched) Kokkos::Tools::endParallelFor(kernel);
    if (error != cudaSuccess) throw std::runtime_error(concat("sporos: ", label, ": ", cudaGetErrorString(error)));
  }
};

}  // namespace detail
}  // namespace sporos
