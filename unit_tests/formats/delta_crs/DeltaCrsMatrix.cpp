// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <vector>

#include "formats/delta_crs/Sporos_ToDeltaCrs.hpp"
#include "unit_tests/support/FormatTests.hpp"

namespace sporos_test {
namespace delta_crs_matrix_tests {

using sporos::DeltaColumns;
using sporos::DeltaCrsOptions;
using sporos::DeltaValues;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Bits = std::vector<std::uint16_t>;

template <class Value, class Column = int, class Offset = int>
auto crs_of(std::int64_t num_columns, const std::vector<Offset>& row_offsets, const std::vector<Column>& columns,
            const std::vector<Value>& values) {
  using Matrix = sporos::CrsMatrix<Value, Column, Offset, Kokkos::HostSpace>;
  auto matrix = sporos::detail::allocate_crs<Matrix>(static_cast<std::int64_t>(row_offsets.size()) - 1, num_columns,
                                                     static_cast<std::int64_t>(values.size()));
  std::copy(row_offsets.begin(), row_offsets.end(), matrix.row_offsets.data());
  std::copy(columns.begin(), columns.end(), matrix.columns.data());
  std::copy(values.begin(), values.end(), matrix.values.data());
  return sporos::copy_to<Space>(matrix);
}

// The drawing in the header.
auto drawn() { return crs_of<double, int, int>(4, {0, 2, 3, 5, 7}, {0, 1, 1, 2, 3, 1, 3}, {5, 1, 5, 5, 1, 1, 5}); }

// One row with `values`, all in column 0.
template <class Value>
auto row_of(const std::vector<Value>& values) {
  return crs_of<Value, int, int>(1, {0, static_cast<int>(values.size())}, std::vector<int>(values.size(), 0), values);
}

TEST(DeltaCrsMatrix, LiesInMemoryAsDrawn) {
  DeltaCrsOptions options;
  options.tile_rows = 2;
  const auto matrix = sporos::to_delta_crs(Exec(), drawn(), options);
  const auto tiles = sporos::detail::host_copy(matrix.tiles);
  ASSERT_EQ(tiles.extent(0), 3u);
  const std::int64_t first_rows[] = {0, 2, 4};
  const std::int64_t first_entries[] = {0, 3, 7};
  for (std::size_t t = 0; t < 3; ++t) {
    EXPECT_EQ(tiles(t).first_row, first_rows[t]);
    EXPECT_EQ(tiles(t).first_entry, first_entries[t]);
    EXPECT_EQ(tiles(t).first_high, t < 2 ? -1 : 0);
    EXPECT_EQ(tiles(t).piece, -1);
  }
  EXPECT_EQ(tiles(0).base, 0);
  EXPECT_EQ(tiles(1).base, 1);
  EXPECT_EQ(elements(matrix.row_offsets), (std::vector<int>{0, 2, 3, 5, 7}));
  EXPECT_EQ(elements(matrix.column_offsets), (Bits{0, 1, 1, 1, 2, 0, 2}));
  EXPECT_EQ(elements(matrix.values), (std::vector<double>{5, 1, 5, 5, 1, 1, 5}));
}

TEST(DeltaCrsMatrix, HasEvenTilesWhereManyRowsAreAboutAsLong) {
  const auto tiles_of = [](std::int64_t num_rows, int length) {
    const auto pattern = random_pattern("even", num_rows, 500, [&](auto row) { return length + row % 2; });
    return sporos::to_delta_crs(Exec(), sporos::copy_to<Space>(make_matrix<double>(pattern)));
  };
  const auto few = tiles_of(4095, 3);
  EXPECT_EQ(few.even_tile_rows, 0);
  const auto one_lane = tiles_of(4097, 3);
  EXPECT_EQ(one_lane.even_tile_rows, 128);
  EXPECT_EQ(one_lane.num_tiles(), 33);
  const auto tiles = sporos::detail::host_copy(one_lane.tiles);
  for (std::int64_t t = 0; t <= 33; ++t) EXPECT_EQ(tiles(t).first_row, std::min<std::int64_t>(128 * t, 4097));
  EXPECT_EQ(tiles(33).first_entry, one_lane.nnz());
  EXPECT_EQ(tiles_of(4096, 20).even_tile_rows, 32);
}

TEST(DeltaCrsMatrix, NeverCutsRowsOfEvenTiles) {
  const auto pattern = random_pattern("long", 3, 100, [](auto row) { return row == 1 ? 8193 : 4; });
  DeltaCrsOptions options;
  options.even_tiles = true;
  options.tile_rows = 2;
  const auto crs = sporos::copy_to<Space>(make_matrix<double>(pattern));
  const auto matrix = sporos::to_delta_crs(Exec(), crs, options);
  EXPECT_EQ(matrix.num_tiles(), 2);
  EXPECT_EQ(matrix.split_rows.extent(0), 0u);
  expect_same_crs(to_crs(Exec(), matrix), crs);
}

TEST(DeltaCrsMatrix, StoresFewValuesInATable) {
  DeltaCrsOptions options;
  options.values = DeltaValues::table;
  const auto matrix = sporos::to_delta_crs(Exec(), drawn(), options);
  EXPECT_EQ(matrix.values.extent(0), 0u);
  const auto table = elements(matrix.table);
  const auto codes = elements(matrix.codes);
  const std::vector<double> values{5, 1, 5, 5, 1, 1, 5};
  for (std::size_t k = 0; k < values.size(); ++k) EXPECT_EQ(table[codes[k]], values[k]);
  EXPECT_LE(*std::max_element(codes.begin(), codes.end()), 1);
}

TEST(DeltaCrsMatrix, HasUpperBitsWhereATileIsWide) {
  const int far = 65536 + 7;
  DeltaCrsOptions options;
  options.tile_rows = 1;
  const auto crs =
      crs_of<double, int, int>(200000, {0, 2, 4, 6}, {3, 3 + 65535, 7, 7 + far, 199999, 0}, {1, 2, 3, 4, 5, 6});
  const auto matrix = sporos::to_delta_crs(Exec(), crs, options);
  const auto tiles = sporos::detail::host_copy(matrix.tiles);
  EXPECT_EQ(tiles(0).first_high, -1);
  EXPECT_EQ(tiles(1).first_high, 0);
  EXPECT_EQ(tiles(2).first_high, 2);
  EXPECT_EQ(tiles(3).first_high, 4);
  EXPECT_EQ(elements(matrix.column_offsets), (Bits{0, 65535, 0, 7, 199999 & 0xffff, 0}));
  EXPECT_EQ(elements(matrix.column_highs), (Bits{0, 1, 199999 >> 16, 0}));
  expect_same_crs(to_crs(Exec(), matrix), crs);
}

TEST(DeltaCrsMatrix, KeepsColumnsBeyond32Bits) {
  const std::int64_t far = (std::int64_t{1} << 40) + 12345;
  const auto crs = crs_of<double, std::int64_t, int>(far + 1, {0, 3}, {far, 0, 70000}, {1, 2, 3});
  expect_same_crs(to_crs(Exec(), sporos::to_delta_crs(Exec(), crs)), crs);
}

TEST(DeltaCrsMatrix, CutsVeryLongRowsIntoPieces) {
  const auto pattern = random_pattern("long", 3, 100, [](auto row) { return row == 1 ? 8193 : 4; });
  const auto matrix = sporos::to_delta_crs(Exec(), sporos::copy_to<Space>(make_matrix<double>(pattern)));
  EXPECT_EQ(matrix.num_tiles(), 7);
  EXPECT_EQ(elements(matrix.split_rows), (std::vector<std::int64_t>{1}));
  EXPECT_EQ(elements(matrix.first_piece), (std::vector<std::int64_t>{0}));
  EXPECT_EQ(elements(matrix.end_piece), (std::vector<std::int64_t>{5}));
}

// Signed zeros, quiet NaNs with different payloads and subnormal numbers are different numbers.
TEST(DeltaCrsMatrix, ChoosesStorageByTheBits) {
  const auto stored = [](std::vector<double> values) {
    values.resize(5000, values.front());
    const auto crs = row_of(values);
    const auto matrix = sporos::to_delta_crs(Exec(), crs);
    const auto back = elements(to_crs(Exec(), matrix).values);
    EXPECT_EQ(std::memcmp(back.data(), values.data(), values.size() * sizeof(double)), 0);
    return matrix.stored_values;
  };
  std::vector<double> many;
  for (int i = 0; i < 256; ++i) many.push_back(0.1 * i);
  EXPECT_EQ(stored(many), DeltaValues::table);
  many.push_back(-0.0);
  EXPECT_EQ(stored(many), DeltaValues::plain);
  for (double& number : many) number = static_cast<float>(number);
  EXPECT_EQ(stored(many), DeltaValues::narrow);
  many.push_back(std::ldexp(1.0, -140));
  EXPECT_EQ(stored(many), DeltaValues::narrow);
  many.push_back(std::ldexp(1.0, -160));
  EXPECT_EQ(stored(many), DeltaValues::plain);
  many.back() = std::nan("5");
  EXPECT_EQ(stored(many), DeltaValues::plain);
  many.resize(200);
  many.push_back(std::nan("5"));
  EXPECT_EQ(stored(many), DeltaValues::table);
}

TEST(DeltaCrsMatrix, TakesTheBytesThatWereSaid) {
  for (const auto columns : {DeltaColumns::automatic, DeltaColumns::wide}) {
    for (const Pattern& pattern : gallery()) {
      SCOPED_TRACE(pattern.name);
      DeltaCrsOptions options;
      options.columns = columns;
      const auto check = [&](const auto& crs) {
        using Crs = std::decay_t<decltype(crs)>;
        const auto counts = sporos::count_delta_crs(Exec(), crs, options);
        EXPECT_EQ(sporos::bytes_as_delta_crs(counts, sizeof(typename Crs::value_type),
                                             sizeof(typename Crs::column_type), sizeof(typename Crs::offset_type)),
                  sporos::to_delta_crs(Exec(), crs, options).bytes());
      };
      check(sporos::copy_to<Space>(make_matrix<double>(pattern)));
      check(sporos::copy_to<Space>(make_matrix<float, std::int64_t>(pattern)));
      auto ones = make_matrix<double>(pattern);
      Kokkos::deep_copy(ones.values, 1.0);
      check(sporos::copy_to<Space>(ones));
      for (std::size_t k = 0; k < ones.values.extent(0); ++k) ones.values(k) = static_cast<double>(k);
      check(sporos::copy_to<Space>(ones));
    }
  }
}

TEST(DeltaCrsMatrix, RefusesMoreBytesThanAllowed) {
  DeltaCrsOptions options;
  options.max_bytes = 100;
  EXPECT_EQ(complaint([&] { sporos::to_delta_crs(Exec(), drawn(), options); }),
            "sporos::to_delta_crs: the matrix would take 154 bytes, but max_bytes is 100");
}

TEST(DeltaCrsMatrix, RefusesWhatItCannotStore) {
  const auto refused = [](const DeltaCrsOptions& options, const auto& crs) {
    return complaint([&] { sporos::to_delta_crs(Exec(), crs, options); });
  };
  DeltaCrsOptions options;
  options.tile_entries = 31;
  EXPECT_EQ(refused(options, drawn()), "sporos::to_delta_crs: tile_entries is 31, but must be 0 or 32 to 2048");
  options = {};
  options.tile_rows = -1;
  EXPECT_EQ(refused(options, drawn()), "sporos::to_delta_crs: tile_rows is -1, but must not be negative");
  options = {};
  options.even_tiles = true;
  options.tile_rows = 48;
  EXPECT_EQ(refused(options, drawn()),
            "sporos::to_delta_crs: tile_rows of even_tiles is 48, but must be 0 or a power of two");
  options.tile_entries = 64;
  EXPECT_EQ(refused(options, drawn()), "sporos::to_delta_crs: even_tiles have no tile_entries, but it is 64");
  options = {};
  options.columns = DeltaColumns::narrow;
  EXPECT_EQ(refused(options, crs_of<double, int, int>(70000, {0, 2}, {0, 69999}, {1, 2})),
            "sporos::to_delta_crs: columns = narrow, but 2 of 2 entries are in tiles that are wider than 16 bits");
  options = {};
  options.values = DeltaValues::narrow;
  EXPECT_EQ(refused(options, row_of<double>({1, 0.1})),
            "sporos::to_delta_crs: values = narrow, but values[1] is not exact in single precision");
  EXPECT_EQ(refused(options, row_of<float>({1})),
            "sporos::to_delta_crs: values = narrow, but there is no narrower type");
  options.values = DeltaValues::table;
  std::vector<double> many;
  for (int i = 0; i < 257; ++i) many.push_back(i);
  EXPECT_EQ(refused(options, row_of(many)),
            "sporos::to_delta_crs: values = table, but there are more than 256 different values");
}

TEST(DeltaCrsMatrix, KeepsItsValuesWhereNewOnesDoNotFit) {
  const std::vector<double> ones(300, 1.0);
  std::vector<double> others;
  for (int i = 0; i < 300; ++i) others.push_back(0.1 * i);
  DeltaCrsOptions options;
  for (const auto values : {DeltaValues::table, DeltaValues::narrow}) {
    options.values = values;
    const auto matrix = sporos::to_delta_crs(Exec(), row_of(ones), options);
    EXPECT_EQ(complaint([&] { update_values(Exec(), matrix, row_of(others).values); }),
              values == DeltaValues::table
                  ? "sporos::update_values: the matrix stores its values in a table, but there are more than 256 "
                    "different ones; nothing is changed, convert again or with values = plain"
                  : "sporos::update_values: the matrix stores its values in single precision, but values[1] is not "
                    "exact in it; nothing is changed, convert again or with values = plain");
    EXPECT_EQ(elements(to_crs(Exec(), matrix).values), ones);
  }
  const auto matrix = sporos::to_delta_crs(Exec(), row_of(ones));
  EXPECT_EQ(complaint([&] {
              update_values(Exec(), matrix, row_of<double>({1, 2}).values);
            }),
            "sporos::update_values: values has 2 elements, but the matrix has 300 entries");
}

// Equal numbers that change, that become equal to others, that differ again, and more different numbers than before.
TEST(DeltaCrsMatrix, TakesNewNumbersIntoItsTable) {
  const auto numbers = [](int different, double factor) {
    std::vector<double> values(300);
    for (int i = 0; i < 300; ++i) values[static_cast<std::size_t>(i)] = factor * (i % different) - 1;
    return values;
  };
  DeltaCrsOptions options;
  options.values = DeltaValues::table;
  const auto matrix = sporos::to_delta_crs(Exec(), row_of(numbers(4, 1)), options);
  for (const auto& values :
       {numbers(4, 2.5), numbers(1, 1), numbers(2, 3), numbers(4, 1), numbers(6, 7), numbers(256, 0.1)}) {
    update_values(Exec(), matrix, row_of(values).values);
    EXPECT_EQ(elements(to_crs(Exec(), matrix).values), values);
  }
}

TEST(DeltaCrsMatrix, StoresNewValuesPlainWhereTheyDoNotFit) {
  const std::vector<double> ones(300, 1.0);
  std::vector<double> others;
  for (int i = 0; i < 300; ++i) others.push_back(0.1 * i);
  DeltaCrsOptions options;
  for (const auto values : {DeltaValues::table, DeltaValues::narrow, DeltaValues::plain}) {
    SCOPED_TRACE(name(values));
    options.values = values;
    auto matrix = sporos::to_delta_crs(Exec(), row_of(ones), options);
    const auto copy = matrix;
    replace_values(Exec(), matrix, row_of(std::vector<double>(300, 3.0)).values);
    EXPECT_EQ(matrix.stored_values, values);
    EXPECT_EQ(elements(to_crs(Exec(), copy).values), std::vector<double>(300, 3.0));
    replace_values(Exec(), matrix, row_of(others).values);
    EXPECT_EQ(matrix.stored_values, DeltaValues::plain);
    EXPECT_EQ(elements(to_crs(Exec(), matrix).values), others);
    options.values = DeltaValues::plain;
    EXPECT_EQ(matrix.bytes(), sporos::to_delta_crs(Exec(), row_of(others), options).bytes());
    EXPECT_EQ(complaint([&] {
                replace_values(Exec(), matrix, row_of<double>({1, 2}).values);
              }),
              "sporos::replace_values: values has 2 elements, but the matrix has 300 entries");
  }
}

TEST(DeltaCrsMatrix, SaysWhatWasChosen) {
  EXPECT_EQ(sporos::to_delta_crs(Exec(), drawn()).words(),
            "1 tiles of up to 512 entries, 0 of 7 entries with more than 16 bits of column, plain values, 0 rows in "
            "pieces, 154 bytes");
}

}  // namespace delta_crs_matrix_tests
}  // namespace sporos_test
