// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <clocale>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <random>
#include <string>

#include "formats/matrix_market/Sporos_FormatNumber.hpp"
#include "formats/matrix_market/Sporos_ParseNumber.hpp"

namespace matrix_market_numbers_tests {

using sporos::detail::Parsed;

template <class Real>
Parsed parse(const std::string& word, Real& value) {
  const std::string line = word + "\n";
  const char* at = line.c_str();
  const Parsed outcome = sporos::detail::parse_real(at, value);
  EXPECT_EQ(at - line.c_str(), outcome == Parsed::number ? static_cast<std::ptrdiff_t>(word.size()) : 0) << word;
  return outcome;
}

template <class Real>
Real parsed(const std::string& word) {
  Real value = 0;
  EXPECT_EQ(parse(word, value), Parsed::number) << word;
  return value;
}

template <class Real>
bool same_bits(Real left, Real right) {
  return std::memcmp(&left, &right, sizeof(Real)) == 0;
}

// The tests run in the C locale, where strtod and strtof round correctly.
void expect_as_strtod(const std::string& word) {
  EXPECT_TRUE(same_bits(parsed<double>(word), std::strtod(word.c_str(), nullptr))) << word;
  EXPECT_TRUE(same_bits(parsed<float>(word), std::strtof(word.c_str(), nullptr))) << word;
}

TEST(MatrixMarketNumbers, ReadsEveryWayToWriteANumber) {
  for (const char* word : {"0", "-0", "1", "+1", "1.", ".5", "-.5", "+.5e1", "1e5", "1E5", "1e+5", "1e-5", "00012.500",
                           "123456789012345678901234567890", "0.000000000000000000000000000001", "1e0005", "0e999"}) {
    expect_as_strtod(word);
  }
}

TEST(MatrixMarketNumbers, ReadsFortranExponents) {
  EXPECT_EQ(parsed<double>("1.0D+03"), 1000);
  EXPECT_EQ(parsed<double>("1.0d3"), 1000);
  EXPECT_EQ(parsed<double>("-2.5D-1"), -0.25);
  EXPECT_EQ(parsed<double>("1.0-103"), 1e-103);
  EXPECT_EQ(parsed<double>("1.+3"), 1000);
  EXPECT_EQ(parsed<double>("1.23456789012345678901D+200"), 1.23456789012345678901e200);
}

TEST(MatrixMarketNumbers, RefusesWhatIsNoNumber) {
  double value = 0;
  for (const char* word : {"",      "+",   "-",    ".",         "e5",    ".e5",    "1e",   "1e+",   "1d-",
                           "1-3",   "1+3", "--1",  "+-1",       "1.2.3", "1,5",    "0x10", "1f",    "1e5x",
                           "1e5.0", "in",  "infi", "infinityx", "nanx",  "nan(1)", "abc",  "1_000", "1%"}) {
    EXPECT_EQ(parse(word, value), Parsed::nothing) << word;
  }
}

TEST(MatrixMarketNumbers, RefusesOverflowButNotUnderflow) {
  double value = 0;
  float narrow = 0;
  EXPECT_EQ(parse("1.8e308", value), Parsed::too_large);
  EXPECT_EQ(parse("-1e99999999999999999999", value), Parsed::too_large);
  EXPECT_EQ(parse("3.5e38", narrow), Parsed::too_large);
  EXPECT_EQ(parse("-340282356779733661637539395458142568448", narrow), Parsed::too_large);
  EXPECT_EQ(parsed<float>("340282356779733661637539395458142568447"), std::numeric_limits<float>::max());
  EXPECT_EQ(parsed<double>("1e-400"), 0);
  EXPECT_EQ(parsed<double>("1e-99999999999999999999"), 0);
  EXPECT_EQ(parsed<float>("1e-60"), 0);
}

TEST(MatrixMarketNumbers, RoundsHardCasesCorrectly) {
  for (const char* word : {"9007199254740993",
                           "9007199254740993.0000000000000000000001",
                           "9007199254740995",
                           "4.9406564584124654e-324",
                           "2.4703282292062327e-324",
                           "2.4703282292062328e-324",
                           "2.2250738585072011e-308",
                           "1.7976931348623157e308",
                           "6.631236846766476e-316",
                           "8.533e22",
                           "8.533e23",
                           "1e23",
                           "0.3",
                           "7.2057594037927933e16",
                           "1.00000005960464477539",
                           "1.0000000596046447754",
                           "1.000000178813934326171875",
                           "1.1754943508222875e-38",
                           "7.006492321624085e-46",
                           "7.006492321624086e-46",
                           "16777217",
                           "16777217.0000001",
                           "33554435",
                           "8388608.5",
                           "0.000030518509",
                           "1.17549429e-38"}) {
    if (std::strtod(word, nullptr) < std::numeric_limits<float>::max()) {
      expect_as_strtod(word);
    } else {
      EXPECT_EQ(parsed<double>(word), std::strtod(word, nullptr)) << word;
    }
  }
}

TEST(MatrixMarketNumbers, AgreesWithStrtodOnRandomDecimals) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 100000; ++i) {
    std::string word = std::to_string(random() >> (random() % 64));
    if (i % 2) word.insert(random() % (word.size() + 1), ".");
    if (i % 3) word += "e" + std::to_string(static_cast<int>(random() % 60) - 45);
    expect_as_strtod(word);
  }
}

