// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Tiles, teams and colours of products with element storage.
#pragma once

#include <cstddef>
#include <cstdint>

#include "formats/element/Sporos_ElementMatrix.hpp"
#include "policies/Sporos_Machine.hpp"

namespace sporos {
namespace detail {

/// \brief The elements of a thread that are multiplied at once: on a host as many as a vector of AVX-512 holds.
constexpr int elements_at_once(bool on_host) { return on_host ? static_cast<int>(element_group) : 1; }

/// \brief How far ahead a host prefetches numbers, in numbers of an element: 4 KiB in tiles of doubles.
/// Milliseconds of a product at a million unknowns in double (g++ 12, -O3, one thread of an EPYC 9005, shared), the
/// lower of two noisy runs, which do not tell 64 from 256:
///
/// | numbers ahead | degree 1, symmetric | degree 1, full | degree 4, symmetric | degree 4, full |
/// |---------------|---------------------|----------------|---------------------|----------------|
/// | none          | 8.8                 | 9.7            | 10.4                | 12.4           |
/// | 16            | 7.5                 | 5.7            | 9.9                 | 14.9           |
/// | 64            | 7.6                 | 5.6            | 9.5                 | 11.9           |
/// | 256           | 7.4                 | 6.1            | 9.8                 | 13.1           |
inline constexpr std::int64_t element_prefetch_slots = 64;

/// \brief How many numbers of an element a thread of a GPU loads before it uses those before, and how many unknowns.
/// Against one at a time, on an H100: docs/results/2026-11-24-fem.md. Other values were not tried.
inline constexpr int element_numbers_ahead = 8;
inline constexpr int element_unknowns_at_once = 4;

/// \brief The elements of a tile: a thread's on a host, a warp's on a GPU.
constexpr std::int64_t element_lanes(const Machine& machine) {
  return machine.kind == MachineKind::host ? element_group : 32;
}

/// \brief The most unknowns of an element: those of a hexahedron of degree 4 are 125. x and y of a group of elements,
/// of the widest type, fit the 32 KiB of scratch that OpenMP gives a team.
inline constexpr std::int64_t most_element_nodes = 128;

/// \brief Colours need no atomics, which are slow on hosts. That a GPU has fast ones, and would lose more by reading x
/// for each colour anew, is not measured.
constexpr Scatter element_scatter(const Machine& machine) {
  return machine.kind == MachineKind::host ? Scatter::colouring : Scatter::atomics;
}

/// \brief Consecutive elements of the same colour: one on a GPU. A thread of a host takes many, so that few have
/// neighbours in another colour and each thread gets several; a single thread takes all.
constexpr std::int64_t element_unit(const Machine& machine, std::int64_t num_elements) {
  if (machine.kind == MachineKind::gpu) return 1;
  const std::int64_t units = machine.multiprocessors == 1 ? 1 : 16LL * machine.multiprocessors;
  const std::int64_t groups = (num_elements + units * element_group - 1) / (units * element_group);
  return (groups > 0 ? groups : 1) * element_group;
}

/// \brief The threads of a team on a GPU: 128, but fewer where x and y of so many elements do not fit its scratch.
/// \param scratch_bytes  of a thread
constexpr int element_block_size(const Machine& machine, std::size_t scratch_bytes) {
  if (machine.kind == MachineKind::host) return 1;
  int threads = 128;
  while (threads > 1 && threads * scratch_bytes > static_cast<std::size_t>(machine.scratch_bytes)) threads /= 2;
  return threads;
}

}  // namespace detail
}  // namespace sporos
