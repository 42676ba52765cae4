// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The numbers that the kernels which prepare a plan find out for the host.
#pragma once

#include "formats/Sporos_MeasureRows.hpp"

namespace sporos {

/// \brief What a pass over row offsets and columns finds.
struct Inspection {
  detail::RowScan rows;
  std::int64_t first_bad_entry = detail::no_row;  ///< whose column is not one of the matrix

  KOKKOS_INLINE_FUNCTION Inspection& operator+=(const Inspection& other) {
    detail::join_scans(rows, other.rows);
    if (other.first_bad_entry < first_bad_entry) first_bad_entry = other.first_bad_entry;
    return *this;
  }
};

/// \brief How many row blocks and stretches of long rows were listed.
struct ListLengths {
  std::uint64_t row_blocks;
  std::uint64_t stretches;
};

/// \brief What the teams that list them share: zero before and after the kernel.
struct ListCounters {
  ListLengths lengths;
  std::uint64_t teams_done;
};

/// \brief What comes out of a kernel.
struct SetupResults {
  Inspection inspection;
  ListLengths lengths;
};

}  // namespace sporos
