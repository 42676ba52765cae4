// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "formats/element/Sporos_ElementMatrix.hpp"

#include "unit_tests/support/ElementMeshes.hpp"

namespace element_matrix_tests {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using sporos::ElementOptions;
using sporos::Scatter;
using sporos_test::complaint;
using sporos_test::element_matrix_of;
using sporos_test::elements;
using sporos_test::Mesh;
using sporos_test::unknowns_of;

// Two elements with unknown 1 in common, of which the second has a fixed one.
const Mesh two{"two", 3, 3, {{0, 1, 2}, {-1, 1, 0}}};

auto numbers_of_two() {
  const Kokkos::View<double*, Kokkos::HostSpace> numbers("numbers", 18);
  const double values[] = {1, 2, 3, 2, 4, 5, 3, 5, 6, 10, 20, 30, 20, 40, 50, 30, 50, 60};
  std::copy(values, values + 18, numbers.data());
  return numbers;
}

TEST(ElementMatrix, LiesInTiles) {
  for (const bool is_symmetric : {true, false}) {
    const auto A = element_matrix_of<double>(two, numbers_of_two(), {Scatter::atomics, is_symmetric, 32});
    std::vector<int> unknowns(3 * 32, -1);
    const int firsts[] = {0, 1, 2}, seconds[] = {-1, 1, 0};
    for (int i = 0; i < 3; ++i) {
      unknowns[static_cast<std::size_t>(32 * i)] = firsts[i];
      unknowns[static_cast<std::size_t>(32 * i + 1)] = seconds[i];
    }
    EXPECT_EQ(elements(A.unknowns), unknowns);
    const std::vector<double> lower{1, 2, 4, 3, 5, 6}, all{1, 2, 3, 2, 4, 5, 3, 5, 6};
    const auto& kept = is_symmetric ? lower : all;
    std::vector<double> values(32 * kept.size(), 0.0);
    for (std::size_t k = 0; k < kept.size(); ++k) {
      values[32 * k] = kept[k];
      values[32 * k + 1] = 10 * kept[k];
    }
    EXPECT_EQ(elements(A.values), values);
    EXPECT_EQ(A.bytes(), static_cast<std::int64_t>(8 * values.size() + 4 * unknowns.size()));
  }
}

TEST(ElementMatrix, IsAddedUpToCompressedRows) {
  for (const ElementOptions& options : sporos_test::element_options()) {
    const auto crs = to_crs(Exec(), element_matrix_of<double>(two, numbers_of_two(), options));
    EXPECT_EQ(elements(crs.row_offsets), (std::vector<int>{0, 3, 6, 9}));
    EXPECT_EQ(elements(crs.columns), (std::vector<int>{0, 1, 2, 0, 1, 2, 0, 1, 2}));
    EXPECT_EQ(elements(crs.values), (std::vector<double>{61, 52, 3, 52, 44, 5, 3, 5, 6}))
        << sporos_test::words(options);
  }
}

TEST(ElementMatrix, IsAddedUpToTheSamePatternWhateverTheMesh) {
  for (const Mesh& mesh : sporos_test::meshes()) {
    const auto numbers = sporos_test::element_numbers<double>(mesh, false, 5);
    std::vector<std::vector<std::int64_t>> wanted(static_cast<std::size_t>(mesh.num_unknowns));
    std::size_t nnz = 0;
    for (const auto& element : mesh.elements) {
      for (const auto row : element) {
        for (const auto column : element) {
          if (row >= 0 && column >= 0) wanted[static_cast<std::size_t>(row)].push_back(column);
        }
      }
    }
    for (auto& row : wanted) {
      std::sort(row.begin(), row.end());
      row.erase(std::unique(row.begin(), row.end()), row.end());
      nnz += row.size();
    }
    sporos_test::ProductCase<double> unassembled(sporos_test::rows_of_elements<double, int, int>(mesh, numbers));
    for (const auto scatter : {Scatter::colouring, Scatter::gather}) {
      const auto crs = to_crs(Exec(), element_matrix_of<double>(mesh, numbers, {scatter, false, 0}));
      const auto offsets = elements(crs.row_offsets);
      const auto columns = elements(crs.columns);
      EXPECT_EQ(columns.size(), nnz) << mesh.name;
      for (std::size_t row = 0; row < wanted.size(); ++row) {
        EXPECT_EQ(std::vector<std::int64_t>(columns.begin() + offsets[row], columns.begin() + offsets[row + 1]),
                  wanted[row])
            << mesh.name << ", row " << row;
      }
      unassembled.check(1, 0, [&](auto a, auto x, auto b, auto y) { sporos::spmv(a, crs, x, b, y); });
    }
  }
}

// A function of its own: nvcc takes no device lambda in a test.
template <class Writer>
void write_ones_and_tens(const Writer& writer, bool is_symmetric) {
  Kokkos::parallel_for(
      Kokkos::RangePolicy<Exec>(0, 2), KOKKOS_LAMBDA(int e) {
        for (int i = 2; i >= 0; --i) {  // so that a wrong place of one above the diagonal keeps its number
          for (int j = 0; j < 3; ++j) writer.set(e, i, j, is_symmetric && j > i ? 99.0 : e == 0 ? 1.0 : 10.0);
        }
      });
}

TEST(ElementMatrix, IsWrittenByKernels) {
  for (const ElementOptions& options : sporos_test::element_options()) {
    const auto A = sporos::element_matrix<double>(Exec(), 3, unknowns_of(two), options);
    write_ones_and_tens(A.writer(), options.is_symmetric);
    const auto crs = to_crs(Exec(), A);
    EXPECT_EQ(elements(crs.values), (std::vector<double>{11, 11, 1, 11, 11, 1, 1, 1, 1}))
        << sporos_test::words(options);
  }
}

// What set() asks where Kokkos checks the bounds of Views.
TEST(ElementMatrix, KnowsWhichNumbersThereAre) {
  const auto writer = sporos::element_matrix<double>(Exec(), 3, unknowns_of(two)).writer();
  EXPECT_TRUE(writer.has(0, 0, 0));
  EXPECT_TRUE(writer.has(1, 2, 2));
  EXPECT_FALSE(writer.has(2, 0, 0));
  EXPECT_FALSE(writer.has(-1, 0, 0));
  EXPECT_FALSE(writer.has(0, 3, 0));
  EXPECT_FALSE(writer.has(0, 0, 3));
  EXPECT_FALSE(writer.has(0, -1, 0));
  EXPECT_FALSE(writer.has(0, 0, -1));
}

// Colours of 5 x 5 quadrilaterals, each for itself.
TEST(ElementMatrix, HasColoursInWhichNoTwoElementsTouch) {
  const Mesh mesh = sporos_test::quadrilaterals(5, 2);
  const auto unknowns = sporos::detail::host_copy(unknowns_of(mesh));
  const auto colours = sporos::detail::colour_elements(unknowns, mesh.num_unknowns, 1);
  EXPECT_EQ(*std::max_element(colours.begin(), colours.end()), 3);
  for (std::size_t a = 0; a < 25; ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      const bool touch = std::abs(static_cast<int>(a % 5) - static_cast<int>(b % 5)) <= 1 &&
                         std::abs(static_cast<int>(a / 5) - static_cast<int>(b / 5)) <= 1;
      EXPECT_FALSE(touch && colours[a] == colours[b]) << a << ' ' << b;
    }
  }
}

