// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief What a plan of a matrix in any storage format says of itself, in words and as JSON.
#pragma once

#include <variant>

#include "core/Sporos_Description.hpp"
#include "core/Sporos_FormatDescription.hpp"
#include "formats/common/Sporos_JsonText.hpp"
#include "policies/formats/Sporos_FormatDecision.hpp"
#include "policies/formats/Sporos_FormatTrials.hpp"

namespace sporos {

/// \brief What runs, and why in this format.
struct AnyDescription {
  Format format = Format::crs;  ///< in which the matrix is stored
  std::int64_t bytes = 0;       ///< of all arrays of the matrix, but for the map of update_values()
  std::string why;              ///< the matrix is in this format
  std::variant<Description, FormatDescription> plan;  ///< of compressed rows; of another format
  FormatDecision decision;  ///< where the format was chosen: what was predicted of each; else without candidates
  FormatTrials trials;      ///< where formats were timed

  /// \brief Some sentences for people.
  std::string words() const {
    std::string words = std::visit([](const auto& of_plan) { return of_plan.words(); }, plan);
    if (format == Format::crs) words += detail::concat(" In compressed rows: ", why, ".");
    if (!decision.candidates.empty()) words += detail::concat(" ", decision.words());
    if (!trials.tried.empty()) words += detail::concat(" ", trials.words());
    return words;
  }

  /// \brief The same as one JSON object.
  std::string json() const {
    return detail::concat("{\"format\": \"", name(format), "\", \"bytes\": ", bytes,
                          ", \"why\": ", detail::json_text(why),
                          ", \"plan\": ", std::visit([](const auto& of_plan) { return of_plan.json(); }, plan),
                          ", \"decision\": ", decision.candidates.empty() ? "null" : decision.json(),
                          ", \"trials\": ", trials.json(), "}");
  }
};

/// \brief Prints words().
inline std::ostream& operator<<(std::ostream& out, const AnyDescription& description) {
  return out << description.words();
}

}  // namespace sporos
