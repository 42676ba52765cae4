// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A format that the library does not know: the one of the documentation, as it is shown there.
#include "core/Sporos_BinaryFile.hpp"
#include "docs/examples/own_format.cpp"
#include "unit_tests/support/BinaryFiles.hpp"
#include "unit_tests/support/FormatTests.hpp"

namespace own_format_tests {

// A dense matrix, whose numbers are a View of rank 2.
struct Table {
  using value_type = double;
  using column_type = int;
  using offset_type = int;
  using memory_space = Exec::memory_space;

  std::int64_t num_rows = 0;
  std::int64_t num_columns = 0;
  Kokkos::View<double**, memory_space> numbers;

  std::int64_t nnz() const { return num_rows * num_columns; }
  template <class F>
  void each_written(const F& f) {
    f(numbers);
  }
};

template <class Product>
struct TableKernel {
  Table A;
  typename Product::Reader x;
  typename Product::Epilogue epilogue;

  KOKKOS_FUNCTION void operator()(int row) const {
    typename Product::Sum sum(0);
    for (int column = 0; column < A.num_columns; ++column) sum += A.numbers(row, column) * x(column);
    epilogue(row, sum);
  }
};

}  // namespace own_format_tests

template <>
struct sporos::FormatTraits<own_format_tests::Table> : sporos::OwnFormat<own_format_tests::Table> {
  static constexpr const char* name = "table";

  template <class Product>
  static void run(const Product& product, const own_format_tests::Table& A) {
    Kokkos::parallel_for(product.labels.product, Kokkos::RangePolicy<Exec>(product.exec, 0, A.num_rows),
                         own_format_tests::TableKernel<Product>{A, product.x, product.epilogue});
  }
};

