// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "formats/crs/Sporos_CrsView.hpp"

#include <gtest/gtest.h>

#include <string>

#include "unit_tests/support/Complaint.hpp"

namespace crs_view_tests {

using Space = Kokkos::HostSpace;
using Offsets = Kokkos::View<int*, Space>;
using Values = Kokkos::View<double*, Space>;

TEST(CrsView, SharesTheCallersArrays) {
  auto matrix = sporos::detail::allocate_crs<sporos::CrsMatrix<double, int, int, Space>>(2, 3, 4);
  const auto view = sporos::crs_view(matrix);
  EXPECT_EQ(view.values.data(), matrix.values.data());
  EXPECT_EQ(view.columns.data(), matrix.columns.data());
  EXPECT_EQ(view.row_offsets.data(), matrix.row_offsets.data());
  EXPECT_EQ(view.nnz(), 4);
  EXPECT_EQ(view.values.use_count(), 2);
}

TEST(CrsView, TakesRawPointersAndUnmanagedViews) {
  const int offsets[] = {0, 1};
  const long columns[] = {0};
  const float values[] = {2};
  const auto view = sporos::crs_view<Space>(1, 1, 1, offsets, columns, values);
  static_assert(std::is_same<decltype(view)::column_type, long>::value, "the column type follows the pointer");
  EXPECT_EQ(view.values.data(), values);
  using Unmanaged = Kokkos::View<const float*, Space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  const auto again = sporos::crs_view(1, 1, view.row_offsets, view.columns, Unmanaged(values, 1));
  EXPECT_EQ(again.values.data(), values);
}

TEST(CrsView, IsCopiedWithItsArrays) {
  int offsets[] = {0, 1, 3};
  long columns[] = {0, 1, 0};
  float values[] = {2, 3, 4};
  const auto copy = sporos::copy_to<Space>(sporos::crs_view<Space>(2, 2, 3, offsets, columns, values));
  static_assert(std::is_same<decltype(copy), const sporos::CrsMatrix<float, long, int, Space>>::value,
                "the copy owns its arrays");
  offsets[1] = 2;
  columns[1] = 7;
  values[1] = 8;
  EXPECT_EQ(copy.num_rows, 2);
  EXPECT_EQ(copy.num_columns, 2);
  EXPECT_EQ(copy.row_offsets(1), 1);
  EXPECT_EQ(copy.columns(1), 1);
  EXPECT_EQ(copy.values(1), 3);
  const auto empty = sporos::copy_to<Space>(sporos::crs_view(0, 5, Offsets(), Offsets(), Values()));
  EXPECT_EQ(empty.num_columns, 5);
  ASSERT_EQ(empty.row_offsets.extent(0), 1u);
  EXPECT_EQ(empty.row_offsets(0), 0);
}

TEST(CrsView, AcceptsNoOffsetsForNoRows) {
  EXPECT_EQ(sporos::crs_view(0, 5, Offsets(), Offsets(), Values()).num_columns, 5);
}

TEST(CrsView, RefusesExtentsThatContradictEachOther) {
  EXPECT_THROW(sporos::crs_view(2, 2, Offsets("o", 2), Offsets("c", 1), Values("v", 1)), std::invalid_argument);
  EXPECT_THROW(sporos::crs_view(1, 2, Offsets("o", 2), Offsets("c", 1), Values("v", 2)), std::invalid_argument);
  EXPECT_THROW(sporos::crs_view(-1, 2, Offsets("o", 2), Offsets("c", 1), Values("v", 1)), std::invalid_argument);
  const int* none = nullptr;
  EXPECT_THROW(sporos::crs_view<Space>(1, 1, -1, none, none, static_cast<const double*>(nullptr)),
               std::invalid_argument);
}

TEST(CrsView, RefusesPointersToNothing) {
  const int offsets[] = {0, 1};
  const int columns[] = {0};
  const double values[] = {2};
  const int* none = nullptr;
  const auto refused = [](const char* name, const auto&... pointers) {
    const std::string said = sporos_test::complaint([&] { sporos::crs_view<Space>(1, 1, 1, pointers...); });
    EXPECT_EQ(said.find(std::string("sporos::crs_view: ") + name), 0u) << said;
    EXPECT_NE(said.find("points to no memory"), std::string::npos) << said;
  };
  refused("row_offsets has 2 elements", none, columns, values);
  refused("columns has 1 elements", offsets, none, values);
  refused("values has 1 elements", offsets, columns, static_cast<const double*>(nullptr));
  EXPECT_EQ(sporos::crs_view<Space>(0, 3, 0, none, none, values).nnz(), 0);
}

}  // namespace crs_view_tests
