// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The calls of KokkosSparse::spmv, if Kokkos Kernels' own product is included, too, and found by its arguments.
#include <gtest/gtest.h>

#include <limits>

#include "unit_tests/interop/KokkosSparseCase.hpp"
#include "unit_tests/support/Complaint.hpp"
#include "unit_tests/support/Recording.hpp"

// This header needs names that it does not include itself.
#include <KokkosSparse_spmv.hpp>

namespace kokkos_sparse_tests {

TEST(KokkosSparse, LettersOfEitherCaseAndWhatFollowsThem) {
  const Matrix A = whole_matrix(60, 50, 1);
  expect_both_products(
      A, [&](auto mode, auto x, auto y) { spmv(mode[0] == 'T' ? "transpose" : "n", 2.0, A, x, -1.0, y); });
  expect_both_products(A, [&](auto mode, auto x, auto y) { spmv(mode[0] == 'T' ? "h" : "c", 2.0, A, x, -1.0, y); });
}

TEST(KokkosSparse, MatricesWithoutEntriesOverwriteOrScale) {
  for (const auto& [rows, columns] : {std::pair{0, 0}, {0, 3}, {3, 0}, {3, 2}}) {
    SCOPED_TRACE(sporos::detail::concat(rows, " x ", columns));
    const Matrix A("A", rows, columns, 0, Vector("values", 0), Kokkos::View<int*, Space>("offsets", rows + 1),
                   Kokkos::View<int*, Space>("columns", 0));
    for (const bool transposes : {false, true}) {
      const Vector x("x", transposes ? rows : columns), y("y", transposes ? columns : rows);
      Handle handle;
      Kokkos::deep_copy(y, std::numeric_limits<double>::quiet_NaN());
      spmv(transposes ? "T" : "N", 1.0, A, x, 0.0, y);
      EXPECT_EQ(sporos_test::elements(y), std::vector<double>(y.extent(0), 0.0));
      Kokkos::deep_copy(y, 2.0);
      spmv(&handle, transposes ? "T" : "N", 1.0, A, x, -3.0, y);
      EXPECT_EQ(sporos_test::elements(y), std::vector<double>(y.extent(0), -6.0));
    }
  }
  const Vector none("none", 0);
  spmv("N", 1.0, Matrix(), none, 0.0, none);
}

// The text of a std::runtime_error, which Kokkos Kernels throws.
template <class Action>
std::string refusal(const Action& action) {
  try {
    action();
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "no refusal";
}

TEST(KokkosSparse, WrongArgumentsAreRefused) {
  const Matrix A = whole_matrix(3, 4, 1);
  const Vector three("three", 3), four("four", 4);
  Handle handle;
  EXPECT_EQ(refusal([&] { spmv("N", 1.0, A, three, 0.0, three); }),
            "sporos::kokkos_sparse::spmv, mode N: x has 3 elements, but the matrix has 4 columns");
  EXPECT_EQ(refusal([&] { spmv(&handle, "t", 1.0, A, three, 0.0, three); }),
            "sporos::kokkos_sparse::spmv, mode t: y has 3 elements, but the matrix has 4 columns");
  EXPECT_EQ(refusal([&] { spmv("X", 1.0, A, four, 0.0, three); }),
            "sporos::kokkos_sparse::spmv: the mode is 'X', but must be N, T, C or H");
  EXPECT_EQ(refusal([&] { spmv("", 1.0, A, four, 0.0, three); }),
            "sporos::kokkos_sparse::spmv: the mode is empty, but must be N, T, C or H");
  const char* const no_mode = nullptr;
  EXPECT_EQ(refusal([&] { spmv(&handle, no_mode, 1.0, A, four, 0.0, three); }),
            "sporos::kokkos_sparse::spmv: the mode is a null pointer, but must be N, T, C or H");
  Handle* const no_handle = nullptr;
  EXPECT_THROW(spmv(no_handle, "N", 1.0, A, four, 0.0, three), std::invalid_argument);
  EXPECT_THROW(spmv(Exec(), no_handle, "N", 1.0, A, four, 0.0, three), std::invalid_argument);
  const Kokkos::View<double**, Space> two("two", 4, 2), one("one", 3, 1);
  EXPECT_EQ(refusal([&] { spmv("N", 1.0, A, two, 0.0, one); }),
            "sporos::kokkos_sparse::spmv, mode N: x has 2 columns, but y has 1");
  EXPECT_THROW(spmv("N", 1.0, whole_matrix(3, 3, 1), three, 0.0, three), std::invalid_argument);  // y overlaps x
  Kokkos::deep_copy(Kokkos::View<int*, Space>(A.graph.entries), 4);
  EXPECT_THROW(spmv(&handle, "N", 1.0, A, four, 0.0, three), std::invalid_argument);  // columns are checked once
}

TEST(KokkosSparse, MessagesNameItsCall) {
  const auto starts = [](const auto& action) {
    const std::string said = sporos_test::complaint(action);
    return said.find("sporos::kokkos_sparse::spmv: ") == 0 && said.find("sporos::", 1) == std::string::npos ? "" : said;
  };
  Matrix A = whole_matrix(3, 3, 1);
  const Vector x("x", 3), y("y", 3);
  Handle handle;
  for (const char* const mode : {"N", "T", "C", "H"}) {
    EXPECT_EQ(starts([&] { spmv(mode, 1.0, A, x, 0.0, x); }), "");
    EXPECT_EQ(starts([&] { spmv(&handle, mode, 1.0, A, x, 0.0, x); }), "");
  }
  Kokkos::deep_copy(Kokkos::View<int*, Space>(A.graph.entries), 4);
  Handle another;
  EXPECT_EQ(starts([&] { spmv(&another, "N", 1.0, A, x, 0.0, y); }), "");
  A.values = Vector("values", 1);
  EXPECT_EQ(starts([&] { spmv("N", 1.0, A, x, 0.0, y); }), "");
  EXPECT_EQ(starts([&] { spmv(&another, "N", 1.0, A, x, 0.0, y); }), "");
}

TEST(KokkosSparse, LongerVectorsAreTakenWhereKokkosKernelsTakesThem) {
  const Matrix A = whole_matrix(60, 50, 1);
  const Vector x = whole_vector(52, 1), y("y", 63), exact("exact", 60);
  Kokkos::deep_copy(y, 7.0);
  const auto multiply = [&] { spmv("N", 1.0, A, x, 0.0, y); };
  if (!sporos::detail::takes_longer_vectors) {
    EXPECT_THROW(multiply(), std::runtime_error);
    return;
  }
  multiply();
  spmv("N", 1.0, A, Kokkos::subview(x, std::make_pair(0, 50)), 0.0, exact);
  auto expected = sporos_test::elements(exact);
  expected.resize(63, 7.0);
  EXPECT_EQ(sporos_test::elements(y), expected);
}

TEST(KokkosSparse, AlgorithmsOfHandles) {
  namespace ours = sporos::kokkos_sparse;
  const Matrix A = whole_matrix(60, 50, 1);
  const auto words = [&](ours::SPMVAlgorithm algorithm) {
    Handle handle(algorithm);
    EXPECT_EQ(handle.get_algorithm(), algorithm);
    expect_both_products(A, [&](auto mode, auto x, auto y) { spmv(&handle, mode, 2.0, A, x, -1.0, y); });
    return handle.describe();
  };
  EXPECT_NE(words(ours::SPMV_DEFAULT).find("Runs crs/coop"), std::string::npos);
  EXPECT_NE(words(ours::SPMV_NATIVE).find("Runs crs/coop"), std::string::npos);
  EXPECT_NE(words(ours::SPMV_MERGE_PATH).find("Runs crs/merge_path"), std::string::npos);
  EXPECT_EQ(words(ours::SPMV_FAST_SETUP), "");
  EXPECT_EQ(sporos_test::complaint([&] { Handle handle(ours::SPMV_BSR_V42); }),
            "sporos::kokkos_sparse::SPMVHandle: SPMV_BSR_V42 is not for a CrsMatrix");
}

// Which product runs, as the regions of Kokkos Tools show.
template <class Action>
bool runs_ours(const Action& action) {
  const sporos_test::Recording recording;
  action();
  const auto& regions = recording.log().regions;
  return std::any_of(regions.begin(), regions.end(), [](const auto& name) { return name.find("sporos::") == 0; });
}

template <class A, class X, class Y>
void multiply_in_a_template(const A& matrix, const X& x, const Y& y) {
  using sporos::kokkos_sparse::spmv;
  spmv("N", 1.0, matrix, x, 0.0, y);
}

TEST(KokkosSparse, UsingDeclarationsPreferOurs) {
  const Matrix A = whole_matrix(60, 50, 1);
  const Vector x = whole_vector(50, 1), y("y", 60);
  EXPECT_TRUE(runs_ours([&] { spmv("N", 1.0, A, x, 0.0, y); }));
  EXPECT_TRUE(runs_ours([&] { spmv(Exec(), "N", 1.0, A, x, 0.0, y); }));
  EXPECT_TRUE(runs_ours([&] {
    using sporos::kokkos_sparse::spmv;
    spmv("N", 1.0, A, x, 0.0, y);
  }));
  EXPECT_TRUE(runs_ours([&] { multiply_in_a_template(A, x, y); }));
  char letter = 'N';  // by address, and nothing behind it
  EXPECT_TRUE(runs_ours([&] { spmv(&letter, 1.0, A, x, 0.0, y); }));
  EXPECT_FALSE(runs_ours([&] { KokkosSparse::spmv("N", 1.0, A, x, 0.0, y); }));
#if __has_include(<KokkosKernels_Controls.hpp>)
  const KokkosKernels::Experimental::Controls controls;
  EXPECT_TRUE(runs_ours([&] { spmv(controls, "N", 1.0, A, x, 0.0, y); }));
  EXPECT_TRUE(runs_ours([&] { spmv(Exec(), controls, "N", 1.0, A, x, 0.0, y); }));
#endif
}

TEST(KokkosSparse, IntegersAreLeftToKokkosKernels) {
  const Kokkos::View<int*, Space> offsets("offsets", 3), columns("columns", 2), values("values", 2), x("x", 2),
      y("y", 2);
  Kokkos::deep_copy(Kokkos::subview(offsets, std::make_pair(1, 3)), 2);
  Kokkos::deep_copy(values, 3);
  Kokkos::deep_copy(x, 4);
  spmv("N", 1, Crs<int>("A", 2, 2, 2, values, offsets, columns), x, 0, y);
  EXPECT_EQ(sporos_test::elements(y), (std::vector<int>{24, 0}));
}

}  // namespace kokkos_sparse_tests