TEST(ElementMatrix, ColoursWholeUnitsAndBeginsEachColourAlone) {
  const Mesh mesh = sporos_test::quadrilaterals(10, 1);
  const auto unknowns = sporos::detail::host_copy(unknowns_of(mesh));
  const auto colours = sporos::detail::colour_elements(unknowns, mesh.num_unknowns, 24);
  EXPECT_EQ(colours, (std::vector<int>{0, 1, 0, 1, 0}));
  const auto order = sporos::detail::order_by_colour(colours, 100, 24, 8);
  EXPECT_EQ(order.begins, (std::vector<std::int64_t>{0, 56, 104}));
  EXPECT_EQ(order.unit_places, (std::vector<std::int64_t>{0, 56, 24, 80, 48}));
}

TEST(ElementMatrix, IsTheSameMatrixWhateverTheUnits) {
  const Mesh mesh = sporos_test::quadrilaterals(10, 1);
  const auto numbers = sporos_test::element_numbers<double>(mesh, false, 5);
  sporos_test::ProductCase<double> matrix_case(sporos_test::rows_of_elements<double, int, int>(mesh, numbers));
  for (const std::int64_t unit : {1, 8, 24, 96, 104}) {
    if (unit > 1 && !sporos::detail::is_host_execution<Exec>) continue;
    for (const std::int64_t lanes : {8, 32, -1}) {
      using Matrix = sporos::ElementMatrix<double>;
      const auto A = sporos::detail::make_elements<Matrix>(
          Exec(), mesh.num_unknowns, unknowns_of(mesh), {Scatter::colouring, false, lanes, unit, lanes == 8 ? 8 : 32});
      update_values(Exec(), A, sporos_test::array_on_device(numbers));
      matrix_case.check(0.5, 2, [&](auto a, auto x, auto b, auto y) { sporos::spmv(a, A, x, b, y); });
    }
  }
}

