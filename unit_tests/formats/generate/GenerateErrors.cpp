// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <cstdint>
#include <stdexcept>
#include <string>

#include "formats/generate/Sporos_Generate.hpp"

namespace generate_errors_tests {

using sporos::generate;

template <class Column = int, class Offset = int>
std::string error_of(const std::string& description) {
  try {
    generate<float, Column, Offset>(description);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "no error";
}

struct BadDescription {
  const char* description;
  const char* expected;  // part of the message
};

TEST(GenerateErrors, MessagesNameTheDescriptionTheParameterAndTheNumbers) {
  const BadDescription cases[] = {
      {"", "there is no generator \"\""},
      {":3", "there is no generator \"\""},
      {"stencil8:3", "there is no generator \"stencil8\"; there are stencil3, stencil5"},
      {"stencil7", "the size is missing: stencil7:SIZE"},
      {"stencil7:", "the size is missing"},
      {"stencil7:0", "size 0 must be at least 1"},
      {"stencil7:-3", "size \"-3\" is not a whole number of 0 or more"},
      {"stencil7:3.5", "size \"3.5\" is not a whole number of 0 or more"},
      {"stencil7: 3", "size \" 3\" is not a whole number of 0 or more"},
      {"stencil7:x", "size \"x\" lacks a whole number before or behind an x; it is stencil7:N[xMxK]"},
      {"stencil7:3x", "size \"3x\" lacks a whole number"},
      {"stencil7:3xx3", "size \"3xx3\" lacks a whole number"},
      {"stencil7:3:3", "size \"3:3\" is not a whole number of 0 or more"},
      {"stencil7:3x0x3", "size 0 must be at least 1"},
      {"stencil7:3x3", "the size 3x3 has 2 parts, stencil7 takes 1 or 3"},
      {"stencil3:3x3", "has 2 parts, stencil3 takes 1"},
      {"lp:10", "has 1 parts, lp takes 2"},
      {"band:10x10", "has 2 parts, band takes 1"},
      {"stencil7:99999999999999999999", "size 99999999999999999999 is larger than 18446744073709551615"},
      {"stencil7:9223372036854775808", "size 9223372036854775808 is larger than 9223372036854775807"},
      {"stencil7:3000000", "9000000000000 * 3000000 overflows 64 bits"},
      {"fem3:3,values=random", "there is no parameter values; fem3 has seed"},
      {"uniform:3,shortest=1", "there is no parameter shortest; uniform has seed, entries"},
      {"uniform:3,", "\"\" is not of the form parameter=value"},
      {"uniform:3,entries", "\"entries\" is not of the form parameter=value"},
      {"uniform:3,=2", "\"=2\" is not of the form parameter=value"},
      {"uniform:3,entries=", "entries needs a whole number, but there is none"},
      {"uniform:3,entries=0", "entries 0 must be at least 1"},
      {"uniform:3,entries=4", "entries=4 is more than the 3 that are possible here"},
      {"uniform:3,entries=1,entries=2", "entries is given twice"},
      {"uniform:3,seed=-1", "seed \"-1\" is not a whole number of 0 or more"},
      {"uniform:3,seed=18446744073709551616", "seed 18446744073709551616 is larger than 18446744073709551615"},
      {"stencil3:3,values=zero", "values=zero is neither random nor laplace"},
      {"band:100,radius=2,longest=6", "longest=6 is more than the 5 that are possible here"},
      {"band:100,shortest=5,longest=4", "shortest=5 is more than the 4 that are possible here"},
      {"powerlaw:10,exponent=2.2", "exponent=2.2 is not a positive multiple of 1/32 = 0.03125"},
      {"powerlaw:10,exponent=0", "exponent=0 is not a positive multiple"},
      {"powerlaw:10,exponent=2.", "exponent=2. is not a decimal number"},
      {"powerlaw:10,exponent=-2", "exponent=-2 is not a decimal number"},
      {"powerlaw:10,exponent=2.5x", "exponent=2.5x is not a decimal number"},
      {"powerlaw:10,exponent=.5", "exponent=.5 is not a decimal number"},
      {"powerlaw:10,exponent=2.000000", "exponent=2.000000 has more than five decimals"},
      {"powerlaw:10,exponent=9", "exponent must not be larger than 8"},
      {"powerlaw:100000000,longest=20000000", "longest=20000000 is more than the 16777216 that are possible here"},
      {"dc1:2", "2 heavy rows need a matrix of more than 2 rows"},
      {"dc1:10,heavy=11", "heavy=11 is more than the 10 columns"},
      {"dc1:10,heavy=3x", "heavy \"3x\" lacks a whole number"},
      {"arrow:10,border=11", "border=11 is more than the 10 that are possible here"},
      {"arrow:4000000000,border=4000000000", "overflows 64 bits"},
      {"lastrow:10,longest=11", "longest=11 is more than the 10 that are possible here"},
      {"alternating:10,lengths=3x11", "lengths=11 is more than the 10 columns"},
      {"periodic:3000000", "overflows 64 bits"},
      {"delaunay:4000000000", "overflows 64 bits"},
      {"diagonals:10,distances=10", "distances=10 leaves no entry in 10 rows"},
      {"zipf:10x20000000", "20000000 columns are more than the 16777216 that are possible here"},
      {"zipf:10,exponent=9", "exponent must not be larger than 8"},
      {"zipf:10,entries=99999999", "entries=99999999 is more than the 16777216 that are possible here"},
      {"rmat:32", "2^32 rows are more than 2^31"},
      {"rmat:4,factor=999999999999999999", "16 overflows 64 bits"},
      {"stencil7-160:3", "stencil7-160 has its size (stencil7:160) and takes parameters only"},
      {"powerlaw3,colour=blue", "there is no parameter colour"},
      {"stencil7:3x3", "takes 1 or 3; it is stencil7:N[xMxK][,values=random|laplace][,seed=]"},
      {"uniform:3,entries", "; it is uniform:N[xM][,entries=][,seed=]"},
  };
  for (const BadDescription& bad : cases) {
    const std::string message = error_of(bad.description);
    EXPECT_NE(message.find(bad.expected), std::string::npos) << bad.description << " gives: " << message;
    EXPECT_EQ(message.rfind("sporos::generate: \"", 0), 0U) << message;
  }
}

TEST(GenerateErrors, IndexTypesThatCannotHoldTheMatrixAreRefused) {
  EXPECT_NE(error_of("stencil3:2147483648").find("2147483648 columns do not fit a column type that ends at 2147483647"),
            std::string::npos);
  EXPECT_NE(error_of("uniform:200000000").find("3200000000 entries (at least) are more than"), std::string::npos);
  EXPECT_NE(error_of("rmat:28").find("4294967296 entries"), std::string::npos);
  EXPECT_NE(error_of<std::int64_t>("fem3:300").find("6517357128 entries"), std::string::npos);
}

TEST(GenerateErrors, SmallIndexTypesAreFilledToTheBrimAndNoFurther) {
  // Three points on a line have 3 n - 2 entries: 127 for n = 43, 130 for 44.
  EXPECT_EQ((generate<float, std::int8_t, std::int8_t>("stencil3:43").nnz()), 127);
  EXPECT_NE((error_of<std::int8_t, std::int8_t>("stencil3:44").find("130 entries (at least) are more than")),
            std::string::npos);
  EXPECT_EQ((generate<float, std::int8_t, std::uint8_t>("stencil3:85").nnz()), 253);
  EXPECT_NE((error_of<std::int8_t, std::uint8_t>("stencil3:86").find(": 255")), std::string::npos);
  EXPECT_EQ((generate<float, std::int8_t, int>("uniform:2x127,entries=127").columns(253)), 126);
  EXPECT_NE((error_of<std::int8_t, int>("uniform:2x128,entries=1").find("128 columns do not fit")), std::string::npos);
  // Here only the sum of the random lengths is too much: at least 40, at most 240.
  EXPECT_NE((error_of<int, std::int8_t>("band:40,shortest=1,longest=6").find("the entries of rows 0 to")),
            std::string::npos);
}

TEST(GenerateErrors, SizesBeyond64BitsAreRefusedForEveryIndexType) {
  const auto wide = [](const char* description) { return error_of<std::int64_t, std::size_t>(description); };
  EXPECT_NE(wide("dense:4000000000").find("4000000000 * 4000000000 overflows 64 bits"), std::string::npos);
  EXPECT_NE(wide("uniform:9000000000000000000").find("overflows 64 bits"), std::string::npos);
  EXPECT_NE(wide("dense:2000000000").find("4000000000000000000 entries (at least) are more than"), std::string::npos);
}

TEST(IsGenerator, LooksAtTheNameOnly) {
  for (const char* yes : {"stencil7:160", "stencil7", "dense:", "rmat:x", "rmat20x16", "powerlaw3,seed=2", "lp,"}) {
    EXPECT_TRUE(sporos::is_generator(yes)) << yes;
  }
  for (const char* no : {"", ":", "stencil", "stencil77:3", "dense.mtx", "./dense:3", "Dense:3", "rmat20x16.mtx"}) {
    EXPECT_FALSE(sporos::is_generator(no)) << no;
  }
}

}  // namespace generate_errors_tests
