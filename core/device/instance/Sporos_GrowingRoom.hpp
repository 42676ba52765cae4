// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Device memory that is kept from one operation to the next and grows where it is too small.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "core/device/instance/Sporos_RecordedArrays.hpp"

namespace sporos {
namespace detail {

/// \brief Bytes on the device. Recorded operations go on with the memory that they had.
template <class ExecutionSpace, class PrimitiveSet>
class GrowingRoom {
 public:
  explicit GrowingRoom(const char* label) : label_(label) {}

  /// \brief At least so many bytes, whose contents are lost with the next call; null where can_get() is false.
  void* get(const ExecutionSpace& exec, std::size_t bytes) {
    if (!can_get(exec, bytes)) return nullptr;
    if (room_.extent(0) < bytes) {
      recorded_.replace(std::move(room_));
      room_ = {};  // first, so that the old and the new room need not be there at once
      room_ = Room(Kokkos::view_alloc(exec, std::string(label_), Kokkos::WithoutInitializing), bytes);
    }
    recorded_.note_product(exec);
    return room_.data();
  }

  /// \brief Whether so many bytes can be had now: while a graph is recorded, no memory can.
  bool can_get(const ExecutionSpace& exec, std::size_t bytes) const {
    return room_.extent(0) >= bytes || !is_product_recorded<PrimitiveSet>(exec);
  }

  std::int64_t bytes() const { return static_cast<std::int64_t>(room_.extent(0)); }

 private:
  using Room = Kokkos::View<unsigned char*, typename ExecutionSpace::memory_space>;

  const char* label_;
  Room room_;
  RecordedArrays<Room, PrimitiveSet> recorded_;
};

}  // namespace detail
}  // namespace sporos
