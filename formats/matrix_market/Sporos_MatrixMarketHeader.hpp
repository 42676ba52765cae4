// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The first lines of a Matrix Market file, which declare the kind and the size of the matrix.
///
/// R. F. Boisvert, R. Pozo, K. A. Remington, The Matrix Market Exchange Formats: Initial Design, NISTIR 5935, 1996.
#pragma once

#include <cstdint>
#include <iterator>
#include <limits>
#include <string>

#include "formats/matrix_market/Sporos_LineCursor.hpp"

namespace sporos {

/// \brief Which entries a file lists.
enum class MatrixMarketFormat {
  coordinate,  ///< some, with their places
  array        ///< all of a dense matrix, column by column
};
/// \brief What a value is.
enum class MatrixMarketField {
  real,     ///< one number
  integer,  ///< one whole number
  complex,  ///< two numbers
  pattern   ///< nothing: the matrix has ones
};
/// \brief How the second triangle, which a file with a symmetry leaves out, follows from the first.
enum class MatrixMarketSymmetry {
  general,         ///< not at all: its entries are in the file
  symmetric,       ///< the same as the first
  skew_symmetric,  ///< the first with opposite signs
  hermitian        ///< the conjugate of the first
};

/// \brief What a Matrix Market file declares.
struct MatrixMarketHeader {
  MatrixMarketFormat format = MatrixMarketFormat::coordinate;     ///< entries with their places, or all of them
  MatrixMarketField field = MatrixMarketField::real;              ///< what a value is
  MatrixMarketSymmetry symmetry = MatrixMarketSymmetry::general;  ///< what the file leaves out
  std::int64_t num_rows = 0;                                      ///< of the whole matrix
  std::int64_t num_columns = 0;                                   ///< of the whole matrix
  std::int64_t num_entries = 0;  ///< lines of entries in the file: one triangle where there is a symmetry
};

namespace detail {

/// \brief Reads one word of the banner and returns which of `words` it is.
template <class Enum, std::size_t size>
Enum read_banner_word(const LineCursor& lines, const char*& at, const char* what, const char* const (&words)[size]) {
  at = skip_blanks(at);
  if (*at == '\n') lines.fail("the banner ends before the ", what);
  for (std::size_t i = 0; i < size; ++i) {
    if (take_word(at, words[i])) return static_cast<Enum>(i);
  }
  std::string known;
  for (const char* word : words) known += concat(known.empty() ? "" : ", ", word);
  lines.fail("the ", what, " ", quote_word(at), " is not one of: ", known);
}

/// \brief Whether a line holds no control character: archives and compressed files do.
inline bool is_text_line(const char* at) {
  for (; *at != '\n'; ++at) {
    const auto byte = static_cast<unsigned char>(*at);
    if (byte < ' ' && byte != '\t' && byte != '\r') return false;
  }
  return true;
}

inline void read_banner(LineCursor& lines, MatrixMarketHeader& header) {
  const char* at = lines.next_line();
  if (!at) lines.fail_at(1, "the file is empty");
  const char* word = at;
  if (take_word(word, "sporos")) lines.fail("was written by write_binary; such files are for read_binary");
  if (!take_word(at, "%%matrixmarket")) {
    lines.fail("the first line does not start with %%MatrixMarket",
               is_text_line(at) ? "" : ", and is not text: only gzip is unpacked here; unpack .tar, .zip, .xz first");
  }
  enum class Object { matrix };
  read_banner_word<Object>(lines, at, "object", {"matrix"});
  header.format = read_banner_word<MatrixMarketFormat>(lines, at, "format", {"coordinate", "array"});
  header.field = read_banner_word<MatrixMarketField>(lines, at, "field", {"real", "integer", "complex", "pattern"});
  header.symmetry = read_banner_word<MatrixMarketSymmetry>(lines, at, "symmetry",
                                                           {"general", "symmetric", "skew-symmetric", "hermitian"});
  if (header.field == MatrixMarketField::pattern) {
    if (header.format == MatrixMarketFormat::array) lines.fail("an array cannot be a pattern");
    if (header.symmetry == MatrixMarketSymmetry::skew_symmetric) lines.fail("a pattern cannot be skew-symmetric");
    if (header.symmetry == MatrixMarketSymmetry::hermitian) lines.fail("a pattern cannot be hermitian");
  }
  lines.finish_line(at);
}

inline std::int64_t read_size(const LineCursor& lines, const char*& at, const char* what) {
  at = skip_blanks(at);
  if (*at == '\n') lines.fail("the size line ends before the ", what);
  std::int64_t size = 0;
  switch (parse_count(at, size)) {
    case Parsed::number:
      return size;
    case Parsed::too_large:
      lines.fail("the ", what, " ", quote_word(at), " does not fit into 64 bits");
    default:
      lines.fail("the ", what, " ", quote_word(at), " is not a whole number of 0 or more");
  }
}

/// \brief How many values an array file of this shape and symmetry holds.
inline std::int64_t array_entries(const LineCursor& lines, const MatrixMarketHeader& header) {
  const std::int64_t rows = header.num_rows;
  if (header.num_columns != 0 && rows >= std::numeric_limits<std::int64_t>::max() / header.num_columns) {
    lines.fail("an array of ", rows, " x ", header.num_columns, " values does not fit into 64 bits");
  }
  switch (header.symmetry) {
    case MatrixMarketSymmetry::general:
      return rows * header.num_columns;
    case MatrixMarketSymmetry::skew_symmetric:
      return (rows * rows - rows) / 2;
    default:
      return (rows * rows - rows) / 2 + rows;
  }
}

/// \brief The fewest bytes that one line of entries takes, its '\n' included.
inline std::int64_t shortest_line(const MatrixMarketHeader& header) {
  constexpr std::int64_t number_and_separator = 2;
  const int indices = header.format == MatrixMarketFormat::coordinate ? 2 : 0;
  const int values = header.field == MatrixMarketField::pattern   ? 0
                     : header.field == MatrixMarketField::complex ? 2
                                                                  : 1;
  return number_and_separator * (indices + values);
}

/// \brief Reads the banner and the size line, and leaves `lines` at the entries.
/// \throws std::runtime_error where either is malformed, contradicts itself, or declares more than the file can hold
inline MatrixMarketHeader read_header(LineCursor& lines) {
  MatrixMarketHeader header;
  read_banner(lines, header);
  const char* at = lines.next_content();
  if (!at) lines.fail("the file ends before the size line");
  header.num_rows = read_size(lines, at, "number of rows");
  header.num_columns = read_size(lines, at, "number of columns");
  if (header.symmetry != MatrixMarketSymmetry::general && header.num_rows != header.num_columns) {
    lines.fail("a matrix of ", header.num_rows, " x ", header.num_columns, " cannot have a symmetry");
  }
  header.num_entries = header.format == MatrixMarketFormat::coordinate ? read_size(lines, at, "number of entries")
                                                                       : array_entries(lines, header);
  lines.finish_line(at);
  const std::int64_t most = lines.source().max_text_bytes() / shortest_line(header);
  if (header.num_entries > most) {
    lines.fail(header.num_entries, " entries are declared, but a file of ", lines.source().file_bytes(),
               " bytes can hold ", most, " at most");
  }
  return header;
}

}  // namespace detail
}  // namespace sporos
