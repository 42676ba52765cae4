// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The parts of a plan in one allocation, so that moving a plan moves a pointer, and a plan may be empty.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "core/setup/Sporos_AtFinalize.hpp"
#include "formats/common/Sporos_Require.hpp"

namespace sporos {
namespace detail {

/// \brief The parts of a plan. It has none if it was default-constructed (perhaps before Kokkos was initialised), was
/// moved from, or has outlived Kokkos.
template <class Parts>
class PlanParts {
 public:
  PlanParts() = default;
  explicit PlanParts(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}

  bool empty() const { return parts_.get() == nullptr; }

  /// \param function  the name of the plan's function, for the message
  /// \throws std::runtime_error where there are none
  Parts& get(const char* function) const { return get("Plan::", function); }

  /// \brief The same for a function that takes a plan, which is none of the plan's own.
  Parts& get_for(const char* function) const { return get("", function); }

 private:
  Parts& get(const char* scope, const char* function) const {
    if (empty()) {
      const std::string own = concat(scope, function);
      throw std::runtime_error(concat("sporos::", Caller::of(own.c_str()),
                                      ": the plan is empty (never made, moved from, or Kokkos was finalized)"));
    }
    return *parts_.get();
  }

  UntilFinalize<std::unique_ptr<Parts>> parts_;
};

}  // namespace detail
}  // namespace sporos
