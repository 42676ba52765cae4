// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief CUDA: name and memory of the GPU, versions of CUDA and, if it is linked, of cuSPARSE.
#pragma once

#include <algorithm>
#if defined(SPOROS_CUSPARSE_IS_LINKED)
#include <cusparse.h>
#endif

#include "perf_tests/support/Device.hpp"

namespace sporos::perf {

template <>
struct Device<Kokkos::Cuda> {
  static std::size_t copy_buffer_bytes() {
    std::size_t free_bytes = 0;
    std::size_t total_bytes = 0;
    cudaMemGetInfo(&free_bytes, &total_bytes);
    return std::min(std::size_t{1} << 30, free_bytes / 4);
  }

  static std::vector<std::pair<std::string, std::string>> facts() {
    cudaDeviceProp properties{};
    cudaGetDeviceProperties(&properties, Kokkos::Cuda().cuda_device());
    int runtime = 0;
    int driver = 0;
    cudaRuntimeGetVersion(&runtime);
    cudaDriverGetVersion(&driver);
    std::vector<std::pair<std::string, std::string>> result = {
        {"gpu", properties.name},
        {"gpu_id", id(properties)},
        {"gpu_memory_bytes", std::to_string(properties.totalGlobalMem)},
        {"l2_bytes", std::to_string(properties.l2CacheSize)},
        {"cuda", version(runtime)},
        {"cuda_driver", version(driver)}};
#if defined(SPOROS_CUSPARSE_IS_LINKED)
    // Of the library that was loaded, which may be newer than the header.
    int parts[3] = {0, 0, 0};
    cusparseGetProperty(MAJOR_VERSION, &parts[0]);
    cusparseGetProperty(MINOR_VERSION, &parts[1]);
    cusparseGetProperty(PATCH_LEVEL, &parts[2]);
    result.push_back(
        {"cusparse", std::to_string(parts[0]) + "." + std::to_string(parts[1]) + "." + std::to_string(parts[2])});
#endif
    return result;
  }

 private:
  // The first four bytes of the card's own number, enough to see whether two runs had the same card.
  static std::string id(const cudaDeviceProp& properties) {
    constexpr char digits[] = "0123456789abcdef";
    std::string text;
    for (int i = 0; i < 4; ++i) {
      const auto byte = static_cast<unsigned char>(properties.uuid.bytes[i]);
      text += {digits[byte / 16], digits[byte % 16]};
    }
    return text;
  }

  static std::string version(int number) {
    return std::to_string(number / 1000) + "." + std::to_string(number % 1000 / 10);
  }
};

}  // namespace sporos::perf
