// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "formats/common/Sporos_RowOffsets.hpp"

#include <gtest/gtest.h>

#include "unit_tests/support/Teams.hpp"

namespace row_offsets_tests {

using sporos_test::Exec;
using Numbers = Kokkos::View<std::int64_t*, Exec::memory_space>;

// Lengths from 0 to 6; the element after the last row holds a number that must not be read.
Numbers lengths(std::int64_t count) {
  const Numbers numbers("lengths", static_cast<std::size_t>(count) + 1);
  const auto host = Kokkos::create_mirror_view(numbers);
  for (std::int64_t row = 0; row < count; ++row) host(static_cast<std::size_t>(row)) = row * row % 7;
  host(static_cast<std::size_t>(count)) = -1000;
  Kokkos::deep_copy(numbers, host);
  return numbers;
}

void expect_offsets(const Numbers& numbers, std::int64_t sum) {
  const auto host = sporos::detail::host_copy(numbers);
  std::int64_t before = 0;
  for (std::int64_t row = 0; row < static_cast<std::int64_t>(host.extent(0)); ++row) {
    ASSERT_EQ(host(static_cast<std::size_t>(row)), before) << "row " << row << " of " << host.extent(0) - 1;
    if (row + 1 < static_cast<std::int64_t>(host.extent(0))) before += row * row % 7;
  }
  EXPECT_EQ(sum, before);
}

const std::vector<std::int64_t> counts{0, 1, 2, 255, 256, 257, 5000, 8190, 8191, 8192, 30000};

TEST(RowOffsets, AreTheSumsOfTheLengthsBefore) {
  for (const std::int64_t count : counts) {
    const Numbers numbers = lengths(count);
    expect_offsets(numbers, sporos::detail::sum_lengths(Exec(), count, numbers.data()));
    const Numbers without_sum = lengths(count);
    sporos::detail::lengths_to_offsets(Exec(), count, without_sum.data());
    expect_offsets(without_sum, sporos::detail::host_copy(numbers)(static_cast<std::size_t>(count)));
  }
}

TEST(RowOffsets, OfATeamOfEverySizeAreTheSame) {
  for (const int size : sporos_test::team_sizes()) {
    for (const std::int64_t count : counts) {
      SCOPED_TRACE(size);
      const Numbers numbers = lengths(count);
      std::int64_t sum = 0;
      Kokkos::parallel_reduce("test[lengths]", Kokkos::TeamPolicy<Exec>(Exec(), 1, size),
                              sporos::detail::SumLengthsInTeam<std::int64_t>{count, numbers.data()}, sum);
      expect_offsets(numbers, sum);
    }
  }
}

}  // namespace row_offsets_tests
