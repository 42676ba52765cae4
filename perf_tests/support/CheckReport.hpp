// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief How the products of a matrix compare with the reference, and who can check them.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "perf_tests/report/Json.hpp"
#include "perf_tests/support/Settings.hpp"

namespace sporos::perf {

struct CheckReport {
  std::int64_t right = 0;                      ///< products within the bound, dot products included
  std::map<std::string, std::string> refused;  ///< who takes the matrix or a product of it in no way, and why
  std::vector<std::string> wrong;              ///< a product each

  std::string json(const std::string& matrix, const std::string& scalar) const {
    std::string text = sporos::detail::concat("{\"matrix\": ", json_text(matrix), ", \"scalar\": ", json_text(scalar),
                                              ", \"right\": ", right, ", \"refused\": {");
    const char* separator = "";
    for (const auto& [who, why] : refused) {
      text += sporos::detail::concat(separator, json_text(who), ": ", json_text(why));
      separator = ", ";
    }
    text += "}, \"wrong\": [";
    separator = "";
    for (const std::string& product : wrong) {
      text += separator + json_text(product);
      separator = ", ";
    }
    return text + "]}";
  }
};

using Checker = CheckReport (*)(const Settings& settings, const std::string& input);

/// \brief Those that are compiled into this program, by scalar.
inline std::map<std::string, Checker>& checkers() {
  static std::map<std::string, Checker> list;
  return list;
}

}  // namespace sporos::perf
