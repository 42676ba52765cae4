// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Results as text for people and as JSON for programs.
#pragma once

#include <string>
#include <vector>

#include "formats/crs/Sporos_Bandwidth.hpp"
#include "formats/crs/Sporos_RowProfile.hpp"
#include "perf_tests/report/Environment.hpp"
#include "perf_tests/support/Renumber.hpp"
#include "perf_tests/support/Result.hpp"

namespace sporos::perf {

/// \brief The results on one matrix.
struct MatrixReport {
  std::string name;
  RowProfile profile;
  Bandwidth bandwidth;
  Renumbering renumbering;
  std::vector<Result> results;
  std::string values = "random";  ///< or "file": those of the file
};

/// \brief One line per result, with aligned columns and a line of headings.
std::string table(const std::vector<Result>& results);

/// \brief Bytes and bandwidth by the paper's three models, one line per result; the caching estimate only if all teams
/// cover the same number of rows.
std::string model_table(const std::vector<Result>& results);

/// \brief What tuning tried, with times, for each result that was tuned; empty if there is none.
std::string tuning_tables(const std::vector<Result>& results);

/// \brief How renumbering changed bandwidth, profile and times, and how long it took, one line for each contender that
/// was timed before and after.
std::string renumbering(const MatrixReport& before, const MatrixReport& after);

/// \brief The geometric mean of the speed-ups over each contender, and all ratios below 1 by name.
std::string summary(const std::vector<MatrixReport>& reports);

/// \brief `{"matrix": ..., "environment": ..., "results": [...]}`; for several matrices an array of such objects.
std::string json(const Environment& environment, const std::vector<MatrixReport>& reports, bool as_array);

}  // namespace sporos::perf
