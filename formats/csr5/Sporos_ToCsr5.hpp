// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Compressed rows to CSR5 and back, and new values.
#pragma once

#include "formats/common/Sporos_Arguments.hpp"
#include "formats/common/Sporos_LaunchKernel.hpp"
#include "formats/common/Sporos_RequireKokkos.hpp"
#include "formats/csr5/Sporos_Csr5Tiles.hpp"

namespace sporos {
namespace detail {

inline Csr5Shape shape_of(const Csr5Options& options, bool is_host, const RowProfile& profile) {
  Csr5Shape shape = csr5_shape(is_host, profile.num_rows, profile.nnz);
  const int omega = options.omega;
  require(omega >= 0 && omega <= csr5_widest_omega && (omega & (omega - 1)) == 0, "to_csr5", "omega is ", omega,
          ", but must be 0 or a power of two up to ", csr5_widest_omega);
  require(options.sigma >= 0 && options.sigma <= csr5_longest_sigma, "to_csr5", "sigma is ", options.sigma,
          ", but must be 0 to ", csr5_longest_sigma);
  if (omega > 0) shape.omega = omega;
  if (options.sigma > 0) shape.sigma = options.sigma;
  return shape;
}

template <class ExecutionSpace>
using Csr5Range = Kokkos::RangePolicy<ExecutionSpace, Kokkos::IndexType<std::int64_t>>;

/// \brief Makes everything in the matrix except its entries and row offsets.
template <class ExecutionSpace, class View>
auto describe_csr5(const ExecutionSpace& exec, const ConvertibleCrs<View>& crs, const Csr5Options& options,
                   Csr5Counts& counts) {
  using Offset = typename View::offset_type;
  using Range = Csr5Range<ExecutionSpace>;
  Csr5Matrix<typename View::value_type, typename View::column_type, Offset, typename View::memory_space> matrix;
  const View& view = crs.view;
  matrix.num_rows = view.num_rows;
  matrix.num_columns = view.num_columns;
  matrix.shape = shape_of(options, is_host_execution<ExecutionSpace>, crs.profile);
  const std::int64_t entries = matrix.shape.entries();
  counts = {matrix.shape, view.num_rows, view.nnz(), view.nnz() / entries, crs.profile.empty_rows, 0, 0};
  const std::int64_t tiled = counts.tiles * entries;
  const auto lanes = static_cast<std::size_t>(counts.tiles * matrix.shape.omega);
  matrix.lanes = decltype(matrix.lanes)(Kokkos::view_alloc(exec, std::string("sporos::csr5[lanes]")), lanes);
  matrix.tiles = fresh_array<decltype(matrix.tiles)>(exec, "sporos::csr5[tiles]", counts.tiles);
  matrix.carries = fresh_array<decltype(matrix.carries)>(exec, "sporos::csr5[carries]", csr5_carries(counts.tiles));
  matrix.empty_rows = fresh_array<decltype(matrix.empty_rows)>(exec, "sporos::csr5[empty rows]", counts.empty_rows);
  if (counts.empty_rows > 0) {
    Kokkos::parallel_scan("sporos::csr5[empty rows]", Range(exec, 0, view.num_rows),
                          ListEmptyRows<Offset>{view.row_offsets.data(), matrix.empty_rows.data()});
  }
  const RowOfEntry<Offset> row_of{view.row_offsets.data(), view.num_rows};
  if (counts.tiles > 0) {
    launch_kernel("sporos::csr5[row starts]", Range(exec, 0, view.num_rows),
                  MarkRowStarts<Offset>{view.row_offsets.data(), tiled, matrix.shape.sigma, matrix.lanes.data()});
    Kokkos::parallel_scan(
        "sporos::csr5[tiles]", Range(exec, 0, counts.tiles),
        DescribeTiles<Offset>{row_of, matrix.shape, view.nnz(), matrix.lanes.data(), matrix.tiles.data()},
        counts.start_rows);
    const Range seams(exec, 0, counts.tiles - (tiled == view.nnz() ? 1 : 0));
    ListCrossingRows<Offset> list{row_of, entries, nullptr, nullptr, nullptr};
    Kokkos::parallel_scan("sporos::csr5[count split rows]", seams, list, counts.split_rows);
    wait_for(exec, "sporos::to_csr5[wait]");
    matrix.split_rows = fresh_array<decltype(matrix.split_rows)>(exec, "sporos::csr5[split rows]", counts.split_rows);
    matrix.first_carry =
        fresh_array<decltype(matrix.first_carry)>(exec, "sporos::csr5[first carry]", counts.split_rows);
    matrix.end_carry = fresh_array<decltype(matrix.end_carry)>(exec, "sporos::csr5[end carry]", counts.split_rows);
    list = {row_of, entries, matrix.split_rows.data(), matrix.first_carry.data(), matrix.end_carry.data()};
    if (counts.split_rows > 0) Kokkos::parallel_scan("sporos::csr5[split rows]", seams, list);
  }
  return matrix;
}

template <class ExecutionSpace, class View>
Csr5Counts count_in_csr5(const ExecutionSpace& exec, const ConvertibleCrs<View>& crs, const Csr5Options& options) {
  Csr5Counts counts;
  const auto matrix = describe_csr5(exec, crs, options, counts);
  wait_for(exec, "sporos::to_csr5[wait]");  // the matrix goes
  return counts;
}

// The row of an entry, copied to the host.
template <class ExecutionSpace, class Offset>
struct FindRow {
  RowOfEntry<Offset> row_of;
  std::int64_t entry;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t, std::int64_t& row) const { row = row_of(entry); }
};

template <class ExecutionSpace, class View>
std::int64_t row_of_entry(const ExecutionSpace& exec, const View& view, std::int64_t entry) {
  using Offset = typename View::offset_type;
  std::int64_t row = 0;
  Kokkos::parallel_reduce("sporos::csr5[row]", Csr5Range<ExecutionSpace>(exec, 0, 1),
                          FindRow<ExecutionSpace, Offset>{{view.row_offsets.data(), view.num_rows}, entry},
                          Kokkos::Max<std::int64_t>(row));
  wait_for(exec, "sporos::to_csr5[wait]");
  return row;
}

/// \brief Makes what remains to be derived from the row offsets: the tail and, if there are empty rows, `start_rows`.
template <class ExecutionSpace, class View, class Matrix>
void describe_starts(const ExecutionSpace& exec, const View& view, const Csr5Counts& counts, Matrix& matrix) {
  using Offset = typename View::offset_type;
  const std::int64_t tiled = counts.tiles * counts.shape.entries();
  if (tiled < view.nnz()) {
    matrix.first_tail_row = row_of_entry(exec, view, tiled);
    matrix.end_tail_row = row_of_entry(exec, view, view.nnz() - 1) + 1;
  }
  matrix.start_rows = fresh_array<decltype(matrix.start_rows)>(exec, "sporos::csr5[start rows]", counts.start_rows);
  if (counts.start_rows > 0) {
    launch_kernel("sporos::csr5[rows of starts]", Csr5Range<ExecutionSpace>(exec, 0, view.num_rows),
                  WriteStartRows<Offset>{view.row_offsets.data(), tiled, matrix.shape, matrix.lanes.data(),
                                         matrix.tiles.data(), matrix.start_rows.data()});
  }
}

template <class ExecutionSpace, class Matrix, class From, class To>
void move_entries(const char* label, const ExecutionSpace& exec, const Matrix& matrix, const From& from, const To& to,
                  bool into_tiles) {
  using Move = MoveEntries<typename From::const_value_type*, typename To::value_type*>;
  launch_kernel(label, Csr5Range<ExecutionSpace>(exec, 0, matrix.nnz()),
                Move{from.data(), to.data(), matrix.num_tiles() * matrix.shape.entries(), matrix.shape, into_tiles});
}

}  // namespace detail

