// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "unit_tests/formats/matrix_market/MatrixMarketSupport.hpp"

namespace matrix_market_symmetry_tests {

using sporos_test::read_text;
using sporos_test::Triples;
using sporos_test::triples;
using Complex = Kokkos::complex<double>;

TEST(MatrixMarketSymmetry, ExpandsSymmetricFiles) {
  const Triples<double> expected{{0, 0, 1}, {0, 1, 2}, {0, 2, 3}, {1, 0, 2}, {2, 0, 3}, {2, 2, 4}};
  const std::string banner = "%%MatrixMarket matrix coordinate real symmetric\n3 3 4\n";
  EXPECT_EQ(triples(read_text(banner + "1 1 1\n2 1 2\n3 1 3\n3 3 4\n")), expected);
  EXPECT_EQ(triples(read_text(banner + "3 3 4\n3 1 3\n2 1 2\n1 1 1\n")), expected) << "in any order";
  EXPECT_EQ(triples(read_text(banner + "1 1 1\n1 2 2\n1 3 3\n3 3 4\n")), expected) << "from the upper triangle";
}

TEST(MatrixMarketSymmetry, ExpandsPatterns) {
  EXPECT_EQ(triples(read_text("%%MatrixMarket matrix coordinate pattern symmetric\n2 2 2\n1 1\n2 1\n")),
            (Triples<double>{{0, 0, 1}, {0, 1, 1}, {1, 0, 1}}));
}

TEST(MatrixMarketSymmetry, NegatesAcrossTheDiagonalOfSkewSymmetricFiles) {
  const std::string banner = "%%MatrixMarket matrix coordinate integer skew-symmetric\n2 2 ";
  EXPECT_EQ(triples(read_text(banner + "1\n2 1 5\n")), (Triples<double>{{0, 1, -5}, {1, 0, 5}}));
  EXPECT_EQ(triples(read_text(banner + "1\n1 2 5\n")), (Triples<double>{{0, 1, 5}, {1, 0, -5}}));
  EXPECT_EQ(triples(read_text(banner + "2\n1 1 0\n2 1 5\n")), (Triples<double>{{0, 0, 0}, {0, 1, -5}, {1, 0, 5}}));
  EXPECT_EQ(triples(read_text<Complex>("%%MatrixMarket matrix coordinate complex skew-symmetric\n2 2 1\n2 1 1 2\n")),
            (Triples<Complex>{{0, 1, Complex(-1, -2)}, {1, 0, Complex(1, 2)}}));
}

TEST(MatrixMarketSymmetry, ConjugatesAcrossTheDiagonalOfHermitianFiles) {
  const std::string banner = "%%MatrixMarket matrix coordinate complex hermitian\n2 2 2\n1 1 7 0\n";
  EXPECT_EQ(triples(read_text<Complex>(banner + "2 1 1 2\n")),
            (Triples<Complex>{{0, 0, Complex(7, 0)}, {0, 1, Complex(1, -2)}, {1, 0, Complex(1, 2)}}));
  EXPECT_EQ(triples(read_text<Complex>(banner + "1 2 1 2\n")),
            (Triples<Complex>{{0, 0, Complex(7, 0)}, {0, 1, Complex(1, 2)}, {1, 0, Complex(1, -2)}}));
}

TEST(MatrixMarketSymmetry, DoesNotConjugateSymmetricFiles) {
  EXPECT_EQ(
      triples(read_text<Complex>("%%MatrixMarket matrix coordinate complex symmetric\n2 2 2\n1 1 0 3\n2 1 1 2\n")),
      (Triples<Complex>{{0, 0, Complex(0, 3)}, {0, 1, Complex(1, 2)}, {1, 0, Complex(1, 2)}}));
}

TEST(MatrixMarketSymmetry, TakesRealHermitianFilesAsSymmetric) {
  EXPECT_EQ(triples(read_text("%%MatrixMarket matrix coordinate real hermitian\n2 2 1\n2 1 5\n")),
            (Triples<double>{{0, 1, 5}, {1, 0, 5}}));
}

TEST(MatrixMarketSymmetry, SumsDuplicatesOnBothSides) {
  EXPECT_EQ(triples(read_text("%%MatrixMarket matrix coordinate real symmetric\n2 2 3\n2 1 5\n2 2 1\n2 1 6\n")),
            (Triples<double>{{0, 1, 11}, {1, 0, 11}, {1, 1, 1}}));
}

TEST(MatrixMarketSymmetry, ReadsTheLowerTriangleOfArrays) {
  EXPECT_EQ(triples(read_text("%%MatrixMarket matrix array real symmetric\n3 3\n1\n2\n3\n4\n5\n6\n")),
            (Triples<double>{
                {0, 0, 1}, {0, 1, 2}, {0, 2, 3}, {1, 0, 2}, {1, 1, 4}, {1, 2, 5}, {2, 0, 3}, {2, 1, 5}, {2, 2, 6}}));
  EXPECT_EQ(triples(read_text("%%MatrixMarket matrix array real skew-symmetric\n3 3\n1\n2\n3\n")),
            (Triples<double>{{0, 1, -1}, {0, 2, -2}, {1, 0, 1}, {1, 2, -3}, {2, 0, 2}, {2, 1, 3}}));
  EXPECT_EQ(triples(read_text<Complex>("%%MatrixMarket matrix array complex hermitian\n2 2\n1 0\n2 3\n4 0\n")),
            (Triples<Complex>{{0, 0, Complex(1)}, {0, 1, Complex(2, -3)}, {1, 0, Complex(2, 3)}, {1, 1, Complex(4)}}));
}

TEST(MatrixMarketSymmetry, ReadsArraysWithNothingBelowTheDiagonal) {
  const auto one = read_text("%%MatrixMarket matrix array real skew-symmetric\n1 1\n");
  EXPECT_EQ(one.num_rows, 1);
  EXPECT_EQ(one.nnz(), 0);
  EXPECT_EQ(read_text("%%MatrixMarket matrix array real symmetric\n0 0\n").num_rows, 0);
  EXPECT_EQ(read_text("%%MatrixMarket matrix array real symmetric\n1 1\n3\n").nnz(), 1);
}

TEST(MatrixMarketSymmetry, CountsWhatItExpandsToAgainstTheOffsetType) {
  // 100 entries fit into 127, but not the 199 that they stand for.
  std::string text = "%%MatrixMarket matrix coordinate pattern symmetric\n100 100 100\n1 1\n";
  for (int row = 2; row <= 100; ++row) text += std::to_string(row) + " 1\n";
  EXPECT_EQ((sporos_test::error_of<double, int, signed char>(text)),
            "sporos::read_matrix_market: FILE:2: 199 entries are more than row offsets of 8 bits can count");
  EXPECT_EQ((read_text<double, int, unsigned char>(text).nnz()), 199);
}

}  // namespace matrix_market_symmetry_tests
