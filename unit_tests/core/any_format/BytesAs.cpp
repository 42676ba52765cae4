// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The bytes that are predicted before a conversion are those of the converted matrix.
#include <gtest/gtest.h>

#include "core/Sporos_BytesAs.hpp"
#include "formats/generate/Sporos_Generate.hpp"
#include "unit_tests/support/FormatTests.hpp"

namespace bytes_as_tests {

using Exec = Kokkos::DefaultExecutionSpace;
using sporos::Format;
using sporos_test::complaint;
using sporos_test::Pattern;

bool suits(const Pattern& pattern, Format format) {
  const bool square = static_cast<std::int64_t>(pattern.rows.size()) == pattern.num_columns;
  if (format == Format::packet) return square && sporos::has_metis;
  return square || format != Format::symmetric;
}

// A block of 3 x 3 for each row and column of five, which BSR finds.
Pattern blocks() {
  Pattern pattern{"blocks of three", 15, {}};
  for (std::int64_t row = 0; row < 15; ++row) {
    const std::int64_t block = row / 3 * 3;
    pattern.rows.push_back({block, block + 1, block + 2});
    if (block + 5 < 15) pattern.rows.back().insert(pattern.rows.back().end(), {block + 3, block + 4, block + 5});
  }
  return pattern;
}

std::vector<Pattern> patterns() {
  auto all = sporos_test::structured_gallery();
  for (Pattern& pattern : sporos_test::gallery()) {
    if (pattern.name == "lengths 0 to 70" || pattern.name == "tall" || pattern.name == "0 x 5" ||
        pattern.name == "all rows empty" || pattern.name == "unsorted and repeated columns") {
      all.push_back(std::move(pattern));
    }
  }
  all.push_back(blocks());
  return all;
}

template <class Value, class Column, class Offset>
void check_bytes(const sporos::ConversionOptions& options) {
  const Exec exec;
  int compared = 0;
  for (const Pattern& pattern : patterns()) {
    const auto A = sporos::copy_to<Exec::memory_space>(sporos_test::make_matrix<Value, Column, Offset>(pattern));
    for (const Format format : sporos::all_formats()) {
      if (!suits(pattern, format)) continue;
      SCOPED_TRACE(sporos::detail::concat(pattern.name, " in ", name(format)));
      std::int64_t wanted = 0;
      try {
        wanted = to_any(exec, A, format, options).bytes();
      } catch (const std::invalid_argument&) {
        continue;  // the format does not take it
      }
      EXPECT_EQ(bytes_as(exec, A, format, options), wanted);
      ++compared;
    }
  }
  EXPECT_GT(compared, 80);
}

TEST(BytesAs, IsWhatTheConvertedMatrixTakes) { check_bytes<double, int, int>({}); }

TEST(BytesAs, IsWhatTheConvertedMatrixTakesWithOtherTypesAndOptions) {
  sporos::ConversionOptions options;
  options.block_size = 4;
  options.delta_values = sporos::DeltaValues::plain;
  check_bytes<float, std::int64_t, std::size_t>(options);
}

TEST(BytesAs, KnowsWhetherHalfOfTheDiagonalsAreStored) {
  const Exec exec;
  const auto A = sporos::copy_to<Exec::memory_space>(sporos::generate<double, int, int>("stencil9:40,values=laplace"));
  sporos::ConversionOptions options;
  const std::int64_t halved = bytes_as(exec, A, Format::dia, options);
  EXPECT_EQ(to_any(exec, A, Format::dia, options).bytes(), halved);
  options.halve_diagonals = false;
  EXPECT_EQ(bytes_as(exec, A, Format::dia, options), halved + 4 * 1600 * 8);
  EXPECT_EQ(to_any(exec, A, Format::dia, options).bytes(), halved + 4 * 1600 * 8);
}

// A diagonal for each row: the bits that a conversion marks entries with would take 125 GB.
TEST(BytesAs, TakesNoMemoryForWhatWouldNotFit) {
  constexpr std::int64_t n = 1000000;
  sporos_test::Pattern pattern{"", n, {}};
  for (std::int64_t row = 0; row < n; ++row) pattern.rows.push_back({n - 1 - row});
  const auto A = sporos::copy_to<Exec::memory_space>(sporos_test::make_symmetric<double>(pattern));
  EXPECT_EQ(bytes_as(Exec(), A, Format::dia), sporos::bytes_as_dia(n, n, 8) - n / 2 * n * 8);
}

TEST(BytesAs, AnswersWhereTheMemoryWouldBeRefused) {
  const Exec exec;
  sporos::ConversionOptions options;
  options.max_bytes = 1;
  const auto A = sporos_test::drawn();
  EXPECT_NE(complaint([&] { to_any(exec, A, Format::ell, options); }), "");
  EXPECT_EQ(bytes_as(exec, A, Format::ell, options), to_any(exec, A, Format::ell).bytes());
}

TEST(BytesAs, StartsFromAnyFormat) {
  const Exec exec;
  const auto A = sporos_test::drawn();
  const auto slices = to_sell(exec, A);
  EXPECT_EQ(bytes_as(exec, slices, Format::sell), slices.bytes());  // as it is, whatever its shape
  EXPECT_EQ(bytes_as(exec, slices, Format::coo), to_coo(exec, A).bytes());
  EXPECT_EQ(bytes_as(exec, slices, Format::crs), sporos::any_matrix(A).bytes());
}

TEST(BytesAs, HasNoAnswerForAutomatic) {
  EXPECT_EQ(complaint([] { bytes_as(Exec(), sporos_test::drawn(), Format::automatic); }),
            "sporos::bytes_as: format = automatic is for plans, which know how often they run");
}

}  // namespace bytes_as_tests
