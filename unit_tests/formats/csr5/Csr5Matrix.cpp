// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <vector>

#include "formats/csr5/Sporos_ToCsr5.hpp"
#include "unit_tests/support/FormatTests.hpp"

namespace sporos_test {
namespace csr5_matrix_tests {

using Exec = Kokkos::DefaultExecutionSpace;
using Rows = std::vector<std::int64_t>;

template <class Value, class Column, class Offset>
auto on_device(const sporos::CrsMatrix<Value, Column, Offset, Kokkos::HostSpace>& matrix) {
  return sporos::copy_to<Exec::memory_space>(matrix);
}

// The drawing in the header; a to h are 1 to 8.
auto drawn() {
  auto matrix = make_matrix<double>({"drawn", 4, {{0, 1}, {}, {0, 1, 2}, {1, 2, 3}}});
  for (int k = 0; k < 8; ++k) matrix.values(static_cast<std::size_t>(k)) = k + 1;
  return on_device(matrix);
}

sporos::Csr5Options shape(int omega, int sigma) { return {{}, omega, sigma}; }

TEST(Csr5Matrix, LiesInMemoryAsDrawn) {
  const auto matrix = sporos::to_csr5(Exec(), drawn(), shape(2, 3));
  EXPECT_EQ(elements(matrix.values), (std::vector<double>{1, 4, 2, 5, 3, 6, 7, 8}));
  EXPECT_EQ(elements(matrix.columns), (std::vector<int>{0, 1, 1, 2, 0, 1, 2, 3}));
  EXPECT_EQ(elements(matrix.row_offsets), (std::vector<int>{0, 2, 2, 5, 8}));
  const auto tiles = sporos::detail::host_copy(matrix.tiles);
  ASSERT_EQ(tiles.extent(0), 1u);
  EXPECT_EQ(tiles(0).first_row, 0);
  EXPECT_EQ(tiles(0).first_start_row, 0);
  EXPECT_EQ(tiles(0).num_starts, 3);
  EXPECT_EQ(tiles(0).ends_inside_row, 1);
  const auto lanes = sporos::detail::host_copy(matrix.lanes);
  ASSERT_EQ(lanes.extent(0), 2u);
  EXPECT_EQ(lanes(0).row_starts, 5u);
  EXPECT_EQ(lanes(1).row_starts, 4u);
  EXPECT_EQ(lanes(0).starts_before, 0);
  EXPECT_EQ(lanes(1).starts_before, 2);
  EXPECT_EQ(elements(matrix.start_rows), (std::vector<std::int32_t>{0, 2, 3}));
  EXPECT_EQ(elements(matrix.empty_rows), (Rows{1}));
  EXPECT_EQ(elements(matrix.split_rows), (Rows{3}));
  EXPECT_EQ(elements(matrix.first_carry), (Rows{1}));
  EXPECT_EQ(elements(matrix.end_carry), (Rows{3}));
  EXPECT_EQ(matrix.first_tail_row, 3);
  EXPECT_EQ(matrix.end_tail_row, 4);
}

TEST(Csr5Matrix, CountsLanesWithoutRowStarts) {
  // Eight lanes of two entries; rows begin in lanes 0, 3 and 4.
  const auto pattern = random_pattern("runs", 3, 9, [](auto row) { return row == 0 ? 6 : row == 1 ? 3 : 7; });
  const auto matrix = sporos::to_csr5(Exec(), on_device(make_matrix<double>(pattern)), shape(8, 2));
  const auto lanes = sporos::detail::host_copy(matrix.lanes);
  std::vector<int> runs;
  std::vector<int> before;
  for (std::size_t lane = 0; lane < 8; ++lane) {
    runs.push_back(lanes(lane).run_after);
    before.push_back(lanes(lane).starts_before);
  }
  EXPECT_EQ(runs, (std::vector<int>{0, 2, 1, 0, 0, 2, 1, 0}));
  EXPECT_EQ(before, (std::vector<int>{0, 1, 1, 1, 2, 3, 3, 3}));
  EXPECT_EQ(sporos::detail::host_copy(matrix.tiles)(0).first_start_row, -1);
}

TEST(Csr5Matrix, ChoosesSigmaByTheRuleOfThePaper) {
  const auto sigma = [](std::int64_t mean) { return sporos::detail::csr5_shape(false, 10, 10 * mean).sigma; };
  EXPECT_EQ(sigma(0), 4);
  EXPECT_EQ(sigma(4), 4);
  EXPECT_EQ(sigma(5), 5);
  EXPECT_EQ(sigma(32), 32);
  EXPECT_EQ(sigma(33), 32);
  EXPECT_EQ(sigma(256), 32);
  EXPECT_EQ(sigma(257), 4);
  EXPECT_EQ(sporos::detail::csr5_shape(false, 0, 0).omega, 32);
  EXPECT_EQ(sporos::detail::csr5_shape(true, 10, 50).omega, 4);
  EXPECT_EQ(sporos::detail::csr5_shape(true, 10, 50).sigma, 16);
}

TEST(Csr5Matrix, TakesTheBytesThatWereSaid) {
  for (const Pattern& pattern : gallery()) {
    SCOPED_TRACE(pattern.name);
    const auto check = [](const auto& crs) {
      using Crs = std::decay_t<decltype(crs)>;
      EXPECT_EQ(sporos::bytes_as_csr5(sporos::count_csr5(Exec(), crs), sizeof(typename Crs::value_type),
                                      sizeof(typename Crs::column_type), sizeof(typename Crs::offset_type)),
                sporos::to_csr5(Exec(), crs).bytes());
    };
    check(on_device(make_matrix<double>(pattern)));
    check(on_device(make_matrix<float, std::int64_t, std::size_t>(pattern)));
  }
}

TEST(Csr5Matrix, RefusesMoreBytesThanAllowed) {
  auto options = shape(2, 3);
  options.max_bytes = 50;
  // 5 offsets, 8 entries, a tile of 2 lanes, 3 starts, 1 empty row, 1 split row and 3 carries.
  EXPECT_EQ(complaint([&] { sporos::to_csr5(Exec(), drawn(), options); }),
            sporos::detail::concat("sporos::to_csr5: the matrix would take ", 20 + 96 + 24 + 16 + 12 + 8 + 24 + 48,
                                   " bytes, but max_bytes is 50"));
}

TEST(Csr5Matrix, RefusesOtherTileSizes) {
  const auto refused = [](int omega, int sigma) {
    return complaint([&] { sporos::to_csr5(Exec(), drawn(), shape(omega, sigma)); });
  };
  EXPECT_EQ(refused(3, 4), "sporos::to_csr5: omega is 3, but must be 0 or a power of two up to 32");
  EXPECT_EQ(refused(64, 4), "sporos::to_csr5: omega is 64, but must be 0 or a power of two up to 32");
  EXPECT_EQ(refused(4, 33), "sporos::to_csr5: sigma is 33, but must be 0 to 32");
  EXPECT_EQ(refused(4, -1), "sporos::to_csr5: sigma is -1, but must be 0 to 32");
}

TEST(Csr5Matrix, RefusesAnotherNumberOfValues) {
  const auto matrix = sporos::to_csr5(Exec(), drawn());
  const Kokkos::View<double*, Exec::memory_space> values("values", 7);
  EXPECT_EQ(complaint([&] { update_values(Exec(), matrix, values); }),
            "sporos::update_values: values has 7 elements, but the matrix has 8 entries");
}

}  // namespace csr5_matrix_tests
}  // namespace sporos_test
