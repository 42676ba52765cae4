// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The parts of a delta CRS matrix for files: each member of the tiles is an array of its own.
#pragma once

#include "formats/common/Sporos_StoredParts.hpp"
#include "formats/delta_crs/Sporos_DeltaTileArrays.hpp"

namespace sporos {
namespace detail {

template <class V, class C, class O, class M>
struct StoredParts<DeltaCrsMatrix<V, C, O, M>> {
  using Matrix = DeltaCrsMatrix<V, C, O, M>;
  static constexpr const char* format = "delta_crs";

  template <class Visit>
  static void each(Matrix& A, Visit& visit) {
    visit.number("num_rows", A.num_rows);
    visit.number("num_columns", A.num_columns);
    visit.number("num_entries", A.num_entries);
    visit.number("tile_entries", A.tile_entries);
    visit.number("even_tile_rows", A.even_tile_rows);
    visit.choice("narrow", A.stored_values, DeltaValues::narrow);
    visit.choice("table", A.stored_values, DeltaValues::table);
    visit_tiles(A, visit);
    visit.array("row_offsets", A.row_offsets);
    visit.array("column_offsets", A.column_offsets);
    visit.array("column_highs", A.column_highs);
    visit.array("values", A.values);
    visit.array("narrow_values", A.narrow_values);
    visit.array("codes", A.codes);
    visit.array("table", A.table);
    visit.array("table_entries", A.table_entries);
  }

  static void check(const Matrix& A, const StoredChecks& checks) {
    checks.shape(A);
    checks.require(A.num_entries >= 0, "num_entries = ", A.num_entries, " is negative");
    checks.size("column_offsets", A.column_offsets, A.num_entries);
    checks.offsets("row_offsets", A.row_offsets, A.num_rows, A.num_entries);
    check_values(A, checks);
    const auto tiles = host_copy(A.tiles);
    check_delta_tiles(A, tiles, checks);
    check_delta_columns(A, tiles, checks);
  }

  // Which rows are in pieces follows from the tiles.
  template <class ExecutionSpace>
  static void complete(const ExecutionSpace& exec, Matrix& A) {
    const auto pieces = pieces_of_rows(host_copy(A.tiles));
    A.split_rows = array_on_device<decltype(A.split_rows)>("sporos::delta_crs[split rows]", pieces.rows);
    A.first_piece = array_on_device<decltype(A.first_piece)>("sporos::delta_crs[first piece]", pieces.firsts);
    A.end_piece = array_on_device<decltype(A.end_piece)>("sporos::delta_crs[end piece]", pieces.ends);
    A.pieces = fresh_array<decltype(A.pieces)>(exec, "sporos::delta_crs[pieces]",
                                               pieces.ends.empty() ? 0 : pieces.ends.back());
  }

 private:
  template <class Visit>
  static void visit_tiles(Matrix& A, Visit& visit) {
    DeltaTileArrays<C> arrays;
    if (!Visit::reads) arrays = DeltaTileArrays<C>(host_copy(A.tiles));
    visit.array("tile_entry", arrays.entries);
    visit.array("tile_row", arrays.rows);
    visit.array("tile_high", arrays.highs);
    visit.array("tile_base", arrays.bases);
    visit.array("tile_piece", arrays.pieces);
    if constexpr (Visit::reads) A.tiles = arrays.template tiles<decltype(A.tiles)>(visit.checks());
  }

  static void check_values(const Matrix& A, const StoredChecks& checks) {
    const auto stored = A.stored_values;
    checks.require(stored != DeltaValues::narrow || Matrix::has_narrow, "the numbers cannot be narrow");
    const bool has_table = stored == DeltaValues::table;
    checks.size("values", A.values, stored == DeltaValues::plain ? A.num_entries : 0);
    checks.size("narrow_values", A.narrow_values, stored == DeltaValues::narrow ? A.num_entries : 0);
    checks.size("codes", A.codes, has_table ? A.num_entries : 0);
    checks.size("table", A.table, has_table ? delta_table_size : 0);
    checks.size("table_entries", A.table_entries, has_table ? delta_table_size : 0);
    if (!has_table) return;
    const auto codes = host_copy(A.codes);
    const auto entries = host_copy(A.table_entries);
    for (std::size_t k = 0; k < codes.extent(0); ++k) {
      const std::int64_t entry = entries(codes(k));
      checks.require(entry >= 0 && entry < A.num_entries && codes(static_cast<std::size_t>(entry)) == codes(k),
                     "table_entries[", +codes(k), "] = ", entry, " is no entry with that number");
    }
    for (std::size_t i = 0; i < entries.extent(0); ++i) {
      checks.require(entries(i) == no_row || (entries(i) >= 0 && entries(i) < A.num_entries), "table_entries[", i,
                     "] = ", entries(i), " is no entry");
    }
  }
};

}  // namespace detail
}  // namespace sporos
