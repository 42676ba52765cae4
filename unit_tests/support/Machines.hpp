// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Machines by name; the tests do not depend on the machine on which they run.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <string>
#include <vector>

#include "policies/Sporos_Machine.hpp"

namespace sporos_test {

struct NamedMachine {
  std::string name;
  sporos::Machine machine;
};

/// \brief GPUs from Fermi on, as detect_machine() describes them, and hosts with several numbers of threads.
inline std::vector<NamedMachine> named_machines() {
  using sporos::host_machine;
  using sporos::HostLevel;
  using sporos::MachineKind;
  return {{"c2050", {MachineKind::gpu, 32, 14, 1536, 1024, 49152, 20, 49152}},
          {"k40", sporos::tesla_k40()},
          {"v100", {MachineKind::gpu, 32, 80, 2048, 1024, 49152, 70, 98304}},
          {"a100", {MachineKind::gpu, 32, 108, 2048, 1024, 49152, 80, 167936, HostLevel::portable, 41943040}},
          {"h100", sporos::h100()},
          {"h200", {MachineKind::gpu, 32, 132, 2048, 1024, 49152, 90, 233472, HostLevel::portable, 62914560}},
          {"other_gpu", {MachineKind::gpu, 64, 104, 2048, 1024, 65536, 0, 65536}},
          {"host_1", host_machine(1)},
          {"host_2", host_machine(2)},
          {"host_16", host_machine(16)},
          {"host_64", host_machine(64)}};
}

inline bool is_one_of(const std::string& name, std::initializer_list<const char*> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// \brief The machines whose decisions differ in more than the number of threads.
inline std::vector<NamedMachine> typical_machines() {
  std::vector<NamedMachine> typical;
  for (const NamedMachine& machine : named_machines()) {
    if (is_one_of(machine.name, {"c2050", "h100", "host_1", "host_16"})) typical.push_back(machine);
  }
  return typical;
}

}  // namespace sporos_test