TEST(ElementMatrix, SaysHowItsElementsLie) {
  const auto A = element_matrix_of<double>(two, numbers_of_two(), {Scatter::gather, true, 64});
  EXPECT_EQ(A.shape_words(), "2 symmetric elements of 3 unknowns in tiles of 64, added by gather");
  const auto words = sporos::Plan(Exec(), A).describe().words();
  EXPECT_NE(words.find("Runs element (2 symmetric elements of 3 unknowns in tiles of 64, added by gather)"),
            std::string::npos)
      << words;
  const auto whole = element_matrix_of<double>(two, numbers_of_two(), {Scatter::atomics, false, -1});
  const auto json = sporos::Plan(Exec(), whole).describe().json();
  EXPECT_NE(json.find(sporos::detail::concat("\"shape\": \"2 elements of 3 unknowns in tiles of ", whole.lanes,
                                             ", added by atomics\"")),
            std::string::npos)
      << json;
}

TEST(ElementMatrix, RefusesWrongInput) {
  const auto attempt = [](std::int64_t num_unknowns, const Mesh& mesh, const ElementOptions& options) {
    return complaint([&] { sporos::element_matrix<double>(Exec(), num_unknowns, unknowns_of(mesh), options); });
  };
  EXPECT_EQ(attempt(2, two, {}), "sporos::element_matrix: unknown 2 of element 0 is 2, but must be -1 or in [0, 2)");
  EXPECT_EQ(attempt(9, {"", 9, 2, {{0, 1}, {-2, 3}}}, {}),
            "sporos::element_matrix: unknown 0 of element 1 is -2, but must be -1 or in [0, 9)");
  EXPECT_EQ(attempt(-1, two, {}), "sporos::element_matrix: num_unknowns is -1, but must not be negative");
  EXPECT_EQ(attempt(3, {"", 3, 0, {{}}}, {}),
            "sporos::element_matrix: unknowns has 0 columns, but an element has 1 to 128 unknowns");
  EXPECT_EQ(attempt(3, {"", 3, 129, {std::vector<std::int64_t>(129, 0)}}, {}),
            "sporos::element_matrix: unknowns has 129 columns, but an element has 1 to 128 unknowns");
  for (const std::int64_t lanes : {std::int64_t{-2}, std::int64_t{31}, std::int64_t{1} << 40, INT64_MAX - 31}) {
    EXPECT_EQ(attempt(3, two, {Scatter::atomics, false, lanes}),
              sporos::detail::concat("sporos::element_matrix: options.lanes = ", lanes,
                                     ", but must be -1 (all elements in one tile), 0 (as the machine wants) or a "
                                     "multiple of 32 up to 715827872, which is all that the offset type can number"));
  }
}

TEST(ElementMatrix, RefusesMoreColoursThanItCanCount) {
  Mesh star{"", 1, 1, std::vector<std::vector<std::int64_t>>(65, {0})};
  const auto unknowns = sporos::detail::host_copy(unknowns_of(star));
  EXPECT_EQ(complaint([&] { sporos::detail::colour_elements(unknowns, 1, 1); }),
            "sporos::element_matrix: scatter = colouring, but the elements from 64 on have neighbours of 64 colours; "
            "scatter by atomics or by a gather");
}

TEST(ElementMatrix, RefusesNumbersThatDoNotFit) {
  const auto A = sporos::element_matrix<double>(Exec(), 3, unknowns_of(two), {Scatter::gather, true, 0});
  EXPECT_EQ(complaint([&] { update_values(Exec(), A, Kokkos::View<double*, Space>("values", 17)); }),
            "sporos::update_values: values has 17 elements, but the matrix has 18 entries");
  const auto numbers = numbers_of_two();
  numbers(9 + 1) = 21;
  EXPECT_EQ(complaint([&] { update_values(Exec(), A, sporos_test::array_on_device(numbers)); }),
            "sporos::update_values: values[10], in the matrix of element 1, is not the number on the other side of its "
            "diagonal, but is_symmetric was set; nothing is changed");
}

}  // namespace element_matrix_tests
