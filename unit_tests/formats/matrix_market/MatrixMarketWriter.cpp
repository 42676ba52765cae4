// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cmath>
#include <cstring>
#include <limits>
#include <locale>

#include "unit_tests/formats/matrix_market/MatrixMarketSupport.hpp"

namespace matrix_market_writer_tests {

using Space = Kokkos::HostSpace;
using sporos_test::TemporaryFile;

// One row per value, each in the last column but one.
template <class Matrix>
Matrix holding(const std::vector<typename Matrix::value_type>& values) {
  const auto size = static_cast<std::int64_t>(values.size());
  auto matrix = sporos::detail::allocate_crs<Matrix>(size, 7, size);
  for (std::size_t k = 0; k < values.size(); ++k) {
    matrix.row_offsets(k) = static_cast<typename Matrix::offset_type>(k);
    matrix.columns(k) = 5;
    matrix.values(k) = values[k];
  }
  matrix.row_offsets(values.size()) = static_cast<typename Matrix::offset_type>(size);
  return matrix;
}

template <class Real>
std::vector<Real> awkward_numbers() {
  using Limits = std::numeric_limits<Real>;
  std::vector<Real> numbers{0,
                            Real(-0.0),
                            1,
                            Real(0.1),
                            Real(1) / 3,
                            Limits::min(),
                            Limits::max(),
                            Limits::lowest(),
                            Limits::denorm_min(),
                            -Limits::denorm_min(),
                            Limits::min() - Limits::denorm_min(),
                            1 + Limits::epsilon(),
                            Real(16777217),
                            Limits::infinity(),
                            -Limits::infinity()};
  for (int exponent = Limits::min_exponent - Limits::digits; exponent < Limits::max_exponent; exponent += 3) {
    numbers.push_back(std::ldexp(Real(1) + Real(exponent % 5) / 7, exponent));
  }
  return numbers;
}

template <class Value, class Column, class Offset>
void expect_round_trip(const std::vector<Value>& values) {
  using Matrix = sporos::CrsMatrix<Value, Column, Offset, Space>;
  const auto matrix = holding<Matrix>(values);
  const TemporaryFile file;
  sporos::write_matrix_market(file.path(), matrix);
  const auto back = sporos::read_matrix_market<Value, Column, Offset>(file.path());
  ASSERT_EQ(back.num_rows, matrix.num_rows);
  ASSERT_EQ(back.num_columns, matrix.num_columns);
  ASSERT_EQ(back.nnz(), matrix.nnz());
  for (std::size_t k = 0; k < values.size(); ++k) {
    ASSERT_EQ(back.row_offsets(k), matrix.row_offsets(k));
    ASSERT_EQ(back.columns(k), matrix.columns(k));
    ASSERT_EQ(std::memcmp(&back.values(k), &matrix.values(k), sizeof(Value)), 0) << "value " << k;
  }
}

template <class Real>
std::vector<Kokkos::complex<Real>> as_complex(const std::vector<Real>& numbers) {
  std::vector<Kokkos::complex<Real>> values;
  for (std::size_t k = 0; k < numbers.size(); ++k) values.emplace_back(numbers[k], numbers[numbers.size() - 1 - k]);
  return values;
}

// The number format of many countries: 1.234,5.
struct Grouping : std::numpunct<char> {
  char do_thousands_sep() const override { return '.'; }
  char do_decimal_point() const override { return ','; }
  std::string do_grouping() const override { return "\3"; }
};

TEST(MatrixMarketWriter, WritesTheSameInEveryLocale) {
  const auto matrix = holding<sporos::CrsMatrix<double, int, int, Space>>(std::vector<double>(1234, 1.5));
  const TemporaryFile file;
  const std::locale before = std::locale::global(std::locale(std::locale::classic(), new Grouping));
  sporos::write_matrix_market(file.path(), matrix);
  const std::string said = sporos::detail::concat(1234567, ' ', 0.5);
  std::locale::global(before);
  EXPECT_EQ(said, "1234567 0.5");
  EXPECT_EQ((sporos::read_matrix_market<double, int, int>(file.path()).num_rows), 1234);
}

TEST(MatrixMarketWriter, RoundTripsEveryTypeBitForBit) {
  expect_round_trip<double, int, int>(awkward_numbers<double>());
  expect_round_trip<double, std::int64_t, std::size_t>(awkward_numbers<double>());
  expect_round_trip<float, int, std::size_t>(awkward_numbers<float>());
  expect_round_trip<float, std::int64_t, int>(awkward_numbers<float>());
  expect_round_trip<Kokkos::complex<double>, int, int>(as_complex(awkward_numbers<double>()));
  expect_round_trip<Kokkos::complex<float>, std::int64_t, std::size_t>(as_complex(awkward_numbers<float>()));
}

TEST(MatrixMarketWriter, KeepsThatAValueIsNoNumber) {
  const TemporaryFile file;
  using Matrix = sporos::CrsMatrix<double, int, int, Space>;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  sporos::write_matrix_market(file.path(), holding<Matrix>({nan, -nan}));
  const auto back = sporos::read_matrix_market(file.path());
  EXPECT_TRUE(std::isnan(back.values(0)));
  EXPECT_TRUE(std::isnan(back.values(1)));
}

TEST(MatrixMarketWriter, WritesTheEntriesInTheirOrder) {
  const TemporaryFile file;
  const int offsets[] = {0, 2, 2, 3};
  const int columns[] = {3, 0, 1};
  const double values[] = {1.5, 0, -2};
  sporos::write_matrix_market(file.path(), sporos::crs_view<Space>(3, 4, 3, offsets, columns, values));
  EXPECT_EQ(file.content(), "%%MatrixMarket matrix coordinate real general\n3 4 3\n1 4 1.5\n1 1 0\n3 2 -2\n");
}

TEST(MatrixMarketWriter, WritesMoreThanItsBufferHolds) {
  using Matrix = sporos::CrsMatrix<double, int, int, Space>;
  std::vector<double> numbers;
  for (int i = 0; i < 50000; ++i) numbers.push_back(1.0 / (i + 1));
  expect_round_trip<double, int, int>(numbers);
  const TemporaryFile file;
  sporos::write_matrix_market(file.path(), holding<Matrix>(numbers));
  EXPECT_GT(file.content().size(), std::size_t{1} << 20);
}

TEST(MatrixMarketWriter, TakesMatricesOfTheDefaultMemorySpace) {
  const auto host = sporos_test::read_text("%%MatrixMarket matrix coordinate real general\n2 2 2\n1 2 3\n2 1 4\n");
  const TemporaryFile file;
  sporos::write_matrix_market(file.path(), sporos::copy_to<Kokkos::DefaultExecutionSpace::memory_space>(host));
  EXPECT_EQ(sporos_test::triples(sporos::read_matrix_market(file.path())), sporos_test::triples(host));
}

TEST(MatrixMarketWriter, WritesEmptyMatrices) {
  const TemporaryFile file;
  sporos::write_matrix_market(file.path(), sporos::CrsMatrix<double, int, int, Space>{});
  EXPECT_EQ(file.content(), "%%MatrixMarket matrix coordinate real general\n0 0 0\n");
}

TEST(MatrixMarketWriter, ReplacesAFileOnlyWithACompleteOne) {
  const TemporaryFile file;
  file.fill("before");
  const int offsets[] = {0, 1};
  const int columns[] = {2};
  const double values[] = {1};
  EXPECT_THROW(sporos::write_matrix_market(file.path(), sporos::crs_view<Space>(1, 2, 1, offsets, columns, values)),
               std::invalid_argument);
  EXPECT_EQ(file.content(), "before");
  EXPECT_FALSE(std::filesystem::exists(file.path() + ".unfinished-0"));
  sporos::write_matrix_market(file.path(), sporos::crs_view<Space>(1, 3, 1, offsets, columns, values));
  EXPECT_EQ(file.content(), "%%MatrixMarket matrix coordinate real general\n1 3 1\n1 3 1\n");
  EXPECT_FALSE(std::filesystem::exists(file.path() + ".unfinished-0"));
}

TEST(MatrixMarketWriter, LeavesTheUnfinishedFilesOfOthersAlone) {
  const TemporaryFile file;
  const std::string other = file.path() + ".unfinished-0";
  std::ofstream(other) << "other";
  sporos::write_matrix_market(file.path(), sporos::CrsMatrix<double, int, int, Space>{});
  EXPECT_EQ(std::filesystem::file_size(other), 5u);
  EXPECT_FALSE(std::filesystem::exists(file.path() + ".unfinished-1"));
  std::filesystem::remove(other);
}

TEST(MatrixMarketWriter, RefusesMatricesOutOfRange) {
  const TemporaryFile file;
  const auto write = [&](const std::vector<int>& offsets, const std::vector<int>& columns) {
    const std::vector<double> values(columns.size(), 1.0);
    sporos::write_matrix_market(file.path(), sporos::crs_view<Space>(2, 2, static_cast<int>(columns.size()),
                                                                     offsets.data(), columns.data(), values.data()));
  };
  EXPECT_THROW(write({1, 1, 2}, {0, 1}), std::invalid_argument);
  EXPECT_THROW(write({0, 2, 1}, {0, 1}), std::invalid_argument);
  EXPECT_THROW(write({0, 1, 3}, {0, 1}), std::invalid_argument);
  EXPECT_THROW(write({0, 1, 2}, {0, -1}), std::invalid_argument);
  EXPECT_THROW(write({0, 1, 2}, {0, 2}), std::invalid_argument);
  EXPECT_FALSE(std::filesystem::exists(file.path()));
}

TEST(MatrixMarketWriter, NamesTheFileThatItCannotWrite) {
  const auto error = [](const std::string& path) -> std::string {
    try {
      sporos::write_matrix_market(path, sporos::CrsMatrix<double, int, int, Space>{});
    } catch (const std::runtime_error& caught) {
      return caught.what();
    }
    return "";
  };
  EXPECT_EQ(error("/nowhere/a.mtx"),
            "sporos::write_matrix_market: /nowhere/a.mtx: cannot be created: No such file or directory");
  EXPECT_EQ(error("/"), "sporos::write_matrix_market: /: exists and is not a regular file");
  EXPECT_EQ(error("/dev/null"), "sporos::write_matrix_market: /dev/null: exists and is not a regular file");
}

}  // namespace matrix_market_writer_tests
