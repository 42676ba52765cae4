// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The finite-element program: its answers are those of theory, whatever the operator.
#include <gtest/gtest.h>

#include <cmath>

#include "perf_tests/fem/Case.hpp"
#include "perf_tests/fem/Discretisation.hpp"
#include "unit_tests/support/Complaint.hpp"

namespace fem_tests {

using namespace sporos_fem;
using sporos_test::complaint;

void say_nothing(const std::string&) {}

Settings settings_of(const std::vector<std::string>& arguments) { return parse_arguments(arguments); }

// Elements on a line of as many, of one operator.
double error_of(const std::string& mesh, int degree, std::int64_t cells, const std::string& operator_name = "lma") {
  Settings settings = settings_of({"--mesh", mesh, "--operator", operator_name});
  const std::int64_t inner = cells * degree - 1;
  settings.unknowns = settings.mesh.dimensions == 2 ? inner * inner : inner * inner * inner;
  const Case found = run_case<double>(settings, degree, say_nothing, nullptr);
  EXPECT_EQ(found.unknowns, settings.unknowns);
  EXPECT_TRUE(found.results.front().converged);
  return found.results.front().error_l2;
}

// The error must fall as fast as theory says, h^(p+1); on small meshes nearly so.
void expect_order(const std::string& mesh, int degree, std::int64_t cells) {
  const double order = std::log2(error_of(mesh, degree, cells) / error_of(mesh, degree, 2 * cells));
  EXPECT_GT(order, degree + 1 - 0.25) << mesh << ", degree " << degree;
  EXPECT_LT(order, degree + 1 + 0.5) << mesh << ", degree " << degree;
}

TEST(Fem, ConvergesWithTheOrderOfTheory) {
  for (const int degree : {1, 2, 3, 4}) {
    expect_order("quadrilaterals", degree, 8);
    expect_order("quadrilaterals-smooth", degree, 12);
    expect_order("quadrilaterals-random", degree, 12);
  }
  for (const int degree : {1, 2}) {
    expect_order("hexahedra", degree, 5);
    expect_order("hexahedra-smooth", degree, 6);
    expect_order("hexahedra-random", degree, 6);
  }
}

template <class T>
std::vector<double> solution(const std::vector<std::string>& arguments, int degree) {
  Picture picture;
  Settings settings = settings_of(arguments);
  settings.unknowns = 900;
  const Case found = run_case<T>(settings, degree, say_nothing, &picture);
  for (const Result& result : found.results) EXPECT_TRUE(result.converged) << result.operator_name;
  return picture.values;
}

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  EXPECT_EQ(a.size(), b.size());
  double largest = 0;
  for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) largest = std::max(largest, std::fabs(a[i] - b[i]));
  return largest;
}

// The residual is 1e-11 of the right-hand side at most, and the condition of these matrices is below 1e4.
TEST(Fem, OperatorsHaveTheSameSolution) {
  for (const char* const mesh : {"quadrilaterals-random", "hexahedra"}) {
    for (const int degree : {1, 2}) {
      const auto wanted = solution<double>({"--mesh", mesh, "--operator", "crs"}, degree);
      for (const char* const other : {"ell", "sell", "dia", "delta_crs", "symmetric", "lma", "lma-full"}) {
        EXPECT_LT(largest_difference(wanted, solution<double>({"--mesh", mesh, "--operator", other}, degree)), 1e-7)
            << mesh << ", degree " << degree << ", " << other;
      }
      for (const char* const scatter : {"atomics", "colouring", "gather"}) {
        EXPECT_LT(largest_difference(
                      wanted, solution<double>({"--mesh", mesh, "--operator", "lma", "--scatter", scatter}, degree)),
                  1e-7)
            << mesh << ", degree " << degree << ", " << scatter;
      }
    }
  }
  const auto wanted = solution<double>({"--operator", "crs"}, 3);
  EXPECT_LT(largest_difference(wanted, solution<float>({"--operator", "lma"}, 3)), 1e-2);
}

// The matrix of a problem, without a boundary condition's rows, on the host.
template <int Dim>
auto global_matrix(int degree, bool is_symmetric) {
  const Exec exec;
  const Discretisation<Dim> problem(exec, degree, 300, Distortion::random);
  sporos::ElementOptions options;
  options.is_symmetric = is_symmetric;
  return sporos::copy_to<Kokkos::HostSpace>(to_crs(exec, problem.template elements<double>(options)));
}

template <int Dim>
void check_symmetric_and_positive(int degree, bool is_symmetric) {
  const auto A = global_matrix<Dim>(degree, is_symmetric);
  const auto entry = [&](int row, int column) {
    for (int k = A.row_offsets(row); k < A.row_offsets(row + 1); ++k) {
      if (A.columns(k) == column) return A.values(k);
    }
    ADD_FAILURE() << "no entry at " << row << ", " << column;
    return 0.0;
  };
  // Cholesky's factors exist for no other matrices.
  const auto count = static_cast<std::size_t>(A.num_rows);
  std::vector<double> factor(count * count, 0.0);
  for (int row = 0; row < static_cast<int>(count); ++row) {
    for (int k = A.row_offsets(row); k < A.row_offsets(row + 1); ++k) {
      EXPECT_NEAR(A.values(k), entry(A.columns(k), row), 1e-13 * entry(row, row));
      factor[static_cast<std::size_t>(row) * count + static_cast<std::size_t>(A.columns(k))] = A.values(k);
    }
  }
  for (std::size_t j = 0; j < count; ++j) {
    ASSERT_GT(factor[j * count + j], 0) << "degree " << degree << ", pivot " << j;
    for (std::size_t i = j + 1; i < count; ++i) {
      const double scale = factor[i * count + j] / factor[j * count + j];
      if (scale == 0) continue;
      for (std::size_t k = j; k < count; ++k) factor[i * count + k] -= scale * factor[j * count + k];
    }
  }
}

