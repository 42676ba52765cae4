// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Results for people and for programs.
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
  std::string values = "random";  ///< or "file": the matrix' own
};

/// \brief One line a result, columns aligned, with a line of headings.
std::string table(const std::vector<Result>& results);

/// \brief Bytes and bandwidth by the paper's three models, one line for each result; the caching estimate
/// where all teams cover as many rows.
std::string model_table(const std::vector<Result>& results);

/// \brief What tuning tried, with times, for each line that tuned; nothing where none did.
std::string tuning_tables(const std::vector<Result>& results);

/// \brief What renumbering did to bandwidth, profile and times, and what it took, a line for each contender that was
/// timed both times.
std::string renumbering(const MatrixReport& before, const MatrixReport& after);

/// \brief Geometric mean of the speed-up over each contender, and by name every ratio under 1.
std::string summary(const std::vector<MatrixReport>& reports);

/// \brief `{"matrix": ..., "environment": ..., "results": [...]}`; for several matrices an array of such objects.
std::string json(const Environment& environment, const std::vector<MatrixReport>& reports, bool as_array);

}  // namespace sporos::perf
