// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The choice of a storage format as a value, with its reasons.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "formats/common/Sporos_Require.hpp"
#include "policies/Sporos_Format.hpp"

namespace sporos {

/// \brief The predictions for one format. The unit of time is one product of compressed rows.
struct FormatCandidate {
  Format format = Format::crs;                                  ///< the format
  std::optional<std::int64_t> bytes = std::nullopt;             ///< of the matrix in that format, if known
  double product = std::numeric_limits<double>::infinity();     ///< time of one product
  double conversion = std::numeric_limits<double>::infinity();  ///< time of the conversion
  double break_even = std::numeric_limits<double>::infinity();  ///< products that repay it; infinity: none do
  bool is_in = false;                                           ///< whether it may be chosen
  std::string why;                                              ///< the reason why it may or may not be chosen

  /// \brief The time of the conversion and of `products` products.
  double total(double products) const { return conversion + products * product; }
};

/// \brief The format that was chosen, and the predictions for each.
struct FormatDecision {
  Format format = Format::crs;              ///< the chosen format
  std::int64_t expected_products = 0;       ///< how many products will use the matrix
  int block_size = 0;                       ///< for BSR; 0: not known
  std::vector<FormatCandidate> candidates;  ///< in the order of all_formats()

  /// \brief The predictions for one format.
  /// \throws std::invalid_argument where there are none
  const FormatCandidate& candidate(Format wanted) const {
    for (const FormatCandidate& one : candidates) {
      if (one.format == wanted) return one;
    }
    throw std::invalid_argument(detail::concat("sporos::FormatDecision: nothing is known of ", name(wanted)));
  }

  /// \brief A description in two sentences.
  std::string words() const {
    if (candidates.empty()) return "No format was looked at.";
    const FormatCandidate& chosen = candidate(format);
    if (format != Format::crs) {
      return detail::concat("For ", expected_products, " products ", name(format),
                            " promises the most: ", chosen.product, " times the time of compressed rows, ",
                            chosen.bytes.value_or(0), " bytes, a conversion as long as ", chosen.conversion,
                            " products, repaid after ", std::ceil(chosen.break_even), ".");
    }
    return detail::concat("For ", expected_products, " products compressed rows stay: no format promises to repay its ",
                          "conversion.");
  }

  /// \brief A table with one line per format.
  std::string table() const {
    std::string lines = "format bytes product conversion break_even why\n";
    for (const FormatCandidate& one : candidates) {
      lines +=
          detail::concat(name(one.format), ' ', one.bytes ? detail::concat(*one.bytes) : "-", ' ', one.product, ' ',
                         one.conversion, ' ', one.break_even, ' ', one.is_in ? "in: " : "out: ", one.why, '\n');
    }
    return lines;
  }

  /// \brief One JSON object; unknown bytes and infinite times are `null`.
  std::string json() const {
    const auto number = [](double value) { return std::isfinite(value) ? detail::concat(value) : std::string("null"); };
    std::string list;
    for (const FormatCandidate& one : candidates) {
      list += detail::concat(list.empty() ? "" : ", ", "{\"format\": \"", name(one.format),
                             "\", \"bytes\": ", one.bytes ? detail::concat(*one.bytes) : "null",
                             ", \"product\": ", number(one.product), ", \"conversion\": ", number(one.conversion),
                             ", \"break_even\": ", number(one.break_even), ", \"in\": ", one.is_in ? "true" : "false",
                             ", \"why\": \"", one.why, "\"}");
    }
    return detail::concat("{\"format\": \"", name(format), "\", \"expected_products\": ", expected_products,
                          ", \"candidates\": [", list, "]}");
  }
};

}  // namespace sporos
