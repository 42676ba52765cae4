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
/// A product takes equal shares of the entries, whatever the rows are. Which rows the shares cut, and room for their
/// carries, belong to the matrix: products of one matrix, and of its copies, may not run at the same time. Where y is
/// narrower than the sums, `beta*y` is rounded before the product is added.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "formats/conversion/Sporos_ConvertibleCrs.hpp"

namespace sporos {
namespace detail {

/// \brief Entries of a share, of which one team computes the products.
inline constexpr int coo_share = 1024;

/// \brief Room for a carry, a sum of the widest type.
struct alignas(16) CooCarry {
  unsigned char bytes[16];
};

}  // namespace detail

/// \brief Storage that owns its arrays; to_coo() makes it.
///
/// Carry `2 * s` is that of share `s` of a row that began before it, carry `2 * s + 1` that of a row that begins in it
/// and goes on after it. Row `split_rows[i]` is the sum of the carries `split_begin[i]` to `split_end[i] - 1`.
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
  bool may_have_empty_rows = true;  ///< then a product goes through y once more
  bool keeps_order = true;          ///< entries lie in the order in which they were given
  Array<Column> rows;               ///< of each entry
  Array<Column> columns;            ///< of each entry
  Array<Value> values;              ///< of each entry
  Array<Offset> map;  ///< where the entries' new values lie; empty where they keep their order, or without map
  Array<std::int64_t> split_rows;   ///< which these are
  Array<std::int64_t> split_begin;  ///< of each of them: its first carry
  Array<std::int64_t> split_end;    ///< of each of them: one past its last carry
  Array<detail::CooCarry> carries;  ///< room for two a share

  /// \brief Entries, explicit zeros included.
  std::int64_t nnz() const { return static_cast<std::int64_t>(values.extent(0)); }
  /// \brief What the arrays take, but for the map of update_values().
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

/// \brief How to_coo() works.
struct CooOptions {
  bool keep_map = true;  ///< for update_values(), where the entries are not given by row: an offset an entry
  /// The most that the matrix may take; left out: four times the arrays that it is made of and a mebibyte.
  std::optional<std::int64_t> max_bytes = std::nullopt;
};

namespace detail {

constexpr std::int64_t coo_shares(std::int64_t nnz) { return (nnz + coo_share - 1) / coo_share; }

}  // namespace detail

/// \brief What `nnz` entries take, without the map.
constexpr std::int64_t bytes_as_coo(std::int64_t nnz, std::int64_t value_bytes, std::int64_t column_bytes) {
  constexpr std::int64_t bytes_of_share = 3 * sizeof(std::int64_t) + 2 * sizeof(detail::CooCarry);
  return detail::saturating_sum(detail::saturating_product(nnz, value_bytes + 2 * column_bytes),
                                detail::coo_shares(nnz) * bytes_of_share);
}

}  // namespace sporos
