// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Keeps the arrays that recorded products read alive as long as the plan, even if new numbers replace them.
#pragma once

#include <utility>
#include <vector>

#include "core/device/instance/Sporos_Recording.hpp"

namespace sporos {
namespace detail {

/// \brief Whether the next product is recorded into a graph. Tests specialise it for a `PrimitiveSet` of their own, for
/// backends that cannot record.
template <class PrimitiveSet, class ExecutionSpace>
bool is_product_recorded(const ExecutionSpace& exec) {
  return is_recording(exec);
}

/// \brief The owners of all arrays that recorded products read.
/// \tparam Owner  keeps alive what a product reads: a View, a plan
template <class Owner, class PrimitiveSet>
class RecordedArrays {
 public:
  /// To be called before each product.
  template <class ExecutionSpace>
  void note_product(const ExecutionSpace& exec) {
    if (!is_recorded_) is_recorded_ = is_product_recorded<PrimitiveSet>(exec);
  }

  /// To be called with the owner that products have used so far, when it is replaced.
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
