// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The storage formats that a matrix can be asked to be in, by name.
#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace sporos {

/// \brief How a matrix is stored. Sporos_Formats.hpp has them all.
enum class Format {
  crs,                                         ///< compressed rows, as the caller has them
  automatic,                                   ///< whatever repays its conversion: see choose_format()
  coo,                                         ///< row, column and value of each entry
  dia,                                         ///< whole diagonals
  ell,                                         ///< rows as long as the longest one
  ellpack_r,                                   ///< the same with the length of each row
  hyb,                                         ///< the first entries of each row as ELL, what is left as COO
  sell,                                        ///< SELL-C-sigma: slices of rows of like length
  bsr,                                         ///< dense square blocks
  csr5,                                        ///< transposed tiles of entries
  delta_crs,                                   ///< compressed rows with columns in 16 bits
  packet,                                      ///< packets of rows with x in team scratch, PKT
  symmetric,                                   ///< half storage of what is symmetric
  pkt [[deprecated("write packet")]] = packet  ///< until 0.2
};

/// \brief Every format but `automatic`; compressed rows first.
constexpr std::array<Format, 12> all_formats() {
  return {Format::crs,  Format::coo, Format::dia,  Format::ell,       Format::ellpack_r, Format::hyb,
          Format::sell, Format::bsr, Format::csr5, Format::delta_crs, Format::packet,    Format::symmetric};
}

/// \brief The name of the enumerator.
constexpr const char* name(Format format) {
  switch (format) {
    case Format::crs:
      return "crs";
    case Format::coo:
      return "coo";
    case Format::dia:
      return "dia";
    case Format::ell:
      return "ell";
    case Format::ellpack_r:
      return "ellpack_r";
    case Format::hyb:
      return "hyb";
    case Format::sell:
      return "sell";
    case Format::bsr:
      return "bsr";
    case Format::csr5:
      return "csr5";
    case Format::delta_crs:
      return "delta_crs";
    case Format::packet:
      return "packet";
    case Format::symmetric:
      return "symmetric";
    case Format::automatic:
      break;
  }
  return "automatic";
}

/// \brief The format of that name, if there is one.
inline std::optional<Format> format_of(std::string_view written) {
  const std::string_view wanted = written == "pkt" ? "packet" : written;  // until 0.2
  if (wanted == name(Format::automatic)) return Format::automatic;
  for (const Format format : all_formats()) {
    if (wanted == name(format)) return format;
  }
  return std::nullopt;
}

}  // namespace sporos