TEST(Fem, TheOperatorIsSymmetricAndPositive) {
  for (const bool is_symmetric : {true, false}) {
    for (const int degree : {1, 2, 3, 4}) check_symmetric_and_positive<2>(degree, is_symmetric);
    for (const int degree : {1, 2}) check_symmetric_and_positive<3>(degree, is_symmetric);
  }
}

TEST(Fem, IntegratesPolynomials) {
  for (int count = 1; count <= 6; ++count) {
    for (int power = 0; power < 2 * count; ++power) {
      double sum = 0;
      for (const auto& [x, weight] : gauss_points(count)) sum += weight * std::pow(x, power);
      EXPECT_NEAR(sum, 1.0 / (power + 1), 1e-14) << count << " points, power " << power;
    }
  }
}

TEST(Fem, RefusesWhatMakesNoSense) {
  const auto attempt = [](const std::vector<std::string>& arguments) {
    return complaint([&] { parse_arguments(arguments); });
  };
  EXPECT_EQ(attempt({"--degree", "9"}), "--degree must be one of 1, 2, 3, 4, not '9'");
  EXPECT_EQ(attempt({"--unknowns", "0"}), "--unknowns needs a whole number from 1 to 2147483647, not '0'");
  EXPECT_EQ(attempt({"--unknowns", "many"}), "--unknowns needs a whole number from 1 to 2147483647, not 'many'");
  EXPECT_EQ(attempt({"--unknowns", "2.5"}), "--unknowns needs a whole number from 1 to 2147483647, not '2.5'");
  EXPECT_EQ(attempt({"--operator", "csr"}),
            "--operator must be one of crs, ell, sell, dia, delta_crs, symmetric, lma, lma-full, not 'csr'");
  EXPECT_EQ(attempt({"--operator", "crs,crs"}), "--operator names one of 'crs,crs' twice");
  EXPECT_EQ(attempt({"--scatter", "hope"}),
            "--scatter must be one of automatic, atomics, colouring, gather, not 'hope'");
  EXPECT_EQ(attempt({"--mesh", "hexahedra", "--degree=3"}),
            "--degree 3 is for quadrilaterals; hexahedra have degree 1 or 2");
  EXPECT_EQ(attempt({"--relative-residual", "1"}), "--relative-residual needs a number between 0 and 1, not '1'");
  EXPECT_EQ(attempt({"--frobnicate", "1"}), "there is no option --frobnicate; see --help");
  EXPECT_EQ(attempt({"--frobnicate"}), "there is no option --frobnicate; see --help");
  EXPECT_EQ(attempt({"degree"}), "'degree' is not an option; see --help");
  EXPECT_EQ(attempt({"--json"}), "--json needs a value");
  EXPECT_EQ(attempt({"--degree", "1", "--degree=2"}), "--degree is given twice");
}

TEST(Fem, ReadsItsArguments) {
  const Settings settings =
      settings_of({"--degree=1,4", "--unknowns", "4e6", "--operator", "all", "--scalar=float,double", "--mesh",
                   "quadrilaterals-random", "--scatter", "gather", "--peers", "all"});
  EXPECT_EQ(settings.degrees, (std::vector<int>{1, 4}));
  EXPECT_EQ(settings.unknowns, 4000000);
  EXPECT_EQ(settings.operators,
            (std::vector<std::string>{"crs", "ell", "sell", "dia", "delta_crs", "symmetric", "lma", "lma-full"}));
  EXPECT_EQ(settings.scalars, (std::vector<std::string>{"float", "double"}));
  EXPECT_EQ(settings.mesh.distortion, Distortion::random);
  EXPECT_EQ(settings.scatter, sporos::Scatter::gather);
  EXPECT_TRUE(settings.peers);
}

TEST(Fem, DrawsALineForEachOperator) {
  Case one;
  one.scalar = "double";
  one.results = {{"crs", "Sporos", 1, 0, 0, 10, 1, 0, 0, true, ""}, {"lma", "Sporos", 1, 0, 0, 40, 1, 0, 0, true, ""}};
  const std::string text = plot({one});
  EXPECT_EQ(text.find("<svg"), 0u);
  for (const char* const part : {">Sporos crs</text>", ">Sporos lma</text>", ">double, about ", "</svg>\n"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part;
  }
}

// A cell, a corner of it raised.
TEST(Fem, WritesWhatVtkReads) {
  Picture picture{2, 1, {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0}, {0, 0.5, 0, 0}};
  EXPECT_EQ(vtk(picture),
            "# vtk DataFile Version 3.0\nsporos_fem\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 4 double\n0 0 0\n1 0 0\n"
            "0 1 0\n1 1 0\nCELLS 1 5\n4 0 1 3 2\nCELL_TYPES 1\n9\nPOINT_DATA 4\nSCALARS u double 1\n"
            "LOOKUP_TABLE default\n0\n0.5\n0\n0\n");
}

}  // namespace fem_tests
