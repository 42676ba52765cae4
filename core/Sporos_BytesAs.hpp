// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief What a matrix would take in a format that is named at run time, before it is converted.
#pragma once

#include "core/Sporos_Convert.hpp"

namespace sporos {
namespace detail {

/// \brief What stored_as() would take, with the same options; each format counts as its conversion does.
template <class ExecutionSpace, class V, class C, class O, class M>
std::int64_t bytes_stored_as(const ExecutionSpace& exec, const CrsView<V, C, O, M>& crs, Format format,
                             const ConversionOptions& options) {
  const auto value = static_cast<std::int64_t>(sizeof(V));
  const auto column = static_cast<std::int64_t>(sizeof(C));
  const auto offset = static_cast<std::int64_t>(sizeof(O));
  switch (format) {
    case Format::coo:
      return bytes_as_coo(crs.nnz(), value, column);
    case Format::dia:
      return bytes_as_dia(crs.num_rows, count_diagonals(exec, crs), value);
    case Format::ell:
    case Format::ellpack_r:
      return bytes_as_ell(measure_rows(exec, crs), value, column, format == Format::ellpack_r);
    case Format::hyb:
      return bytes_as_hyb(crs.num_rows, measure_hyb(exec, crs, limited<HybOptions>(options)), value, column);
    case Format::sell: {
      const SellShape shape = asked_slices(exec, crs, options).shape.value();
      const std::int64_t slots = count_sell_slots(exec, crs, shape);
      return bytes_as_sell(crs.num_rows, slots, shape, value, column,
                           row_lengths_pay(crs.num_rows, crs.nnz(), slots, value, column));
    }
    case Format::bsr: {
      const int size = options.block_size ? *options.block_size : detect_block_size(exec, crs, options.min_fill);
      return bytes_as_bsr(crs.num_rows, count_blocks(exec, crs, size), size, value, column, offset);
    }
    case Format::csr5:
      return bytes_as_csr5(count_csr5(exec, crs, limited<Csr5Options>(options)), value, column, offset);
    case Format::delta_crs:
      return bytes_as_delta_crs(count_delta_crs(exec, crs, asked_deltas(options)), value, column, offset);
    case Format::packet:
      return bytes_as_packet(measure_packets(exec, crs, limited<PacketOptions>(options)), value, column);
    case Format::symmetric:
      return bytes_as_symmetric(count_symmetric(exec, crs, asked_halves(exec, crs, options)), value, column, offset);
    case Format::crs:
    case Format::automatic:
      break;
  }
  return stored_bytes(crs);
}

}  // namespace detail

/// \brief What `to_any(exec, A, format, options)` would take, without the map: its `bytes()`. Converts nothing, and
/// `options.max_bytes` says nothing here.
/// \param A  anything that any_matrix() takes; a matrix in another format is turned into compressed rows first
/// \throws std::invalid_argument where A is malformed, and where its rows, columns or numbers do not suit the format,
///         as far as that is seen without converting; `std::runtime_error` for PKT without METIS
///
/// Nothing for compressed rows and COO, a pass over the rows for ELL, ELLPACK-R and HYB; a few products for DIA, SELL,
/// BSR, CSR5 and delta CRS; half the conversion for half storage; for PKT the partition, which is most of it. Waits.
template <class ExecutionSpace, class Matrix>
std::int64_t bytes_as(const ExecutionSpace& exec, const Matrix& A, Format format,
                      const ConversionOptions& options = {}) {
  detail::require(format != Format::automatic, "bytes_as",
                  "format = automatic is for plans, which know how often they run");
  const auto any = any_matrix(A);
  if (format == any.format()) return any.bytes();
  return detail::bytes_stored_as(exec, to_crs(exec, any), format, options);
}

}  // namespace sporos
