// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The checks that every conversion from compressed rows begins with, and its memory limit.
#pragma once

#include <cstdint>
#include <optional>

#include "formats/common/Sporos_Arrays.hpp"
#include "formats/common/Sporos_RequireKokkos.hpp"
#include "formats/common/Sporos_ValueTypes.hpp"
#include "formats/crs/Sporos_Validate.hpp"

namespace sporos {
namespace detail {

constexpr std::int64_t saturating_product(std::int64_t a, std::int64_t b) {
  return a != 0 && b > INT64_MAX / a ? INT64_MAX : a * b;
}
constexpr std::int64_t saturating_sum(std::int64_t a, std::int64_t b) { return b > INT64_MAX - a ? INT64_MAX : a + b; }

template <class View>
struct ConvertibleCrs {
  static_assert(matrix_values_are_taken<typename View::value_type>);

  View view;
  RowProfile profile;

  std::int64_t bytes() const {
    return static_cast<std::int64_t>(view.row_offsets.extent(0) * sizeof(typename View::offset_type) +
                                     view.columns.extent(0) * sizeof(typename View::column_type) +
                                     view.values.extent(0) * sizeof(typename View::value_type));
  }
};

/// \brief Checks a matrix and returns its view and its row profile; waits for them.
/// \param function  the name of the conversion, for the messages
/// \throws std::invalid_argument where a row or a column is invalid, or there are entries outside of the rows
template <class ExecutionSpace, class Matrix>
ConvertibleCrs<crs_view_t<Matrix>> convertible_crs(const ExecutionSpace& exec, const Matrix& matrix,
                                                   const char* function) {
  using View = crs_view_t<Matrix>;
  static_assert(is_accessible<ExecutionSpace, typename View::memory_space>,
                "sporos::to_ell and other conversions: the execution space cannot reach the matrix to convert");
  require_kokkos(function);
  const View view = crs_view_for(function, matrix);
  const FullInspection found = inspect_fully(exec, view);
  require_good_rows(view, found, function);
  if (found.loose_ends > 0 || (view.num_rows == 0 && view.nnz() > 0)) {
    const bool has_rows = view.num_rows > 0;
    require(false, function, "the rows hold the entries ", has_rows ? +element(view.row_offsets, 0) : 0, " to ",
            has_rows ? +element(view.row_offsets, view.num_rows) : 0, " (exclusive), but there are ", view.nnz(),
            "; entries outside of the rows cannot be converted");
  }
  require_good_columns(view, found.first_bad_entry, function);
  return {view, profile_of(view, found)};
}

/// \brief Refuses to take more memory than the caller allows: `max_bytes`, or by default four times that of the
/// compressed rows plus a mebibyte.
/// \param what  the result, for the message
inline void require_memory(const char* function, std::int64_t bytes, const std::optional<std::int64_t>& max_bytes,
                           std::int64_t crs_bytes, const std::string& what = "the matrix") {
  require_not_negative(function, "max_bytes", max_bytes.value_or(0));
  const std::int64_t usual = saturating_sum(saturating_product(4, crs_bytes), std::int64_t{1} << 20);
  const std::int64_t limit = max_bytes.value_or(usual);
  require(bytes <= limit, function, what, " would take ", bytes, " bytes, but max_bytes is ", limit,
          max_bytes ? "" : concat(" (four times the ", crs_bytes, " bytes of its compressed rows and a mebibyte)"));
}

/// \brief Refuses new values for update_values() unless there is one for each entry, in memory.
template <class Values>
void require_as_many_values(const Values& values, std::int64_t nnz) {
  static_assert(are_views<Values>, "sporos::update_values takes a rank-1 View of the values");
  require_kokkos("update_values");
  require_contiguous("update_values", "values", values);
  require(static_cast<std::int64_t>(values.extent(0)) == nnz, "update_values", "values has ", values.extent(0),
          " elements, but the matrix has ", nnz, " entries");
  require_memory_of("update_values", "values", values);
}
inline void require_map(bool has_map) {
  require(has_map, "update_values", "the matrix was converted with keep_map = false");
}

/// \brief Fetches new values by way of a map; one index per stored element.
template <class Value, class Source, class Offset>
struct TakeValues {
  const Source* from;
  const Offset* map;
  Value* to;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t k) const { to[k] = static_cast<Value>(from[map[k]]); }
};

/// \brief A copy of the row offsets; it has one element even if there are no rows.
template <class Offsets, class ExecutionSpace, class View>
Offsets copy_of_row_offsets(const ExecutionSpace& exec, const char* label, const View& crs) {
  const auto copy = fresh_array<Offsets>(exec, label, crs.num_rows + 1);
  if (crs.num_rows > 0) {
    Kokkos::deep_copy(exec, copy, crs.row_offsets);
  } else {
    Kokkos::deep_copy(exec, copy, 0);
  }
  return copy;
}

}  // namespace detail
}  // namespace sporos
