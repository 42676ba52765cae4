// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief A description of a plan's transposed products, in words and as JSON.
#pragma once

#include <cstdint>
#include <string>

#include "formats/common/Sporos_Require.hpp"

namespace sporos {

/// \brief What runs transposed products, once the plan is ready for them.
struct TransposedDescription {
  std::int64_t bytes = 0;  ///< of the transposed matrix that the plan keeps; 0 if there is none
  std::string algorithm;   ///< that multiplies it; empty if there is none, or if its format has only one algorithm
  std::string format;      ///< of the transposed matrix; empty if there is none

  /// \brief A sentence for people; empty if there is nothing to say.
  std::string words() const {
    if (format.empty()) return "";
    return detail::concat(" Transposed products run ", format, algorithm.empty() ? "" : "/", algorithm, " on ", bytes,
                          " bytes of their own.");
  }

  /// \brief The same as one JSON object, or null.
  std::string json() const {
    if (format.empty()) return "null";
    return detail::concat("{\"bytes\": ", bytes, ", \"format\": \"", format, "\", \"algorithm\": \"", algorithm, "\"}");
  }
};

}  // namespace sporos
