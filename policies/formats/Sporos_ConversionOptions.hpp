// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The options of a conversion to a format that is named at run time.
#pragma once

#include <cstdint>
#include <optional>

#include "formats/bsr/Sporos_DetectBlockSize.hpp"
#include "formats/delta_crs/Sporos_DeltaCrsMatrix.hpp"

namespace sporos {

/// \brief The options of convert(), to_any() and bytes_as(). A format ignores those of other formats, so that one set
/// serves a loop over formats.
struct ConversionOptions {
  std::optional<std::int64_t> max_bytes = std::nullopt;  ///< of the result; left out: the default of the format
  std::optional<int> block_size = std::nullopt;          ///< BSR; left out: detected from the matrix
  double min_fill = detail::default_min_fill;            ///< BSR; the least share of entries in detected blocks
  DeltaValues delta_values = DeltaValues::automatic;     ///< delta CRS; how it stores numbers
  bool halve_diagonals = true;                           ///< DIA; see DiaOptions::halve
};

namespace detail {

/// \brief The options of one format, with those set that all formats have.
template <class FormatOptions>
FormatOptions limited(const ConversionOptions& options) {
  FormatOptions limited;
  limited.max_bytes = options.max_bytes;
  return limited;
}

}  // namespace detail
}  // namespace sporos
