// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include "unit_tests/formats/matrix_market/MatrixMarketSupport.hpp"
#include "unit_tests/support/Complaint.hpp"

namespace matrix_market_reader_tests {

using sporos_test::read_text;
using sporos_test::Triples;
using sporos_test::triples;
using Complex = Kokkos::complex<double>;

const std::string real_general = "%%MatrixMarket matrix coordinate real general\n";

TEST(MatrixMarketReader, ReadsCoordinates) {
  const auto matrix = read_text(real_general + "2 3 3\n1 1 1.5\n2 3 -2\n2 1 4e2\n");
  EXPECT_EQ(matrix.num_rows, 2);
  EXPECT_EQ(matrix.num_columns, 3);
  EXPECT_EQ(triples(matrix), (Triples<double>{{0, 0, 1.5}, {1, 0, 400}, {1, 2, -2}}));
}

TEST(MatrixMarketReader, ReadsIntegersComplexNumbersAndPatterns) {
  EXPECT_EQ(triples(read_text("%%MatrixMarket matrix coordinate integer general\n1 2 2\n1 1 -7\n1 2 +8\n")),
            (Triples<double>{{0, 0, -7}, {0, 1, 8}}));
  EXPECT_EQ(triples(read_text<Complex>("%%MatrixMarket matrix coordinate complex general\n1 2 1\n1 2 1.5 -2\n")),
            (Triples<Complex>{{0, 1, Complex(1.5, -2)}}));
  EXPECT_EQ(triples(read_text("%%MatrixMarket matrix coordinate pattern general\n2 2 2\n1 2\n2 1\n")),
            (Triples<double>{{0, 1, 1}, {1, 0, 1}}));
}

TEST(MatrixMarketReader, ReadsRealFilesIntoComplexValues) {
  EXPECT_EQ(triples(read_text<Complex>(real_general + "1 1 1\n1 1 3\n")), (Triples<Complex>{{0, 0, Complex(3, 0)}}));
}

TEST(MatrixMarketReader, RoundsIntegersThatTheTypeCannotHold) {
  const auto text = std::string("%%MatrixMarket matrix coordinate integer general\n1 1 1\n1 1 9007199254740993\n");
  EXPECT_EQ(std::get<2>(triples(read_text(text))[0]), 9007199254740992.0);
}

TEST(MatrixMarketReader, ReadsArraysColumnByColumnAndKeepsTheirZeros) {
  const auto matrix = read_text("%%MatrixMarket matrix array real general\n2 3\n1\n2\n0\n4\n5\n6\n");
  EXPECT_EQ(triples(matrix), (Triples<double>{{0, 0, 1}, {0, 1, 0}, {0, 2, 5}, {1, 0, 2}, {1, 1, 4}, {1, 2, 6}}));
}

TEST(MatrixMarketReader, TakesTheBannerInAnyCaseAndSpacing) {
  const auto matrix = read_text("%%matrixmarket\tMATRIX  Coordinate\tREAL GENERAL  \n1 1 1\n1 1 2\n");
  EXPECT_EQ(triples(matrix), (Triples<double>{{0, 0, 2}}));
}

TEST(MatrixMarketReader, TakesCarriageReturnsCommentsBlankLinesAndAnySpacing) {
  const auto matrix = read_text(
      "%%MatrixMarket matrix coordinate real general\r\n"
      "% 1 1 1\r\n%\r\n\r\n  \t\r\n   2\t2   2   \r\n\r\n %between\r\n\t1  1\t 1.5\r\n%\n \n2 2 2.5  \r\n% "
      "last\r\n\r\n");
  EXPECT_EQ(triples(matrix), (Triples<double>{{0, 0, 1.5}, {1, 1, 2.5}}));
}

TEST(MatrixMarketReader, TakesALastLineWithoutItsEnd) {
  EXPECT_EQ(triples(read_text(real_general + "1 1 1\n1 1 2")), (Triples<double>{{0, 0, 2}}));
}

TEST(MatrixMarketReader, TakesLeadingZerosAndPlusSigns) {
  EXPECT_EQ(triples(read_text(real_general + "+2 02 000000000000000000000001\n+2 00000000000000000000002 +1\n")),
            (Triples<double>{{1, 1, 1}}));
}

TEST(MatrixMarketReader, TakesInfinitiesAndNaN) {
  const auto matrix = read_text(real_general + "1 4 4\n1 1 Inf\n1 2 -INFINITY\n1 3 nan\n1 4 -NaN\n");
  EXPECT_EQ(matrix.values(0), std::numeric_limits<double>::infinity());
  EXPECT_EQ(matrix.values(1), -std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(matrix.values(2)));
  EXPECT_TRUE(std::isnan(matrix.values(3)));
}

TEST(MatrixMarketReader, KeepsStoredZeros) {
  EXPECT_EQ(triples(read_text(real_general + "1 2 2\n1 1 0\n1 2 -0.0\n")), (Triples<double>{{0, 0, 0}, {0, 1, 0}}));
}

TEST(MatrixMarketReader, SumsDuplicatesInTheOrderOfTheFile) {
  // 1e16 + 1 is 1e16, so that the sum shows in which order it was computed.
  const auto forth = read_text(real_general + "2 2 5\n2 2 1e16\n1 1 3\n2 2 1\n2 1 5\n2 2 -1e16\n");
  EXPECT_EQ(triples(forth), (Triples<double>{{0, 0, 3}, {1, 0, 5}, {1, 1, 0}}));
  const auto back = read_text(real_general + "2 2 5\n2 2 1e16\n1 1 3\n2 2 -1e16\n2 1 5\n2 2 1\n");
  EXPECT_EQ(triples(back), (Triples<double>{{0, 0, 3}, {1, 0, 5}, {1, 1, 1}}));
}

TEST(MatrixMarketReader, CountsDuplicatesOfAPattern) {
  EXPECT_EQ(triples(read_text("%%MatrixMarket matrix coordinate pattern general\n1 1 2\n1 1\n1 1\n")),
            (Triples<double>{{0, 0, 2}}));
}

TEST(MatrixMarketReader, ReadsEmptyMatrices) {
  for (const auto& [rows, columns] : {std::pair{0, 0}, {0, 4}, {4, 0}, {3, 3}}) {
    const auto size = std::to_string(rows) + " " + std::to_string(columns);
    const auto matrix = read_text(real_general + size + " 0\n");
    EXPECT_EQ(matrix.num_rows, rows);
    EXPECT_EQ(matrix.num_columns, columns);
    EXPECT_EQ(matrix.nnz(), 0);
    EXPECT_TRUE(sporos_test::is_sound(matrix));
  }
  EXPECT_EQ(read_text("%%MatrixMarket matrix array real general\n0 5\n").num_columns, 5);
}

TEST(MatrixMarketReader, ReadsLinesThatCrossTheEndsOfItsBuffer) {
  // More text than the buffer holds several times, in lines of changing length.
  constexpr int size = 40000;
  std::string text = real_general + "40000 40000 40000\n";
  for (int i = size; i >= 1; --i) {
    text += std::to_string(i) + " " + std::to_string(size + 1 - i) + " " + std::to_string(i) + "." +
            std::string(static_cast<std::size_t>(i % 7), '0') + "\n";
    if (i % 1000 == 0) text += "% " + std::string(static_cast<std::size_t>(i), 'x') + "\n";
  }
  ASSERT_GT(text.size(), 4 * sporos::detail::TextSource::capacity);
  const auto matrix = read_text(text);
  ASSERT_EQ(matrix.nnz(), size);
  for (int row = 0; row < size; ++row) {
    ASSERT_EQ(matrix.row_offsets(row), row);
    ASSERT_EQ(matrix.columns(row), size - 1 - row);
    ASSERT_EQ(matrix.values(row), row + 1);
  }
}

TEST(MatrixMarketReader, ReadsIntoEveryIndexType) {
  const auto text = real_general + "2 3 2\n2 3 1\n1 2 5\n";
  const auto wide = read_text<float, std::int64_t, std::size_t>(text);
  EXPECT_EQ(triples(wide), (Triples<float>{{0, 1, 5}, {1, 2, 1}}));
  const auto narrow = read_text<double, signed char, short>(text);
  EXPECT_EQ(triples(narrow), (Triples<double>{{0, 1, 5}, {1, 2, 1}}));
}

TEST(MatrixMarketReader, FillsTheIndexTypesToTheirLimits) {
  std::string full = real_general + "127 127 127\n";
  for (int i = 1; i <= 127; ++i) full += "127 " + std::to_string(i) + " 1\n";
  const auto matrix = read_text<double, signed char, signed char>(full);
  EXPECT_EQ(matrix.nnz(), 127);
  EXPECT_TRUE(sporos_test::is_sound(matrix));
}

TEST(MatrixMarketReader, ReportsProgressUpToTheWholeFile) {
  const sporos_test::TemporaryFile file;
  std::string text = real_general + "1 1 100000\n";
  for (int i = 0; i < 100000; ++i) text += "1 1 1\n";
  file.fill(text);
  std::vector<std::int64_t> done;
  sporos::ReadOptions options;
  options.progress = [&](std::int64_t bytes_done, std::int64_t bytes_total) {
    EXPECT_EQ(bytes_total, static_cast<std::int64_t>(text.size()));
    done.push_back(bytes_done);
  };
  sporos::read_matrix_market(file.path(), options);
  EXPECT_GE(done.size(), 3u);
  EXPECT_TRUE(std::is_sorted(done.begin(), done.end()));
  EXPECT_EQ(done.back(), static_cast<std::int64_t>(text.size()));
}

TEST(MatrixMarketReader, EndsWhereProgressThrows) {
  sporos::ReadOptions options;
  options.progress = [](std::int64_t, std::int64_t) { throw std::domain_error("enough"); };
  EXPECT_THROW(read_text(real_general + "1 1 1\n1 1 1\n", options), std::domain_error);
}

TEST(MatrixMarketReader, AllowsAsManyEmptyRowsAsItIsTold) {
  const auto text = real_general + "1000000 1 1\n1 1 1\n";
  EXPECT_EQ(read_text(text).num_rows, 1000000);
  sporos::ReadOptions strict;
  strict.max_empty_rows = 1000;
  EXPECT_THROW(read_text(text, strict), std::runtime_error);
  strict.max_empty_rows = -1;
  EXPECT_EQ(sporos_test::complaint([&] { read_text(text, strict); }),
            "sporos::read_matrix_market: max_empty_rows = -1 must not be negative");
}

TEST(MatrixMarketReader, ReadsTheHeaderAlone) {
  const sporos_test::TemporaryFile file;
  file.fill("%%MatrixMarket matrix coordinate complex hermitian\n% comment\n5 5 2\nno entries here ");
  const auto header = sporos::read_matrix_market_header(file.path());
  EXPECT_EQ(header.format, sporos::MatrixMarketFormat::coordinate);
  EXPECT_EQ(header.field, sporos::MatrixMarketField::complex);
  EXPECT_EQ(header.symmetry, sporos::MatrixMarketSymmetry::hermitian);
  EXPECT_EQ(header.num_rows, 5);
  EXPECT_EQ(header.num_columns, 5);
  EXPECT_EQ(header.num_entries, 2);
}

TEST(MatrixMarketReader, CountsTheValuesThatAnArrayHolds) {
  const auto entries = [](const std::string& symmetry) {
    const sporos_test::TemporaryFile file;
    file.fill("%%MatrixMarket matrix array real " + symmetry + "\n4 4\n" + std::string(40, ' '));
    return sporos::read_matrix_market_header(file.path()).num_entries;
  };
  EXPECT_EQ(entries("general"), 16);
  EXPECT_EQ(entries("symmetric"), 10);
  EXPECT_EQ(entries("hermitian"), 10);
  EXPECT_EQ(entries("skew-symmetric"), 6);
}

}  // namespace matrix_market_reader_tests
