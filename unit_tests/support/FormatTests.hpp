// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Tests that every storage format must pass, for one combination of types: check_format<Value, ...>(convert).
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "core/Sporos_FormatPlan.hpp"
#include "formats/crs/Sporos_SortRows.hpp"
#include "unit_tests/support/Complaint.hpp"
#include "unit_tests/support/Instances.hpp"
#include "unit_tests/support/ProductCase.hpp"
#include "unit_tests/support/Recording.hpp"
#include "unit_tests/support/SymmetricGallery.hpp"

namespace sporos_test {

template <class View>
auto elements(const View& view) {
  const auto host = sporos::detail::host_copy(view);
  return std::vector<typename View::non_const_value_type>(host.data(), host.data() + host.extent(0));
}

template <class Matrix, class Other>
void expect_same_crs(const Matrix& matrix, const Other& other) {
  EXPECT_EQ(matrix.num_rows, other.num_rows);
  EXPECT_EQ(matrix.num_columns, other.num_columns);
  EXPECT_EQ(elements(matrix.row_offsets), elements(other.row_offsets));
  EXPECT_EQ(elements(matrix.columns), elements(other.columns));
  EXPECT_EQ(elements(matrix.values), elements(other.values));
}

/// \brief The matrix with every row sorted by column; entries of one column keep their order; on the host.
template <class Matrix>
auto with_sorted_rows(const Matrix& matrix) {
  auto sorted =
      sporos::detail::allocate_crs<sporos::CrsMatrix<typename Matrix::value_type, typename Matrix::column_type,
                                                     typename Matrix::offset_type, Kokkos::HostSpace>>(
          matrix.num_rows, matrix.num_columns, matrix.nnz());
  Kokkos::deep_copy(sorted.row_offsets, matrix.row_offsets);
  Kokkos::deep_copy(sorted.columns, matrix.columns);
  Kokkos::deep_copy(sorted.values, matrix.values);
  sporos::detail::sort_rows(Kokkos::DefaultHostExecutionSpace(), sorted);
  return sorted;
}

/// \brief A small matrix, on the device, for tests of where entries are stored:
///
///     | 1 . 2 . |
///     | . . . . |
///     | 3 4 . 5 |
///     | . . . 6 |
inline auto drawn() {
  const auto matrix = make_matrix<double>({"", 4, {{0, 2}, {}, {0, 1, 3}, {3}}});
  for (int k = 0; k < 6; ++k) matrix.values(k) = k + 1;
  return sporos::copy_to<Kokkos::DefaultExecutionSpace::memory_space>(matrix);
}

/// \brief Whether rows have no repeated columns: for formats that store one entry per place.
inline bool has_distinct_columns(const Pattern& pattern) {
  for (auto row : pattern.rows) {
    std::sort(row.begin(), row.end());
    if (std::adjacent_find(row.begin(), row.end()) != row.end()) return false;
  }
  return true;
}

/// \brief Matrices besides those of the gallery, for formats that take structured or distinct entries.
inline std::vector<Pattern> structured_gallery() {
  const auto band = [](std::string name, std::int64_t rows, std::int64_t columns, std::vector<std::int64_t> offsets) {
    Pattern pattern{std::move(name), columns, {}};
    for (std::int64_t row = 0; row < rows; ++row) {
      std::vector<std::int64_t> in_row;
      for (const std::int64_t offset : offsets) {
        if (row + offset >= 0 && row + offset < columns) in_row.push_back(row + offset);
      }
      pattern.rows.push_back(std::move(in_row));
    }
    return pattern;
  };
  return {band("diagonal", 1000, 1000, {0}),
          band("tridiagonal", 257, 257, {-1, 0, 1}),
          band("five diagonals, wide", 100, 900, {-40, -3, 0, 3, 700}),
          band("five diagonals, tall", 900, 100, {-700, -40, -3, 0, 3}),
          band("corners", 300, 300, {-299, 299}),
          band("above and below the matrix", 33, 65, {-32, 64})};
}

struct FormatChecks {
  /// Whether to_crs() keeps the order of the entries of a row; otherwise it sorts them by column.
  bool keeps_order = true;
  /// Which patterns the format can take; null means all.
  bool (*suits)(const Pattern&) = nullptr;
};

template <class Case, class Matrix>
void check_products(Case& matrix_case, const Matrix& matrix) {
  const Kokkos::DefaultExecutionSpace exec;
  const auto plan = sporos::Plan(exec, matrix);
  for (const double alpha : {0.0, 1.0, -0.5}) {
    for (const double beta : {0.0, 1.0, 2.5}) {
      SCOPED_TRACE(sporos::detail::concat("alpha ", alpha));
      matrix_case.check(alpha, beta, [&](auto... arguments) { plan.apply(arguments...); });
    }
  }
  matrix_case.check(-0.5, 2.5, [&](auto a, auto x, auto b, auto y) { sporos::spmv(exec, a, matrix, x, b, y); });
  matrix_case.check(-0.5, 0.0, [&](auto a, auto x, auto b, auto y) { sporos::spmv(a, matrix, x, b, y); });
}

template <class Case, class Matrix>
void check_zero_alpha_reads_no_x(Case& matrix_case, const Matrix& matrix) {
  const auto plan = sporos::Plan(Kokkos::DefaultExecutionSpace(), matrix);
  matrix_case.check(0.0, 2.5, [&](auto a, auto x, auto b, auto y) {
    const decltype(x) nans(Kokkos::view_alloc(std::string("nans"), Kokkos::WithoutInitializing), x.extent(0));
    Kokkos::deep_copy(nans, typename decltype(x)::value_type(std::numeric_limits<float>::quiet_NaN()));
    plan.apply(a, nans, b, y);
  });
}

template <class Case, class Matrix>
void check_plan_only_launches(Case& matrix_case, const Matrix& matrix) {
  for (const auto& exec : make_instances<Kokkos::DefaultExecutionSpace>(2)) {
    const auto plan = sporos::Plan(exec, matrix);
    const std::uint32_t wanted = Kokkos::Tools::Experimental::device_id(exec);
    matrix_case.check(0.75, 0.0, [&](auto... arguments) {
      plan.apply(arguments...);  // Kokkos itself sets up its team memory at the first launch
      const Recording recording;
      plan.apply(arguments...);
      const Log& log = recording.log();
      EXPECT_EQ(log.allocations, std::vector<std::string>());
      EXPECT_EQ(log.fences, std::vector<std::string>());
      const std::string label = "sporos::spmv[" + plan.describe().format;
      for (const auto& [launch, device] : log.launches) {
        EXPECT_EQ(launch.compare(0, label.size(), label), 0) << launch;
        EXPECT_EQ(device, wanted) << launch;
      }
      EXPECT_EQ(log.regions, std::vector<std::string>{label + "]"});
    });
  }
}

/// \brief Tests the pattern in a format: products, the conversion back, new values. `convert(exec, crs)` makes the
/// format.
template <class Value, class Vector, class Column, class Offset, class Convert>
void check_format_of(const Pattern& pattern, const Convert& convert, const FormatChecks& checks) {
  SCOPED_TRACE(pattern.name);
  const Kokkos::DefaultExecutionSpace exec;
  using Case = ProductCase<Value, Vector, Column, Offset>;
  const auto host = make_matrix<Value, Column, Offset>(pattern);
  Case matrix_case(host);
  const auto matrix = convert(exec, matrix_case.matrix);
  EXPECT_EQ(matrix.num_rows, host.num_rows);
  EXPECT_EQ(matrix.num_columns, host.num_columns);
  EXPECT_EQ(matrix.nnz(), host.nnz());
  check_products(matrix_case, matrix);
  check_zero_alpha_reads_no_x(matrix_case, matrix);
  check_plan_only_launches(matrix_case, matrix);
  const auto same = [&](const auto& found, const auto& wanted) {
    checks.keeps_order ? expect_same_crs(found, wanted) : expect_same_crs(found, with_sorted_rows(wanted));
  };
  same(to_crs(exec, matrix), host);

  auto other = host;
  other.values = make_vector<Value>(host.nnz(), 77);
  if (other.nnz() > 0) other.values(other.values.extent(0) / 2) = Value(0);  // a stored zero stays stored
  Case other_case(other);
  auto plan = sporos::Plan(exec, matrix);
  plan.update_values(other_case.matrix.values);
  check_products(other_case, matrix);
  same(to_crs(exec, matrix), other);
}

/// \brief Tests the whole gallery, as far as the format can take it.
template <class Value, class Vector = Value, class Column = int, class Offset = int, class Convert>
void check_format(const Convert& convert, const FormatChecks& checks = {}) {
  auto patterns = gallery();
  for (Pattern& pattern : structured_gallery()) patterns.push_back(std::move(pattern));
  for (const Pattern& pattern : patterns) {
    if (checks.suits == nullptr || checks.suits(pattern)) {
      check_format_of<Value, Vector, Column, Offset>(pattern, convert, checks);
    }
  }
}

/// \brief Products of a symmetric matrix, the way back, and new numbers, which are symmetric too.
template <class Value, class Vector = Value, class Column = int, class Offset = int, class Convert>
void check_symmetric(const Pattern& pattern, const Convert& convert) {
  SCOPED_TRACE(pattern.name);
  using Case = ProductCase<Value, Vector, Column, Offset>;
  const Kokkos::DefaultExecutionSpace exec;
  const auto host = make_symmetric<Value, Column, Offset>(pattern);
  Case matrix_case(host);
  const auto half = convert(exec, matrix_case.matrix);
  EXPECT_EQ(half.nnz(), host.nnz());
  check_products(matrix_case, half);
  check_zero_alpha_reads_no_x(matrix_case, half);
  check_plan_only_launches(matrix_case, half);
  expect_same_crs(to_crs(exec, half), host);

  const auto other = make_symmetric<Value, Column, Offset>(pattern, 77);
  Case other_case(other);
  sporos::Plan(exec, half).update_values(other_case.matrix.values);
  check_products(other_case, half);
  expect_same_crs(to_crs(exec, half), other);
}

}  // namespace sporos_test
