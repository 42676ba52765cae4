// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief What a plan of a matrix in any storage format says of itself, in words and as JSON.
#pragma once

#include <variant>

#include "core/Sporos_Description.hpp"
#include "core/Sporos_FormatDescription.hpp"
#include "policies/Sporos_Format.hpp"

namespace sporos {

/// \brief What runs, and why in this format.
struct AnyDescription {
  Format format = Format::crs;
  std::int64_t bytes = 0;  ///< of all arrays of the matrix, but for the map of update_values()
  std::string why;         ///< this format
  std::variant<Description, FormatDescription> plan;  ///< of compressed rows; of another format

  /// \brief Some sentences for people.
  std::string words() const {
    const std::string words = std::visit([](const auto& plan) { return plan.words(); }, plan);
    return format == Format::crs ? concat(words, " In compressed rows: ", why, ".") : words;
  }

  /// \brief The same as one JSON object.
  std::string json() const {
    return concat("{\"format\": \"", name(format), "\", \"bytes\": ", bytes, ", \"why\": \"", why,
                  "\", \"plan\": ", std::visit([](const auto& plan) { return plan.json(); }, plan), "}");
  }
};

inline std::ostream& operator<<(std::ostream& out, const AnyDescription& description) {
  return out << description.words();
}

}  // namespace sporos
