// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief From any storage format to one that is named at run time.
#pragma once

#include "core/Sporos_AnyMatrix.hpp"
#include "core/device/instance/Sporos_DetectMachine.hpp"
#include "formats/crs/Sporos_MeasureRows.hpp"
#include "policies/formats/Sporos_SellRule.hpp"

namespace sporos {

/// \brief How convert() and to_any() work.
struct ConversionOptions {
  std::optional<std::int64_t> max_bytes;              ///< of the result; left out: as each format says
  std::optional<int> block_size;                      ///< of BSR; left out: the one that is found
  double min_fill = detail::default_least_fill;       ///< of the blocks that are found
  DeltaValues delta_values = DeltaValues::automatic;  ///< how delta CRS stores numbers
};

namespace detail {

// The options that every format has.
template <class FormatOptions>
FormatOptions limited(const ConversionOptions& options) {
  FormatOptions limited;
  limited.max_bytes = options.max_bytes;
  return limited;
}

// The options of those that are not given by these alone. What is asked here is what bytes_as() counts.
template <class ExecutionSpace, class Crs>
SellOptions asked_slices(const ExecutionSpace& exec, const Crs& crs, const ConversionOptions& options) {
  auto slices = limited<SellOptions>(options);
  slices.shape = sell_rule(detect_machine(exec), measure_rows(exec, crs));
  return slices;
}
inline BsrOptions asked_blocks(const ConversionOptions& options) {
  auto blocks = limited<BsrOptions>(options);
  blocks.block_size = options.block_size;
  blocks.min_fill = options.min_fill;
  return blocks;
}
inline DeltaCrsOptions asked_deltas(const ConversionOptions& options) {
  auto deltas = limited<DeltaCrsOptions>(options);
  deltas.values = options.delta_values;
  return deltas;
}
template <class ExecutionSpace, class Crs>
SymmetricOptions asked_halves(const ExecutionSpace& exec, const Crs& crs, const ConversionOptions& options) {
  auto halves = limited<SymmetricOptions>(options);
  halves.tile_rows = symmetric_tile_rows(detect_machine(exec), crs.num_rows);
  return halves;
}

/// \brief Compressed rows in a storage format by name.
template <class Any, class ExecutionSpace>
typename Any::storage_type stored_as(const ExecutionSpace& exec, const typename Any::crs_type& crs, Format format,
                                     const ConversionOptions& options) {
  switch (format) {
    case Format::coo:
      return to_coo(exec, crs, limited<CooOptions>(options));
    case Format::dia:
      return to_dia(exec, crs, limited<DiaOptions>(options));
    case Format::ell:
      return to_ell(exec, crs, limited<EllOptions>(options));
    case Format::ellpack_r: {
      auto lengths = limited<EllOptions>(options);
      lengths.row_lengths = true;
      return to_ell(exec, crs, lengths);
    }
    case Format::hyb:
      return to_hyb(exec, crs, limited<HybOptions>(options));
    case Format::sell:
      return to_sell(exec, crs, asked_slices(exec, crs, options));
    case Format::bsr:
      return to_bsr(exec, crs, asked_blocks(options));
    case Format::csr5:
      return to_csr5(exec, crs, limited<Csr5Options>(options));
    case Format::delta_crs:
      return to_delta_crs(exec, crs, asked_deltas(options));
    case Format::packet:
      return to_packet(exec, crs, limited<PacketOptions>(options));
    case Format::symmetric:
      return to_symmetric(exec, crs, asked_halves(exec, crs, options));
    case Format::crs:
    case Format::automatic:
      break;
  }
  return crs;
}

// The way back finds the function of the format by its argument.
template <class ExecutionSpace>
struct BackToCrs {
  const ExecutionSpace& exec;

  template <class V, class C, class O, class M>
  CrsView<V, C, O, M> operator()(const CrsView<V, C, O, M>& crs) const {
    return crs;
  }
  template <class Matrix>
  crs_view_t<CrsMatrix<typename Matrix::value_type, typename Matrix::column_type, typename Matrix::offset_type,
                       typename Matrix::memory_space>>
  operator()(const Matrix& matrix) const {
    return crs_view(to_crs(exec, matrix));
  }
};

}  // namespace detail

/// \brief The compressed rows: those of the caller where it holds them, else what to_crs() of the format gives.
template <class ExecutionSpace, class Value, class Column, class Offset, class MemorySpace>
CrsView<Value, Column, Offset, MemorySpace> to_crs(const ExecutionSpace& exec,
                                                   const AnyMatrix<Value, Column, Offset, MemorySpace>& matrix) {
  return matrix.visit(detail::BackToCrs<ExecutionSpace>{exec});
}

/// \brief The matrix in another format, by way of compressed rows; in the one it has, itself. Waits for the result.
/// \throws std::invalid_argument where the format refuses it, or is `automatic`, which is for plans
template <class ExecutionSpace, class Value, class Column, class Offset, class MemorySpace>
AnyMatrix<Value, Column, Offset, MemorySpace> convert(const ExecutionSpace& exec,
                                                      const AnyMatrix<Value, Column, Offset, MemorySpace>& matrix,
                                                      Format format, const ConversionOptions& options = {}) {
  using Any = AnyMatrix<Value, Column, Offset, MemorySpace>;
  detail::require(format != Format::automatic, "convert",
                  "format = automatic is for plans, which know how often they run");
  if (format == matrix.format()) return matrix;
  const auto crs = to_crs(exec, matrix);
  const Any converted(detail::stored_as<Any>(exec, crs, format, options));
  detail::wait_for(exec, "sporos::convert[wait]");  // before what was only needed on the way goes
  return converted;
}

/// \brief Compressed rows in a format by name; waits for the result.
/// \param A  anything that any_matrix() takes
/// \throws std::invalid_argument as convert()
template <class ExecutionSpace, class Matrix>
auto to_any(const ExecutionSpace& exec, const Matrix& A, Format format, const ConversionOptions& options = {}) {
  return convert(exec, any_matrix(A), format, options);
}

}  // namespace sporos
