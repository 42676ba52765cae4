// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The peers that are compiled into this program. CMake decides which, by the sources that it adds.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "perf_tests/support/Operands.hpp"
#include "perf_tests/support/Problem.hpp"

namespace sporos::perf {

/// \brief Whether a peer also runs problems with another offset type, on converted row offsets.
enum class RunsOn { own_offsets, any_offsets };

template <class Value, class Offset, class Vector>
struct Peer {
  std::string name;  ///< as in --peers
  RunsOn runs_on;
  void (*add)(const Operands<Value, Offset, Vector>& operands, Contenders& contenders);
  bool only_by_name = false;  ///< does not run if --peers is left out
};

template <class Value, class Offset, class Vector>
std::vector<Peer<Value, Offset, Vector>>& peers() {
  static std::vector<Peer<Value, Offset, Vector>> list;
  return list;
}

/// \brief The names of all peers, sorted.
inline std::vector<std::string>& peer_names() {
  static std::vector<std::string> names;
  return names;
}

template <class Value, class Offset, class Vector>
struct PeerRegistration {
  explicit PeerRegistration(const Peer<Value, Offset, Vector>& peer) {
    auto& list = peers<Value, Offset, Vector>();
    const auto by_name = [](const auto& a, const auto& b) { return a.name < b.name; };
    list.insert(std::upper_bound(list.begin(), list.end(), peer, by_name), peer);
    auto& names = peer_names();
    const auto place = std::lower_bound(names.begin(), names.end(), peer.name);
    if (place == names.end() || *place != peer.name) names.insert(place, peer.name);
  }
};

}  // namespace sporos::perf
