// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shares, the rows that they cut and their carries, and the segments of long rows, from the device, compared with
// simple loops.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/setup/Sporos_Inspect.hpp"
#include "core/setup/Sporos_MergePathSearch.hpp"
#include "unit_tests/support/Gallery.hpp"

namespace setup_split_rows_tests {

using Exec = Kokkos::DefaultExecutionSpace;
using HostMatrix = sporos::CrsMatrix<double, int, int, Kokkos::HostSpace>;
using Numbers = std::vector<std::int64_t>;

template <class View>
Numbers numbers(const View& view) {
  const auto host = sporos::detail::host_copy(view);
  Numbers all;
  for (std::size_t i = 0; i < host.extent(0); ++i) all.push_back(static_cast<std::int64_t>(host(i)));
  return all;
}

struct Shares {
  Numbers rows;
  Numbers entries;
  Numbers cut_rows;
  Numbers first_carries;
  Numbers last_carries;
  std::int64_t num_carries;
};

Shares device_shares(const HostMatrix& host, std::int64_t items) {
  const auto matrix = sporos::copy_to<Exec::memory_space>(host);
  const auto view = sporos::crs_view(matrix);
  const auto points = sporos::detail::find_merge_coordinates(Exec(), view, items);
  const auto cut = sporos::detail::find_cut_rows(Exec(), view, points);
  Shares shares{{}, {}, numbers(cut.rows), numbers(cut.begin), numbers(cut.end), cut.num_carries};
  const auto host_points = sporos::detail::host_copy(points);
  for (std::size_t i = 0; i < host_points.extent(0); ++i) {
    shares.rows.push_back(host_points(i).row);
    shares.entries.push_back(host_points(i).entry);
  }
  return shares;
}

// Goes through all entries and row ends, one by one, and notes the position whenever a share is full.
Shares reference_shares(const HostMatrix& matrix, std::int64_t items) {
  Shares shares{{0}, {matrix.row_offsets(0)}, {}, {}, {}, 0};
  std::int64_t item = 0;
  const auto next_item = [&](std::int64_t row_ends, std::int64_t entries) {
    if (++item % items != 0) return;
    shares.rows.push_back(row_ends);
    shares.entries.push_back(entries);
  };
  for (std::int64_t row = 0; row < matrix.num_rows; ++row) {
    const std::int64_t first_share = item / items;
    for (std::int64_t k = matrix.row_offsets(row); k < matrix.row_offsets(row + 1); ++k) next_item(row, k + 1);
    const std::int64_t last_share = item / items;
    next_item(row + 1, matrix.row_offsets(row + 1));
    if (first_share == last_share) continue;
    // Each share has two carries, for its first row and for its last row.
    shares.cut_rows.push_back(row);
    shares.first_carries.push_back(2 * first_share + 1);
    shares.last_carries.push_back(2 * last_share + 1);
  }
  // The last share may be short, and shares of entries after the last row are empty.
  const std::int64_t num_shares = (matrix.nnz() + matrix.num_rows + items - 1) / items;
  while (shares.rows.size() < static_cast<std::size_t>(num_shares) + 1) {
    shares.rows.push_back(matrix.num_rows);
    shares.entries.push_back(matrix.row_offsets(static_cast<std::size_t>(matrix.num_rows)));
  }
  shares.num_carries = 2 * num_shares;
  return shares;
}

void expect_reference(const HostMatrix& matrix, std::int64_t items) {
  const Shares found = device_shares(matrix, items);
  const Shares wanted = reference_shares(matrix, items);
  EXPECT_EQ(found.rows, wanted.rows);
  EXPECT_EQ(found.entries, wanted.entries);
  EXPECT_EQ(found.cut_rows, wanted.cut_rows);
  EXPECT_EQ(found.first_carries, wanted.first_carries);
  EXPECT_EQ(found.last_carries, wanted.last_carries);
  EXPECT_EQ(found.num_carries, wanted.num_carries);
}

TEST(SetupSplitRows, SharesEqualThoseOfTheReference) {
  for (const auto& pattern : sporos_test::gallery()) {
    const auto matrix = sporos_test::make_matrix<double>(pattern);
    for (const std::int64_t items : {1, 2, 7, 64, 512, 100000}) {
      SCOPED_TRACE(sporos::detail::concat(pattern.name, ", ", items, " items"));
      expect_reference(matrix, items);
    }
  }
}

TEST(SetupSplitRows, SharesBeginWhereTheRowsBegin) {
  for (const auto& pattern : sporos_test::gallery()) {
    SCOPED_TRACE(pattern.name);
    const auto matrix = sporos_test::make_matrix<double>(pattern);
    expect_reference(sporos_test::with_unused_entries(matrix, 100, 0), 64);
    expect_reference(sporos_test::with_unused_entries(matrix, 1, 200), 64);
  }
}

TEST(SetupSplitRows, SharesGoOnAndCoverEverything) {
  for (const auto& pattern : sporos_test::gallery()) {
    const auto matrix = sporos_test::make_matrix<double>(pattern);
    for (const std::int64_t items : {1, 5, 300}) {
      SCOPED_TRACE(sporos::detail::concat(pattern.name, ", ", items, " items"));
      const Shares shares = device_shares(matrix, items);
      EXPECT_EQ(shares.rows.front(), 0);
      EXPECT_EQ(shares.entries.front(), 0);
      EXPECT_EQ(shares.rows.back(), matrix.num_rows);
      EXPECT_EQ(shares.entries.back(), matrix.nnz());
      for (std::size_t i = 0; i + 1 < shares.rows.size(); ++i) {
        const std::int64_t rows = shares.rows[i + 1] - shares.rows[i];
        const std::int64_t entries = shares.entries[i + 1] - shares.entries[i];
        const bool is_last = i + 2 == shares.rows.size();
        ASSERT_TRUE(rows >= 0 && entries >= 0) << "share " << i;
        ASSERT_TRUE(rows + entries == items || (is_last && rows + entries < items)) << "share " << i;
      }
    }
  }
}

// Rows of 5, 0 and 3 entries (e) with their ends (|) in shares of 3:   e e e / e e | / | e e / e |
TEST(SetupSplitRows, SharesOfThreeRowsAreThese) {
  const auto matrix = sporos_test::make_matrix<double>(sporos_test::random_pattern("5, 0, 3", 3, 20, [](auto row) {
    return row == 0 ? 5 : row == 1 ? 0 : 3;
  }));
  const Shares shares = device_shares(matrix, 3);
  EXPECT_EQ(shares.rows, (Numbers{0, 0, 1, 2, 3}));
  EXPECT_EQ(shares.entries, (Numbers{0, 3, 5, 7, 8}));
  EXPECT_EQ(shares.cut_rows, (Numbers{0, 2}));
  EXPECT_EQ(shares.first_carries, (Numbers{1, 5}));
  EXPECT_EQ(shares.last_carries, (Numbers{3, 7}));
}

using Segments = Kokkos::View<const sporos::detail::LongRowSegment*, Exec::memory_space>;
using Slots = Kokkos::View<const sporos::detail::SegmentSlot*, Exec::memory_space>;

struct Segment {
  std::int64_t row, begin, end, index, count;
  bool operator==(const Segment& other) const {
    return row == other.row && begin == other.begin && end == other.end && index == other.index && count == other.count;
  }
};

std::ostream& operator<<(std::ostream& out, const Segment& s) {
  return out << "row " << s.row << ": " << s.begin << " to " << s.end << ", " << s.index << " of " << s.count;
}

// Entry by entry: a segment ends with the row, and before each multiple of `limits.segment` except the first one in the
// row.
std::vector<Segment> reference_segments(const std::vector<std::int64_t>& row_offsets, const sporos::LongRows& limits) {
  std::vector<Segment> segments;
  for (std::size_t row = 0; row + 1 < row_offsets.size(); ++row) {
    const std::int64_t end = row_offsets[row + 1];
    if (end - row_offsets[row] <= limits.long_row) continue;
    std::vector<std::int64_t> multiples;
    for (std::int64_t entry = row_offsets[row]; entry < end; ++entry) {
      if (entry % limits.segment == 0) multiples.push_back(entry);
    }
    const auto count = static_cast<std::int64_t>(multiples.size());
    for (std::int64_t i = 0; i < count; ++i) {
      const auto at = static_cast<std::size_t>(i);
      segments.push_back({static_cast<std::int64_t>(row), i == 0 ? row_offsets[row] : multiples[at],
                          i + 1 == count ? end : multiples[at + 1], i, count});
    }
  }
  return segments;
}

TEST(SetupSplitRows, SegmentsOfLongRowsAreThoseOfTheReference) {
  for (const auto& pattern : sporos_test::gallery()) {
    const auto matrix = sporos_test::with_unused_entries(sporos_test::make_matrix<double>(pattern), 17, 3);
    const auto device_matrix = sporos::copy_to<Exec::memory_space>(matrix);
    const std::vector<std::int64_t> row_offsets(matrix.row_offsets.data(),
                                                matrix.row_offsets.data() + matrix.row_offsets.extent(0));
    for (const std::int64_t long_row : {1, 31, 256, 4096}) {
      for (const std::int64_t segment : {1, 16, 31, 2048}) {
        if (segment > long_row) continue;
        SCOPED_TRACE(sporos::detail::concat(pattern.name, ", long rows from ", long_row, ", segments of ", segment));
        const sporos::LongRows limits{INT64_MAX, long_row, segment};
        const auto lists = sporos::detail::list_rows(Exec(), sporos::crs_view(device_matrix), {{0, 0}, limits});
        const auto count = static_cast<std::size_t>(lists.num_segments);
        const auto segments = sporos::detail::host_copy(Segments(lists.segments, count));
        const auto slots = sporos::detail::host_copy(Slots(lists.slots, count));
        std::vector<Segment> found;
        for (std::size_t i = 0; i < count; ++i) {
          const auto& s = segments(i);
          found.push_back({s.row, s.begin, s.end, s.index, s.count});
          EXPECT_TRUE(s.index == 0 || found[i - 1].row == s.row) << "a row's segments lie together: " << found[i];
          EXPECT_EQ(slots(i).arrived, 0u);
        }
        std::sort(found.begin(), found.end(), [](const Segment& a, const Segment& b) { return a.begin < b.begin; });
        EXPECT_EQ(found, reference_segments(row_offsets, limits));
      }
    }
  }
}

}  // namespace setup_split_rows_tests
