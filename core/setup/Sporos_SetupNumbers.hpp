// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The numbers that the kernels which prepare a plan find out for the host.
#pragma once

#include <array>
#include <limits>

#include "core/device/instance/Sporos_Mailbox.hpp"
#include "formats/crs/Sporos_Validate.hpp"

namespace sporos {
namespace detail {

/// \brief A number for row blocks, and one for segments of long rows.
template <class T>
struct OfList {
  T row_blocks;
  T segments;
};

/// \brief How many different lists of the same rows one kernel makes at most.
inline constexpr int max_lists = 2;

/// \brief How rows, and entries, are shared out among the teams that inspect them.
struct InspectionShares {
  std::int64_t teams = 0;
  std::int64_t rows_each = 0;
  std::int64_t entries_each = 0;
};

/// \brief What a team finds in its share, whose rows and entries it counts from 0: small on a GPU, where the host takes
/// time for every word that it reads.
template <class Count>
struct ShareFindings {
  static constexpr Count none = std::numeric_limits<Count>::max();

  double sum_of_squares = 0;
  std::int64_t longest_row = 0;
  Count empty_rows = 0;
  Count short_rows = 0;
  Count first_bad_row = none;
  Count first_bad_entry = none;

  KOKKOS_INLINE_FUNCTION ShareFindings& operator+=(const ShareFindings& other) {
    sum_of_squares += other.sum_of_squares;
    if (other.longest_row > longest_row) longest_row = other.longest_row;
    empty_rows += other.empty_rows;
    short_rows += other.short_rows;
    if (other.first_bad_row < first_bad_row) first_bad_row = other.first_bad_row;
    if (other.first_bad_entry < first_bad_entry) first_bad_entry = other.first_bad_entry;
    return *this;
  }

  /// \brief As the matrix counts rows and entries.
  Inspection from(std::int64_t first_row, std::int64_t first_entry) const {
    const auto number = [](Count of_share, std::int64_t first) {
      return of_share == none ? no_row : first + static_cast<std::int64_t>(of_share);
    };
    return {{longest_row, empty_rows, number(first_bad_row, first_row), sum_of_squares, short_rows},
            number(first_bad_entry, first_entry)};
  }
};

/// \brief What a kernel finds out.
struct SetupQuestions {
  InspectionShares shares;                             ///< each team posts what it finds
  std::array<OfList<bool>, max_lists> has_lists = {};  ///< whose lengths are posted
  std::size_t list_bytes = 0;                          ///< of all of them
};

/// \brief What comes out of it; the lengths of lists that are not made are 0.
struct SetupResults {
  Inspection inspection;
  std::array<OfList<std::uint64_t>, max_lists> lengths = {};
};

}  // namespace detail
}  // namespace sporos
