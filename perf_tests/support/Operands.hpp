// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief What every contender is given: the same arrays, on the device.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <type_traits>

#include "core/launch/Sporos_Constants.hpp"
#include "formats/crs/Sporos_CrsMatrix.hpp"

namespace sporos::perf {

using Execution = Kokkos::DefaultExecutionSpace;
using Memory = Execution::memory_space;

/// \brief What is compiled in: --gather needs more than the usual way to read x, which takes its time.
#if defined(SPOROS_BENCHMARK_EVERY_GATHER)
using PrimitiveSet = EveryGather;
#else
using PrimitiveSet = DefaultPrimitives;
#endif

/// \brief One product's operands; columns are `int` throughout.
template <class Value, class Offset, class Vector>
struct Operands {
  using value_type = Value;
  using offset_type = Offset;
  using vector_type = Vector;
  using matrix_type = CrsMatrix<Value, int, Offset, Memory>;
  using vector_view = Kokkos::View<Vector*, Memory>;

  Execution exec;
  matrix_type matrix;
  vector_view x;
  vector_view y;
  Vector alpha;
  Vector beta;
  std::optional<Gather> gather;  ///< how storage formats read x
};

template <class Offset>
const char* offset_name() {
  return std::is_same<Offset, int>::value ? "int" : "size_t";
}

/// \brief The offset type that a problem does not have itself.
template <class Offset>
using other_offset = std::conditional_t<std::is_same<Offset, int>::value, std::size_t, int>;

template <class Offset>
bool offset_fits(std::int64_t nnz) {
  return static_cast<std::uint64_t>(nnz) <= static_cast<std::uint64_t>(std::numeric_limits<Offset>::max());
}

namespace detail {

template <class To, class From>
struct ConvertOffsets {
  To to;
  From from;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const {
    to(i) = static_cast<typename To::value_type>(from(i));
  }
};

}  // namespace detail

/// \brief The same operands with row offsets of another type; all other arrays are shared.
template <class Other, class Value, class Offset, class Vector>
Operands<Value, Other, Vector> with_offsets(const Operands<Value, Offset, Vector>& operands) {
  const auto& from = operands.matrix;
  Operands<Value, Other, Vector> result{operands.exec,  {}, operands.x, operands.y, operands.alpha, operands.beta,
                                        operands.gather};
  auto& to = result.matrix;
  to.num_rows = from.num_rows;
  to.num_columns = from.num_columns;
  to.columns = from.columns;
  to.values = from.values;
  to.row_offsets = decltype(to.row_offsets)(Kokkos::view_alloc(std::string("row_offsets"), Kokkos::WithoutInitializing),
                                            from.row_offsets.extent(0));
  using Convert = detail::ConvertOffsets<decltype(to.row_offsets), decltype(from.row_offsets)>;
  Kokkos::parallel_for("convert_offsets",
                       Kokkos::RangePolicy<Execution, Kokkos::IndexType<std::int64_t>>(
                           operands.exec, 0, static_cast<std::int64_t>(to.row_offsets.extent(0))),
                       Convert{to.row_offsets, from.row_offsets});
  operands.exec.fence();
  return result;
}

}  // namespace sporos::perf
