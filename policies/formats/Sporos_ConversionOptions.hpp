// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief What a conversion to a format that is named at run time can be told.
#pragma once

#include <cstdint>
#include <optional>

#include "formats/bsr/Sporos_DetectBlockSize.hpp"
#include "formats/delta_crs/Sporos_DeltaCrsMatrix.hpp"

namespace sporos {

/// \brief How convert() and to_any() work.
struct ConversionOptions {
  std::optional<std::int64_t> max_bytes = std::nullopt;  ///< of the result; left out: as each format says
  std::optional<int> block_size = std::nullopt;          ///< of BSR; left out: the one that is found
  double min_fill = detail::default_min_fill;            ///< of the blocks that are found
  DeltaValues delta_values = DeltaValues::automatic;     ///< how delta CRS stores numbers
};

namespace detail {

/// \brief The options that every format has.
template <class FormatOptions>
FormatOptions limited(const ConversionOptions& options) {
  FormatOptions limited;
  limited.max_bytes = options.max_bytes;
  return limited;
}

}  // namespace detail
}  // namespace sporos
