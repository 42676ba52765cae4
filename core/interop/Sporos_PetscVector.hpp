// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief PETSc's vectors where an execution space can read them: as they are, or copies.
#pragma once

#include <cstdint>

#include "core/interop/Sporos_PetscTypes.hpp"
#include "formats/common/Sporos_Kokkos.hpp"

#if defined(PETSC_HAVE_CUDA)
#include <petscdevice_cuda.h>
#endif

namespace sporos {
namespace detail {

/// \brief The instance that products run on: on CUDA that of PETSc's stream, so that nobody waits for the other.
template <class ExecutionSpace>
ExecutionSpace petsc_instance() {
#if defined(PETSC_HAVE_CUDA)
  if constexpr (!is_host_execution<ExecutionSpace> && std::is_constructible<ExecutionSpace, cudaStream_t>::value) {
    // The first to ask for PETSc's context makes it; that sets PetscDefaultCudaStream.
    PetscDeviceContext context = nullptr;
    PetscDeviceType type = PETSC_DEVICE_HOST;
    cudaStream_t stream = nullptr;
    bool is_found = PetscDeviceContextGetCurrentContext(&context) == petsc_success &&
                    PetscDeviceContextGetDeviceType(context, &type) == petsc_success;
    stream = PetscDefaultCudaStream;
#if PETSC_VERSION_GE(3, 22, 0)
    // A context of the host (-default_device_type host) has no stream, and PETSc does not look.
    if (is_found && type == PETSC_DEVICE_CUDA) is_found = PetscGetCurrentCUDAStream(&stream) == petsc_success;
#endif
    require(is_found, "petsc::attach", "PETSc has no device context");
    return ExecutionSpace(stream);
  }
#endif
  return ExecutionSpace();
}

/// \brief Whether kernels read an array of PETSc in its place. PETSc aligns complex numbers to 16 bytes, and users who
/// bring an array of std::complex perhaps not.
template <class ExecutionSpace>
bool petsc_reaches(PetscMemType memory, const void* array) {
  return (is_host_execution<ExecutionSpace> == static_cast<bool>(PetscMemTypeHost(memory))) &&
         reinterpret_cast<std::uintptr_t>(array) % alignof(PetscValue) == 0;
}

// What lies on the host, misaligned perhaps, which copying does not mind.
template <class T>
auto petsc_host_array(const T* array, std::size_t size) {
  return Kokkos::View<const T*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>(array, size);
}

/// \brief A vector of PETSc for one product, as a View; given back to PETSc in the end.
/// \tparam Value  `const PetscValue` of x, `PetscValue` of y
template <class ExecutionSpace, class Value>
class PetscVector {
  using Memory = typename ExecutionSpace::memory_space;
  static constexpr bool is_read_only = std::is_const<Value>::value;
  static constexpr bool is_host = is_host_execution<ExecutionSpace>;
  using Scalar = std::conditional_t<is_read_only, const PetscScalar, PetscScalar>;

 public:
  using view_type = Kokkos::View<Value*, Memory, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  using buffer_type = Kokkos::View<PetscValue*, Memory>;

  PetscVector(const ExecutionSpace& exec, Vec vector) : exec_(exec), vector_(vector) {}
  PetscVector(const PetscVector&) = delete;
  PetscVector& operator=(const PetscVector&) = delete;
  ~PetscVector() {
    if (is_taken_) static_cast<void>(give_back());
  }

  /// \param buffer  memory for a copy where one is needed; grows
  /// \param is_overwritten  whether all that y holds is written before it is read
  PetscErrorCode take(buffer_type& buffer, bool is_overwritten, view_type& view) {
    PetscInt local = 0;
    PetscCall(VecGetLocalSize(vector_, &local));
    size_ = static_cast<std::size_t>(local);
    is_written_only_ = is_overwritten;
    PetscMemType memory = PETSC_MEMTYPE_HOST;
    PetscCall(take_array(&memory));
    is_taken_ = true;
    if (size_ == 0 || petsc_reaches<ExecutionSpace>(memory, array_)) {
      view = view_type(reinterpret_cast<Value*>(array_), size_);
      return petsc_success;
    }
    require(PetscMemTypeHost(memory), "petsc", "the vector lies on a GPU, but the products run on ",
            ExecutionSpace::name());
    if (buffer.extent(0) < size_) buffer = buffer_type("sporos::petsc", size_);
    copy_ = Kokkos::subview(buffer, std::make_pair(std::size_t(0), size_));
    if (!is_overwritten) Kokkos::deep_copy(exec_, copy_, as_host());
    view = view_type(copy_.data(), size_);
    return petsc_success;
  }

  /// \brief Brings a copy of y home, and waits where the vector lies on the host.
  PetscErrorCode finish() {
    if constexpr (!is_read_only) {
      if (copy_.data() != nullptr) {
        using Host = Kokkos::View<PetscValue*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
        Kokkos::deep_copy(exec_, Host(reinterpret_cast<PetscValue*>(array_), size_), copy_);
      }
    }
    if (is_host || copy_.data() != nullptr) wait_for(exec_, "sporos::petsc[wait]");
    return give_back();
  }

 private:
  auto as_host() const { return petsc_host_array(reinterpret_cast<const PetscValue*>(array_), size_); }

  PetscErrorCode take_array(PetscMemType* memory) {
    if constexpr (is_read_only) {
      return is_host ? VecGetArrayRead(vector_, &array_) : VecGetArrayReadAndMemType(vector_, &array_, memory);
    } else if (is_written_only_) {
      return is_host ? VecGetArrayWrite(vector_, &array_) : VecGetArrayWriteAndMemType(vector_, &array_, memory);
    } else {
      return is_host ? VecGetArray(vector_, &array_) : VecGetArrayAndMemType(vector_, &array_, memory);
    }
  }

  PetscErrorCode give_back() {
    Scalar* array = array_;
    is_taken_ = false;
    if constexpr (is_read_only) {
      return is_host ? VecRestoreArrayRead(vector_, &array) : VecRestoreArrayReadAndMemType(vector_, &array);
    } else if (is_written_only_) {
      return is_host ? VecRestoreArrayWrite(vector_, &array) : VecRestoreArrayWriteAndMemType(vector_, &array);
    } else {
      return is_host ? VecRestoreArray(vector_, &array) : VecRestoreArrayAndMemType(vector_, &array);
    }
  }

  const ExecutionSpace& exec_;
  Vec vector_;
  Scalar* array_ = nullptr;
  std::size_t size_ = 0;
  bool is_taken_ = false;
  bool is_written_only_ = false;
  buffer_type copy_;
};

}  // namespace detail
}  // namespace sporos
