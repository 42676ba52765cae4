// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief What a plan says of its transposed products, in words and as JSON.
#pragma once

#include <cstdint>
#include <string>

#include "formats/common/Sporos_Require.hpp"

namespace sporos {

/// \brief What runs transposed products, once the plan is ready for them.
struct TransposedDescription {
  std::int64_t bytes = 0;  ///< of the transposed matrix that the plan keeps; 0 where there is none
  std::string algorithm;   ///< by which that is multiplied; empty where there is none

  /// \brief A sentence for people, or nothing.
  std::string words() const {
    if (algorithm.empty()) return "";
    return detail::concat(" Transposed products run crs/", algorithm, " on ", bytes, " bytes of their own.");
  }

  /// \brief The same as one JSON object, or null.
  std::string json() const {
    if (algorithm.empty()) return "null";
    return detail::concat("{\"bytes\": ", bytes, ", \"algorithm\": \"", algorithm, "\"}");
  }
};

}  // namespace sporos
