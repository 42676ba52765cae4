// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The entries of a Matrix Market file: one a line, checked against what the header declares.
#pragma once

#include <cstdint>
#include <utility>

#include "formats/common/Sporos_Kokkos.hpp"
#include "formats/matrix_market/Sporos_EntryBlocks.hpp"
#include "formats/matrix_market/Sporos_MatrixMarketHeader.hpp"

namespace sporos::detail {

/// \brief `real` is the type of the parts of a value.
template <class Value>
struct ValueParts {
  using real = Value;
  static constexpr bool is_complex = false;
};
template <class Real>
struct ValueParts<Kokkos::complex<Real>> {
  using real = Real;
  static constexpr bool is_complex = true;
};

/// \brief Reads all entries after a header into a list, zero-based and in the order of the file.
template <class Value, class Column>
class MatrixMarketEntries {
 public:
  /// \param lines   stands after the header
  /// \param header  numbers of rows and columns must fit into `Column`
  MatrixMarketEntries(LineCursor& lines, const MatrixMarketHeader& header)
      : lines_(lines), header_(header), entries_(header.num_entries, header.field != MatrixMarketField::pattern) {}

  /// \brief Reads to the end of the file and calls `progress()` once for each piece that was read.
  template <class Progress>
  EntryBlocks<Value, Column> read(const Progress& progress) {
    if (header_.symmetry == MatrixMarketSymmetry::skew_symmetric) next_row_ = 1;
    std::int64_t bytes_seen = 0;
    while (const char* at = lines_.next_content()) {
      if (entries_.size() == header_.num_entries) {
        lines_.fail("more than the ", header_.num_entries, " entries that the header declares");
      }
      read_entry(at);
      lines_.finish_line(at);
      if (bytes_seen != lines_.source().text_bytes()) {
        bytes_seen = lines_.source().text_bytes();
        progress();
      }
    }
    if (entries_.size() != header_.num_entries) {
      lines_.fail("the file ends after ", entries_.size(), " of the ", header_.num_entries,
                  " entries that the header declares");
    }
    progress();
    return std::move(entries_);
  }

 private:
  using Real = typename ValueParts<Value>::real;

  void read_entry(const char*& at) {
    std::int64_t row = next_row_;
    std::int64_t column = next_column_;
    if (header_.format == MatrixMarketFormat::coordinate) {
      row = read_index(at, "row", header_.num_rows);
      column = read_index(at, "column", header_.num_columns);
    } else {
      advance_in_array();
    }
    const Value value = read_value(at);
    if (header_.symmetry != MatrixMarketSymmetry::general) check_symmetry(row, column, value);
    entries_.push_back(static_cast<Column>(row), static_cast<Column>(column), value);
  }

  /// The zero-based index that the file counts from one.
  std::int64_t read_index(const char*& at, const char* what, std::int64_t size) {
    at = skip_blanks(at);
    if (*at == '\n') lines_.fail("the ", what, " index is missing");
    std::int64_t index = 0;
    const char* const word = at;
    if (parse_count(at, index) != Parsed::number || index < 1 || index > size) {
      lines_.fail("the ", what, " index ", quote_word(word), " is not a whole number from 1 to ", size);
    }
    return index - 1;
  }

  Value read_value(const char*& at) {
    if (header_.field == MatrixMarketField::pattern) return Value(1);
    if constexpr (ValueParts<Value>::is_complex) {
      if (header_.field == MatrixMarketField::complex) {
        const Real real_part = read_real(at, "real part");
        return Value(real_part, read_real(at, "imaginary part"));
      }
    }
    return Value(read_real(at, "value"));
  }

  Real read_real(const char*& at, const char* what) {
    at = skip_blanks(at);
    if (*at == '\n') lines_.fail("the ", what, " is missing");
    if (header_.field == MatrixMarketField::integer && !is_integer_word(at)) {
      lines_.fail("the ", what, " ", quote_word(at), " is not an integer");
    }
    Real value = 0;
    const char* const word = at;
    const Parsed outcome = parse_real(at, value);
    if (outcome == Parsed::nothing) lines_.fail("the ", what, " ", quote_word(word), " is not a number");
    if (outcome == Parsed::too_large) {
      lines_.fail("the ", what, " ", quote_word(word), " is too large for a number of ", 8 * sizeof(Real), " bits");
    }
    return value;
  }

  /// Arrays go down the columns; with a symmetry, from the diagonal or, where that is zero, from below it.
  void advance_in_array() {
    if (++next_row_ < header_.num_rows) return;
    ++next_column_;
    switch (header_.symmetry) {
      case MatrixMarketSymmetry::general:
        next_row_ = 0;
        break;
      case MatrixMarketSymmetry::skew_symmetric:
        next_row_ = next_column_ + 1;
        break;
      default:
        next_row_ = next_column_;
    }
  }

  void check_symmetry(std::int64_t row, std::int64_t column, const Value& value) {
    if (row == column) {
      check_diagonal(row, value);
      return;
    }
    const Triangle here = row > column ? Triangle::lower : Triangle::upper;
    if (triangle_ == Triangle::unknown) triangle_ = here;
    // Were both allowed, a file that lists (i, j) and (j, i) would silently come out doubled.
    if (triangle_ != here) {
      lines_.fail("the entry (", row + 1, ", ", column + 1, ") lies ",
                  here == Triangle::upper ? "above the diagonal, but earlier ones below"
                                          : "below the diagonal, but earlier ones above",
                  " it: a file with a symmetry holds one triangle");
    }
  }

  void check_diagonal(std::int64_t row, const Value& value) {
    if (header_.symmetry == MatrixMarketSymmetry::skew_symmetric && value != Value(0)) {
      lines_.fail("the diagonal entry of row ", row + 1, " of a skew-symmetric matrix is not zero");
    }
    if constexpr (ValueParts<Value>::is_complex) {
      if (header_.symmetry == MatrixMarketSymmetry::hermitian && value.imag() != 0) {
        lines_.fail("the diagonal entry of row ", row + 1, " of a hermitian matrix is not real");
      }
    }
  }

  enum class Triangle { unknown, lower, upper };

  LineCursor& lines_;
  const MatrixMarketHeader header_;
  EntryBlocks<Value, Column> entries_;
  std::int64_t next_row_ = 0;
  std::int64_t next_column_ = 0;
  Triangle triangle_ = Triangle::unknown;
};

}  // namespace sporos::detail
