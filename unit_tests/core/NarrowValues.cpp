// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matrices with values of two bytes: every product equals that of the same numbers in float.
#include "core/Sporos_AnyPlan.hpp"
#include "core/Sporos_BinaryFile.hpp"
#include "formats/conversion/Sporos_ToNarrow.hpp"
#include "unit_tests/support/BinaryFiles.hpp"
#include "unit_tests/support/NarrowType.hpp"
#include "unit_tests/support/OperationCase.hpp"

namespace narrow_values_tests {

using sporos::Format;
using sporos::Op;
using sporos_test::Exec;
using sporos_test::gallery;
using sporos_test::NarrowType;
using sporos_test::OperationCase;
using sporos_test::Pattern;
using sporos_test::ProductCase;
using sporos_test::Space;

/// Numbers that the narrow type can represent, as float.
template <class Matrix>
Matrix rounded(const Matrix& matrix) {
  for (std::size_t k = 0; k < matrix.values.extent(0); ++k) {
    matrix.values(k) = static_cast<float>(NarrowType(matrix.values(k)));
  }
  return matrix;
}
auto rounded_matrix(const Pattern& pattern) { return rounded(sporos_test::make_matrix<float>(pattern)); }

template <class Matrix>
auto narrowed(const Matrix& matrix) {
  return sporos::to_narrow<NarrowType>(Exec(), matrix);
}

template <class Case>
void check_every_algorithm(Case& matrix_case) {
  const auto narrow = narrowed(matrix_case.matrix);
  for (const auto algorithm : sporos::all_algorithms()) {
    SCOPED_TRACE(name(algorithm));
    sporos::Options options;
    options.algorithm = algorithm;
    check_repeated_products(matrix_case, sporos::Plan(Exec(), narrow, options));
  }
  matrix_case.check(-0.5, 2.5, [&](auto a, auto x, auto b, auto y) { sporos::spmv(Exec(), a, narrow, x, b, y); });
}

TEST(NarrowValues, AreMultipliedByEveryAlgorithmInTheTypeOfTheVectors) {
  for (const Pattern& pattern : gallery()) {
    SCOPED_TRACE(pattern.name);
    ProductCase<float> in_float(rounded_matrix(pattern));
    check_every_algorithm(in_float);
    ProductCase<float, double> in_double(rounded_matrix(pattern));
    check_every_algorithm(in_double);
  }
}

// Suits all formats; no matrix of the gallery does.
Pattern tridiagonal(std::int64_t rows) {
  Pattern pattern{"tridiagonal", rows, {}};
  for (std::int64_t row = 0; row < rows; ++row) {
    pattern.rows.emplace_back();
    for (std::int64_t column = row - 1; column <= row + 1; ++column) {
      if (column >= 0 && column < rows) pattern.rows.back().push_back(column);
    }
  }
  return pattern;
}

// Symmetric, so that half storage halves it.
auto symmetric_tridiagonal(std::int64_t rows) {
  const auto matrix = rounded_matrix(tridiagonal(rows));
  for (int row = 0; row < rows; ++row) {
    for (int k = matrix.row_offsets(row); k < matrix.row_offsets(row + 1); ++k) {
      matrix.values(k) = static_cast<float>(NarrowType(1.F / static_cast<float>(row + matrix.columns(k) + 1)));
    }
  }
  return matrix;
}

TEST(NarrowValues, AreMultipliedInEveryFormat) {
  ProductCase<float> matrix_case(symmetric_tridiagonal(301));
  auto other = rounded_matrix(tridiagonal(301));
  other.values = sporos_test::make_vector<float>(other.nnz(), 77);
  for (const std::size_t k : {0, 1, 2, 700}) other.values(k) = k == 2 ? 0.F : -0.F;
  ProductCase<float> other_case(rounded(other));
  const auto narrow = narrowed(matrix_case.matrix);
  for (const Format format : sporos::all_formats()) {
    if (format == Format::automatic || (format == Format::packet && !sporos::has_metis)) continue;
    SCOPED_TRACE(name(format));
    sporos::ConversionOptions options;
    options.block_size = 2;
    options.min_fill = 0.01;
    auto plan = sporos::Plan(Exec(), sporos::to_any(Exec(), narrow, format, options));
    EXPECT_EQ(plan.format(), format);
    check_repeated_products(matrix_case, plan);
    const auto copy = plan.clone();
    plan.update_values(sporos::narrow_values<NarrowType>(Exec(), other_case.matrix.values));
    check_repeated_products(other_case, plan);
    check_repeated_products(matrix_case, copy);
  }
}

TEST(NarrowValues, AreMultipliedInEveryOperation) {
  for (const Pattern& pattern : {gallery()[14], tridiagonal(100)}) {
    SCOPED_TRACE(pattern.name);
    const OperationCase<float> one(rounded_matrix(pattern));
    const auto narrow = narrowed(one.matrix);
    const auto plan = sporos::Plan(Exec(), narrow);
    one.check_all([&](auto... arguments) { plan.apply(arguments...); });
    one.check_all([&](auto op, auto a, auto x, auto b, auto y) { sporos::spmv(Exec(), op, a, narrow, x, b, y); });
  }
  const OperationCase<float> band(rounded_matrix(tridiagonal(100)));
  const auto plan = sporos::Plan(Exec(), sporos::to_dia(Exec(), narrowed(band.matrix)));
  band.check_all([&](auto... arguments) { plan.apply(arguments...); });
}

struct Store {
  Kokkos::View<float*, Space> y;
  KOKKOS_FUNCTION void operator()(std::int64_t row, float sum) const { y(row) = sum; }
};

TEST(NarrowValues, AreMultipliedByColumnsAndHandedToFunctions) {
  ProductCase<float> matrix_case(rounded_matrix(gallery()[14]));
  const auto plan = sporos::Plan(Exec(), narrowed(matrix_case.matrix));
  matrix_case.check(-0.5F, 0.F, [&](float a, auto x, float b, auto y) {
    const Kokkos::View<float**, Kokkos::LayoutRight, Space> several_x("x", x.extent(0), 3);
    const Kokkos::View<float**, Kokkos::LayoutRight, Space> several_y("y", y.extent(0), 3);
    Kokkos::deep_copy(Kokkos::subview(several_x, Kokkos::ALL(), 1), x);
    plan.apply(a, several_x, b, several_y);
    Kokkos::deep_copy(y, Kokkos::subview(several_y, Kokkos::ALL(), 1));
  });
  matrix_case.check(1.F, 0.F, [&](float, auto x, float, auto y) { plan.apply_with(x, Store{y}); });
}

TEST(NarrowValues, AreTunedAndSayTheirTypeInFindings) {
  ProductCase<float> matrix_case(rounded_matrix(gallery()[14]));
  const sporos_test::FileName findings(".findings");
  sporos::Options options;
  options.tuning = sporos::Tuning::exhaustive;
  options.findings_file = findings();
  check_repeated_products(matrix_case, sporos::Plan(Exec(), narrowed(matrix_case.matrix), options));
  const std::string text = sporos_test::bytes_in(findings());
  EXPECT_NE(text.find(sporos::detail::name_of_narrow<NarrowType>), std::string::npos) << text;
}

TEST(NarrowValues, AreReadFromAFileOfTheirTypeAlone) {
  const auto matrix = sporos::to_ell(Exec(), narrowed(sporos::copy_to<Space>(rounded_matrix(tridiagonal(7)))));
  const sporos_test::FileName file;
  sporos::write_binary(file(), matrix);
  const auto read = sporos::read_binary<std::decay_t<decltype(matrix)>>(Exec(), file());
  EXPECT_EQ(sporos_test::elements(read.values), sporos_test::elements(matrix.values));
  using Other = sporos::EllMatrix<float, int, int, Space>;
  EXPECT_NE(sporos_test::reading_fault(file(), [&] { sporos::read_binary<Other>(Exec(), file()); }).find("float32"),
            std::string::npos);
}

}  // namespace narrow_values_tests
