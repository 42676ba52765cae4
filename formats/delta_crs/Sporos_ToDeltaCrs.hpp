// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Compressed rows to delta CRS and back, and new values.
#pragma once

#include "formats/common/Sporos_Arguments.hpp"
#include "formats/common/Sporos_LaunchKernel.hpp"
#include "formats/common/Sporos_RequireKokkos.hpp"
#include "formats/delta_crs/Sporos_DeltaLayout.hpp"

namespace sporos {
namespace detail {

/// \brief Writes or reads the columns of a tile; one team a tile.
template <class Matrix>
struct CodeTile {
  using Column = typename Matrix::column_type;
  using High = typename Matrix::high_type;

  const DeltaTile<Column>* tiles;
  std::uint16_t* column_offsets;
  High* column_highs;
  Column* columns;
  bool encodes;

  template <class Member>
  KOKKOS_INLINE_FUNCTION void operator()(const Member& member) const {
    const DeltaTile<Column> tile = tiles[member.league_rank()];
    const DeltaTile<Column> next = tiles[member.league_rank() + 1];
    const auto entries = static_cast<int>(next.first_entry - tile.first_entry);
    Kokkos::parallel_for(Kokkos::TeamThreadRange(member, entries), [&](int i) {
      const std::int64_t k = tile.first_entry + i;
      if (encodes) {
        const auto difference = static_cast<std::uint64_t>(columns[k] - tile.base);
        column_offsets[k] = static_cast<std::uint16_t>(difference & 0xffffu);
        if (tile.first_high >= 0) column_highs[tile.first_high + i] = static_cast<High>(difference >> 16);
      } else {
        std::uint64_t difference = column_offsets[k];
        if (tile.first_high >= 0) difference += static_cast<std::uint64_t>(column_highs[tile.first_high + i]) << 16;
        columns[k] = static_cast<Column>(tile.base + static_cast<Column>(difference));
      }
    });
  }
};

// CodeTile has pointers to non-const compressed rows even where it only reads them.
template <class Matrix, class Crs>
CodeTile<Matrix> code_tile(const Matrix& matrix, const Crs& crs, bool encodes) {
  return {matrix.tiles.data(), matrix.column_offsets.data(), matrix.column_highs.data(),
          const_cast<typename Matrix::column_type*>(crs.columns.data()), encodes};
}

}  // namespace detail

/// \brief A in delta CRS, made on `exec`.
/// \param A  anything that crs_view() takes; its rows need not be sorted and keep their order
/// \throws std::invalid_argument where A is malformed, where the options are impossible for it, and where the result
///         would take more than `options.max_bytes`
///
/// Three passes over the columns, two over the values; waits.
template <class ExecutionSpace, class Crs, class = detail::if_space<ExecutionSpace>>
auto to_delta_crs(const ExecutionSpace& exec, const Crs& A, const DeltaCrsOptions& options = {}) {
  const detail::ProfilingRegion region("sporos::to_delta_crs");
  const auto crs = detail::convertible_crs(exec, A, "to_delta_crs");
  using View = std::decay_t<decltype(crs.view)>;
  using Matrix = typename detail::DeltaLayout<View>::Matrix;
  const detail::DeltaLayout<View> plan = detail::lay_out_delta_crs(exec, crs, options);
  const DeltaCrsCounts& counts = plan.counts;
  detail::require_memory("to_delta_crs",
                         bytes_as_delta_crs(counts, sizeof(typename View::value_type),
                                            sizeof(typename View::column_type), sizeof(typename View::offset_type)),
                         options.max_bytes, crs.bytes());
  Matrix matrix;
  matrix.num_rows = counts.num_rows;
  matrix.num_columns = crs.view.num_columns;
  matrix.num_entries = counts.nnz;
  if (plan.shape.is_even) {
    matrix.even_tile_rows = static_cast<int>(plan.shape.rows);
  } else {
    matrix.tile_entries = static_cast<int>(plan.shape.entries);
  }
  matrix.stored_values = counts.values;
  matrix.tiles = plan.tiles;
  matrix.split_rows = plan.split_rows;
  matrix.first_piece = plan.first_piece;
  matrix.end_piece = plan.end_piece;
  matrix.row_offsets =
      detail::copy_of_row_offsets<decltype(matrix.row_offsets)>(exec, "sporos::delta_crs[row offsets]", crs.view);
  matrix.column_offsets =
      detail::fresh_array<decltype(matrix.column_offsets)>(exec, "sporos::delta_crs[column offsets]", counts.nnz);
  matrix.column_highs =
      detail::fresh_array<decltype(matrix.column_highs)>(exec, "sporos::delta_crs[column highs]", counts.wide_entries);
  matrix.pieces = detail::fresh_array<decltype(matrix.pieces)>(exec, "sporos::delta_crs[pieces]", counts.pieces);
  if (counts.tiles > 0) {
    detail::for_each_tile("sporos::to_delta_crs[columns]", exec, counts.tiles,
                          detail::code_tile(matrix, crs.view, true));
  }
  const detail::EntryRange<ExecutionSpace> entries(exec, 0, counts.nnz);
  if (counts.values == DeltaValues::table) {
    matrix.codes = detail::fresh_array<decltype(matrix.codes)>(exec, "sporos::delta_crs[codes]", counts.nnz);
    matrix.table =
        detail::fresh_array<decltype(matrix.table)>(exec, "sporos::delta_crs[table]", detail::delta_table_size);
    matrix.table_entries = detail::fresh_array<decltype(matrix.table_entries)>(exec, "sporos::delta_crs[table entries]",
                                                                               detail::delta_table_size);
    plan.table->write(exec, matrix);
  } else if (counts.values == DeltaValues::narrow) {
    using Narrow = typename Matrix::narrow_type;
    matrix.narrow_values =
        detail::fresh_array<decltype(matrix.narrow_values)>(exec, "sporos::delta_crs[narrow values]", counts.nnz);
    detail::launch_kernel(
        "sporos::to_delta_crs[values]", entries,
        detail::ConvertValues<typename View::value_type, Narrow>{crs.view.values.data(), matrix.narrow_values.data()});
  } else {
    matrix.values = detail::fresh_array<decltype(matrix.values)>(exec, "sporos::delta_crs[values]", counts.nnz);
    Kokkos::deep_copy(exec, matrix.values, crs.view.values);
  }
  detail::wait_for(exec, "sporos::to_delta_crs[wait]");
  return matrix;
}

/// \brief The compressed rows again, bit by bit.
template <class ExecutionSpace, class Value, class Column, class Offset, class MemorySpace>
auto to_crs(const ExecutionSpace& exec, const DeltaCrsMatrix<Value, Column, Offset, MemorySpace>& matrix) {
  detail::require_kokkos("to_crs");
  const detail::ProfilingRegion region("sporos::to_crs[delta_crs]");
  using Narrow = typename DeltaCrsMatrix<Value, Column, Offset, MemorySpace>::narrow_type;
  const auto crs = detail::allocate_crs<CrsMatrix<Value, Column, Offset, MemorySpace>>(
      matrix.num_rows, matrix.num_columns, matrix.nnz());
  Kokkos::deep_copy(exec, crs.row_offsets, matrix.row_offsets);
  if (matrix.num_tiles() > 0) {
    detail::for_each_tile("sporos::to_crs[delta columns]", exec, matrix.num_tiles(),
                          detail::code_tile(matrix, crs, false));
  }
  const detail::EntryRange<ExecutionSpace> entries(exec, 0, matrix.nnz());
  if (matrix.stored_values == DeltaValues::table) {
    detail::launch_kernel("sporos::to_crs[delta values]", entries,
                          detail::DecodeValues<Value>{matrix.table.data(), matrix.codes.data(), crs.values.data()});
  } else if (matrix.stored_values == DeltaValues::narrow) {
    detail::launch_kernel("sporos::to_crs[delta values]", entries,
                          detail::ConvertValues<Narrow, Value>{matrix.narrow_values.data(), crs.values.data()});
  } else {
    Kokkos::deep_copy(exec, crs.values, matrix.values);
  }
  return crs;
}

namespace detail {

template <class ExecutionSpace, class Values, class Fit>
ValueFit fit_of(const ExecutionSpace& exec, const Values& values, const Fit& fit) {
  return join_over<ValueFit>("sporos::update_values[delta_crs, fit]", exec, static_cast<std::int64_t>(values.extent(0)),
                             fit);
}

/// \brief Stores new numbers with the existing codes, if entries with the same code get the same number.
template <class ExecutionSpace, class Value, class Column, class Offset, class MemorySpace, class Values>
bool renew_table(const ExecutionSpace& exec, const DeltaCrsMatrix<Value, Column, Offset, MemorySpace>& matrix,
                 const Values& values) {
  const std::int64_t* const entries = matrix.table_entries.data();
  const auto strays = join_over<Counts<1>>("sporos::update_values[delta_crs, strays]", exec, matrix.nnz(),
                                           CountStrays<Value>{values.data(), matrix.codes.data(), entries});
  if (strays.of[0] > 0) return false;
  launch_kernel("sporos::update_values[delta_crs, table]", EntryRange<ExecutionSpace>(exec, 0, delta_table_size),
                RenewTable<Value>{values.data(), entries, matrix.table.data()});
  return true;
}

/// \brief Stores new numbers in the same way as the old ones and returns an empty string. If they do not fit, it
/// changes nothing and returns the reason.
template <class ExecutionSpace, class Value, class Column, class Offset, class MemorySpace, class Values>
std::string store_values(const ExecutionSpace& exec, const DeltaCrsMatrix<Value, Column, Offset, MemorySpace>& matrix,
                         const Values& values) {
  using Narrow = typename DeltaCrsMatrix<Value, Column, Offset, MemorySpace>::narrow_type;
  require_as_many_values(values, matrix.nnz());
  if (matrix.stored_values == DeltaValues::table) {
    if (renew_table(exec, matrix, values)) return {};
    const ValueTable<Value, MemorySpace> table(exec, values);
    if (!fit_of(exec, values, FitValues<Value, Narrow>{table.slots(), false}).fits_table()) {
      return concat("the matrix stores its values in a table, but there are more than ", delta_table_size,
                    " different ones");
    }
    table.write(exec, matrix);
    wait_for(exec, "sporos::to_delta_crs[wait]");  // before the slots go
  } else if (matrix.stored_values == DeltaValues::narrow) {
    const ValueSlots<Value> no_slots{values.data(), nullptr};
    const std::int64_t first = fit_of(exec, values, FitValues<Value, Narrow>{no_slots, true}).first_too_wide;
    if (first != no_row) {
      return concat("the matrix stores its values in single precision, but values[", first, "] is not exact in it");
    }
    launch_kernel("sporos::update_values[delta_crs]", EntryRange<ExecutionSpace>(exec, 0, matrix.nnz()),
                  ConvertValues<Value, Narrow>{values.data(), matrix.narrow_values.data()});
  } else {
    Kokkos::deep_copy(exec, matrix.values, values);
  }
  return {};
}

}  // namespace detail

/// \brief New numbers for the same pattern, in the order of the compressed rows.
/// \throws std::invalid_argument where their number is wrong, or where they cannot be stored in the same way as the old
///         ones: then nothing is changed. replace_values() and a conversion with `values = plain` take any numbers
///
/// Plain: a copy, asynchronous. Narrow and table: an exact check first, which waits. The codes stay if entries that had
/// equal numbers have equal numbers again, as scaled coefficients do; else the table is built anew, which takes several
/// times as long.
template <class ExecutionSpace, class Value, class Column, class Offset, class MemorySpace, class Values,
          class = detail::if_views<Values>>
void update_values(const ExecutionSpace& exec, const DeltaCrsMatrix<Value, Column, Offset, MemorySpace>& matrix,
                   const Values& values) {
  const detail::ProfilingRegion region("sporos::update_values[delta_crs]");
  const std::string fault = detail::store_values(exec, matrix, values);
  detail::require(fault.empty(), "update_values", fault, "; nothing is changed, convert again or with values = plain");
}

/// \brief As update_values(); but if the numbers do not fit, `matrix` stores them plain from now on, in a new array.
/// Copies of the matrix keep the old numbers.
/// \return whether the numbers are in another array than before
/// \throws std::invalid_argument where their number is wrong
template <class ExecutionSpace, class Value, class Column, class Offset, class MemorySpace, class Values>
bool replace_values(const ExecutionSpace& exec, DeltaCrsMatrix<Value, Column, Offset, MemorySpace>& matrix,
                    const Values& values) {
  const detail::ProfilingRegion region("sporos::update_values[delta_crs]");
  const detail::Caller caller("replace_values");
  if (detail::store_values(exec, matrix, values).empty()) return false;
  matrix.values = detail::fresh_array<decltype(matrix.values)>(exec, "sporos::delta_crs[values]", matrix.nnz());
  Kokkos::deep_copy(exec, matrix.values, values);
  matrix.stored_values = DeltaValues::plain;
  matrix.narrow_values = {};
  matrix.codes = {};
  matrix.table = {};
  matrix.table_entries = {};
  return true;
}

/// \brief Refuses other arguments at compile time.
template <class... Given, class = detail::if_wrong<
                              detail::Parameters<2, detail::AnInstance, detail::AMatrix, DeltaCrsOptions>, Given...>>
auto to_delta_crs(const Given&...) {
  static_assert(detail::are_right<Given...>,
                "sporos::to_delta_crs: the arguments are exec, A (, options); A is in compressed rows, and options are "
                "sporos::DeltaCrsOptions");
  return detail::NoCrsView();
}

namespace detail {

struct ADeltaCrs {};
template <class V, class C, class O, class M>
inline constexpr bool is_of_kind<ADeltaCrs, DeltaCrsMatrix<V, C, O, M>> = true;

}  // namespace detail

/// \brief Refuses other arguments at compile time.
template <class... Given, class = detail::if_wrong<
                              detail::Parameters<3, detail::AnInstance, detail::ADeltaCrs, detail::AView>, Given...>>
bool replace_values(const Given&...) {
  static_assert(
      detail::are_right<Given...>,
      "sporos::replace_values: the arguments are exec, A, values; A is in delta CRS and not const, and values "
      "is a rank-1 View");
  return false;
}

}  // namespace sporos
