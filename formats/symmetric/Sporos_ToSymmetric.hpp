// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Compressed rows to half storage, and new values.
#pragma once

#include "formats/common/Sporos_Arguments.hpp"
#include "formats/common/Sporos_LaunchKernel.hpp"
#include "formats/symmetric/Sporos_FromSymmetric.hpp"
#include "formats/symmetric/Sporos_SplitSymmetric.hpp"

namespace sporos {
namespace detail {

/// \brief Moves the entries of a row to where they are stored, and notes for the map where they came from.
template <class Value, class Column, class Offset>
struct PackSymmetricRow {
  SymmetricPairs<Value, Column, Offset> pairs;
  const Offset* near_offsets;
  std::uint16_t* distances;
  Value* near_values;
  const Offset* rest_offsets;
  Column* rest_columns;
  Value* rest_values;
  Offset* near_map;  // null: without map, or none are near
  Offset* mirror_map;
  Offset* rest_map;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t row) const {
    auto near_to = static_cast<std::int64_t>(near_offsets[row]);
    auto rest_to = static_cast<std::int64_t>(rest_offsets[row]);
    pairs.visit(
        row,
        [&](std::int64_t k, std::int64_t distance, Offset mirror) {
          distances[near_to] = static_cast<std::uint16_t>(distance);
          near_values[near_to] = pairs.values[k];
          if (near_map != nullptr) {
            near_map[near_to] = static_cast<Offset>(k);
            mirror_map[near_to] = mirror;
          }
          ++near_to;
        },
        [&](std::int64_t k) {
          rest_columns[rest_to] = pairs.columns[k];
          rest_values[rest_to] = pairs.values[k];
          if (rest_map != nullptr) rest_map[rest_to] = static_cast<Offset>(k);
          ++rest_to;
        },
        [] {});
  }
};

/// \brief The first near entry whose new value is not that of its mirror image.
template <class Value, class Source, class Offset>
struct FindUnequalMirror {
  const Source* values;
  const Offset* near_map;
  const Offset* mirror_map;

  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t k, std::int64_t& first) const {
    const ValueBits<Value> value(static_cast<Value>(values[near_map[k]]));
    const ValueBits<Value> mirror(static_cast<Value>(values[mirror_map[k]]));
    if (!(value == mirror) && k < first) first = k;
  }
};

}  // namespace detail

/// \brief A in half storage, made on `exec`.
/// \param A  anything that crs_view() takes, square, without entries outside of its rows; only sorted rows get smaller
/// \throws std::invalid_argument where A violates this, an option is invalid, or the result would take more than
///         `options.max_bytes`
///
/// Four passes over the columns, with a bisection in another row for each possible pair, and one over the values; an
/// offset per entry of extra memory. Waits for the sizes and for the result.
template <class ExecutionSpace, class Matrix, class = detail::if_space<ExecutionSpace>>
auto to_symmetric(const ExecutionSpace& exec, const Matrix& A, const SymmetricOptions& options = {}) {
  const detail::ProfilingRegion region("sporos::to_symmetric");
  const auto crs = detail::convertible_crs(exec, A, "to_symmetric");
  using View = detail::crs_view_t<Matrix>;
  using Value = typename View::value_type;
  using Column = typename View::column_type;
  using Offset = typename View::offset_type;
  const detail::SymmetricSplit<View> split = detail::split_symmetric(exec, crs.view, options);
  const SymmetricCounts& counts = split.counts;
  detail::require_memory("to_symmetric", bytes_as_symmetric(counts, sizeof(Value), sizeof(Column), sizeof(Offset)),
                         options.max_bytes, crs.bytes());
  typename detail::SymmetricSplit<View>::Matrix half;
  half.num_rows = crs.view.num_rows;
  half.num_columns = crs.view.num_columns;
  half.halved_entries = counts.halved_entries;
  half.tile_rows = split.tile_rows;
  half.reach = split.reach;
  half.window = counts.window;
  half.tile_begins = split.tile_begins;
  half.near_offsets = split.near_offsets;
  half.rest_offsets = split.rest_offsets;
  half.distances =
      detail::fresh_array<decltype(half.distances)>(exec, "sporos::symmetric[distances]", counts.near_entries);
  half.near_values =
      detail::fresh_array<decltype(half.near_values)>(exec, "sporos::symmetric[near]", counts.near_entries);
  half.rest_columns =
      detail::fresh_array<decltype(half.rest_columns)>(exec, "sporos::symmetric[columns]", counts.rest_entries);
  half.rest_values =
      detail::fresh_array<decltype(half.rest_values)>(exec, "sporos::symmetric[rest]", counts.rest_entries);
  half.sums = decltype(half.sums)(Kokkos::view_alloc(exec, std::string("sporos::symmetric[sums]")),
                                  static_cast<std::size_t>(counts.tiles * counts.window));
  if (options.keep_map) {
    using Map = decltype(half.near_map);
    half.near_map = detail::fresh_array<Map>(exec, "sporos::symmetric[near map]", counts.near_entries);
    half.mirror_map = detail::fresh_array<Map>(exec, "sporos::symmetric[mirror map]", counts.near_entries);
    half.rest_map = detail::fresh_array<Map>(exec, "sporos::symmetric[rest map]", counts.rest_entries);
  }
  detail::launch_kernel(
      "sporos::to_symmetric", detail::RowRange<ExecutionSpace>(exec, 0, half.num_rows),
      detail::PackSymmetricRow<Value, Column, Offset>{
          split.pairs(crs.view), half.near_offsets.data(), half.distances.data(), half.near_values.data(),
          half.rest_offsets.data(), half.rest_columns.data(), half.rest_values.data(), half.near_map.data(),
          half.mirror_map.data(), half.rest_map.data()});
  detail::wait_for(exec, "sporos::to_symmetric[wait]");
  return half;
}

