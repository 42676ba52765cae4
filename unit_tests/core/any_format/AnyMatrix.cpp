// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>

#include "unit_tests/support/FormatTests.hpp"
#include "unit_tests/support/Recording.hpp"
#include "unit_tests/support/compiled/CompiledPlans.hpp"

namespace any_matrix_tests {

using Exec = Kokkos::DefaultExecutionSpace;
using sporos::Format;
using sporos_test::complaint;
using sporos_test::expect_same_crs;
using sporos_test::Pattern;
using sporos_test::ProductCase;

std::vector<Pattern> patterns() {
  std::vector<Pattern> all;
  for (Pattern& pattern : sporos_test::gallery()) {
    if (pattern.name == "unsorted and repeated columns" || pattern.name == "lengths 0 to 70" ||
        pattern.name == "all rows empty" || pattern.name == "tall" || pattern.name == "0 x 5") {
      all.push_back(std::move(pattern));
    }
  }
  for (Pattern& pattern : sporos_test::structured_gallery()) {
    if (pattern.name == "tridiagonal") all.push_back(std::move(pattern));
  }
  return all;
}

// Only diagonals need distinct columns in ascending order, and some formats need square matrices.
bool suits(const Pattern& pattern, Format format) {
  if (format == Format::dia) return pattern.name == "tridiagonal" || pattern.nnz() == 0;
  const bool square = static_cast<std::int64_t>(pattern.rows.size()) == pattern.num_columns;
  return square || (format != Format::packet && format != Format::symmetric);
}

// The formats to which this build can convert.
std::vector<Format> formats() {
  std::vector<Format> all;
  for (const Format format : sporos::all_formats()) {
    if (format != Format::packet || sporos::has_metis) all.push_back(format);
  }
  return all;
}

sporos::Options in_format(Format format) {
  sporos::Options options;
  options.format = format;
  return options;
}

template <class Value, class Vector = Value, class Column = int, class Offset = int>
void check_all_formats() {
  const Exec exec;
  for (const Pattern& pattern : patterns()) {
    ProductCase<Value, Vector, Column, Offset> matrix_case(pattern);
    const auto rows = sporos::any_matrix(matrix_case.matrix);
    for (const Format format : formats()) {
      if (!suits(pattern, format)) continue;
      SCOPED_TRACE(sporos::detail::concat(pattern.name, " in ", name(format)));
      const auto stored = sporos::convert(exec, rows, format);
      EXPECT_EQ(stored.num_rows, rows.num_rows);
      EXPECT_EQ(stored.num_columns, rows.num_columns);
      EXPECT_EQ(stored.nnz(), rows.nnz());
      // Plans refuse to make blocks of one entry, but take them if they exist.
      const auto plan = sporos::Plan(exec, format == Format::bsr ? stored : rows, in_format(format));
      const auto held = sporos::Plan(exec, stored);
      for (const double beta : {0.0, 2.5}) {
        matrix_case.check(-0.5, beta, [&](auto... arguments) { plan.apply(arguments...); });
        matrix_case.check(0.0, beta, [&](auto... arguments) { held.apply(arguments...); });
        matrix_case.check(1.0, beta, [&](auto a, auto x, auto b, auto y) { sporos::spmv(exec, a, stored, x, b, y); });
      }
      matrix_case.check(1.0, 0.0, [&](auto a, auto x, auto b, auto y) { sporos::spmv(a, stored, x, b, y); });
      if (rows.num_rows > 0) {
        EXPECT_EQ(stored.format(), format);
        EXPECT_EQ(plan.format(), format);
        EXPECT_EQ(held.format(), format);
      }
    }
  }
}

TEST(AnyMatrix, IsRightInEveryFormat) { check_all_formats<double>(); }
TEST(AnyMatrix, IsRightWithOtherTypes) { check_all_formats<float, double, std::int64_t, std::size_t>(); }

TEST(AnyMatrix, SharesCompressedRows) {
  const auto matrix = sporos_test::drawn();
  const auto any = sporos::any_matrix(matrix);
  EXPECT_EQ(any.format(), Format::crs);
  EXPECT_EQ(any.bytes(), 5 * 4 + 6 * (4 + 8));
  EXPECT_EQ(to_crs(Exec(), any).values.data(), matrix.values.data());
  EXPECT_EQ(to_crs(Exec(), sporos::any_matrix(any)).columns.data(), matrix.columns.data());
}

TEST(AnyMatrix, TakesAMatrixOfAFormat) {
  const auto ell = to_ell(Exec(), sporos_test::drawn());
  const auto any = sporos::any_matrix(ell);
  EXPECT_EQ(any.format(), Format::ell);
  EXPECT_EQ(any.bytes(), ell.bytes());
  EXPECT_EQ(any.nnz(), 6);
}

TEST(AnyMatrix, GoesFromEveryFormatToEveryOtherAndBack) {
  const Exec exec;
  const auto matrix = sporos_test::make_matrix<double>(sporos_test::structured_gallery()[1]);
  auto any = sporos::to_any(exec, sporos::copy_to<Exec::memory_space>(matrix), Format::crs);
  for (const Format from : formats()) {
    for (const Format to : formats()) {
      SCOPED_TRACE(sporos::detail::concat(name(from), " to ", name(to)));
      any = convert(exec, convert(exec, any, from), to);
      EXPECT_EQ(any.format(), to);
      expect_same_crs(to_crs(exec, any), matrix);
    }
  }
}

TEST(AnyMatrix, TakesNewValuesInEveryFormat) {
  const Exec exec;
  const auto pattern = sporos_test::structured_gallery()[1];
  ProductCase<double> old_case(pattern);
  auto other = sporos_test::make_matrix<double>(pattern);
  other.values = sporos_test::make_vector<double>(other.nnz(), 77);
  ProductCase<double> other_case(other);
  for (const Format format : formats()) {
    SCOPED_TRACE(name(format));
    auto stored = sporos::to_any(exec, old_case.matrix, format);
    auto plan =
        sporos::Plan(exec, format == Format::bsr ? convert(exec, stored, format) : sporos::any_matrix(old_case.matrix),
                     in_format(format));
    plan.update_values(other_case.matrix.values);
    other_case.check(0.75, 2.5, [&](auto... arguments) { plan.apply(arguments...); });
    update_values(exec, stored, other_case.matrix.values);
    other_case.check(0.75, 0.0, [&](auto a, auto x, auto b, auto y) { sporos::spmv(exec, a, stored, x, b, y); });
    expect_same_crs(to_crs(exec, stored), other);
    const Kokkos::View<double*, Exec::memory_space> few("few", 3);
    EXPECT_EQ(complaint([&] { update_values(exec, stored, few); }),
              "sporos::update_values: values has 3 elements, but the matrix has 769 entries");
  }
}

TEST(AnyMatrix, PlansRefuseArraysThatDoNotLieSideBySide) {
  const Kokkos::View<double* [2], Kokkos::LayoutRight, Exec::memory_space> pairs("pairs", 6);
  const auto strided = Kokkos::subview(pairs, Kokkos::ALL(), 1);
  const auto expect = [](const std::string& complaint, const char* part) {
    EXPECT_NE(complaint.find(part), std::string::npos) << complaint;
  };
  for (const Format format : {Format::crs, Format::ell}) {
    SCOPED_TRACE(name(format));
    auto plan = sporos::Plan(Exec(), sporos::any_matrix(sporos_test::drawn()), in_format(format));
    expect(complaint([&] { plan.update_values(strided); }),
           "Plan::update_values: values must be contiguous, but its 6 ");
  }
}

TEST(AnyMatrix, ConvertsWithinTheBytesAllowed) {
  const auto matrix = sporos_test::drawn();
  sporos::ConversionOptions options;
  options.max_bytes = 100;
  EXPECT_EQ(complaint([&] { sporos::to_any(Exec(), matrix, Format::ell, options); }),
            "sporos::to_any: the matrix would take 1152 bytes, but max_bytes is 100");
  EXPECT_EQ(complaint([&] { sporos::to_any(Exec(), matrix, Format::automatic); }),
            "sporos::to_any: format = automatic is for plans, which know how often they run");
  EXPECT_EQ(complaint([&] { convert(Exec(), sporos::any_matrix(matrix), Format::automatic); }),
            "sporos::convert: format = automatic is for plans, which know how often they run");
}

TEST(AnyMatrix, TakesTheBlockSizeAsked) {
  sporos::ConversionOptions options;
  options.block_size = 3;
  const auto any = sporos::to_any(Exec(), sporos_test::drawn(), Format::bsr, options);
  EXPECT_EQ(any.visit([](const auto& matrix) {
    if constexpr (std::is_same_v<std::decay_t<decltype(matrix)>,
                                 sporos::BsrMatrix<double, int, int, Exec::memory_space>>) {
      return matrix.block_size;
    } else {
      return 0;
    }
  }),
            3);
}

// Tools of Kokkos group kernels by regions and show labels, so these must contain the name of the library.
void expect_names(const sporos_test::Log& log) {
  const auto is_named = [](const std::string& label) {
    return label.rfind("sporos::", 0) == 0 || label.find("Kokkos::") != std::string::npos ||
           label.rfind("HostSpace", 0) == 0;  // Kokkos' own
  };
  for (const auto& launch : log.launches) EXPECT_TRUE(is_named(launch.first)) << launch.first;
  for (const auto& label : log.allocations) EXPECT_TRUE(is_named(label)) << label;
  for (const auto& label : log.fences) EXPECT_TRUE(is_named(label)) << label;
}

TEST(AnyMatrix, NamesRegionsLaunchesMemoryAndFences) {
  const Exec exec;
  const auto matrix =
      sporos::copy_to<Exec::memory_space>(sporos_test::make_matrix<double>(sporos_test::structured_gallery()[1]));
  const auto rows = sporos::any_matrix(matrix);
  for (const Format format : formats()) {
    if (format == Format::crs) continue;
    SCOPED_TRACE(name(format));
    const std::string room = format == Format::ellpack_r ? "ell" : name(format);
    const sporos_test::Recording recording;
    auto stored = convert(exec, rows, format);
    update_values(exec, stored, matrix.values);
    to_crs(exec, stored);
    const auto& regions = recording.log().regions;
    const std::vector<std::string> wanted = {"sporos::to_" + room, "sporos::update_values[" + room + ']',
                                             "sporos::to_crs[" + room + ']'};
    std::vector<std::string> found;
    std::copy_if(regions.begin(), regions.end(), std::back_inserter(found), [&](const std::string& region) {
      return std::find(wanted.begin(), wanted.end(), region) != wanted.end();
    });
    EXPECT_EQ(found, wanted);
    expect_names(recording.log());
  }
}

TEST(AnyMatrix, NamesWhatAPlanDoes) {
  ProductCase<double> matrix_case(sporos_test::structured_gallery()[1]);
  for (const auto algorithm : sporos::all_algorithms()) {
    sporos::Options options;
    options.algorithm = algorithm;
    const sporos_test::Recording recording;
    const auto plan = sporos::Plan(Exec(), sporos::any_matrix(matrix_case.matrix), options);
    const std::vector<std::string> wanted = {"sporos::Plan[any]", "sporos::Plan"};
    EXPECT_EQ(recording.log().regions, wanted);
    plan.apply(1.0, matrix_case.x, 0.0, matrix_case.y);
    expect_names(recording.log());
  }
}

TEST(AnyMatrix, IsEmptyWithoutAMatrix) {
  const sporos::AnyMatrix<double> none;
  EXPECT_EQ(none.num_rows, 0);
  EXPECT_EQ(none.nnz(), 0);
  EXPECT_EQ(none.format(), Format::crs);
}

}  // namespace any_matrix_tests
