// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A matrix that is read from a file is the matrix that was written.
#include <gtest/gtest.h>

#include "core/Sporos_AnyPlan.hpp"
#include "core/Sporos_BinaryFile.hpp"
#include "formats/generate/Sporos_Generate.hpp"
#include "formats/matrix_market/Sporos_MatrixMarket.hpp"
#include "unit_tests/support/BinaryFiles.hpp"
#include "unit_tests/support/FormatTests.hpp"

namespace binary_file_tests {

using Exec = Kokkos::DefaultExecutionSpace;
using sporos::Format;
using sporos_test::complaint;
using sporos_test::elements;
using sporos_test::expect_same_crs;
using sporos_test::FileName;
using sporos_test::Pattern;
using sporos_test::reading_fault;

bool suits(const Pattern& pattern, Format format) {
  const bool square = static_cast<std::int64_t>(pattern.rows.size()) == pattern.num_columns;
  if (format == Format::packet) return square && sporos::has_metis;
  return square || format != Format::symmetric;
}

// Small patterns of every kind, one with tiles of the same number of rows, and one with a row in pieces.
std::vector<Pattern> patterns() {
  std::vector<Pattern> all = sporos_test::structured_gallery();
  for (Pattern& pattern : sporos_test::gallery()) {
    if (pattern.name == "lengths 0 to 70" || pattern.name == "tall" || pattern.name == "0 x 5" ||
        pattern.name == "all rows empty" || pattern.name == "unsorted and repeated columns") {
      all.push_back(std::move(pattern));
    }
  }
  Pattern even{"even rows", 5000, {}};
  Pattern uneven{"a row in pieces", 10000, {{}, {}, {7, 9}}};
  for (std::int64_t row = 0; row < 5000; ++row) even.rows.push_back({row, (row + 1) % 5000});
  for (std::int64_t column = 0; column < 9000; ++column) uneven.rows[1].push_back(column);
  all.push_back(std::move(even));
  all.push_back(std::move(uneven));
  return all;
}

template <class Vector, class Matrix>
std::vector<Vector> product(const Matrix& A) {
  const Kokkos::View<Vector*, Exec::memory_space> x("x", static_cast<std::size_t>(A.num_columns));
  const Kokkos::View<Vector*, Exec::memory_space> y("y", static_cast<std::size_t>(A.num_rows));
  Kokkos::deep_copy(x, sporos_test::make_vector<Vector>(A.num_columns, 3));
  sporos::spmv(Exec(), Vector(0.5), A, x, Vector(0), y);
  return elements(y);
}

// Half storage on a GPU adds in any order.
bool same_bits(Format format) { return format != Format::symmetric || sporos::detail::is_host_execution<Exec>; }

// Only products of one type, because they take long to compile.
template <class Any>
void expect_same(const Any& written, const Any& read) {
  using Value = typename Any::value_type;
  EXPECT_EQ(read.format(), written.format());
  EXPECT_EQ(read.bytes(), written.bytes());
  EXPECT_EQ(read.nnz(), written.nnz());
  expect_same_crs(to_crs(Exec(), read), to_crs(Exec(), written));
  if constexpr (std::is_same<Value, double>::value) {
    if (same_bits(written.format())) {
      EXPECT_EQ(product<Value>(read), product<Value>(written));
    }
  }
}

template <class Value, class Column = int, class Offset = int>
void check_round_trips() {
  const Exec exec;
  int matrices = 0;
  for (const Pattern& pattern : patterns()) {
    const auto A = sporos::copy_to<Exec::memory_space>(sporos_test::make_matrix<Value, Column, Offset>(pattern));
    for (const Format format : sporos::all_formats()) {
      if (!suits(pattern, format)) continue;
      SCOPED_TRACE(sporos::detail::concat(pattern.name, " in ", name(format)));
      using Any = decltype(any_matrix(A));
      Any written;
      try {
        written = to_any(exec, A, format);
      } catch (const std::invalid_argument&) {
        continue;  // the format does not take it
      }
      const FileName file;
      write_binary(file, written);
      auto read = sporos::read_binary<Any>(exec, file);
      expect_same(written, read);
      written.visit([&](const auto& stored) {
        const auto same_type = sporos::read_binary<std::decay_t<decltype(stored)>>(exec, file);
        expect_same(written, any_matrix(same_type));
      });
      // Once more: writing what was read gives the same file.
      const FileName again;
      write_binary(again, read);
      EXPECT_EQ(sporos_test::bytes_in(again), sporos_test::bytes_in(file));
      // New numbers are stored in the right places.
      const Kokkos::View<Value*, Exec::memory_space> values("values", A.values.extent(0));
      Kokkos::deep_copy(values, sporos_test::make_vector<Value>(A.nnz(), 5));
      update_values(exec, written, values);
      update_values(exec, read, values);
      expect_same(written, read);
      ++matrices;
    }
  }
  EXPECT_GT(matrices, 80);
}

TEST(BinaryFile, GivesBackEveryFormat) { check_round_trips<double>(); }
TEST(BinaryFile, GivesBackEveryFormatInFloatWithLongIndices) { check_round_trips<float, std::int64_t, std::size_t>(); }
TEST(BinaryFile, GivesBackEveryFormatWithComplexNumbers) { check_round_trips<Kokkos::complex<double>>(); }
TEST(BinaryFile, GivesBackEveryFormatWithComplexFloats) {
  check_round_trips<Kokkos::complex<float>, int, std::int64_t>();
}

TEST(BinaryFile, GivesBackHalfOfTheDiagonals) {
  const Exec exec;
  const auto A = sporos::copy_to<Exec::memory_space>(sporos::generate<double, int, int>("stencil9:40,values=laplace"));
  auto dia = to_dia(exec, A);
  ASSERT_EQ(dia.num_mirrored(), 4);
  const FileName file;
  write_binary(file, dia);
  const auto read = sporos::read_binary<decltype(dia)>(exec, file);
  EXPECT_EQ(read.num_mirrored(), 4);
  expect_same(any_matrix(dia), any_matrix(read));
  update_values(exec, read, A.values);
  expect_same_crs(to_crs(exec, read), A);
  // An entry whose mirror image is gone.
  sporos::DiaOptions options;
  options.keep_map = false;
  auto lame = to_dia(exec, A, options);
  lame.present = decltype(lame.present)("present", dia.present.extent(0));
  Kokkos::deep_copy(lame.present, dia.present);
  // The last row has the diagonals 0, 1, 3 and 4; the first of them goes.
  Kokkos::deep_copy(Kokkos::subview(lame.present, std::make_pair(1599, 1600)), 0b11010u);
  EXPECT_NE(complaint([&] { write_binary(file, lame); }).find("without mirror image"), std::string::npos);
  // Half of the values for offsets that are not symmetric.
  Kokkos::deep_copy(Kokkos::subview(dia.offsets, std::make_pair(8, 9)), std::int64_t{42});
  EXPECT_NE(complaint([&] { write_binary(file, dia); }).find("half of the diagonals are missing"), std::string::npos);
}

TEST(BinaryFile, GivesBackNumbersThatDeltaCrsCompresses) {
  const Exec exec;
  const auto A = sporos::copy_to<Exec::memory_space>(sporos_test::make_matrix<double>(patterns().back()));
  for (const auto values : {sporos::DeltaValues::table, sporos::DeltaValues::narrow}) {
    Kokkos::deep_copy(A.values, 0.25);
    sporos::DeltaCrsOptions options;
    options.values = values;
    options.columns = sporos::DeltaColumns::wide;
    const auto deltas = to_delta_crs(exec, A, options);
    const FileName file;
    write_binary(file, deltas);
    const auto read = sporos::read_binary<std::decay_t<decltype(deltas)>>(exec, file);
    EXPECT_EQ(read.words(), deltas.words());
    expect_same(any_matrix(deltas), any_matrix(read));
    Kokkos::deep_copy(A.values, 0.5);
    update_values(exec, read, A.values);
    expect_same_crs(to_crs(exec, read), A);
  }
}

TEST(BinaryFile, KeepsNoMapWhereThereIsNone) {
  const Exec exec;
  const auto A = sporos_test::drawn();
  sporos::SellOptions options;
  options.keep_map = false;
  const auto slices = to_sell(exec, A, options);
  const FileName file;
  write_binary(file, slices);
  const auto read = sporos::read_binary<std::decay_t<decltype(slices)>>(exec, file);
  expect_same(any_matrix(slices), any_matrix(read));
  EXPECT_EQ(complaint([&] { update_values(exec, read, A.values); }),
            "sporos::update_values: the matrix was converted with keep_map = false");
}

TEST(BinaryFile, TakesCompressedRowsOfAnyKind) {
  const auto A = sporos_test::drawn();
  const FileName file;
  write_binary(file, A);
  expect_same_crs(sporos::read_binary<std::decay_t<decltype(A)>>(Exec(), file), A);
  write_binary(file, sporos::crs_view(A));
  expect_same_crs(sporos::read_binary<std::decay_t<decltype(A)>>(Exec(), file), A);
  const auto plan = sporos::Plan(Exec(), sporos::read_binary<decltype(any_matrix(A))>(Exec(), file));
  EXPECT_EQ(plan.format(), Format::crs);  // the arrays are the plan's
}

TEST(BinaryFile, IsCompressedWhereTheNameSaysSo) {
#ifdef SPOROS_HAS_ZLIB
  const auto A = sporos::copy_to<Exec::memory_space>(sporos::generate<double>("stencil7:12"));
  const FileName packed(".gz");
  const FileName plain;
  write_binary(packed, A);
  write_binary(plain, A);
  EXPECT_LT(sporos_test::bytes_in(packed).size(), sporos_test::bytes_in(plain).size());
  expect_same_crs(sporos::read_binary<std::decay_t<decltype(A)>>(Exec(), packed), A);
  sporos_test::put_bytes(packed, sporos_test::bytes_in(packed).substr(0, 1000));
  EXPECT_EQ(reading_fault(packed, [&] { sporos::read_binary<std::decay_t<decltype(A)>>(Exec(), packed); }),
            "the gzip data is truncated");
#else
  GTEST_SKIP() << "no zlib";
#endif
}

TEST(BinaryFile, CallsFormatsAsAllElseDoes) {
  using Types = sporos::detail::StoredTypes<sporos::AnyMatrix<double>::storage_type>;
  int types = 0;
  Types::find([&](auto type) {
    using Matrix = typename decltype(type)::type;
    using Traits = sporos::FormatTraits<Matrix>;
    EXPECT_STREQ(Traits::name, name(Traits::formats[0]));
    EXPECT_STREQ(sporos::detail::StoredParts<Matrix>::format, Traits::name);
    ++types;
    return false;
  });
  EXPECT_EQ(types, 11);
  const auto all = sporos::all_formats();
  EXPECT_EQ(Types::formats(), std::vector<Format>(all.begin(), all.end()));
}

TEST(BinaryFile, SaysWhatElseItHolds) {
  const Exec exec;
  const auto A = sporos_test::drawn();
  const auto ell = to_ell(exec, A);
  const FileName file;
  write_binary(file, ell);
  const auto fault_of = [&](auto wanted) {
    using Matrix = decltype(wanted);
    return reading_fault(file, [&] { sporos::read_binary<Matrix>(exec, file); });
  };
  EXPECT_EQ(fault_of(to_coo(exec, A)), "holds a matrix in ell, not in coo");
  EXPECT_EQ(fault_of(sporos::EllMatrix<float, int, std::size_t>()),
            "holds float64, int32 columns and int32 offsets, not float32, int32 columns and uint64 offsets");
  EXPECT_EQ(fault_of(sporos::AnyMatrix<double, std::int64_t>()),
            "holds float64, int32 columns and int32 offsets, not float64, int64 columns and int32 offsets");
  sporos_test::put_bytes(file, "%%MatrixMarket matrix coordinate real general\n");
  EXPECT_EQ(fault_of(ell), "was not written by write_binary; Matrix Market files are for read_matrix_market");
  sporos_test::put_bytes(file, "");
  EXPECT_EQ(fault_of(ell), "is empty");
}

// Such a file could not be read again.
TEST(BinaryFile, IsNotWrittenOfRowsThatDoNotFit) {
  const FileName file;
  auto wrong = sporos_test::drawn();
  wrong.row_offsets = Kokkos::View<int*, Exec::memory_space>("row offsets", 2);
  EXPECT_EQ(
      sporos_test::complaint([&] { sporos::write_binary(file, wrong); }).find("sporos::write_binary: row_offsets has "),
      0u);
  EXPECT_FALSE(std::filesystem::exists(file()));
}

TEST(BinaryFile, HasAName) {
  const auto fault = [](const auto& action) -> std::string {
    try {
      action();
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "no complaint";
  };
  EXPECT_EQ(fault([] { sporos::write_binary("", sporos_test::drawn()); }),
            "sporos::write_binary: the name of the file is empty");
  EXPECT_EQ(fault([] { sporos::read_binary<sporos::EllMatrix<double>>(Exec(), ""); }),
            "sporos::read_binary: the name of the file is empty");
  EXPECT_EQ(fault([] { sporos::read_matrix_market<double>(""); }),
            "sporos::read_matrix_market: the name of the file is empty");
}

TEST(BinaryFile, SaysThatItIsNotThere) {
  const std::string file = "no-such-folder/matrix.sporos";
  const auto read = [&] { sporos::read_binary<sporos::EllMatrix<double>>(Exec(), file); };
  EXPECT_EQ(reading_fault(file, read), "cannot be opened: No such file or directory");
  EXPECT_EQ(reading_fault(".", [&] { sporos::read_binary<sporos::EllMatrix<double>>(Exec(), "."); }), "is a directory");
  std::string said;
  try {
    write_binary(file, sporos_test::drawn());
  } catch (const std::runtime_error& error) {
    said = error.what();
  }
  EXPECT_EQ(said, "sporos::write_binary: no-such-folder/matrix.sporos: cannot be created: No such file or directory");
}

}  // namespace binary_file_tests
