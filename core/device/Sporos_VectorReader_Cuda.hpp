// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief CUDA: reading x through a texture object over linear memory.
///
/// Bell & Garland 2008 and He & Gao 2016 read x this way. A double is fetched as int2, because textures have no 64-bit
/// elements.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "core/device/Sporos_VectorReader.hpp"
#include "core/device/instance/Sporos_OnDevice_Cuda.hpp"
#include "core/device/instance/Sporos_Recording.hpp"

namespace sporos {
namespace detail {

// The element type of a texture for T, and its conversion to T.
template <class T>
struct Texel;
template <>
struct Texel<float> {
  using type = float;
  KOKKOS_FORCEINLINE_FUNCTION static float value(float texel) { return texel; }
};
#if defined(__CUDACC__)
template <>
struct Texel<double> {
  using type = int2;
  __device__ static double value(int2 texel) { return __hiloint2double(texel.y, texel.x); }
};
template <>
struct Texel<Kokkos::complex<float>> {
  using type = float2;
  __device__ static Kokkos::complex<float> value(float2 texel) { return {texel.x, texel.y}; }
};
template <>
struct Texel<Kokkos::complex<double>> {
  using type = int4;
  __device__ static Kokkos::complex<double> value(int4 texel) {
    return {__hiloint2double(texel.y, texel.x), __hiloint2double(texel.w, texel.z)};
  }
};
#endif

inline void check_cuda(cudaError_t code, const char* function, const char* call) {
  if (code != cudaSuccess)
    throw std::runtime_error(concat("sporos::", function, ": ", call, ": ", cudaGetErrorString(code)));
}

// A texture object; destroyed with its last owner.
class Texture {
 public:
  template <class Element>
  static Texture over(const void* base, std::size_t bytes) {
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = const_cast<void*>(base);
    resource.res.linear.desc = cudaCreateChannelDesc<Element>();
    resource.res.linear.sizeInBytes = bytes;
    cudaTextureDesc description{};
    description.readMode = cudaReadModeElementType;
    Texture texture;
    check_cuda(cudaCreateTextureObject(&texture.object_, &resource, &description, nullptr), "apply",
               "cudaCreateTextureObject");
    texture.base_ = base;
    texture.bytes_ = bytes;
    texture.element_ = resource.res.linear.desc;
    return texture;
  }
  Texture() = default;
  Texture(Texture&& other) noexcept { swap(other); }
  Texture& operator=(Texture&& other) noexcept {
    swap(other);
    return *this;
  }
  ~Texture() {
    if (object_ != 0) cudaDestroyTextureObject(object_);
  }
  template <class Element>
  bool covers(const void* base, std::size_t bytes) const {
    const cudaChannelFormatDesc wanted = cudaCreateChannelDesc<Element>();
    return object_ != 0 && base_ == base && bytes_ == bytes && element_.f == wanted.f && element_.y == wanted.y &&
           element_.w == wanted.w;
  }
  cudaTextureObject_t object() const { return object_; }

 private:
  void swap(Texture& other) noexcept {
    std::swap(object_, other.object_);
    std::swap(base_, other.base_);
    std::swap(bytes_, other.bytes_);
    std::swap(element_, other.element_);
  }
  cudaTextureObject_t object_ = 0;
  const void* base_ = nullptr;
  std::size_t bytes_ = 0;
  cudaChannelFormatDesc element_{};
};

template <class T>
struct VectorReader<Kokkos::Cuda, Gather::texture, T> {
  cudaTextureObject_t texture;
  int first;  // x starts this many elements after the aligned address that the texture needs

  template <class Index>
  KOKKOS_FORCEINLINE_FUNCTION T operator()([[maybe_unused]] Index j) const {
#if defined(__CUDA_ARCH__)
    using Element = Texel<T>;
    return Element::value(tex1Dfetch<typename Element::type>(texture, first + static_cast<int>(j)));
#else
    return T{};
#endif
  }
};

/// \brief Keeps the textures of the most recent vectors, so that an iteration that swaps a few vectors makes no new
/// ones.
template <>
class VectorBinder<Kokkos::Cuda> {
 public:
  static constexpr Gather preferred = Gather::read_only;
  static constexpr bool supports(Gather) { return true; }

  VectorBinder() = default;
  VectorBinder(const VectorBinder&) = delete;
  VectorBinder& operator=(const VectorBinder&) = delete;
  ~VectorBinder() {
    if (next_ == 0 && recorded_.empty()) return;
    const OnDevice on_device(device_);
    cudaDeviceSynchronize();  // a kernel may still be reading through a texture
    textures_ = {};
    recorded_.clear();
  }

  template <Gather How, class T>
  VectorReader<Kokkos::Cuda, How, T> bind([[maybe_unused]] const Kokkos::Cuda& exec, const T* data,
                                          [[maybe_unused]] std::size_t count) {
    if constexpr (How == Gather::texture) {
      return bind_texture<T>(exec, data, count);
    } else {
      return {data};
    }
  }

 private:
  template <class T>
  VectorReader<Kokkos::Cuda, Gather::texture, T> bind_texture(const Kokkos::Cuda& exec, const T* data,
                                                              std::size_t count) {
    constexpr std::uintptr_t alignment = 512;  // cudaDeviceProp::textureAlignment of every GPU so far
    constexpr std::size_t max_elements = std::size_t{1} << 27;
    const auto address = reinterpret_cast<std::uintptr_t>(data);
    const std::uintptr_t base = address / alignment * alignment;
    const std::size_t first = (address - base) / sizeof(T);
    require((address - base) % sizeof(T) == 0 && first + count <= max_elements, "apply", "x (", count, " elements of ",
            sizeof(T), " bytes at offset ", address - base, ") does not fit a texture of ", max_elements,
            " aligned elements; choose another gather");
    const void* const pointer = reinterpret_cast<const void*>(base);
    const std::size_t bytes = (first + count) * sizeof(T);
    using Element = typename Texel<T>::type;
    const auto find_in = [&](const auto& textures) {
      for (const auto& texture : textures) {
        if (texture.template covers<Element>(pointer, bytes)) return texture.object();
      }
      return cudaTextureObject_t(0);
    };
    const bool records = is_recording(exec);
    cudaTextureObject_t object = find_in(recorded_);
    if (object == 0 && !records) object = find_in(textures_);
    if (object == 0) {
      device_ = exec.cuda_device();
      const OnDevice on_device(device_);
      auto made = Texture::over<Element>(pointer, bytes);
      object = made.object();
      if (records) {
        recorded_.push_back(std::move(made));
      } else {
        Texture& oldest = textures_[next_++ % textures_.size()];
        if (oldest.object() != 0) wait_for(exec, "sporos::textures[wait]");  // a kernel may still be reading through it
        oldest = std::move(made);
      }
    }
    return {object, static_cast<int>(first)};
  }

  std::array<Texture, 8> textures_;
  std::vector<Texture> recorded_;  // a graph may read through them as long as the plan lives
  int device_ = 0;
  std::size_t next_ = 0;
};

}  // namespace detail
}  // namespace sporos
