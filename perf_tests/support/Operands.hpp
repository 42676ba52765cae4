// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief What every contender gets: the same arrays, on the device.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <type_traits>

#include "core/launch/Sporos_Constants.hpp"
#include "formats/crs/Sporos_CrsMatrix.hpp"
#include "perf_tests/support/ProductKind.hpp"
#include "unit_tests/support/compiled/CompiledLeaves.hpp"

namespace sporos::perf {

using Execution = Kokkos::DefaultExecutionSpace;
using Memory = Execution::memory_space;

/// \brief The primitives that are compiled in: --gather needs more than the default way to read x, which takes long to
/// compile.
#if defined(SPOROS_BENCHMARK_EVERY_GATHER)
using PrimitiveSet = EveryGather;
#else
using PrimitiveSet = DefaultPrimitives;
#endif

/// \brief The operands of one product; columns of the matrix are always `int`.
template <class Value, class Offset, class Vector>
struct Operands {
  using value_type = Value;
  using offset_type = Offset;
  using vector_type = Vector;
  using matrix_type = CrsMatrix<Value, int, Offset, Memory>;
  using vector_view = Kokkos::View<Vector*, Memory>;
  template <class Placing>
  using columns_view = Kokkos::View<Vector**, Placing, Memory, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

  Execution exec;
  matrix_type matrix;
  vector_view x;  ///< all columns
  vector_view y;  ///< all columns
  Vector alpha;
  Vector beta;
  std::optional<Gather> gather;  ///< how storage formats read x
  ProductKind kind = {};
  vector_view further = {};  ///< of an epilogue: the other vector of a dot product, or the right side; all columns
  vector_view result = {};   ///< of an epilogue: one number per column

  std::int64_t rows_of_x() const { return kind.is_transposed() ? matrix.num_rows : matrix.num_columns; }
  std::int64_t rows_of_y() const { return kind.is_transposed() ? matrix.num_columns : matrix.num_rows; }

  /// \brief Calls `f(x, y)` with Views of the rank and layout of the product.
  template <class F>
  void with_vectors(const F& f) const {
    with_all([&](const auto& all_x, const auto& all_y, const auto&, const auto&) { f(all_x, all_y); });
  }

  /// \brief Calls `f(x, y, further, result)` in the same way: `result` is a number, of several columns one each.
  template <class F>
  void with_all(const F& f) const {
    if (kind.columns == 1) {
      f(x, y, further, Kokkos::View<Vector, Memory, Kokkos::MemoryTraits<Kokkos::Unmanaged>>(result.data()));
    } else if (kind.layout == Layout::left) {
      with_columns<Kokkos::LayoutLeft>(f);
    } else {
      with_columns<Kokkos::LayoutRight>(f);
    }
  }

  /// \brief Calls `f(x, y)` with the first elements of both as one column.
  template <class F>
  void with_one_column(const F& f) const {
    f(vector_view(x.data(), static_cast<std::size_t>(rows_of_x())),
      vector_view(y.data(), static_cast<std::size_t>(rows_of_y())));
  }

  template <class Placing, class F>
  void with_columns(const F& f) const {
    f(columns_of<Placing>(x, rows_of_x()), columns_of<Placing>(y, rows_of_y()),
      columns_of<Placing>(further, rows_of_y()), result);
  }

  template <class Placing>
  columns_view<Placing> columns_of(const vector_view& all, std::int64_t rows) const {
    return columns_view<Placing>(all.data(), static_cast<std::size_t>(rows), static_cast<std::size_t>(kind.columns));
  }
};

template <class Offset>
const char* offset_name() {
  return std::is_same<Offset, int>::value ? "int" : "size_t";
}

/// \brief The other offset type than that of the problem.
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
  Operands<Value, Other, Vector> result{operands.exec,    {},
                                        operands.x,       operands.y,
                                        operands.alpha,   operands.beta,
                                        operands.gather,  operands.kind,
                                        operands.further, operands.result};
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