namespace own_format_tests {

using sporos::Format;
using sporos_test::complaint;
using sporos_test::drawn;
using sporos_test::expect_same_crs;
using Case = sporos_test::ProductCase<double>;
using Any = decltype(sporos::any_matrix<JdsMatrix>(drawn()));

sporos::Options in_own_format() {
  sporos::Options options;
  options.format = Format::own;
  return options;
}

TEST(OwnFormat, IsMultipliedConvertedBackAndUpdatedAsAnyOther) {
  sporos_test::check_format<double>([](const Exec& exec, const auto& A) { return to_jds(exec, A); });
}

TEST(OwnFormat, RunsAsThePageShowsIt) {
  const auto A = drawn();
  const Array<double> x("x", 4);
  const Array<double> y("y", 4);
  Kokkos::deep_copy(x, 1);
  std::ostringstream printed;
  std::streambuf* const before = std::cout.rdbuf(printed.rdbuf());
  multiply_in_jagged_diagonals(A, x, y);
  std::cout.rdbuf(before);
  EXPECT_EQ(sporos_test::elements(y), (std::vector<double>{5.25, 0, 21, 10.5}));
  const std::string words = "4 x 4 with 6 entries in 104 bytes (17.3333 an entry). Runs jds (3 jagged diagonals) on ";
  EXPECT_EQ(printed.str().find(words), 0u) << printed.str();
  EXPECT_NE(printed.str().find("the caller converted it.\n104 bytes\n" + words), std::string::npos) << printed.str();
  EXPECT_NE(printed.str().find("the caller asked for it.\n"), std::string::npos) << printed.str();
}

TEST(OwnFormat, RefusesOptionsOfCompressedRows) {
  sporos::Options options;
  options.algorithm = sporos::Algorithm::scalar;
  EXPECT_EQ(
      complaint([&] { sporos::Plan(Exec(), to_jds(Exec(), drawn()), options); }),
      "sporos::Plan: algorithm = scalar is for compressed rows, but the matrix is in format jds; leave out algorithm");
}

TEST(OwnFormat, IsHeldByAnyMatrix) {
  const JdsMatrix jds = to_jds(Exec(), drawn());
  const auto any = sporos::any_matrix(jds);
  static_assert(std::is_same<std::decay_t<decltype(any)>, Any>::value);
  EXPECT_EQ(any.format(), Format::own);
  EXPECT_EQ(any.nnz(), 6);
  EXPECT_EQ(any.bytes(), jds.bytes());
  EXPECT_EQ(bytes_as(Exec(), drawn(), Format::crs), bytes_as(Exec(), any, Format::crs));
  EXPECT_EQ(bytes_as(Exec(), sporos::any_matrix<JdsMatrix>(drawn()), Format::own), jds.bytes());
  expect_same_crs(to_crs(Exec(), any), drawn());
}

TEST(OwnFormat, IsConvertedToAndFromEveryOther) {
  const Exec exec;
  const auto A = sporos_test::make_matrix<double>(sporos_test::structured_gallery()[1]);
  auto any = sporos::any_matrix<JdsMatrix>(sporos::copy_to<Exec::memory_space>(A));
  for (const Format format : sporos::all_formats()) {
    if (format == Format::packet && !sporos::has_metis) continue;
    SCOPED_TRACE(name(format));
    any = convert(exec, any, format);
    EXPECT_EQ(any.format(), format);
    any = convert(exec, any, Format::own);
    EXPECT_EQ(any.format(), Format::own);
    expect_same_crs(to_crs(exec, any), A);
  }
}

TEST(OwnFormat, IsTheLibrarysBusinessOnlyWhereItIsNamed) {
  const auto rows = sporos::any_matrix(drawn());
  const std::string unknown =
      "format = own, but the AnyMatrix knows no format of the caller's; make it with any_matrix<Matrix>(A), Matrix "
      "being in that format";
  EXPECT_EQ(complaint([&] { convert(Exec(), rows, Format::own); }), "sporos::convert: " + unknown);
  EXPECT_EQ(complaint([&] { bytes_as(Exec(), rows, Format::own); }), "sporos::bytes_as: " + unknown);
  EXPECT_EQ(complaint([&] { to_any(Exec(), drawn(), Format::own); }), "sporos::to_any: " + unknown);
  EXPECT_EQ(complaint([&] { sporos::Plan(Exec(), rows, in_own_format()); }), "sporos::Plan: " + unknown);
}

TEST(OwnFormat, HasPlansOfAnyMatrix) {
  const auto pattern = sporos_test::structured_gallery()[1];
  Case old_case(pattern);
  auto other = sporos_test::make_matrix<double>(pattern);
  other.values = sporos_test::make_vector<double>(other.nnz(), 77);
  Case other_case(other);
  auto plan = sporos::Plan(Exec(), sporos::any_matrix<JdsMatrix>(old_case.matrix), in_own_format());
  EXPECT_EQ(plan.format(), Format::own);
  sporos_test::check_repeated_products(old_case, plan);
  const auto clone = plan.clone();
  EXPECT_FALSE(plan.update_values(other_case.matrix.values));
  sporos_test::check_repeated_products(other_case, plan);
  sporos_test::check_repeated_products(old_case, clone);
  EXPECT_NE(plan.describe().json().find("\"format\": \"jds\", \"shape\": \"3 jagged diagonals\""), std::string::npos)
      << plan.describe().json();
}

TEST(OwnFormat, IsTriedByExhaustiveSearch) {
  Case matrix_case(sporos_test::structured_gallery()[1]);
  sporos::Options options;
  options.format = Format::automatic;
  options.tuning = sporos::Tuning::exhaustive;
  const auto plan = sporos::Plan(Exec(), sporos::any_matrix<JdsMatrix>(matrix_case.matrix), options);
  sporos_test::check_repeated_products(matrix_case, plan);
  const auto trials = plan.describe().trials;
  ASSERT_EQ(trials.tried.size(), sporos::all_formats().size() + 1);
  const auto own = std::find_if(trials.tried.begin(), trials.tried.end(),
                                [](const auto& tried) { return tried.format == Format::own; });
  ASSERT_NE(own, trials.tried.end());
  EXPECT_GT(own->products, 0) << own->refusal;
  EXPECT_EQ(own->bytes, to_jds(Exec(), matrix_case.matrix).bytes());
}

TEST(OwnFormat, HasClonesWithNumbersOfTheirOwnInViewsOfRankTwo) {
  const Table table{2, 3, Kokkos::View<double**, Exec::memory_space>("numbers", 2, 3)};
  Kokkos::deep_copy(table.numbers, 2);
  const Array<double> x("x", 3);
  const Array<double> y("y", 2);
  Kokkos::deep_copy(x, 1);
  const auto plan = sporos::Plan(Exec(), table);
  const auto other = plan.clone();
  Kokkos::deep_copy(table.numbers, 5);
  plan.apply(1.0, x, 0.0, y);
  EXPECT_EQ(sporos_test::elements(y), (std::vector<double>{15, 15}));
  other.apply(1.0, x, 0.0, y);
  EXPECT_EQ(sporos_test::elements(y), (std::vector<double>{6, 6}));
}

TEST(OwnFormat, IsInNoFile) {
  const sporos_test::FileName file;
  EXPECT_EQ(complaint([&] { write_binary(file, sporos::any_matrix(to_jds(Exec(), drawn()))); }),
            "sporos::write_binary: files have no form for format jds; convert the matrix to another");
  write_binary(file, to_ell(Exec(), drawn()));
  const auto read = sporos::read_binary<Any>(Exec(), file);
  EXPECT_EQ(read.format(), Format::ell);
  expect_same_crs(to_crs(Exec(), read), drawn());
}

}  // namespace own_format_tests
