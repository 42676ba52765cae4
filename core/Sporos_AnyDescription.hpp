// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief A description of a plan of a matrix in any storage format, in words and as JSON.
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
  Format format = Format::crs;  ///< of the matrix
  std::int64_t bytes = 0;       ///< of all arrays of the matrix, except the map of update_values()
  std::string why;              ///< why the matrix is in this format
  std::variant<Description, FormatDescription> plan;  ///< for compressed rows; for another format
  FormatDecision decision;  ///< what was predicted for each format; no candidates if none was chosen
  FormatTrials trials;      ///< the times, if formats were timed

  /// \brief A few sentences for people.
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
