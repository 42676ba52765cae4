// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The report of a plan on its tuning.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "formats/common/Sporos_JsonText.hpp"
#include "policies/Sporos_Options.hpp"
#include "policies/tuning/Sporos_CrsSearch.hpp"

namespace sporos {

/// \brief The state of a plan's tuning, and what was tried.
struct TuningReport {
  Tuning tuning = Tuning::none;      ///< the kind of tuning
  bool finished = true;              ///< whether the search is over
  int products = 0;                  ///< products of the plan that were timed; 0 for exhaustive search
  std::string findings_file;         ///< the file that the decision was read from; empty if it was not
  std::string not_saved;             ///< why the findings could not be saved; empty if there was no error
  std::vector<TriedDecision> tried;  ///< exhaustive: the best first; else in the order of their first trial
  bool by_tool = false;              ///< whether a tool of Kokkos chooses, product by product

  /// \brief A description of the tuning that led to `decision`, in a sentence or two; empty without tuning.
  std::string words(const CrsDecision& decision) const {
    if (by_tool) return " A tool of Kokkos may choose otherwise, product by product; choices differ in the last bits.";
    if (tuning == Tuning::none) return "";
    if (!findings_file.empty())
      return detail::concat(" An earlier exhaustive search, kept in ", findings_file, ", chose this.");
    const auto best =
        std::find_if(tried.begin(), tried.end(), [&](const TriedDecision& one) { return one.decision == decision; });
    const bool timed = best != tried.end() && std::isfinite(best->seconds);
    const std::string time = timed ? detail::concat(", ", 1e6 * best->seconds, " microseconds a product") : "";
    if (tuning == Tuning::exhaustive) {
      return detail::concat(" Exhaustive search tried ", tried.size(), " choices; this is the best", time, ".",
                            not_saved.empty() ? "" : detail::concat(" It was not saved: ", not_saved, "."));
    }
    if (finished) {
      return detail::concat(" Tuned in ", products, " products, with ", tried.size(),
                            " choices tried; this one was kept", time, ".");
    }
    return detail::concat(" Still tuning, so far in ", products, " products, with ", tried.size(),
                          " choices tried, which differ in the last bits; this is the best until now", time,
                          ". Not counted are products that are recorded into a graph, have x and y of other types "
                          "than the first, or alpha = 0.");
  }

  /// \brief A table with one line per choice, the fastest first: microseconds, algorithm, coop, repeat, block size.
  std::string table() const {
    std::vector<TriedDecision> sorted = tried;
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const TriedDecision& a, const TriedDecision& b) { return a.seconds < b.seconds; });
    std::string lines = "microseconds products algorithm coop repeat block_size\n";
    for (const TriedDecision& one : sorted) {
      const RowShape& shape = one.decision.shape;
      lines += detail::concat(1e6 * one.seconds, ' ', one.products, ' ', name(one.decision.algorithm), ' ', shape.coop,
                              ' ', shape.repeat, ' ', shape.block_size, '\n');
    }
    return lines;
  }

  /// \brief One JSON object; a choice without a time has `null`.
  std::string json() const {
    std::string list;
    for (const TriedDecision& one : tried) {
      const RowShape& shape = one.decision.shape;
      list += detail::concat(list.empty() ? "" : ", ", "{\"algorithm\": \"", name(one.decision.algorithm),
                             "\", \"coop\": ", shape.coop, ", \"repeat\": ", shape.repeat,
                             ", \"block_size\": ", shape.block_size, ", \"products\": ", one.products,
                             ", \"seconds\": ", std::isfinite(one.seconds) ? detail::concat(one.seconds) : "null", "}");
    }
    return detail::concat("{\"kind\": \"", name(tuning), "\", \"finished\": ", finished ? "true" : "false",
                          ", \"by_tool\": ", by_tool ? "true" : "false", ", \"products\": ", products,
                          ", \"from_file\": ", findings_file.empty() ? "false" : "true",
                          ", \"not_saved\": ", not_saved.empty() ? "null" : detail::json_text(not_saved),
                          ", \"tried\": [", list, "]}");
  }
};

}  // namespace sporos
