// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief HYB storage: the first entries of each row as ELL, the others as COO.
///
/// Bell & Garland, "Efficient sparse matrix-vector multiplication on CUDA", 2008. With an ELL part of width 2:
///
///     | 1 . 2 . |   ELL  values  1  .  3  6  -    columns   0 -1  0  3  -
///     | . . . . |                2  .  4  .  -              2 -1  1 -1  -
///     | 3 4 . 5 |   COO  rows 2   columns 3   values 5
///     | . . . 6 |
#pragma once

#include <string>

#include "formats/coo/Sporos_CooMatrix.hpp"
#include "formats/ell/Sporos_EllMatrix.hpp"

namespace sporos {

/// \brief Storage that owns its arrays; to_hyb() makes it. As with COO, products of one matrix and of its copies must
/// not run at the same time, and if y is narrower than the sums, it is rounded between the two parts.
template <class Value, class Column = int, class Offset = int,
          class MemorySpace = Kokkos::DefaultExecutionSpace::memory_space>
struct HybMatrix {
  using value_type = Value;          ///< type of the numbers
  using column_type = Column;        ///< type of the column indices
  using offset_type = Offset;        ///< type of the row offsets
  using memory_space = MemorySpace;  ///< where the arrays are
  using storage_format = HybMatrix;  ///< no compressed rows

  std::int64_t num_rows = 0;                          ///< elements of y
  std::int64_t num_columns = 0;                       ///< elements of x
  bool has_map = false;                               ///< whether update_values() works
  EllMatrix<Value, Column, Offset, MemorySpace> ell;  ///< the first entries of each row
  CooMatrix<Value, Column, Offset, MemorySpace> coo;  ///< all other entries

  std::int64_t nnz() const { return ell.nnz() + coo.nnz(); }  ///< entries, explicit zeros included
  /// \brief The bytes of the arrays, without the map of update_values().
  std::int64_t bytes() const { return ell.bytes() + coo.bytes(); }
  /// \brief How the entries lie, for descriptions.
  std::string shape_words() const { return detail::concat(ell.width, " entries a row, ", coo.nnz(), " entries apart"); }
  /// \brief `f(array)` for each array that new numbers or products are written to.
  template <class F>
  void each_written(const F& f) {
    ell.each_written(f);
    coo.each_written(f);
  }
};

/// \brief Bell & Garland's rule: the `k`-th entries of all rows go to ELL if enough rows have `k` or more entries.
struct HybRule {
  std::int64_t ell_speed = 3;       ///< speed of ELL over COO per stored entry: with 3, a third of the rows suffices
  std::int64_t fewest_rows = 4096;  ///< with fewer rows, ELL is not faster at all
};

namespace detail {

/// \brief How many rows must have a `k`-th entry for these to go to ELL.
constexpr std::int64_t rows_for_ell(const HybRule& rule, std::int64_t num_rows) {
  const std::int64_t share = (num_rows + rule.ell_speed - 1) / rule.ell_speed;
  const std::int64_t rows = share > rule.fewest_rows ? share : rule.fewest_rows;
  return rows > 1 ? rows : 1;
}

}  // namespace detail

/// \brief How a matrix is divided.
struct HybSplit {
  std::int64_t width = 0;        ///< of the ELL part
  std::int64_t coo_entries = 0;  ///< entries of the COO part
};

/// \brief The options of to_hyb().
struct HybOptions {
  std::optional<std::int64_t> width = std::nullopt;  ///< of the ELL part; left out: chosen by the rule
  HybRule rule = {};                                 ///< for the width
  bool keep_map = true;  ///< for update_values(): an offset for each row and for each entry of the COO part
  /// The most bytes of the result; left out: four times those of the compressed rows plus a mebibyte.
  std::optional<std::int64_t> max_bytes = std::nullopt;
};

/// \brief The bytes of a HybMatrix, without the map; measure_hyb() says how a matrix is divided.
/// \throws std::invalid_argument where a number is negative
constexpr std::int64_t bytes_as_hyb(std::int64_t num_rows, const HybSplit& split, std::int64_t value_bytes,
                                    std::int64_t column_bytes) {
  detail::require_none_negative("bytes_as_hyb", {{"num_rows", num_rows},
                                                 {"width", split.width},
                                                 {"coo_entries", split.coo_entries},
                                                 {"value_bytes", value_bytes},
                                                 {"column_bytes", column_bytes}});
  return detail::saturating_sum(bytes_as_ell(num_rows, split.width, value_bytes, column_bytes),
                                bytes_as_coo(split.coo_entries, value_bytes, column_bytes));
}

}  // namespace sporos
