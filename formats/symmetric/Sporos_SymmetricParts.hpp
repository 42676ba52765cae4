// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief What a matrix in half storage is made of, for files.
#pragma once

#include "formats/common/Sporos_StoredParts.hpp"
#include "formats/symmetric/Sporos_SplitSymmetric.hpp"

namespace sporos {
namespace detail {

template <class V, class C, class O, class M>
struct StoredParts<SymmetricMatrix<V, C, O, M>> {
  using Matrix = SymmetricMatrix<V, C, O, M>;
  static constexpr const char* format = "symmetric";

  template <class Visit>
  static void each(Matrix& A, Visit& visit) {
    visit.number("num_rows", A.num_rows);
    visit.number("num_columns", A.num_columns);
    visit.number("halved_entries", A.halved_entries);
    visit.number("tile_rows", A.tile_rows);
    visit.number("reach", A.reach);
    visit.number("window", A.window);
    visit.array("tile_begins", A.tile_begins);
    visit.array("near_offsets", A.near_offsets);
    visit.array("distances", A.distances);
    visit.array("near_values", A.near_values);
    visit.array("rest_offsets", A.rest_offsets);
    visit.array("rest_columns", A.rest_columns);
    visit.array("rest_values", A.rest_values);
    visit.array("near_map", A.near_map);
    visit.array("mirror_map", A.mirror_map);
    visit.array("rest_map", A.rest_map);
  }

  static void check(const Matrix& A, const StoredChecks& checks) {
    checks.shape(A);
    checks.require(A.num_rows == A.num_columns, "the matrix is not square");
    checks.size("distances", A.distances, A.num_near());
    checks.size("rest_columns", A.rest_columns, A.num_rest());
    checks.offsets("near_offsets", A.near_offsets, A.num_rows, A.num_near());
    checks.offsets("rest_offsets", A.rest_offsets, A.num_rows, A.num_rest());
    checks.range("rest_columns", A.rest_columns, 0, A.num_columns);
    checks.require(A.tile_begins.extent(0) > 0, "tile_begins is empty");
    checks.offsets("tile_begins", A.tile_begins, A.num_tiles(), A.num_rows);
    check_near(A, checks);
    const std::int64_t window = symmetric_window(A.reach, A.tile_rows);
    checks.require(A.window == 0 ? A.tile_rows <= symmetric_max_tile_rows : A.window == window, "window is ", A.window,
                   ", but 0, for tiles of at most ", symmetric_max_tile_rows, " rows, and ", window, " are possible");
    const bool has_map = A.near_map.extent(0) + A.rest_map.extent(0) > 0;
    checks.size("near_map", A.near_map, has_map ? A.num_near() : 0);
    checks.size("mirror_map", A.mirror_map, has_map ? A.num_near() : 0);
    checks.size("rest_map", A.rest_map, has_map ? A.num_rest() : 0);
    checks.range("near_map", A.near_map, 0, A.nnz());
    checks.range("mirror_map", A.mirror_map, 0, A.nnz());
    checks.range("rest_map", A.rest_map, 0, A.nnz());
  }

  template <class ExecutionSpace>
  static void complete(const ExecutionSpace& exec, Matrix& A) {
    A.sums = decltype(A.sums)(Kokkos::view_alloc(exec, std::string("sporos::symmetric[sums]")),
                              static_cast<std::size_t>(A.num_tiles() * A.window));
  }

 private:
  // Near entries stay in their tile, ascend, and are what the counts say.
  static void check_near(const Matrix& A, const StoredChecks& checks) {
    const auto begins = host_copy(A.tile_begins);
    const auto offsets = host_copy(A.near_offsets);
    const auto distances = host_copy(A.distances);
    std::int64_t tile_rows = 0;
    std::int64_t reach = 0;
    std::int64_t halved = 0;
    for (std::size_t tile = 0; tile + 1 < begins.extent(0); ++tile) {
      tile_rows = std::max(tile_rows, begins(tile + 1) - begins(tile));
      for (std::int64_t row = begins(tile); row < begins(tile + 1); ++row) {
        const auto end = static_cast<std::size_t>(offsets(static_cast<std::size_t>(row) + 1));
        std::int64_t before = -1;
        for (auto k = static_cast<std::size_t>(offsets(static_cast<std::size_t>(row))); k < end; ++k) {
          const std::int64_t distance = distances(k);
          checks.require(distance > before && row + distance < begins(tile + 1), "distances[", k, "] = ", distance,
                         " does not ascend, or leaves the tile");
          before = distance;
          halved += distance > 0 ? 1 : 0;
        }
        reach = std::max(reach, before);
      }
    }
    checks.require(A.tile_rows == tile_rows && A.reach == reach && A.halved_entries == halved,
                   "{tile_rows, reach, halved_entries} is {", A.tile_rows, ", ", A.reach, ", ", A.halved_entries,
                   "}, but it should be {", tile_rows, ", ", reach, ", ", halved, "}");
  }
};

}  // namespace detail
}  // namespace sporos