namespace detail {

/// \brief The first entry that is stored as one with its mirror image although the new values of the two differ, or
/// no_row; waits for it.
template <class ExecutionSpace, class Value, class Column, class Offset, class MemorySpace, class Values>
std::int64_t first_unequal_mirror(const ExecutionSpace& exec,
                                  const SymmetricMatrix<Value, Column, Offset, MemorySpace>& matrix,
                                  const Values& values) {
  using Source = typename Values::non_const_value_type;
  std::int64_t first = no_row;
  Kokkos::parallel_reduce(
      "sporos::update_values[symmetric?]", RowRange<ExecutionSpace>(exec, 0, matrix.num_near()),
      FindUnequalMirror<Value, Source, Offset>{values.data(), matrix.near_map.data(), matrix.mirror_map.data()},
      Kokkos::Min<std::int64_t>(first));
  wait_for(exec, "sporos::to_symmetric[wait]");
  return first;
}

/// \brief Stores new values for which first_unequal_mirror() returned no_row; asynchronous.
template <class ExecutionSpace, class Value, class Column, class Offset, class MemorySpace, class Values>
void take_values(const ExecutionSpace& exec, const SymmetricMatrix<Value, Column, Offset, MemorySpace>& matrix,
                 const Values& values) {
  using Take = TakeValues<Value, typename Values::non_const_value_type, Offset>;
  launch_kernel("sporos::update_values[symmetric,near]", RowRange<ExecutionSpace>(exec, 0, matrix.num_near()),
                Take{values.data(), matrix.near_map.data(), matrix.near_values.data()});
  launch_kernel("sporos::update_values[symmetric,rest]", RowRange<ExecutionSpace>(exec, 0, matrix.num_rest()),
                Take{values.data(), matrix.rest_map.data(), matrix.rest_values.data()});
}

}  // namespace detail

/// \brief New numbers for the same pattern, in the order of the compressed rows.
/// \throws std::invalid_argument where their number is wrong, the matrix has no map, or the values of an entry and its
///         mirror image that are stored as one differ; then nothing is changed
///
/// Waits for the check; storing is asynchronous. Each value is read at most twice.
template <class ExecutionSpace, class Value, class Column, class Offset, class MemorySpace, class Values,
          class = detail::if_views<Values>>
void update_values(const ExecutionSpace& exec, const SymmetricMatrix<Value, Column, Offset, MemorySpace>& matrix,
                   const Values& values) {
  const detail::ProfilingRegion region("sporos::update_values[symmetric]");
  detail::require_as_many_values(values, matrix.nnz());
  detail::require_map(matrix.has_map());
  const std::int64_t first = detail::first_unequal_mirror(exec, matrix, values);
  if (first != detail::no_row) {
    detail::require(
        false, "update_values", "values[", detail::element(matrix.near_map, first), "] and values[",
        detail::element(matrix.mirror_map, first),
        "], mirror images of each other, are stored as one, but are not the same; nothing is changed, convert again");
  }
  detail::take_values(exec, matrix, values);
}

/// \brief Refuses other arguments at compile time.
template <class... Given, class = detail::if_wrong<
                              detail::Parameters<2, detail::AnInstance, detail::AMatrix, SymmetricOptions>, Given...>>
auto to_symmetric(const Given&...) {
  static_assert(detail::are_right<Given...>,
                "sporos::to_symmetric: the arguments are exec, A (, options); A is in compressed rows, and options are "
                "sporos::SymmetricOptions");
  return detail::NoCrsView();
}

}  // namespace sporos
