// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Invented profiles of rows, for tests of decisions.
#pragma once

#include "formats/crs/Sporos_RowProfile.hpp"

namespace sporos_test {

/// \brief The profile of a square matrix; its rows deviate as if only the longest differed from the others.
inline sporos::RowProfile row_profile(std::int64_t num_rows, std::int64_t nnz, std::int64_t longest_row) {
  sporos::RowProfile rows;
  rows.num_rows = num_rows;
  rows.num_columns = num_rows;
  rows.nnz = nnz;
  rows.longest_row = longest_row;
  rows.sum_of_squares = static_cast<double>(longest_row) * static_cast<double>(longest_row);
  return rows;
}

}  // namespace sporos_test
