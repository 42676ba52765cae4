// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "formats/ell/Sporos_EllMatrix.hpp"

#include <gtest/gtest.h>

#include "core/launch/formats/Sporos_LaunchEll.hpp"
#include "unit_tests/support/FormatTests.hpp"

namespace ell_matrix_tests {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using sporos_test::complaint;
using sporos_test::drawn;
using sporos_test::elements;

template <class Number>
std::vector<Number> rows_of(const std::vector<Number>& slots, std::size_t stride, std::size_t rows) {
  std::vector<Number> kept;
  for (std::size_t slot = 0; slot < slots.size(); ++slot) {
    if (slot % stride < rows) kept.push_back(slots[slot]);
  }
  return kept;
}

TEST(EllMatrix, LiesEntryByEntry) {
  const auto ell = to_ell(Exec(), drawn());
  EXPECT_EQ(ell.width, 3);
  EXPECT_EQ(ell.stride, 32);
  EXPECT_EQ(rows_of(elements(ell.values), 32, 4), (std::vector<double>{1, 0, 3, 6, 2, 0, 4, 0, 0, 0, 5, 0}));
  EXPECT_EQ(rows_of(elements(ell.columns), 32, 4), (std::vector<int>{0, -1, 0, 3, 2, -1, 1, -1, -1, -1, 3, -1}));
  const auto columns = elements(ell.columns);
  EXPECT_EQ(std::count(columns.begin(), columns.end(), -1), 96 - 6);
  EXPECT_EQ(ell.row_lengths.extent(0), 0u);
}

TEST(EllMatrix, HasRowLengthsWhereAskedFor) {
  sporos::EllOptions options;
  options.row_lengths = true;
  const auto lengths = elements(to_ell(Exec(), drawn(), options).row_lengths);
  std::vector<std::int32_t> wanted(32, 0);
  wanted[0] = 2;
  wanted[2] = 3;
  wanted[3] = 1;
  EXPECT_EQ(lengths, wanted);
}

TEST(EllMatrix, TakesTheBytesThatWereForetold) {
  for (const bool row_lengths : {false, true}) {
    sporos::EllOptions options;
    options.row_lengths = row_lengths;
    options.max_bytes = 100000000;
    for (const auto& pattern : sporos_test::gallery()) {
      const auto matrix = sporos::copy_to<Space>(sporos_test::make_matrix<float, std::int64_t>(pattern));
      const auto profile = sporos::measure_rows(Exec(), matrix);
      const std::int64_t bytes = sporos::bytes_as_ell(profile, 4, 8, row_lengths);
      if (bytes > 10000000) continue;
      EXPECT_EQ(to_ell(Exec(), matrix, options).bytes(), bytes) << pattern.name;
    }
  }
}

TEST(EllMatrix, SaysOfAnyMatrixWhatItWouldTake) {
  sporos::RowProfile profile;
  profile.num_rows = std::int64_t{1} << 33;
  profile.longest_row = std::int64_t{1} << 33;
  EXPECT_EQ(sporos::bytes_as_ell(profile, 8, 4), INT64_MAX);
}

TEST(EllMatrix, RefusesToTakeTooMuch) {
  EXPECT_EQ(complaint([] {
              sporos::EllOptions options;
              options.max_bytes = 1151;
              to_ell(Exec(), drawn(), options);
            }),
            "sporos::to_ell: the matrix would take 1152 bytes, but max_bytes is 1151");
  const auto uneven = sporos::copy_to<Space>(sporos_test::make_matrix<double>(
      sporos_test::random_pattern("", 5000, 900, [](auto row) { return row == 7 ? 20000 : 1; })));
  // 5024 rows of 20000 entries of 12 bytes; compressed: 24999 entries and 5001 offsets.
  EXPECT_EQ(complaint([&] { to_ell(Exec(), uneven); }),
            "sporos::to_ell: the matrix would take 1205760000 bytes, but max_bytes is 2328544 (four times the 319992 "
            "bytes of its compressed rows and a mebibyte)");
}

TEST(EllMatrix, RefusesAMatrixThatIsWrong) {
  auto matrix = sporos_test::make_matrix<double>({"", 4, {{0, 2}, {1}}});
  matrix.columns(1) = 4;
  EXPECT_EQ(complaint([&] { to_ell(Exec(), sporos::copy_to<Space>(matrix)); }),
            "sporos::to_ell: row 0: columns[1] = 4 is not in [0, 4)");
  matrix.columns(1) = 2;
  const auto complaint_of_unused = [&](int before, int behind) {
    const auto longer = sporos::copy_to<Space>(sporos_test::with_unused_entries(matrix, before, behind));
    return complaint([&] { to_ell(Exec(), longer); });
  };
  const auto of_rows = [](const char* entries, const char* count) {
    return sporos::detail::concat("sporos::to_ell: the rows hold the entries ", entries, " (exclusive), but there are ",
                                  count, "; entries outside of the rows cannot be converted");
  };
  EXPECT_EQ(complaint_of_unused(2, 1), of_rows("2 to 5", "6"));
  EXPECT_EQ(complaint_of_unused(2, 0), of_rows("2 to 5", "5"));
  EXPECT_EQ(complaint_of_unused(0, 1), of_rows("0 to 3", "4"));
}

TEST(EllMatrix, RefusesNewValuesThatDoNotFit) {
  const auto ell = to_ell(Exec(), drawn());
  EXPECT_EQ(complaint([&] { update_values(Exec(), ell, Kokkos::View<double*, Space>("values", 5)); }),
            "sporos::update_values: values has 5 elements, but the matrix has 6 entries");
  sporos::EllOptions options;
  options.keep_map = false;
  const auto without = to_ell(Exec(), drawn(), options);
  EXPECT_EQ(complaint([&] { update_values(Exec(), without, Kokkos::View<double*, Space>("values", 6)); }),
            "sporos::update_values: the matrix was converted with keep_map = false");
}

TEST(EllMatrix, RunsByAPlanThatSaysWhatItIs) {
  const auto plan = sporos::Plan(Exec(), to_ell(Exec(), drawn()));
  const auto description = plan.describe();
  EXPECT_EQ(description.format, "ell");
  EXPECT_EQ(description.nnz, 6);
  EXPECT_EQ(description.bytes, 1152);
  EXPECT_EQ(description.words().find(
                "4 x 4 with 6 entries in 1152 bytes (192 an entry). Runs ell (3 entries a row, with padding) on "),
            0u);
  EXPECT_NE(description.json().find("\"format\": \"ell\""), std::string::npos);
  sporos::Options options;
  options.algorithm = sporos::Algorithm::coop;
  EXPECT_EQ(
      complaint([&] { sporos::Plan(Exec(), to_ell(Exec(), drawn()), options); }),
      "sporos::Plan: algorithm = coop is for compressed rows, but the matrix is in format ell; leave out algorithm");
  options = {};
  options.tuning = sporos::Tuning::run_time;
  EXPECT_EQ(
      complaint([&] { sporos::Plan(Exec(), to_ell(Exec(), drawn()), options); }),
      "sporos::Plan: tuning = run_time is for compressed rows, but the matrix is in format ell; leave out tuning");
}

TEST(EllMatrix, ReadsXInEveryWayThatThereIs) {
  sporos_test::ProductCase<double> matrix_case(sporos_test::random_pattern("", 500, 300, [](auto) { return 7; }));
  const auto ell = to_ell(Exec(), matrix_case.matrix);
  for (const auto gather : {sporos::Gather::plain, sporos::Gather::read_only, sporos::Gather::texture}) {
    sporos::Options options;
    options.gather = gather;
    if (!sporos::detail::VectorBinder<Exec>::supports(gather)) {
      EXPECT_NE(complaint([&] { sporos::Plan(Exec(), ell, options); }).find("is not available on"), std::string::npos);
      continue;
    }
    const auto plan = sporos::Plan(Exec(), ell, options, sporos::EveryPrimitive());
    EXPECT_EQ(plan.describe().gather, gather);
    sporos_test::check_repeated_products(matrix_case, plan);
  }
}

}  // namespace ell_matrix_tests
