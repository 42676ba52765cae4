// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The storage formats, by name.
#pragma once

#include <array>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string_view>

#include "formats/common/Sporos_Enumerators.hpp"

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

/// Every format of the library, compressed rows first; then the others.
template <>
struct Enumerators<Format> {
  static constexpr const char* type = "Format";
  static constexpr Enumerator<Format> all[] = {{Format::crs, "crs"},
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
                                               {Format::symmetric, "symmetric"},
                                               {Format::automatic, "automatic"},
                                               {Format::own, "own"}};
};

inline constexpr std::size_t num_formats = std::size(Enumerators<Format>::all) - 2;

/// \brief The format of that name, if there is one; none is called `own`.
constexpr std::optional<Format> find_format(std::string_view written) {
  const std::optional<Format> found =
      find_enumerator<Format>(written == "pkt" ? std::string_view("packet") : written);  // until 0.2
  return found == Format::own ? std::nullopt : found;
}

}  // namespace detail

/// \brief Every format of the library but `automatic`; compressed rows first.
constexpr std::array<Format, detail::num_formats> all_formats() {
  std::array<Format, detail::num_formats> all{};
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = detail::Enumerators<Format>::all[i].value;
  return all;
}

/// \brief The name of the enumerator.
constexpr const char* name(Format format) { return detail::enumerator_name(format); }

/// \brief The format of that name; none is called `own`.
/// \throws std::invalid_argument where there is none
inline Format format_of(std::string_view written) {
  const std::optional<Format> found = detail::find_format(written);
  detail::require(found.has_value(), "format_of", "there is no format \"", written, "\"; there are ",
                  found ? "" : detail::listed_names<Format>(1));
  return *found;
}

}  // namespace sporos
