// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Several processes take turns on one device.
#pragma once

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string>

#include "formats/common/Sporos_Kokkos.hpp"

namespace sporos::perf {

/// \brief As long as it lives, no other process has a turn by the same file. The constructor waits for that. The file
/// is made if there is none, and stays. A process that ends, by a crash too, ends its turn.
class DeviceTurn {
 public:
  /// \param file  if empty, there is nothing to wait for
  /// \throws std::runtime_error
  explicit DeviceTurn(const std::string& file) {
    if (file.empty()) return;
    file_ = open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (file_ < 0) throw std::runtime_error("--lock: " + file + ": " + std::strerror(errno));
    int answer = 0;
    do {
      answer = flock(file_, LOCK_EX);
    } while (answer != 0 && errno == EINTR);
    if (answer == 0) return;
    const std::string reason = std::strerror(errno);
    close(file_);
    throw std::runtime_error("--lock: " + file + ": " + reason);
  }

  /// \brief What this process has launched ends first.
  ~DeviceTurn() {
    if (file_ < 0) return;
    if (Kokkos::is_initialized()) Kokkos::fence();
    close(file_);
  }
  DeviceTurn(const DeviceTurn&) = delete;
  DeviceTurn& operator=(const DeviceTurn&) = delete;

 private:
  int file_ = -1;
};

}  // namespace sporos::perf
