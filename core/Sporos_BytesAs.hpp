// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The size of a matrix in a format that is named at run time, before it is converted.
#pragma once

#include "core/Sporos_Convert.hpp"
#include "formats/common/Sporos_Arguments.hpp"
#include "formats/common/Sporos_RequireKokkos.hpp"

namespace sporos {

/// \brief The `bytes()`, without the map, of what `to_any(exec, A, format, options)` would return. Converts nothing,
/// and ignores `options.max_bytes`, which must not be negative.
/// \param A  anything that any_matrix() takes; a matrix in another format is first converted to compressed rows
/// \throws std::invalid_argument where A is malformed or has entries outside of its rows, for every format; and where
///         its rows, columns or numbers do not suit the format, as far as that can be seen without converting
/// \throws std::runtime_error for PKT without METIS
///
/// Compressed rows are checked in one pass. That is all for these and COO; ELL, ELLPACK-R and HYB take one more over
/// the rows; DIA, SELL, BSR, CSR5 and delta CRS as long as a few products; half storage half of its conversion; PKT the
/// partition, which is most of its conversion. Waits for the result.
template <class ExecutionSpace, class Matrix, class = detail::if_space<ExecutionSpace>>
std::int64_t bytes_as(const ExecutionSpace& exec, const Matrix& A, Format format,
                      const ConversionOptions& options = {}) {
  const detail::Caller caller("bytes_as");
  detail::require_kokkos("bytes_as");
  detail::require_known("bytes_as", "format", format);
  detail::require_known("bytes_as", "delta_values", options.delta_values);
  detail::require(format != Format::automatic, "bytes_as",
                  "format = automatic is for plans, which know how often they run");
  detail::require_not_negative("bytes_as", "max_bytes", options.max_bytes.value_or(0));
  const auto any = any_matrix(A);
  detail::require_convertible("bytes_as", exec, any);
  if (format == any.format()) return any.bytes();
  const auto crs = to_crs(exec, any);
  std::int64_t bytes = 0;
  detail::with_stored_type<std::decay_t<decltype(any)>>("bytes_as", format, [&](auto type) {
    using Stored = typename decltype(type)::type;
    if constexpr (detail::has_bytes_from_crs<Stored, ExecutionSpace, std::decay_t<decltype(crs)>>()) {
      bytes = FormatTraits<Stored>::bytes_from_crs(exec, crs, format, options);
    }
  });
  return bytes;
}

/// \brief Refuses other arguments at compile time.
template <class... Given,
          class = detail::if_wrong<
              detail::Parameters<3, detail::AnInstance, detail::AMatrix, Format, ConversionOptions>, Given...>>
std::int64_t bytes_as(const Given&...) {
  static_assert(detail::are_right<Given...>,
                "sporos::bytes_as: the arguments are exec, A, format (, options); format is a sporos::Format, and "
                "options are sporos::ConversionOptions");
  return 0;
}

}  // namespace sporos
