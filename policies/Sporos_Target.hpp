// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Generations of hardware, with the reductions and loads that each of them uses.
#pragma once

#include "formats/common/Sporos_Enumerators.hpp"
#include "policies/Sporos_Machine.hpp"

namespace sporos {

/// \brief How the lanes of a row combine their partial sums.
enum class Reduction {
  shuffle,  ///< register exchange inside the warp (Kepler and later)
  scratch,  ///< a tree in team scratch (Fermi, and wherever there are no shuffles)
  thread    ///< one thread holds the whole row: the host
};

/// \brief How x is read.
enum class Gather {
  plain,      ///< ordinary loads
  read_only,  ///< the read-only data path (Kepler GK110 and later)
  texture     ///< a texture object over x; double is fetched as int2, as on Fermi
};

/// \brief Generations of hardware that the kernels distinguish.
enum class Target {
  fermi,    ///< scratch, texture
  kepler,   ///< shuffle, read_only
  current,  ///< today's GPUs: shuffle, read_only
  host      ///< thread, plain
};

/// \brief The primitives a kernel is composed of.
struct Primitives {
  Reduction reduction = Reduction::thread;  ///< how partial sums are combined
  Gather gather = Gather::plain;            ///< how x is read
};

/// \brief Whether all numbers are the same.
constexpr bool operator==(const Primitives& a, const Primitives& b) {
  return a.reduction == b.reduction && a.gather == b.gather;
}

namespace detail {

/// \brief What each target uses unless told otherwise.
constexpr Primitives primitives_of(Target target) {
  switch (target) {
    case Target::fermi:
      return {Reduction::scratch, Gather::texture};
    case Target::kepler:
      return {Reduction::shuffle, Gather::read_only};
    case Target::current:
      return {Reduction::shuffle, Gather::read_only};
    case Target::host:
      break;
  }
  return {Reduction::thread, Gather::plain};
}

/// \brief The target of a machine. A GPU without a compute capability is not a CUDA device and uses the portable
/// primitives.
constexpr Target target_of(const Machine& machine) {
  if (machine.kind == MachineKind::host) return Target::host;
  if (machine.compute_capability >= 50) return Target::current;
  return machine.compute_capability >= 30 ? Target::kepler : Target::fermi;
}

/// \brief The primitives for a machine: those of its target, without textures where there is no CUDA.
constexpr Primitives primitives_for(const Machine& machine) {
  const Primitives wanted = primitives_of(target_of(machine));
  const bool cuda = machine.compute_capability > 0;
  return {wanted.reduction, cuda ? wanted.gather : Gather::plain};
}

template <>
struct Enumerators<Reduction> {
  static constexpr const char* type = "Reduction";
  static constexpr Enumerator<Reduction> all[] = {
      {Reduction::shuffle, "shuffle"}, {Reduction::scratch, "scratch"}, {Reduction::thread, "thread"}};
};

template <>
struct Enumerators<Gather> {
  static constexpr const char* type = "Gather";
  static constexpr Enumerator<Gather> all[] = {
      {Gather::plain, "plain"}, {Gather::read_only, "read_only"}, {Gather::texture, "texture"}};
};

template <>
struct Enumerators<Target> {
  static constexpr const char* type = "Target";
  static constexpr Enumerator<Target> all[] = {
      {Target::fermi, "fermi"}, {Target::kepler, "kepler"}, {Target::current, "current"}, {Target::host, "host"}};
};

}  // namespace detail

/// \brief The name of the enumerator.
constexpr const char* name(Reduction reduction) { return detail::enumerator_name(reduction); }

/// \brief The name of the enumerator.
constexpr const char* name(Gather gather) { return detail::enumerator_name(gather); }

/// \brief The name of the enumerator.
constexpr const char* name(Target target) { return detail::enumerator_name(target); }

}  // namespace sporos
