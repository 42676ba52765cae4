// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief COO storage: row, column and value of each entry, sorted by row.
///
/// Bell & Garland, "Efficient sparse matrix-vector multiplication on CUDA", 2008.
///
///     | 1 . 2 . |   rows     0 0 2 2 2 3
///     | . . . . |   columns  0 2 0 1 3 3
///     | 3 4 . 5 |   values   1 2 3 4 5 6
///     | . . . 6 |
///
/// A product divides the entries into equal shares, whatever the lengths of the rows. The list of rows cut by shares
/// and the memory for their carries belong to the matrix, so products of one matrix and of its copies must not run at
/// the same time. If y is narrower than the sums, `beta*y` is rounded before the product is added.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "formats/conversion/Sporos_ConvertibleCrs.hpp"

namespace sporos {
namespace detail {

/// \brief The entries of a share; one team multiplies a share.
inline constexpr int coo_share = 1024;

/// \brief Memory for a carry, a sum of the widest type.
struct alignas(16) CooCarry {
  unsigned char bytes[16];
};

}  // namespace detail

/// \brief Storage that owns its arrays; to_coo() makes it.
///
/// A share `s` has two carries: `2 * s` is its part of a row that began in an earlier share, `2 * s + 1` its part of a
/// row that begins in it and goes on in later ones. The sum of row `split_rows[i]` is that of the carries
/// `split_begin[i]` to `split_end[i] - 1`.
template <class Value, class Column = int, class Offset = int,
          class MemorySpace = Kokkos::DefaultExecutionSpace::memory_space>
struct CooMatrix {
  using value_type = Value;          ///< type of the numbers
  using column_type = Column;        ///< type of the column indices
  using offset_type = Offset;        ///< type of the row offsets
  using memory_space = MemorySpace;  ///< where the arrays are
  using storage_format = CooMatrix;  ///< no compressed rows
  template <class T>
  using Array = Kokkos::View<T*, Kokkos::LayoutRight, MemorySpace>;  ///< type of the arrays

  std::int64_t num_rows = 0;        ///< elements of y
  std::int64_t num_columns = 0;     ///< elements of x
  std::int64_t num_split_rows = 0;  ///< how many rows lie in several shares
  bool may_have_empty_rows = true;  ///< if so, a product passes over y once more
  bool keeps_order = true;          ///< whether the entries are stored in the order in which they were given
  Array<Column> rows;               ///< of each entry
  Array<Column> columns;            ///< of each entry
  Array<Value> values;              ///< of each entry
  Array<Offset> map;                ///< index of each entry's new value; empty if the order was kept, or without map
  Array<std::int64_t> split_rows;   ///< the rows in several shares
  Array<std::int64_t> split_begin;  ///< of each of them: its first carry
  Array<std::int64_t> split_end;    ///< of each of them: one past its last carry
  Array<detail::CooCarry> carries;  ///< memory for two per share

  /// \brief Entries, explicit zeros included.
  std::int64_t nnz() const { return static_cast<std::int64_t>(values.extent(0)); }
  /// \brief The bytes of the arrays, without the map of update_values().
  std::int64_t bytes() const {
    return detail::bytes_of(rows, columns, values, split_rows, split_begin, split_end, carries);
  }
  /// \brief How the entries lie, for descriptions.
  std::string shape_words() const { return "entries in the order of rows"; }
  /// \brief `f(array)` for each array that new numbers or products are written to.
  template <class F>
  void each_written(const F& f) {
    f(values);
    f(carries);
  }
};

/// \brief The options of to_coo().
struct CooOptions {
  bool keep_map = true;  ///< for update_values(), if entries are not given row by row; takes an offset per entry
  /// The most bytes of the result; left out: four times those of the arrays that it is made from plus a mebibyte.
  std::optional<std::int64_t> max_bytes = std::nullopt;
};

namespace detail {

constexpr std::int64_t coo_shares(std::int64_t nnz) { return (nnz + coo_share - 1) / coo_share; }

}  // namespace detail

/// \brief The bytes of a CooMatrix with `nnz` entries, without the map.
/// \throws std::invalid_argument where a number is negative
constexpr std::int64_t bytes_as_coo(std::int64_t nnz, std::int64_t value_bytes, std::int64_t column_bytes) {
  detail::require_none_negative("bytes_as_coo",
                                {{"nnz", nnz}, {"value_bytes", value_bytes}, {"column_bytes", column_bytes}});
  constexpr std::int64_t bytes_of_share = 3 * sizeof(std::int64_t) + 2 * sizeof(detail::CooCarry);
  return detail::saturating_sum(detail::saturating_product(nnz, value_bytes + 2 * column_bytes),
                                detail::coo_shares(nnz) * bytes_of_share);
}

}  // namespace sporos
