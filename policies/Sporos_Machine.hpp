// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief All that decisions know about the machine: a value, so that tests can invent machines.
#pragma once

#include <cstdint>

#include "policies/Sporos_HostLevel.hpp"

namespace sporos {

/// \brief What runs the lanes of a kernel.
enum class MachineKind {
  host,  ///< threads of a processor
  gpu    ///< lanes of a GPU
};

/// \brief The numbers of one processor. On the host a "multiprocessor" is one thread of the execution space.
struct Machine {
  MachineKind kind = MachineKind::host;        ///< host or GPU
  int lanes = 1;                               ///< lanes that run in lockstep (a warp); 1 on the host
  int multiprocessors = 1;                     ///< multiprocessors, or threads of the execution space
  int max_threads_per_multiprocessor = 1;      ///< resident at once
  int max_block_size = 1;                      ///< threads in one team
  int scratch_bytes = 0;                       ///< team scratch that one team may use
  int compute_capability = 0;                  ///< 10 * major + minor on CUDA, else 0
  int multiprocessor_scratch_bytes = 0;        ///< what all teams on one multiprocessor may use together
  HostLevel host_level = HostLevel::portable;  ///< instructions that sum rows on a host
  std::int64_t cache_bytes = 0;                ///< second-level cache of a GPU; 0: not known
};

/// \brief A processor with this many threads.
/// \throws std::invalid_argument where `level` is none of the enumerators, or there is no thread
constexpr Machine host_machine(int threads, HostLevel level = HostLevel::portable) {
  detail::require_known("host_machine", "level", level);
  if (threads < 1) detail::require(false, "host_machine", "threads = ", threads, " must be at least 1");
  return {MachineKind::host, 1, threads, 1, 1, 0, 0, 0, level, 0};
}
/// \brief NVIDIA Tesla C2070 (Fermi).
constexpr Machine tesla_c2070() {
  return {MachineKind::gpu, 32, 14, 1536, 1024, 49152, 20, 49152, HostLevel::portable, 786432};
}
/// \brief NVIDIA Tesla K40 (Kepler).
constexpr Machine tesla_k40() {
  return {MachineKind::gpu, 32, 15, 2048, 1024, 49152, 35, 49152, HostLevel::portable, 1572864};
}
/// \brief NVIDIA H100 (Hopper).
constexpr Machine h100() {
  return {MachineKind::gpu, 32, 132, 2048, 1024, 49152, 90, 233472, HostLevel::portable, 52428800};
}

namespace detail {

/// \brief How many threads the whole machine keeps resident.
constexpr long long resident_threads(const Machine& machine) {
  return static_cast<long long>(machine.multiprocessors) * machine.max_threads_per_multiprocessor;
}

}  // namespace detail
}  // namespace sporos
