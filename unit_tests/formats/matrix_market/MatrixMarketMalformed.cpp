// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "unit_tests/formats/matrix_market/MatrixMarketSupport.hpp"

namespace matrix_market_malformed_tests {

using namespace std::string_literals;
using sporos_test::error_of;
using Complex = Kokkos::complex<double>;

struct Malformed {
  std::string text;
  int line;
  std::string reason;
};

template <class Value = double, class Column = int, class Offset = int>
void expect_refused(const std::vector<Malformed>& cases) {
  for (const Malformed& file : cases) {
    EXPECT_EQ((error_of<Value, Column, Offset>(file.text)),
              "sporos::read_matrix_market: FILE:" + std::to_string(file.line) + ": " + file.reason)
        << "for the text\n"
        << file.text;
  }
}

const std::string banner = "%%MatrixMarket matrix ";
const std::string real = banner + "coordinate real general\n";

TEST(MatrixMarketMalformed, Banner) {
  const std::string no_banner = "the first line does not start with %%MatrixMarket";
  const std::string no_text = no_banner + ", and is not text: only gzip is unpacked here; unpack .tar, .zip, .xz first";
  expect_refused({
      {"", 1, "the file is empty"},
      {"sporos\r\n\1", 1, "was written by write_binary; such files are for read_binary"},
      {"\n", 1, no_banner},
      {"1 1 1\n1 1 1\n", 1, no_banner},
      {"\n" + real + "1 1 1\n1 1 1\n", 1, no_banner},
      {"%%MatrixMarke", 1, no_banner},
      {"%MatrixMarket matrix coordinate real general\n", 1, no_banner},
      {"%%MatrixMarketmatrix coordinate real general\n", 1, no_banner},
      {" %%MatrixMarket matrix coordinate real general\n", 1, no_banner},
      {"1138_BUS\t\xe4\r\n", 1, no_banner},
      {"%%MatrixMarket\0 matrix coordinate real general\n"s, 1, no_text},
      {"PK\x03\x04\x14\xff\xfe", 1, no_text},
      {"\xfd"
       "7zXZ\0\0\x04"s,
       1, no_text},
      {std::string(100, '\0'), 1, no_text},
      {"%%MatrixMarket", 1, "the banner ends before the object"},
      {"%%MatrixMarket matrix\n", 1, "the banner ends before the format"},
      {"%%MatrixMarket matrix coordinate\n", 1, "the banner ends before the field"},
      {"%%MatrixMarket matrix coordinate real\n1 1 1\n", 1, "the banner ends before the symmetry"},
      {"%%MatrixMarket vector coordinate real general\n", 1, "the object 'vector' is not one of: matrix"},
      {banner + "list real general\n", 1, "the format 'list' is not one of: coordinate, array"},
      {banner + "coordinate double general\n", 1, "the field 'double' is not one of: real, integer, complex, pattern"},
      {banner + "coordinate real diagonal\n", 1,
       "the symmetry 'diagonal' is not one of: general, symmetric, skew-symmetric, hermitian"},
      {banner + "coordinate real symmetri\n", 1,
       "the symmetry 'symmetri' is not one of: general, symmetric, skew-symmetric, hermitian"},
      {banner + "coordinate real general extra\n1 1 0\n", 1, "unexpected 'extra' at the end of the line"},
      {banner + "array pattern general\n1 1\n", 1, "an array cannot be a pattern"},
      {banner + "coordinate pattern skew-symmetric\n1 1 0\n", 1, "a pattern cannot be skew-symmetric"},
      {banner + "coordinate pattern hermitian\n1 1 0\n", 1, "a pattern cannot be hermitian"},
  });
}

TEST(MatrixMarketMalformed, SizeLine) {
  expect_refused({
      {real, 1, "the file ends before the size line"},
      {real + "% only\n\n  \n% comments\n", 5, "the file ends before the size line"},
      {real + "1\n", 2, "the size line ends before the number of columns"},
      {real + "1 1\n1 1 1\n", 2, "the size line ends before the number of entries"},
      {real + "1 1 1 1\n1 1 1\n", 2, "unexpected '1' at the end of the line"},
      {real + "-1 1 0\n", 2, "the number of rows '-1' is not a whole number of 0 or more"},
      {real + "1 -1 0\n", 2, "the number of columns '-1' is not a whole number of 0 or more"},
      {real + "%\n1 1 -1\n", 3, "the number of entries '-1' is not a whole number of 0 or more"},
      {real + "1.0 1 0\n", 2, "the number of rows '1.0' is not a whole number of 0 or more"},
      {real + "1 1e3 0\n", 2, "the number of columns '1e3' is not a whole number of 0 or more"},
      {real + "one 1 0\n", 2, "the number of rows 'one' is not a whole number of 0 or more"},
      {real + "1 1\0 0\n"s, 2, "the number of columns '1\\x00' is not a whole number of 0 or more"},
      {real + "9223372036854775808 1 0\n", 2, "the number of rows '9223372036854775808' does not fit into 64 bits"},
      {real + "1 18446744073709551617 0\n", 2,
       "the number of columns '18446744073709551617' does not fit into 64 bits"},
      {real + "1 1 100000000000000000000000000\n", 2,
       "the number of entries '100000000000000000000000000' does not fit into 64 bits"},
      {real + "3000000000 1 0\n", 2, "3000000000 rows are more than indices of 32 bits can count"},
      {real + "1 3000000000 0\n", 2, "3000000000 columns are more than indices of 32 bits can count"},
      {banner + "coordinate real symmetric\n2 3 0\n", 2, "a matrix of 2 x 3 cannot have a symmetry"},
      {banner + "array real skew-symmetric\n3 2\n", 2, "a matrix of 3 x 2 cannot have a symmetry"},
      {banner + "array real general\n2 2 4\n1\n1\n1\n1\n", 2, "unexpected '4' at the end of the line"},
      {banner + "array real general\n4000000000 4000000000\n", 2,
       "an array of 4000000000 x 4000000000 values does not fit into 64 bits"},
  });
}

TEST(MatrixMarketMalformed, MoreIsDeclaredThanTheFileCanHold) {
  expect_refused({
      {real + "2 2 1000000000000000\n1 1 1\n", 2,
       "1000000000000000 entries are declared, but a file of 73 bytes can hold 12 at most"},
      {banner + "array real general\n40000 40000\n1\n", 2,
       "1600000000 entries are declared, but a file of 55 bytes can hold 27 at most"},
      {real + "2000000000 2 1\n1 1 1\n", 2,
       "2000000000 rows are declared, but the file has no more than 67 bytes of text; raise "
       "ReadOptions::max_empty_rows if nearly all rows are to be empty"},
  });
  expect_refused<double, std::int64_t, std::size_t>({
      {real + "1000000000000000000 2 1\n1 1 1\n", 2,
       "1000000000000000000 rows are declared, but the file has no more than 76 bytes of text; raise "
       "ReadOptions::max_empty_rows if nearly all rows are to be empty"},
      {banner + "array real general\n9223372036854775807 0\n", 2,
       "9223372036854775807 rows are declared, but the file has no more than 63 bytes of text; raise "
       "ReadOptions::max_empty_rows if nearly all rows are to be empty"},
  });
}

TEST(MatrixMarketMalformed, IndexTypesAreTooSmall) {
  expect_refused<double, signed char, int>({
      {real + "128 1 0\n", 2, "128 rows are more than indices of 8 bits can count"},
      {real + "1 128 0\n", 2, "128 columns are more than indices of 8 bits can count"},
  });
  std::string many = real + "1 1 128\n";
  for (int i = 0; i < 128; ++i) many += "1 1 1\n";
  expect_refused<double, int, signed char>({{many, 2, "128 entries are more than row offsets of 8 bits can count"}});
}

TEST(MatrixMarketMalformed, Counts) {
  const std::string array = banner + "array real general\n";
  expect_refused({
      {real + "2 2 2\n1 1 1\n", 3, "the file ends after 1 of the 2 entries that the header declares"},
      {real + "2 2 1\n", 2, "the file ends after 0 of the 1 entries that the header declares"},
      {real + "2 2 2\n1 1 1\n\n% 2 2 2\n\n", 6, "the file ends after 1 of the 2 entries that the header declares"},
      {real + "2 2 1\n1 1 1\n\n2 2 1\n", 5, "more than the 1 entries that the header declares"},
      {real + "2 2 0\n1 1 1\n", 3, "more than the 0 entries that the header declares"},
      {array + "2 1\n1\n", 3, "the file ends after 1 of the 2 entries that the header declares"},
      {array + "2 1\n1\n2\n3\n", 5, "more than the 2 entries that the header declares"},
      {array + "0 3\n1\n", 3, "more than the 0 entries that the header declares"},
      {banner + "array real symmetric\n2 2\n1\n2\n3\n4\n", 6, "more than the 3 entries that the header declares"},
      {banner + "array real skew-symmetric\n2 2\n1\n2\n", 4, "more than the 1 entries that the header declares"},
  });
}

TEST(MatrixMarketMalformed, Indices) {
  const std::string size = real + "2 3 1\n";
  expect_refused({
      {size + "0 1 1\n", 3, "the row index '0' is not a whole number from 1 to 2"},
      {size + "3 1 1\n", 3, "the row index '3' is not a whole number from 1 to 2"},
      {size + "1 0 1\n", 3, "the column index '0' is not a whole number from 1 to 3"},
      {size + "%\n1 4 1\n", 4, "the column index '4' is not a whole number from 1 to 3"},
      {size + "-1 1 1\n", 3, "the row index '-1' is not a whole number from 1 to 2"},
      {size + "1.0 1 1\n", 3, "the row index '1.0' is not a whole number from 1 to 2"},
      {size + "4294967297 1 1\n", 3, "the row index '4294967297' is not a whole number from 1 to 2"},
      {size + "1 18446744073709551617 1\n", 3,
       "the column index '18446744073709551617' is not a whole number from 1 to 3"},
      {size + "one 1 1\n", 3, "the row index 'one' is not a whole number from 1 to 2"},
      {size + "1,1,1\n", 3, "the row index '1,1,1' is not a whole number from 1 to 2"},
      {size + "+ 1 1\n", 3, "the row index '+' is not a whole number from 1 to 2"},
      {size + "\0\0\0\0\n"s, 3, "the row index '\\x00\\x00\\x00\\x00' is not a whole number from 1 to 2"},
      {size + "\xc3\xa9 1 1\n", 3, "the row index '\\xc3\\xa9' is not a whole number from 1 to 2"},
      {size + std::string(50, 'x') + "\n", 3,
       "the row index '" + std::string(40, 'x') + "...' is not a whole number from 1 to 2"},
      {size + "1", 3, "the column index is missing"},
      {real + "0 0 1\n1 1 1\n", 3, "the row index '1' is not a whole number from 1 to 0"},
  });
}

TEST(MatrixMarketMalformed, Values) {
  const std::string size = real + "2 2 1\n";
  const std::string integer = banner + "coordinate integer general\n1 1 1\n";
  expect_refused({
      {size + "1 1\n", 3, "the value is missing"},
      {size + "1 1 \r\n", 3, "the value is missing"},
      {size + "1 1\n5.0\n", 3, "the value is missing"},
      {size + "1 1 x\n", 3, "the value 'x' is not a number"},
      {size + "1 1 1.0.0\n", 3, "the value '1.0.0' is not a number"},
      {size + "1 1 1,5\n", 3, "the value '1,5' is not a number"},
      {size + "1 1 0x10\n", 3, "the value '0x10' is not a number"},
      {size + "1 1 1e\n", 3, "the value '1e' is not a number"},
      {size + "1 1 1\0\n"s, 3, "the value '1\\x00' is not a number"},
      {size + "1 1 1e999\n", 3, "the value '1e999' is too large for a number of 64 bits"},
      {size + "1 1 1 1\n", 3, "unexpected '1' at the end of the line"},
      {size + "1 1 1 % why\n", 3, "unexpected '%' at the end of the line"},
      {size + "1 1 1 \0\n"s, 3, "unexpected '\\x00' at the end of the line"},
      {size + "1 1 1\r2 2 2\n", 3, "unexpected '2' at the end of the line"},
      {real + "% \0\n1 1 1\n1 1 1\n"s, 2, "a NUL byte: this is not a text file"},
      {integer + "1 1 1.5\n", 3, "the value '1.5' is not an integer"},
      {integer + "1 1 1e5\n", 3, "the value '1e5' is not an integer"},
      {integer + "1 1 nan\n", 3, "the value 'nan' is not an integer"},
      {banner + "coordinate pattern general\n1 1 1\n1 1 1\n", 3, "unexpected '1' at the end of the line"},
      {banner + "array real general\n1 1\n1 2\n", 3, "unexpected '2' at the end of the line"},
      {banner + "coordinate complex general\n1 1 1\n1 1 1 1\n", 1,
       "the values are complex, but are to be read into a real type"},
  });
  expect_refused<float>({{size + "1 1 1e39\n", 3, "the value '1e39' is too large for a number of 32 bits"}});
  const std::string complex = banner + "coordinate complex general\n1 1 1\n";
  expect_refused<Complex>({
      {complex + "1 1\n", 3, "the real part is missing"},
      {complex + "1 1 1\n", 3, "the imaginary part is missing"},
      {complex + "1 1 1 i\n", 3, "the imaginary part 'i' is not a number"},
      {complex + "1 1 1 2 3\n", 3, "unexpected '3' at the end of the line"},
  });
}

TEST(MatrixMarketMalformed, Symmetry) {
  const std::string skew = banner + "coordinate real skew-symmetric\n2 2 1\n";
  const std::string one_triangle = " it: a file with a symmetry holds one triangle";
  expect_refused({
      {banner + "coordinate real symmetric\n2 2 2\n2 1 1\n1 2 1\n", 4,
       "the entry (1, 2) lies above the diagonal, but earlier ones below" + one_triangle},
      {banner + "coordinate pattern symmetric\n3 3 3\n1 1\n1 3\n2 1\n", 5,
       "the entry (2, 1) lies below the diagonal, but earlier ones above" + one_triangle},
      {skew + "1 1 1\n", 3, "the diagonal entry of row 1 of a skew-symmetric matrix is not zero"},
      {skew + "2 2 nan\n", 3, "the diagonal entry of row 2 of a skew-symmetric matrix is not zero"},
  });
  expect_refused<Complex>({
      {banner + "coordinate complex hermitian\n2 2 1\n2 2 1 1\n", 3,
       "the diagonal entry of row 2 of a hermitian matrix is not real"},
      {banner + "array complex hermitian\n2 2\n1 0\n1 1\n1 1\n", 5,
       "the diagonal entry of row 2 of a hermitian matrix is not real"},
      {banner + "coordinate complex skew-symmetric\n2 2 1\n2 2 0 1\n", 3,
       "the diagonal entry of row 2 of a skew-symmetric matrix is not zero"},
  });
}

TEST(MatrixMarketMalformed, LineThatDoesNotEnd) {
  const auto longest = sporos::detail::TextSource::capacity;
  const std::string reason = "the line is longer than " + std::to_string(longest) + " bytes";
  expect_refused({
      {real + "1 1 1\n%" + std::string(2 * longest, 'x'), 3, reason},
      {real + "1 1 1\n1 1 1." + std::string(2 * longest, '0') + "\n", 3, reason},
  });
}

TEST(MatrixMarketMalformed, NoFile) {
  const auto error = [](const std::string& path) -> std::string {
    try {
      sporos::read_matrix_market(path);
    } catch (const std::runtime_error& caught) {
      return caught.what();
    }
    return "";
  };
  EXPECT_EQ(error("/nowhere/none.mtx"),
            "sporos::read_matrix_market: /nowhere/none.mtx: cannot be opened: No such file or directory");
  EXPECT_EQ(error("/"), "sporos::read_matrix_market: /: is a directory");
  EXPECT_THROW(sporos::read_matrix_market_header("/nowhere/none.mtx"), std::runtime_error);
}

}  // namespace matrix_market_malformed_tests
