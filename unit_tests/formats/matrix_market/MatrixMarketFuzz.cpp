// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <random>

#include "unit_tests/formats/matrix_market/MatrixMarketSupport.hpp"

namespace matrix_market_fuzz_tests {

const std::vector<std::string> seeds{
    "%%MatrixMarket matrix coordinate real general\n% comment\n3 4 5\n1 1 1.5\n2 3 -2e10\n3 4 .5\n1 1 7\n2 1 1D+3\n",
    "%%MatrixMarket matrix coordinate integer symmetric\n3 3 4\n1 1 10\n2 1 -20\n3 2 30\n3 3 40\n",
    "%%MatrixMarket matrix coordinate real skew-symmetric\r\n3 3 2\r\n2 1 0.25\r\n3 1 inf\r\n",
    "%%MatrixMarket matrix coordinate complex hermitian\n2 2 2\n1 1 1.0 0\n2 1 3.5 -4.5\n",
    "%%MatrixMarket matrix coordinate pattern general\n\n3 5 4\n1 1\n1 5\n2 2\n3 3",
    "%%MatrixMarket matrix array real general\n2 3\n1\n2\n3\n4\n5\n6\n",
    "%%MatrixMarket matrix array complex symmetric\n2 2\n1 2\n3 4\n5 6\n",
};

std::string mutated(std::string text, std::mt19937& random) {
  const std::string alphabet("0123456789+-.eEdD%\n\r\t xX\0\x7f\xff", 28);
  const std::vector<std::string> words{"-1",
                                       "0",
                                       "4294967297",
                                       "9223372036854775807",
                                       "99999999999999999999",
                                       "1e999",
                                       "nan",
                                       "\n\n",
                                       "%",
                                       "symmetric",
                                       "array",
                                       "complex",
                                       "hermitian"};
  const auto below = [&](std::size_t size) { return size == 0 ? 0 : random() % size; };
  for (auto changes = 1 + random() % 4; changes > 0; --changes) {
    const auto at = below(text.size());
    const auto length = below(std::min<std::size_t>(text.size() - at, 12) + 1);
    switch (random() % 7) {
      case 0:
        text.resize(at);
        break;
      case 1:
        text.erase(at, length);
        break;
      case 2:
        text.insert(at, text.substr(at, length));
        break;
      case 3:
        text.insert(at, words[below(words.size())]);
        break;
      case 4:
        text.insert(at, 1, alphabet[below(alphabet.size())]);
        break;
      case 5:
        if (at < text.size()) text[at] = alphabet[below(alphabet.size())];
        break;
      default:
        if (at < text.size()) text[at] = static_cast<char>(text[at] ^ (1 << random() % 8));
    }
  }
  return text;
}

struct Outcomes {
  int read = 0;
  int refused = 0;
};

// The reader may read the damaged file or refuse it in the right form; anything else is a failure.
template <class Value, class Column, class Offset>
void try_to_read(const std::string& content, Outcomes& outcomes) {
  const sporos_test::TemporaryFile file;
  file.fill(content);
  sporos::ReadOptions options;
  options.max_empty_rows = 10000;
  try {
    const auto matrix = sporos::read_matrix_market<Value, Column, Offset>(file.path(), options);
    EXPECT_TRUE(sporos_test::is_sound(matrix)) << content;
    ++outcomes.read;
  } catch (const std::runtime_error& error) {
    const std::string start = "sporos::read_matrix_market: " + file.path() + ":";
    const std::string message = error.what();
    ASSERT_EQ(message.compare(0, start.size(), start), 0) << message;
    const auto colon = message.find(':', start.size());
    ASSERT_NE(colon, std::string::npos) << message;
    const auto line = std::stoll(message.substr(start.size(), colon - start.size()));
    ASSERT_GE(line, 1) << message;
    ++outcomes.refused;
  }
}

TEST(MatrixMarketFuzz, EveryTruncationIsReadOrRefused) {
  Outcomes outcomes;
  for (const auto& seed : seeds) {
    for (std::size_t size = 0; size <= seed.size(); ++size) {
      try_to_read<Kokkos::complex<double>, int, int>(seed.substr(0, size), outcomes);
    }
  }
  EXPECT_GE(outcomes.read, static_cast<int>(seeds.size()));
  EXPECT_GT(outcomes.refused, 100);
}

TEST(MatrixMarketFuzz, EveryMutationIsReadOrRefused) {
  std::mt19937 random(20240917);
  Outcomes outcomes;
  for (int i = 0; i < 6000; ++i) {
    const auto text = mutated(seeds[static_cast<std::size_t>(i) % seeds.size()], random);
    try_to_read<Kokkos::complex<double>, int, int>(text, outcomes);
    try_to_read<float, signed char, unsigned char>(text, outcomes);
  }
  EXPECT_GT(outcomes.read, 100);
  EXPECT_GT(outcomes.refused, 1000);
}

#ifdef SPOROS_HAS_ZLIB
TEST(MatrixMarketFuzz, EveryMutationOfAGzipFileIsReadOrRefused) {
  std::mt19937 random(7);
  Outcomes outcomes;
  for (int i = 0; i < 3000; ++i) {
    const auto& seed = seeds[static_cast<std::size_t>(i) % seeds.size()];
    const auto broken_outside = mutated(sporos_test::packed(seed), random);
    try_to_read<Kokkos::complex<double>, int, int>(broken_outside, outcomes);
    const auto broken_inside = sporos_test::packed(mutated(seed, random));
    try_to_read<Kokkos::complex<double>, int, int>(broken_inside, outcomes);
  }
  EXPECT_GT(outcomes.read, 50);
  EXPECT_GT(outcomes.refused, 1000);
}
#endif

}  // namespace matrix_market_fuzz_tests
