// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The findings of an exhaustive search over storage formats.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "formats/common/Sporos_Require.hpp"
#include "policies/Sporos_Format.hpp"

namespace sporos {

/// \brief One format with its times; these are infinite if the matrix could not be converted.
struct TriedFormat {
  Format format = Format::crs;                                  ///< the format
  std::int64_t bytes = 0;                                       ///< of the matrix in that format
  double conversion = std::numeric_limits<double>::infinity();  ///< seconds
  double seconds = std::numeric_limits<double>::infinity();     ///< of one product
  int products = 0;                                             ///< products that were timed
  std::string refusal;                                          ///< why it has no times

  /// \brief Seconds for the conversion and all products.
  double total(std::int64_t expected_products) const {
    return conversion + static_cast<double>(expected_products) * seconds;
  }
};

/// \brief The formats that were timed, compressed rows with their best algorithm among them.
struct FormatTrials {
  std::int64_t expected_products = 0;  ///< how many products will use the matrix
  std::vector<TriedFormat> tried;      ///< the fastest product first

  /// \brief The format that takes the least time for its conversion and all expected products.
  /// \pre something was tried
  const TriedFormat& best() const {
    return *std::min_element(tried.begin(), tried.end(), [this](const TriedFormat& a, const TriedFormat& b) {
      return a.total(expected_products) < b.total(expected_products);
    });
  }

  /// \brief Sorts the formats, the fastest product first.
  void sort() {
    std::stable_sort(tried.begin(), tried.end(),
                     [](const TriedFormat& a, const TriedFormat& b) { return a.seconds < b.seconds; });
  }

  /// \brief A description in one sentence; empty where nothing was tried.
  std::string words() const {
    if (tried.empty()) return "";
    const TriedFormat& chosen = best();
    return detail::concat("Exhaustive search tried ", tried.size(), " formats; for ", expected_products, " products ",
                          name(chosen.format), " takes the least time, ", 1e6 * chosen.seconds,
                          " microseconds a product.");
  }

  /// \brief A table with one line per format, the fastest first: microseconds of a product and of the conversion.
  std::string table() const {
    std::string lines = "format microseconds products conversion bytes\n";
    for (const TriedFormat& one : tried) {
      lines +=
          detail::concat(name(one.format), ' ', 1e6 * one.seconds, ' ', one.products, ' ', 1e6 * one.conversion, ' ',
                         one.refusal.empty() ? detail::concat(one.bytes) : detail::concat("- ", one.refusal), '\n');
    }
    return lines;
  }

  /// \brief One JSON array; a format without a time has `null`.
  std::string json() const {
    const auto number = [](double value) { return std::isfinite(value) ? detail::concat(value) : std::string("null"); };
    std::string list;
    for (const TriedFormat& one : tried) {
      list += detail::concat(list.empty() ? "" : ", ", "{\"format\": \"", name(one.format),
                             "\", \"bytes\": ", one.refusal.empty() ? detail::concat(one.bytes) : "null",
                             ", \"conversion_seconds\": ", number(one.conversion), ", \"products\": ", one.products,
                             ", \"seconds\": ", number(one.seconds), "}");
    }
    return detail::concat("[", list, "]");
  }
};

}  // namespace sporos
