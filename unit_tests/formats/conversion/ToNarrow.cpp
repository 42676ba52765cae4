// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "formats/conversion/Sporos_ToNarrow.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "unit_tests/support/Complaint.hpp"
#include "unit_tests/support/NarrowType.hpp"

namespace to_narrow_tests {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using sporos::NarrowingReport;
using sporos_test::complaint;
using sporos_test::NarrowType;

constexpr double infinity = std::numeric_limits<double>::infinity();

template <class Value>
auto on_device(const std::vector<Value>& numbers) {
  const Kokkos::View<Value*, Space> values("values", numbers.size());
  Kokkos::deep_copy(values, Kokkos::View<const Value*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>(
                                numbers.data(), numbers.size()));
  return values;
}

template <class New, class Value>
NarrowingReport report_of(const std::vector<Value>& numbers) {
  NarrowingReport report;
  sporos::narrow_values<New>(Exec(), on_device(numbers), report);
  return report;
}

TEST(ToNarrow, SharesThePatternAndKeepsExactNumbers) {
  const auto offsets = on_device<int>({0, 2, 3});
  const auto columns = on_device<int>({0, 1, 1});
  const auto A = sporos::crs_view(2, 2, offsets, columns, on_device<double>({1.5, -0.0, infinity}));
  const auto narrow = sporos::to_narrow<NarrowType>(Exec(), A);
  EXPECT_EQ(narrow.columns.data(), columns.data());
  EXPECT_EQ(narrow.row_offsets.data(), offsets.data());
  EXPECT_EQ(narrow.num_rows, 2);
  EXPECT_EQ(narrow.num_columns, 2);
  const auto values = sporos::detail::host_copy(narrow.values);
  EXPECT_EQ(static_cast<double>(values(0)), 1.5);
  EXPECT_TRUE(static_cast<double>(values(1)) == 0 && std::signbit(static_cast<double>(values(1))));
  EXPECT_EQ(static_cast<double>(values(2)), infinity);
}

TEST(ToNarrow, RefusesWhatIsNotExactUnlessAReportIsAsked) {
  const auto offsets = on_device<int>({0, 4});
  const auto columns = on_device<int>({0, 1, 2, 3});
  const auto A = sporos::crs_view(1, 4, offsets, columns, on_device<double>({1, 0.1, 1e300, -1e-300}));
  EXPECT_EQ(complaint([&] { sporos::to_narrow<float>(Exec(), A); }),
            "sporos::to_narrow: 3 of 4 values would change in 4 bytes, the largest relative change being inf; 1 would "
            "become infinite and 1 zero. Pass a NarrowingReport to have them rounded");
  EXPECT_NE(complaint([&] { sporos::narrow_values<NarrowType>(Exec(), A.values); }).find("narrow_values: 3 of 4"),
            std::string::npos);
  NarrowingReport report;
  const auto values = sporos::detail::host_copy(sporos::to_narrow<float>(Exec(), A, report).values);
  EXPECT_EQ(values(1), 0.1F);
  EXPECT_EQ(values(2), std::numeric_limits<float>::infinity());
  EXPECT_TRUE(values(3) == 0 && std::signbit(values(3)));
  EXPECT_EQ(report.changed, 3);
  EXPECT_FALSE(report.is_exact());
}

TEST(ToNarrow, ReportsTheLargestRelativeChange) {
  const double third = 1.0 / 3;
  const auto report = report_of<float, double>({1, 0.1, third, 3, infinity, std::nan("")});
  EXPECT_EQ(report.changed, 2);
  EXPECT_EQ(report.overflowed, 0);
  EXPECT_EQ(report.underflowed, 0);
  const double of_third = std::abs(static_cast<double>(static_cast<float>(third)) - third) / third;
  const double of_tenth = std::abs(static_cast<double>(0.1F) - 0.1) / 0.1;
  EXPECT_NEAR(report.largest_change, std::max(of_third, of_tenth), 1e-15);
  EXPECT_EQ((report_of<float, double>({1, 1e-300}).largest_change), 1);
  EXPECT_EQ((report_of<float, double>({1, 1e-300}).underflowed), 1);
  EXPECT_EQ((report_of<float, double>({1, 1e300}).largest_change), infinity);
  EXPECT_TRUE((report_of<float, double>({}).is_exact()));
  EXPECT_TRUE((report_of<float, float>({0.1F, 3}).is_exact()));
  EXPECT_GT((report_of<NarrowType, float>({1, 0.1F}).largest_change), 1e-5);
  EXPECT_LT((report_of<NarrowType, float>({1, 0.1F}).largest_change), 4e-3);
}

TEST(ToNarrow, LooksAtBothPartsOfComplexNumbers) {
  using Wide = Kokkos::complex<double>;
  using Narrow = Kokkos::complex<float>;
  EXPECT_TRUE((report_of<Narrow, Wide>({{1, 2}, {std::nan(""), 1}}).is_exact()));
  const auto report = report_of<Narrow, Wide>({{1, 2}, {0.1, 2}, {2, 1e300}, {1, 1e-300}});
  EXPECT_EQ(report.changed, 3);
  EXPECT_EQ(report.overflowed, 1);
  EXPECT_EQ(report.underflowed, 1);
  const auto one = report_of<Narrow, Wide>({{0.1, 2}});
  EXPECT_NEAR(one.largest_change, std::abs(static_cast<double>(0.1F) - 0.1) / std::hypot(0.1, 2), 1e-12);
}

}  // namespace to_narrow_tests
