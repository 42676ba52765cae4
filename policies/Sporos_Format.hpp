// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The storage formats, by name.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace sporos {

/// \brief How a matrix is stored. Sporos_Formats.hpp has them all.
enum class Format {
  crs,        ///< compressed rows, as the caller has them
  automatic,  ///< the format that choose_format() predicts to be fastest, its conversion included
  coo,        ///< row, column and value of each entry
  dia,        ///< whole diagonals
  ell,        ///< rows as long as the longest one
  ellpack_r,  ///< the same with the length of each row
  hyb,        ///< the first entries of each row as ELL, the others as COO
  sell,       ///< SELL-C-sigma: slices of rows of similar length
  bsr,        ///< dense square blocks
  csr5,       ///< transposed tiles of entries
  delta_crs,  ///< compressed rows with columns in 16 bits
  packet,     ///< packets of rows with x in team scratch, PKT
  symmetric,  ///< half storage of a symmetric pattern
  own,        ///< a format of the caller's: see FormatTraits
  pkt [[deprecated("write packet")]] = packet  ///< until 0.2
};

namespace detail {

struct FormatName {
  Format format;
  const char* name;
};

/// Every format of the library; compressed rows first.
inline constexpr FormatName format_names[] = {{Format::crs, "crs"},
                                              {Format::coo, "coo"},
                                              {Format::dia, "dia"},
                                              {Format::ell, "ell"},
                                              {Format::ellpack_r, "ellpack_r"},
                                              {Format::hyb, "hyb"},
                                              {Format::sell, "sell"},
                                              {Format::bsr, "bsr"},
                                              {Format::csr5, "csr5"},
                                              {Format::delta_crs, "delta_crs"},
                                              {Format::packet, "packet"},
                                              {Format::symmetric, "symmetric"}};

inline constexpr std::size_t num_formats = sizeof(format_names) / sizeof(format_names[0]);

}  // namespace detail

/// \brief Every format of the library but `automatic`; compressed rows first.
constexpr std::array<Format, detail::num_formats> all_formats() {
  std::array<Format, detail::num_formats> all{};
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = detail::format_names[i].format;
  return all;
}

/// \brief The name of the enumerator.
constexpr const char* name(Format format) {
  for (const detail::FormatName& one : detail::format_names) {
    if (one.format == format) return one.name;
  }
  return format == Format::own ? "own" : "automatic";
}

/// \brief The format of that name, if there is one; none is called `own`.
inline std::optional<Format> format_of(std::string_view written) {
  const std::string_view wanted = written == "pkt" ? "packet" : written;  // until 0.2
  if (wanted == name(Format::automatic)) return Format::automatic;
  for (const Format format : all_formats()) {
    if (wanted == name(format)) return format;
  }
  return std::nullopt;
}

}  // namespace sporos
