// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "formats/coo/Sporos_CooMatrix.hpp"

#include <gtest/gtest.h>

#include "core/launch/formats/Sporos_LaunchCoo.hpp"
#include "unit_tests/support/FormatTests.hpp"

namespace coo_matrix_tests {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using sporos_test::complaint;
using sporos_test::drawn;
using sporos_test::elements;

template <class T>
Kokkos::View<T*, Space> on_device(std::vector<T> numbers) {
  const Kokkos::View<T*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged> host(numbers.data(), numbers.size());
  const Kokkos::View<T*, Space> view("numbers", numbers.size());
  Kokkos::deep_copy(view, host);
  return view;
}

TEST(CooMatrix, LiesEntryByEntry) {
  const auto coo = to_coo(Exec(), drawn());
  EXPECT_EQ(elements(coo.rows), (std::vector<int>{0, 0, 2, 2, 2, 3}));
  EXPECT_EQ(elements(coo.columns), (std::vector<int>{0, 2, 0, 1, 3, 3}));
  EXPECT_EQ(elements(coo.values), (std::vector<double>{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(coo.num_split_rows, 0);
}

TEST(CooMatrix, KnowsTheRowsThatSharesCut) {
  // Shares of 1024: row 0 ends with the first, row 1 ends in the second, row 2 goes on to the fifth.
  const std::vector<std::int64_t> lengths{1024, 500, 3000, 1};
  const auto matrix = sporos::copy_to<Space>(sporos_test::make_matrix<double>(
      sporos_test::random_pattern("", 4, 100, [&](auto row) { return lengths[static_cast<std::size_t>(row)]; })));
  const auto coo = to_coo(Exec(), matrix);
  ASSERT_EQ(coo.num_split_rows, 1);
  EXPECT_EQ(elements(coo.split_rows)[0], 2);
  EXPECT_EQ(elements(coo.split_begin)[0], 3);
  EXPECT_EQ(elements(coo.split_end)[0], 9);
}

TEST(CooMatrix, SortsEntriesByRowAndKeepsTheirOrderInIt) {
  const auto coo = sporos::to_coo(Exec(), 4, 5, on_device<int>({3, 0, 2, 0, 2, 3}), on_device<int>({4, 3, 2, 1, 0, 4}),
                                  on_device<double>({1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(elements(coo.rows), (std::vector<int>{0, 0, 2, 2, 3, 3}));
  EXPECT_EQ(elements(coo.columns), (std::vector<int>{3, 1, 2, 0, 4, 4}));
  EXPECT_EQ(elements(coo.values), (std::vector<double>{2, 4, 3, 5, 1, 6}));
  EXPECT_EQ(elements(to_crs(Exec(), coo).row_offsets), (std::vector<int>{0, 2, 2, 4, 6}));
  update_values(Exec(), coo, on_device<double>({10, 20, 30, 40, 50, 60}));
  EXPECT_EQ(elements(coo.values), (std::vector<double>{20, 40, 30, 50, 10, 60}));
}

TEST(CooMatrix, LeavesSortedEntriesWhereTheyAre) {
  const auto coo = sporos::to_coo(Exec(), 4, 5, on_device<int>({0, 0, 2, 2}), on_device<int>({4, 3, 2, 1}),
                                  on_device<double>({1, 2, 3, 4}));
  EXPECT_TRUE(coo.keeps_order);
  EXPECT_EQ(elements(coo.columns), (std::vector<int>{4, 3, 2, 1}));
  update_values(Exec(), coo, on_device<double>({10, 20, 30, 40}));
  EXPECT_EQ(elements(coo.values), (std::vector<double>{10, 20, 30, 40}));
}

TEST(CooMatrix, RefusesEntriesThatAreWrong) {
  const auto three = on_device<int>({0, 1, 2});
  const auto two = on_device<int>({0, 1});
  const auto values = on_device<double>({1, 2, 3});
  EXPECT_EQ(complaint([&] { sporos::to_coo(Exec(), 2, 5, three, three, values); }),
            "sporos::to_coo: rows[2] = 2 is not in [0, 2)");
  EXPECT_EQ(complaint([&] { sporos::to_coo(Exec(), 5, 2, three, three, values); }),
            "sporos::to_coo: columns[2] = 2 is not in [0, 2)");
  EXPECT_EQ(complaint([&] { sporos::to_coo(Exec(), 5, 5, two, three, values); }),
            "sporos::to_coo: rows has 2 elements and columns has 3, but values has 3");
  EXPECT_EQ(
      complaint([&] { sporos::to_coo(Exec(), -1, 5, on_device<int>({}), on_device<int>({}), on_device<double>({})); }),
      "sporos::to_coo: a matrix cannot have -1 rows and 5 columns");
}

TEST(CooMatrix, RefusesColumnsThatCannotHoldARow) {
  const sporos_test::Pattern pattern{"", 2, std::vector<std::vector<std::int64_t>>(200, {1})};
  const auto matrix = sporos::copy_to<Space>(sporos_test::make_matrix<double, signed char>(pattern));
  EXPECT_EQ(complaint([&] { to_coo(Exec(), matrix); }),
            "sporos::to_coo: the column type, which holds row indices too, ends at 127, but there are 200 rows");
}

TEST(CooMatrix, TakesTheBytesThatWereForetold) {
  for (const auto& pattern : sporos_test::gallery()) {
    const auto matrix = sporos::copy_to<Space>(sporos_test::make_matrix<float, std::int64_t>(pattern));
    EXPECT_EQ(to_coo(Exec(), matrix).bytes(), sporos::bytes_as_coo(matrix.nnz(), 4, 8)) << pattern.name;
  }
}

TEST(CooMatrix, RefusesToTakeTooMuch) {
  EXPECT_EQ(complaint([] {
              sporos::CooOptions options;
              options.max_bytes = 151;
              to_coo(Exec(), drawn(), options);
            }),
            "sporos::to_coo: the matrix would take 152 bytes, but max_bytes is 151");
}

TEST(CooMatrix, RefusesNewValuesThatDoNotFit) {
  const auto coo = to_coo(Exec(), drawn());
  EXPECT_EQ(complaint([&] { update_values(Exec(), coo, Kokkos::View<double*, Space>("values", 5)); }),
            "sporos::update_values: values has 5 elements, but the matrix has 6 entries");
  sporos::CooOptions options;
  options.keep_map = false;
  const auto without =
      sporos::to_coo(Exec(), 4, 5, on_device<int>({1, 0}), on_device<int>({4, 3}), on_device<double>({1, 2}), options);
  EXPECT_EQ(complaint([&] {
              update_values(Exec(), without, on_device<double>({1, 2}));
            }),
            "sporos::update_values: the matrix was converted with keep_map = false");
}

}  // namespace coo_matrix_tests
