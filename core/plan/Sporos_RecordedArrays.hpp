// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief What recorded products read stays alive while the plan does, also where new numbers replace it.
#pragma once

#include <utility>
#include <vector>

#include "core/device/instance/Sporos_Recording.hpp"

namespace sporos {
namespace detail {

/// \brief Whether the next product becomes part of a graph. Where nothing can record, tests specialise it for a
/// `PrimitiveSet` of their own.
template <class PrimitiveSet, class ExecutionSpace>
bool is_product_recorded(const ExecutionSpace& exec) {
  return is_recording(exec);
}

/// \tparam Owner  keeps alive what a product reads: a View, a plan
template <class Owner, class PrimitiveSet>
class RecordedArrays {
 public:
  /// Before each product.
  template <class ExecutionSpace>
  void note_product(const ExecutionSpace& exec) {
    if (!is_recorded_) is_recorded_ = is_product_recorded<PrimitiveSet>(exec);
  }

  /// What the products so far have read; those from now on read something else.
  void replace(Owner&& owner) {
    if (is_recorded_) kept_.push_back(std::move(owner));
    is_recorded_ = false;
  }

 private:
  bool is_recorded_ = false;
  std::vector<Owner> kept_;
};

}  // namespace detail
}  // namespace sporos
