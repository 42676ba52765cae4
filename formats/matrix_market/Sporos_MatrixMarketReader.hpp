// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief read_matrix_market: a Matrix Market file as a compressed row matrix on the host.
#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <limits>
#include <new>
#include <string>
#include <type_traits>
#include <utility>

#include "formats/common/Sporos_Arguments.hpp"
#include "formats/common/Sporos_RequireKokkos.hpp"
#include "formats/common/Sporos_ValueTypes.hpp"
#include "formats/crs/Sporos_CrsMatrix.hpp"
#include "formats/matrix_market/Sporos_AssembleCrs.hpp"
#include "formats/matrix_market/Sporos_MatrixMarketEntries.hpp"
#include "formats/matrix_market/Sporos_MatrixMarketHeader.hpp"

namespace sporos {

/// \brief How to read a file.
struct ReadOptions {
  /// \brief Called now and then, and at the end, with bytes as on disk; `bytes_total` is 0 where the file is a pipe.
  /// What it throws ends the reading and reaches the caller.
  std::function<void(std::int64_t bytes_done, std::int64_t bytes_total)> progress;

  /// \brief How many rows a file may declare beyond one for each byte of its text. Rows cost memory even where they
  /// are empty, so without a limit a damaged size line of a small file could take all there is.
  std::int64_t max_empty_rows = std::int64_t{1} << 24;
};

namespace detail {

/// \brief Fails at `line` where `count` exceeds what `Integer` can hold.
template <class Integer>
void check_fits(const LineCursor& lines, std::int64_t line, const char* what, std::int64_t count, const char* where) {
  const auto largest = static_cast<std::uint64_t>(std::numeric_limits<Integer>::max());
  if (static_cast<std::uint64_t>(count) > largest) {
    lines.fail_at(line, count, " ", what, " are more than ", where, " of ", 8 * sizeof(Integer), " bits can count");
  }
}

inline void check_rows(const LineCursor& lines, std::int64_t line, std::int64_t num_rows, std::int64_t text_bytes,
                       std::int64_t max_empty_rows) {
  if (num_rows - max_empty_rows > text_bytes) {
    lines.fail_at(line, num_rows, " rows are declared, but the file has no more than ", text_bytes,
                  " bytes of text; raise ReadOptions::max_empty_rows if nearly all rows are to be empty");
  }
}

inline Mirror mirror_of(MatrixMarketSymmetry symmetry) {
  switch (symmetry) {
    case MatrixMarketSymmetry::symmetric:
      return Mirror::same;
    case MatrixMarketSymmetry::skew_symmetric:
      return Mirror::negated;
    case MatrixMarketSymmetry::hermitian:
      return Mirror::conjugated;
    default:
      return Mirror::none;
  }
}

}  // namespace detail

/// \brief What a Matrix Market file declares, without reading its entries.
/// \throws std::runtime_error as read_matrix_market
inline MatrixMarketHeader read_matrix_market_header(const std::string& path) {
  detail::LineCursor lines("read_matrix_market_header", path);
  return detail::read_header(lines);
}

/// \brief Reads a Matrix Market file, plain or gzip (told by its content). Kokkos must be initialised.
///
/// \tparam Value   `float`, `double` or `Kokkos::complex` of them; real files may be read into complex values
/// \tparam Column  must be able to count both rows and columns
///
/// The matrix is expanded to all its entries, with ascending columns in each row. Entries of the same place are
/// summed in the order of the file, those of a pattern (each 1) too. Stored zeros stay, and an array file stores
/// every entry. Numbers are rounded correctly; those of an integer file too, where `Value` cannot hold them.
/// Files with a symmetry may hold either triangle, but not entries of both; real and integer hermitian files are
/// symmetric. Bytes after the last gzip member are an error.
///
/// Linear time in the size of the file. The finished matrix and one list of the file's entries are in memory at once;
/// the size of both is bounded by the text that was read and by ReadOptions::max_empty_rows.
/// \throws std::runtime_error "sporos::read_matrix_market: <file>:<line>: <reason>" for whatever is wrong in the file
/// or does not fit into the types or into memory (without the line where the file cannot be opened)
/// \throws std::invalid_argument where options.max_empty_rows is negative
template <class Value = double, class Column = int, class Offset = int>
CrsMatrix<Value, Column, Offset, Kokkos::HostSpace> read_matrix_market(const std::string& path,
                                                                       const ReadOptions& options = {}) {
  static_assert(detail::ValueType<Value>::is_taken);
  static_assert(std::is_integral<Column>::value && std::is_signed<Column>::value,
                "sporos::read_matrix_market: columns must be signed integers");
  static_assert(std::is_integral<Offset>::value, "sporos::read_matrix_market: row offsets must be integers");
  using Matrix = CrsMatrix<Value, Column, Offset, Kokkos::HostSpace>;

  detail::require_kokkos("read_matrix_market");
  detail::require_not_negative("read_matrix_market", "max_empty_rows", options.max_empty_rows);
  detail::LineCursor lines("read_matrix_market", path);
  const MatrixMarketHeader header = detail::read_header(lines);
  const std::int64_t size_line = lines.line();
  if (header.field == MatrixMarketField::complex && !detail::ValueParts<Value>::is_complex) {
    lines.fail_at(1, "the values are complex, but are to be read into a real type");
  }
  detail::check_fits<Column>(lines, size_line, "rows", header.num_rows, "indices");
  detail::check_fits<Column>(lines, size_line, "columns", header.num_columns, "indices");
  detail::check_fits<Offset>(lines, size_line, "entries", header.num_entries, "row offsets");
  detail::check_rows(lines, size_line, header.num_rows, lines.source().max_text_bytes(), options.max_empty_rows);

  const auto progress = [&] {
    if (options.progress) options.progress(lines.source().bytes_done(), lines.source().file_bytes());
  };
  const auto read_entries = [&] {
    try {
      return detail::MatrixMarketEntries<Value, Column>(lines, header).read(progress);
    } catch (const std::bad_alloc&) {
      lines.fail("not enough memory for the entries up to here");
    }
  };
  auto entries = read_entries();
  detail::check_rows(lines, size_line, header.num_rows, lines.source().text_bytes(), options.max_empty_rows);

  const detail::Mirror mirror = detail::mirror_of(header.symmetry);
  const std::int64_t num_entries = detail::expanded_size(entries, mirror);
  detail::check_fits<Offset>(lines, size_line, "entries", num_entries, "row offsets");
  try {
    return detail::assemble_crs<Matrix>(std::move(entries), header.num_rows, header.num_columns, num_entries, mirror);
  } catch (const std::exception&) {  // std::bad_alloc, or what Kokkos makes of it
    lines.fail_at(size_line, "not enough memory for a matrix of ", header.num_rows, " x ", header.num_columns, " with ",
                  num_entries, " entries");
  }
}

/// \brief Refuses other arguments at compile time.
template <class Value = double, class... Given,
          class = detail::if_wrong<detail::Parameters<1, std::string, ReadOptions>, Given...>>
auto read_matrix_market(const Given&...) {
  static_assert(detail::are_right<Given...>,
                "sporos::read_matrix_market: the arguments are path (, options); it reads on the host and takes no "
                "instance; options are sporos::ReadOptions");
  return CrsMatrix<Value, int, int, Kokkos::HostSpace>();
}

}  // namespace sporos