/// \brief The counts for bytes_as_csr5(). A few passes over the rows; allocates the tile descriptors; waits.
/// \throws std::invalid_argument as to_csr5(), except for the memory limit
template <class ExecutionSpace, class Crs, class = detail::if_space<ExecutionSpace>>
Csr5Counts count_csr5(const ExecutionSpace& exec, const Crs& A, const Csr5Options& options = {}) {
  const detail::Caller caller("count_csr5");
  return detail::count_in_csr5(exec, detail::convertible_crs(exec, A, "count_csr5"), options);
}

/// \brief A in CSR5, made on `exec`.
/// \param A  anything that crs_view() takes; its rows need not be sorted and keep their order
/// \throws std::invalid_argument where A, omega or sigma is invalid, and where the result would take more than
///         `options.max_bytes`
///
/// A few passes over the rows and one over the entries; waits.
template <class ExecutionSpace, class Crs, class = detail::if_space<ExecutionSpace>>
auto to_csr5(const ExecutionSpace& exec, const Crs& A, const Csr5Options& options = {}) {
  const detail::ProfilingRegion region("sporos::to_csr5");
  const auto crs = detail::convertible_crs(exec, A, "to_csr5");
  using View = std::decay_t<decltype(crs.view)>;
  using Offset = typename View::offset_type;
  const View& view = crs.view;
  Csr5Counts counts;
  auto matrix = detail::describe_csr5(exec, crs, options, counts);
  detail::require_memory(
      "to_csr5",
      bytes_as_csr5(counts, sizeof(typename View::value_type), sizeof(typename View::column_type), sizeof(Offset)),
      options.max_bytes, crs.bytes());
  detail::describe_starts(exec, view, counts, matrix);
  matrix.row_offsets =
      detail::fresh_array<decltype(matrix.row_offsets)>(exec, "sporos::csr5[row offsets]", view.num_rows + 1);
  if (view.row_offsets.extent(0) > 0) {
    Kokkos::deep_copy(exec, matrix.row_offsets, view.row_offsets);
  } else {
    Kokkos::deep_copy(exec, matrix.row_offsets, Offset(0));
  }
  matrix.columns = detail::fresh_array<decltype(matrix.columns)>(exec, "sporos::csr5[columns]", view.nnz());
  matrix.values = detail::fresh_array<decltype(matrix.values)>(exec, "sporos::csr5[values]", view.nnz());
  detail::move_entries("sporos::to_csr5[columns]", exec, matrix, view.columns, matrix.columns, true);
  detail::move_entries("sporos::to_csr5[values]", exec, matrix, view.values, matrix.values, true);
  detail::wait_for(exec, "sporos::to_csr5[wait]");
  return matrix;
}

