// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <map>
#include <random>
#include <utility>

#include "unit_tests/formats/matrix_market/MatrixMarketSupport.hpp"

namespace matrix_market_assembly_tests {

using sporos::detail::Mirror;
using Matrix = sporos::CrsMatrix<double, int, int, Kokkos::HostSpace>;
using Reference = std::map<std::pair<int, int>, double>;

// Random entries, several for one place, and the last row by far the longest; small integers, so that sums are exact.
void expect_assembled(Mirror mirror, int size, int num_entries) {
  std::mt19937 random(static_cast<unsigned>(num_entries));
  sporos::detail::EntryBlocks<double, int> entries(num_entries, true);
  Reference reference;
  for (int i = 0; i < num_entries; ++i) {
    int row = i % 3 == 0 ? size - 1 : static_cast<int>(random() % static_cast<unsigned>(size));
    int column = static_cast<int>(random() % static_cast<unsigned>(size));
    const double value = static_cast<double>(random() % 100) - 50;
    if (mirror != Mirror::none && column > row) std::swap(row, column);
    entries.push_back(row, column, value);
    reference[{row, column}] += value;
    if (mirror != Mirror::none && row != column) reference[{column, row}] += mirror == Mirror::negated ? -value : value;
  }
  const auto expanded = sporos::detail::expanded_size(entries, mirror);
  const auto matrix = sporos::detail::assemble_crs<Matrix>(std::move(entries), size, size, expanded, mirror);
  EXPECT_TRUE(sporos_test::is_sound(matrix));
  ASSERT_EQ(matrix.nnz(), static_cast<std::int64_t>(reference.size()));
  auto expected = reference.begin();
  for (const auto& [row, column, value] : sporos_test::triples(matrix)) {
    ASSERT_EQ(row, expected->first.first);
    ASSERT_EQ(column, expected->first.second);
    ASSERT_EQ(value, expected->second) << row << ", " << column;
    ++expected;
  }
}

TEST(MatrixMarketAssembly, SortsAndSumsWhateverComesInAnyOrder) {
  for (const Mirror mirror : {Mirror::none, Mirror::same, Mirror::negated}) {
    expect_assembled(mirror, 1, 20);
    expect_assembled(mirror, 30, 400);
    expect_assembled(mirror, 1000, 200000);
    expect_assembled(mirror, 50000, 200000);
  }
}

TEST(MatrixMarketAssembly, CountsEntriesAcrossBlocks) {
  for (const int size : {0, 1, 65535, 65536, 65537, 200000}) {
    sporos::detail::EntryBlocks<double, int> entries(size, false);
    for (int i = 0; i < size; ++i) entries.push_back(i, 0, 1.0);
    EXPECT_EQ(entries.size(), size);
    EXPECT_EQ(sporos::detail::expanded_size(entries, Mirror::none), size);
    EXPECT_EQ(sporos::detail::expanded_size(entries, Mirror::same), size == 0 ? 0 : 2 * size - 1);
  }
}

TEST(MatrixMarketAssembly, GrowsBeyondWhatWasPromised) {
  sporos::detail::EntryBlocks<double, int> entries(1, true);
  for (int i = 0; i < 1000; ++i) entries.push_back(i, i, i);
  const auto matrix = sporos::detail::assemble_crs<Matrix>(std::move(entries), 1000, 1000, 1000, Mirror::none);
  for (int i = 0; i < 1000; ++i) ASSERT_EQ(matrix.values(i), i);
}

}  // namespace matrix_market_assembly_tests
