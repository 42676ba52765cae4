// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Square matrices with given packets, so that tests do not need METIS.
#pragma once

#include <algorithm>

#include "formats/packet/Sporos_PacketMatrix.hpp"
#include "unit_tests/support/Gallery.hpp"

namespace sporos_test {

/// \brief The pattern with empty rows or columns added to make it square.
inline Pattern squared(Pattern pattern) {
  pattern.num_columns = std::max(pattern.num_columns, static_cast<std::int64_t>(pattern.rows.size()));
  pattern.rows.resize(static_cast<std::size_t>(pattern.num_columns));
  return pattern;
}

/// \brief Packets of consecutive rows, except that every third row belongs to the packet before. The last packets may
/// be too large or empty.
inline sporos::PacketOptions given_packets(std::int64_t num_rows, const sporos::PacketShape& shape) {
  sporos::PacketOptions options;
  options.shape = shape;
  options.max_bytes = std::int64_t{1} << 32;
  for (std::int64_t row = 0; row < num_rows; ++row) {
    const std::int64_t segment = std::min(row / shape.rows, num_rows / shape.rows / 2);
    options.packet_of_row.push_back(row % 3 == 0 && segment > 0 ? segment - 1 : segment);
  }
  return options;
}

}  // namespace sporos_test
