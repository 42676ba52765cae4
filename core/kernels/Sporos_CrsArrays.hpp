// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief A compressed row matrix as kernels see it.
#pragma once

#include <cstdint>
#include <type_traits>

#include "formats/crs/Sporos_CrsView.hpp"

namespace sporos {
namespace detail {

// The type for positions of entries. They go past the end of a row by up to a few teams, so they need a bit more range
// than Offset has: for signed offsets the unsigned type of the same width (at least int's), for unsigned ones 64 bits.
template <class Offset>
using entry_index_t = std::conditional_t<std::is_signed<Offset>::value,
                                         std::make_unsigned_t<std::common_type_t<Offset, int>>, std::uint64_t>;

/// \brief Raw pointers to the arrays of a CrsView, without ownership.
template <class Value, class Column, class Offset>
struct CrsArrays {
  using value_type = Value;
  using column_type = Column;
  using offset_type = Offset;
  using entry_index = entry_index_t<Offset>;

  std::int64_t num_rows;
  const Offset* row_offsets;
  const Column* columns;
  const Value* values;
};

template <class Value, class Column, class Offset, class MemorySpace>
CrsArrays<Value, Column, Offset> crs_arrays(const CrsView<Value, Column, Offset, MemorySpace>& view) {
  return {view.num_rows, view.row_offsets.data(), view.columns.data(), view.values.data()};
}

}  // namespace detail
}  // namespace sporos
