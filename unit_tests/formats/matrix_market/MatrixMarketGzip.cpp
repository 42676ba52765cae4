// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "unit_tests/formats/matrix_market/MatrixMarketSupport.hpp"

#ifdef SPOROS_HAS_ZLIB

namespace matrix_market_gzip_tests {

using sporos_test::error_of;
using sporos_test::packed;
using sporos_test::read_text;
using sporos_test::triples;

std::string diagonal(int size) {
  const auto number = std::to_string(size);
  std::string text = "%%MatrixMarket matrix coordinate real general\n" + number + " " + number + " " + number + "\n";
  for (int i = 1; i <= size; ++i) {
    text += std::to_string(i) + " " + std::to_string(i) + " " + std::to_string(i * 7919 % 1000) + ".25\n";
  }
  return text;
}

TEST(MatrixMarketGzip, ReadsWhatThePlainFileHolds) {
  for (int size : {1, 10, 100000}) {
    const auto text = diagonal(size);
    EXPECT_EQ(triples(read_text(packed(text))), triples(read_text(text)));
  }
}

TEST(MatrixMarketGzip, ReadsSeveralMembers) {
  const auto text = diagonal(1000);
  for (std::size_t cut : {std::size_t{0}, std::size_t{5}, text.size() / 2, text.size()}) {
    EXPECT_EQ(triples(read_text(packed(text.substr(0, cut)) + packed(text.substr(cut)))), triples(read_text(text)));
  }
}

TEST(MatrixMarketGzip, ReportsProgressInBytesOfThePackedFile) {
  const sporos_test::TemporaryFile file(".mtx.gz");
  const auto content = packed(diagonal(100000));
  file.fill(content);
  std::int64_t last = 0;
  sporos::ReadOptions options;
  options.progress = [&](std::int64_t bytes_done, std::int64_t bytes_total) {
    EXPECT_EQ(bytes_total, static_cast<std::int64_t>(content.size()));
    EXPECT_LE(last, bytes_done);
    last = bytes_done;
  };
  sporos::read_matrix_market(file.path(), options);
  EXPECT_EQ(last, static_cast<std::int64_t>(content.size()));
}

TEST(MatrixMarketGzip, RefusesEveryTruncation) {
  const auto whole = packed(diagonal(20));
  for (std::size_t size = 2; size < whole.size(); ++size) {
    const auto error = error_of(whole.substr(0, size));
    EXPECT_NE(error.find("the gzip data is truncated"), std::string::npos) << size << ": " << error;
  }
  EXPECT_EQ(error_of(whole.substr(0, whole.size() - 1)),
            "sporos::read_matrix_market: FILE:23: the gzip data is truncated");
}

TEST(MatrixMarketGzip, RefusesCorruptData) {
  const auto whole = packed(diagonal(20));
  const std::string corrupt = "the gzip data is corrupt: ";
  auto method = whole;
  method[2] = 7;
  EXPECT_EQ(error_of(method), "sporos::read_matrix_market: FILE:1: " + corrupt + "unknown compression method");
  auto checksum = whole;
  checksum[whole.size() - 6] = static_cast<char>(checksum[whole.size() - 6] ^ 1);
  EXPECT_EQ(error_of(checksum), "sporos::read_matrix_market: FILE:23: " + corrupt + "incorrect data check");
  EXPECT_EQ(error_of(whole + "and more"), "sporos::read_matrix_market: FILE:23: " + corrupt + "incorrect header check");
}

TEST(MatrixMarketGzip, NamesTheLineOfTheTextForWhatIsWrongInIt) {
  EXPECT_EQ(error_of(packed("%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 x\n"), ".mtx.gz"),
            "sporos::read_matrix_market: FILE:3: the value 'x' is not a number");
  EXPECT_EQ(error_of(packed("")), "sporos::read_matrix_market: FILE:1: the file is empty");
}

TEST(MatrixMarketGzip, RefusesMoreThanTheFileCanUnpackTo) {
  const auto entries = packed("%%MatrixMarket matrix coordinate real general\n2 2 1000000000000\n1 1 1\n");
  EXPECT_EQ(error_of(entries),
            "sporos::read_matrix_market: FILE:2: 1000000000000 entries are declared, but a file of " +
                std::to_string(entries.size()) + " bytes can hold " + std::to_string(entries.size() * 1032 / 6) +
                " at most");
  // Packed, these few bytes could stand for enough text; that there is too little is only seen when they are unpacked.
  const auto text = std::string("%%MatrixMarket matrix coordinate real general\n16800000 2 1\n1 1 1\n");
  EXPECT_EQ(error_of(packed(text)),
            "sporos::read_matrix_market: FILE:2: 16800000 rows are declared, but the file has no "
            "more than 65 bytes of text; raise ReadOptions::max_empty_rows if nearly all rows "
            "are to be empty");
}

TEST(MatrixMarketGzip, WritesWhatItReads) {
  const sporos_test::TemporaryFile file(".mtx.gz");
  const auto matrix = read_text(diagonal(50000));
  sporos::write_matrix_market(file.path(), matrix);
  EXPECT_TRUE(sporos::detail::is_gzip(file.content()));
  EXPECT_LT(file.content().size(), diagonal(50000).size() / 2);
  EXPECT_EQ(triples(sporos::read_matrix_market(file.path())), triples(matrix));
}

}  // namespace matrix_market_gzip_tests

#endif
