// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Takes the arguments for Kokkos out of a command line.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "formats/common/Sporos_Kokkos.hpp"

namespace sporos::perf {

/// \brief `--kokkos-...` goes to Kokkos, everything else to the program: older versions of Kokkos also react to
/// options without that prefix.
class KokkosArguments {
 public:
  KokkosArguments(int argc, char** argv) {
    const std::string prefix = "--kokkos-";
    for (int i = 0; i < argc; ++i) {
      const bool is_for_kokkos = i == 0 || std::string(argv[i]).compare(0, prefix.size(), prefix) == 0;
      if (is_for_kokkos) pointers_.push_back(argv[i]);
      if (i > 0 && !is_for_kokkos) others_.emplace_back(argv[i]);
    }
  }

  const std::vector<std::string>& others() const { return others_; }

  /// \brief Kokkos is initialised as long as the result lives.
  std::unique_ptr<Kokkos::ScopeGuard> initialize() {
    int count = static_cast<int>(pointers_.size());
    pointers_.push_back(nullptr);
    return std::make_unique<Kokkos::ScopeGuard>(count, pointers_.data());
  }

 private:
  std::vector<char*> pointers_;
  std::vector<std::string> others_;
};

}  // namespace sporos::perf