/// \brief The compressed rows again, bit by bit; asynchronous.
template <class ExecutionSpace, class Value, class Column, class Offset, class MemorySpace>
auto to_crs(const ExecutionSpace& exec, const Csr5Matrix<Value, Column, Offset, MemorySpace>& matrix) {
  detail::require_kokkos("to_crs");
  const detail::ProfilingRegion region("sporos::to_crs[csr5]");
  const auto crs = detail::allocate_crs<CrsMatrix<Value, Column, Offset, MemorySpace>>(
      matrix.num_rows, matrix.num_columns, matrix.nnz());
  Kokkos::deep_copy(exec, crs.row_offsets, matrix.row_offsets);
  detail::move_entries("sporos::to_crs[csr5 columns]", exec, matrix, matrix.columns, crs.columns, false);
  detail::move_entries("sporos::to_crs[csr5 values]", exec, matrix, matrix.values, crs.values, false);
  return crs;
}

/// \brief New numbers for the same pattern, in the order of the compressed rows; asynchronous, and no map is needed.
/// \throws std::invalid_argument where their number is wrong
template <class ExecutionSpace, class Value, class Column, class Offset, class MemorySpace, class Values,
          class = detail::if_views<Values>>
void update_values(const ExecutionSpace& exec, const Csr5Matrix<Value, Column, Offset, MemorySpace>& matrix,
                   const Values& values) {
  const detail::ProfilingRegion region("sporos::update_values[csr5]");
  detail::require_as_many_values(values, matrix.nnz());
  detail::move_entries("sporos::update_values[csr5]", exec, matrix, values, matrix.values, true);
}

/// \brief Refuses other arguments at compile time.
template <class... Given,
          class = detail::if_wrong<detail::Parameters<2, detail::AnInstance, detail::AMatrix, Csr5Options>, Given...>>
auto to_csr5(const Given&...) {
  static_assert(detail::are_right<Given...>,
                "sporos::to_csr5: the arguments are exec, A (, options); A is in compressed rows, and options are "
                "sporos::Csr5Options");
  return detail::NoCrsView();
}

/// \brief Refuses other arguments at compile time.
template <class... Given,
          class = detail::if_wrong<detail::Parameters<2, detail::AnInstance, detail::AMatrix, Csr5Options>, Given...>>
Csr5Counts count_csr5(const Given&...) {
  static_assert(detail::are_right<Given...>,
                "sporos::count_csr5: the arguments are exec, A (, options); A is in compressed rows, and options are "
                "sporos::Csr5Options");
  return Csr5Counts();
}

}  // namespace sporos
