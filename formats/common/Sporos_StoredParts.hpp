// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The parts of a matrix that are written to a file and read again.
///
/// Each format has a specialisation of StoredParts in its own folder. Arrays that follow from other parts, and memory
/// for sums, are not parts: they are computed or allocated anew.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "formats/common/Sporos_Kokkos.hpp"
#include "formats/common/Sporos_Require.hpp"

namespace sporos {
namespace detail {

/// \brief Each format specialises this with:
///
///     static constexpr const char* format;        // its name in the file
///     template <class Visit>
///     static void each(Matrix& A, Visit& visit);  // visit.number(name, A.number), visit.array(name, A.array), ...
///     static void check(const Matrix& A, const StoredChecks& checks);
///     template <class ExecutionSpace>
///     static void complete(const ExecutionSpace& exec, Matrix& A);
///
/// `each` reads the parts if `Visit::reads` is true, else writes them. `check` refuses parts that would let a product,
/// to_crs() or update_values() reach beyond an array, and what no conversion makes. `complete` computes all that is not
/// stored.
template <class Matrix>
struct StoredParts;

/// \brief Checks of a matrix that was read; their messages name the file.
class StoredChecks {
 public:
  /// \param origin  the beginning of each message
  explicit StoredChecks(std::string origin) : origin_(std::move(origin)) {}

  /// \throws std::runtime_error with the parts as its message, unless the condition holds
  template <class... Parts>
  void require(bool condition, const Parts&... parts) const {
    if (!condition) throw std::runtime_error(concat(origin_, parts...));
  }

  template <class Matrix>
  void shape(const Matrix& A) const {
    constexpr std::int64_t most = std::int64_t{1} << 60;  // with room for rounding up
    require(A.num_rows >= 0 && A.num_rows <= most && A.num_columns >= 0 && A.num_columns <= most, "a matrix cannot be ",
            A.num_rows, " x ", A.num_columns);
  }

  template <class Array>
  void size(const char* name, const Array& array, std::int64_t wanted) const {
    require(static_cast<std::int64_t>(array.extent(0)) == wanted, name, " has ", array.extent(0),
            " elements, but there should be ", wanted);
  }

  /// \brief The elements lie in [low, end).
  template <class Array>
  void range(const char* name, const Array& array, std::int64_t low, std::int64_t end) const {
    range(name, array, low, end, [](std::size_t) { return std::int64_t{-1}; });
  }
  /// \brief The same; `row_of(i)` is the row of element `i`, for the message, or -1.
  template <class Array, class RowOf>
  void range(const char* name, const Array& array, std::int64_t low, std::int64_t end, const RowOf& row_of) const {
    const auto elements = host_copy(array);
    for (std::size_t i = 0; i < elements.extent(0); ++i) {
      const auto element = static_cast<std::int64_t>(elements(i));
      if (element >= low && element < end) continue;
      const std::int64_t row = row_of(i);
      require(false, row < 0 ? "" : concat("row ", row, ": "), name, "[", i, "] = ", +elements(i), " is not in [", low,
              ", ", end, ")");
    }
  }

  /// \brief `count + 1` elements from 0 to `end` that never descend.
  template <class Array>
  void offsets(const char* name, const Array& array, std::int64_t count, std::int64_t end) const {
    size(name, array, count + 1);
    const auto elements = host_copy(array);
    std::int64_t before = 0;
    for (std::size_t i = 0; i < elements.extent(0); ++i) {
      const auto element = static_cast<std::int64_t>(elements(i));
      const bool is_first = i == 0;
      require(is_first ? element == 0 : element >= before, name, "[", i, "] = ", +elements(i),
              is_first ? " should be 0" : " is less than the one before");
      before = element;
    }
    require(before == end, name, " ends with ", before, " instead of ", end);
  }

 private:
  std::string origin_;
};

/// \brief Checks a map, the row offsets that a format keeps for update_values(), against the lengths of the rows. An
/// empty map is right, too.
template <class Array>
void check_map(const StoredChecks& checks, const char* name, const Array& map, const std::vector<std::int64_t>& lengths,
               std::int64_t num_entries, std::int64_t longest = std::numeric_limits<std::int64_t>::max()) {
  if (map.extent(0) == 0) return;
  checks.offsets(name, map, static_cast<std::int64_t>(lengths.size()), num_entries);
  const auto offsets = host_copy(map);
  for (std::size_t row = 0; row < lengths.size(); ++row) {
    const auto length = static_cast<std::int64_t>(offsets(row + 1)) - static_cast<std::int64_t>(offsets(row));
    checks.require(std::min(length, longest) == lengths[row], name, " gives row ", row, " ", length,
                   " entries, but it has ", lengths[row]);
  }
}

}  // namespace detail
}  // namespace sporos