TEST(MatrixMarketNumbers, AgreesWithStrtofHalfwayBetweenFloats) {
  std::mt19937 random(2);
  for (int i = 0; i < 20000; ++i) {
    // The exact decimal of a number halfway between two floats, and its neighbours in the last digits.
    const double halfway = (2.0 * (8388608 + random() % 8388608) + 1) / 1024;
    char exact[64];
    std::snprintf(exact, sizeof exact, "%.10f", halfway);
    for (const char* tail : {"", "0000000000000001"}) expect_as_strtod(exact + std::string(tail));
  }
}

// Few enough digits for one operation in double. Its result is rounded to halfway between two floats, although the
// number itself is not there. If it were rounded again, half of these numbers would be wrong.
TEST(MatrixMarketNumbers, AgreesWithStrtofWhereTheDoubleIsHalfwayBetweenFloats) {
  std::mt19937 random(4);
  int rounded_there = 0;
  for (int i = 0; i < 2000; ++i) {
    const double halfway = (2.0 * (8388608 + random() % 8388608) + 1) / 4194304;
    char near[64];
    std::snprintf(near, sizeof near, "%.15f", halfway);
    rounded_there += std::strtod(near, nullptr) == halfway ? 1 : 0;
    expect_as_strtod(near);
  }
  EXPECT_GT(rounded_there, 1000);
}

template <class Real, class Bits>
void expect_round_trip(const char* name) {
  std::mt19937_64 random(3);
  for (int i = 0; i < 100000; ++i) {
    const auto bits = static_cast<Bits>(random());
    Real value;
    std::memcpy(&value, &bits, sizeof value);
    if (!std::isfinite(value)) continue;
    char text[sporos::detail::longest_number];
    EXPECT_TRUE(same_bits(parsed<Real>({text, sporos::detail::format_real(text, value)}), value)) << name << value;
    EXPECT_TRUE(same_bits(parsed<Real>({text, sporos::detail::format_by_printf(text, value)}), value)) << name << value;
  }
}

TEST(MatrixMarketNumbers, FormatsWhatReadsBackAsTheSameBits) {
  expect_round_trip<double, std::uint64_t>("double ");
  expect_round_trip<float, std::uint32_t>("float ");
}

TEST(MatrixMarketNumbers, StrtodIsAsGoodWhereTheStandardLibraryHasNothingBetter) {
  EXPECT_EQ(sporos::detail::round_by_strtod<double>("12345678901234567890.125"), 12345678901234567890.125);
  EXPECT_EQ(sporos::detail::round_by_strtod<float>("16777217.0000001"), 16777218.0f);
  EXPECT_EQ(sporos::detail::round_by_strtod<double>("1e999"), std::numeric_limits<double>::infinity());
}

TEST(MatrixMarketNumbers, DoesNotKnowTheLocale) {
  const std::string before = std::setlocale(LC_NUMERIC, nullptr);
  const char* found = nullptr;
  for (const char* name : {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "de_DE", "fr_FR"}) {
    if (!found) found = std::setlocale(LC_NUMERIC, name);
  }
  if (!found) GTEST_SKIP() << "no locale with a decimal comma is installed";
  char text[sporos::detail::longest_number];
  const double value = parsed<double>("1234567890123.4567890123");
  const double strtod_value = sporos::detail::round_by_strtod<double>("0.5");
  const std::string shortest(text, sporos::detail::format_real(text, 0.5));
  const std::string printed(text, sporos::detail::format_by_printf(text, 0.5));
  std::setlocale(LC_NUMERIC, before.c_str());
  EXPECT_EQ(value, 1234567890123.4567890123);
  EXPECT_EQ(strtod_value, 0.5);
  EXPECT_EQ(shortest, "0.5");
  EXPECT_EQ(printed, "0.5");
}

TEST(MatrixMarketNumbers, ReadsCountsUpTo63Bits) {
  const auto parse_count = [](const std::string& word, std::int64_t& value) {
    const std::string line = word + "\n";
    const char* at = line.c_str();
    return sporos::detail::parse_count(at, value);
  };
  std::int64_t value = 0;
  EXPECT_EQ(parse_count("9223372036854775807", value), Parsed::number);
  EXPECT_EQ(value, std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(parse_count("0", value), Parsed::number);
  EXPECT_EQ(value, 0);
  EXPECT_EQ(parse_count("9223372036854775808", value), Parsed::too_large);
  EXPECT_EQ(parse_count("18446744073709551617", value), Parsed::too_large);
  EXPECT_EQ(parse_count("100000000000000000000000", value), Parsed::too_large);
  for (const char* word : {"", "-1", "+", "++1", "1.0", "1e3", "x"}) {
    EXPECT_EQ(parse_count(word, value), Parsed::nothing) << word;
  }
}

}  // namespace matrix_market_numbers_tests
