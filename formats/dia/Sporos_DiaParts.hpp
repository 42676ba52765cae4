// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief What a matrix in DIA is made of, for files.
#pragma once

#include "formats/common/Sporos_StoredParts.hpp"
#include "formats/dia/Sporos_DiaMatrix.hpp"
#include "formats/dia/Sporos_DiaMirrors.hpp"

namespace sporos {
namespace detail {

template <class V, class C, class O, class M>
struct StoredParts<DiaMatrix<V, C, O, M>> {
  using Matrix = DiaMatrix<V, C, O, M>;
  static constexpr const char* format = "dia";

  template <class Visit>
  static void each(Matrix& A, Visit& visit) {
    visit.number("num_rows", A.num_rows);
    visit.number("num_columns", A.num_columns);
    visit.number("num_entries", A.num_entries);
    visit.number("stride", A.stride);
    visit.array("offsets", A.offsets);
    visit.array("values", A.values);
    visit.array("present", A.present);
    visit.array("map", A.map);
  }

  static void check(const Matrix& A, const StoredChecks& checks) {
    checks.shape(A);
    checks.require(A.stride == dia_stride(A.num_rows), "stride is ", A.stride, ", but ", A.num_rows, " rows need ",
                   dia_stride(A.num_rows));
    checks.require(A.num_diagonals() <= INT32_MAX, "there are ", A.num_diagonals(), " diagonals; ", INT32_MAX,
                   " is the most");
    const std::int64_t halved = A.num_mirrored() > 0 ? A.num_diagonals() / 2 : 0;
    checks.size("values", A.values, saturating_product(A.stride, A.num_diagonals() - halved));
    checks.size("present", A.present, saturating_product(A.stride, dia_words(A.num_diagonals())));
    if (A.map.extent(0) > 0) checks.size("map", A.map, A.num_rows + 1);
    check_offsets(A, checks);
    check_map(checks, "map", A.map, checked_lengths(A, checks), A.num_entries);
  }

  template <class ExecutionSpace>
  static void complete(const ExecutionSpace&, Matrix&) {}

 private:
  static void check_offsets(const Matrix& A, const StoredChecks& checks) {
    checks.range("offsets", A.offsets, 1 - A.num_rows, A.num_columns);
    const auto offsets = host_copy(A.offsets);
    for (std::size_t d = 1; d < offsets.extent(0); ++d) {
      checks.require(offsets(d - 1) < offsets(d), "offsets[", d, "] = ", offsets(d), " does not ascend");
    }
    checks.require(A.num_mirrored() == 0 || (A.num_rows == A.num_columns && are_symmetric_offsets(A.offsets)),
                   "half of the diagonals are missing, but the others are no mirror images of them");
  }

  // How many entries each row has; none outside of the matrix.
  static std::vector<std::int64_t> checked_lengths(const Matrix& A, const StoredChecks& checks) {
    const bool has_rows = A.present.extent(0) > 0 || A.map.extent(0) > 0;
    std::vector<std::int64_t> lengths(static_cast<std::size_t>(has_rows ? A.num_rows : 0));
    const auto present = host_copy(A.present);
    const auto offsets = host_copy(A.offsets);
    std::int64_t entries = 0;
    for (std::size_t i = 0; i < present.extent(0); ++i) {
      const auto word = static_cast<std::int64_t>(i) / A.stride;
      const auto row = static_cast<std::int64_t>(i) % A.stride;
      for (std::int64_t bit = 0; bit < 32; ++bit) {
        if ((present(i) >> bit & 1u) == 0) continue;
        const std::int64_t d = 32 * word + bit;
        const bool is_inside = row < A.num_rows && d < A.num_diagonals();
        const std::int64_t column = is_inside ? row + offsets(static_cast<std::size_t>(d)) : -1;
        checks.require(column >= 0 && column < A.num_columns, "present[", i, "] has an entry outside of the matrix");
        const std::int64_t mirror = A.num_diagonals() - 1 - d;
        const auto word_of_mirror = static_cast<std::size_t>(mirror / 32 * A.stride + column);
        checks.require(A.num_mirrored() == 0 || (present(word_of_mirror) >> mirror % 32 & 1u) != 0, "present[", i,
                       "] has an entry without mirror image, but half of the diagonals are missing");
        ++lengths[static_cast<std::size_t>(row)];
        ++entries;
      }
    }
    checks.require(entries == A.num_entries, "num_entries is ", A.num_entries, ", but there are ", entries);
    return lengths;
  }
};

}  // namespace detail
}  // namespace sporos
