// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief write_matrix_market: a compressed row matrix as a Matrix Market file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "formats/common/Sporos_Arguments.hpp"
#include "formats/common/Sporos_Kokkos.hpp"
#include "formats/common/Sporos_RequireKokkos.hpp"
#include "formats/common/Sporos_ValueTypes.hpp"
#include "formats/crs/Sporos_CrsView.hpp"
#include "formats/matrix_market/Sporos_FormatNumber.hpp"
#include "formats/matrix_market/Sporos_MatrixMarketEntries.hpp"
#include "formats/matrix_market/Sporos_TextSink.hpp"

namespace sporos {
namespace detail {

/// \brief Collects lines of numbers and hands them to a sink in large pieces.
class LineWriter {
 public:
  explicit LineWriter(TextSink& sink) : sink_(sink), buffer_(new char[capacity]) {}

  template <class Value>
  void write_entry(std::int64_t row, std::int64_t column, const Value& value) {
    if (size_ + longest_line > capacity) flush();
    char* to = buffer_.get() + size_;
    to = format_integer(to, row + 1);
    *to++ = ' ';
    to = format_integer(to, column + 1);
    *to++ = ' ';
    if constexpr (ValueParts<Value>::is_complex) {
      to = format_real(to, value.real());
      *to++ = ' ';
      to = format_real(to, value.imag());
    } else {
      to = format_real(to, value);
    }
    *to++ = '\n';
    size_ = static_cast<std::size_t>(to - buffer_.get());
  }

  void flush() {
    sink_.write({buffer_.get(), size_});
    size_ = 0;
  }

 private:
  static constexpr std::size_t capacity = std::size_t{1} << 18;
  static constexpr std::size_t longest_line = 4 * (longest_number + 1);

  TextSink& sink_;
  std::unique_ptr<char[]> buffer_;
  std::size_t size_ = 0;
};

}  // namespace detail

/// \brief Writes a matrix as a Matrix Market file, coordinate general, real or complex; gzip where `path` ends in
/// `.gz`.
///
/// \param crs_matrix  anything that crs_view() takes, in any memory space, with `float`, `double` or complex values
///
/// Entries keep their order, and read_matrix_market restores the same numbers, bit for bit (except for the bits of a
/// NaN). The file gets its name only when it is complete; until then an existing file of that name stays.
/// \throws std::runtime_error "sporos::write_matrix_market: <file>: <reason>" where the file cannot be written
/// \throws std::invalid_argument where the offsets or columns of the matrix are out of range
template <class Matrix>
void write_matrix_market(const std::string& path, const Matrix& crs_matrix) {
  constexpr auto function = "write_matrix_market";
  detail::require_kokkos(function);
  const auto view = detail::crs_view_for("write_matrix_market", crs_matrix);
  using Value = typename decltype(view)::value_type;
  static_assert(detail::value_types_are_taken<Value>);
  const auto offsets = detail::host_copy(view.row_offsets);
  const auto columns = detail::host_copy(view.columns);
  const auto values = detail::host_copy(view.values);
  const std::int64_t num_rows = view.num_rows;
  const auto offset = [&](std::int64_t row) {
    return static_cast<std::int64_t>(offsets(static_cast<std::size_t>(row)));
  };
  const std::int64_t num_entries = num_rows == 0 ? 0 : offset(num_rows);
  detail::require(num_rows == 0 || offset(0) == 0, function, "row_offsets starts with ", num_rows == 0 ? 0 : offset(0),
                  " instead of 0");

  detail::TextSink sink(function, path);
  sink.write(detail::concat("%%MatrixMarket matrix coordinate ",
                            detail::ValueParts<Value>::is_complex ? "complex" : "real", " general\n", num_rows, " ",
                            view.num_columns, " ", num_entries, "\n"));
  detail::LineWriter lines(sink);
  for (std::int64_t row = 0; row < num_rows; ++row) {
    const std::int64_t end = offset(row + 1);
    detail::require(end >= offset(row) && end <= view.nnz(), function, "row ", row, " ends at entry ", end,
                    ", but starts at ", offset(row), " of ", view.nnz());
    for (std::int64_t k = offset(row); k < end; ++k) {
      const auto entry = static_cast<std::size_t>(k);
      const auto column = static_cast<std::int64_t>(columns(entry));
      detail::require(column >= 0 && column < view.num_columns, function, "row ", row, " has column ", column,
                      ", but there are ", view.num_columns);
      lines.write_entry(row, column, values(entry));
    }
  }
  lines.flush();
  sink.commit();
}

/// \brief Refuses other arguments at compile time.
template <class... Given, class = detail::if_wrong<detail::Parameters<2, std::string, detail::AMatrix>, Given...>>
void write_matrix_market(const Given&...) {
  static_assert(
      detail::are_right<Given...>,
      "sporos::write_matrix_market: the arguments are path, A; A is in compressed rows, and there is no instance");
}

}  // namespace sporos
