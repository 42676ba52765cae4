// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief A description of a plan of a matrix in a storage format, in words and as JSON.
#pragma once

#include <cstdint>
#include <ostream>
#include <string>

#include "core/Sporos_TransposedDescription.hpp"
#include "formats/common/Sporos_JsonText.hpp"
#include "formats/common/Sporos_Require.hpp"
#include "policies/Sporos_Target.hpp"

namespace sporos {

/// \brief The matrix, its size, and what runs on it.
struct FormatDescription {
  std::int64_t num_rows = 0;                    ///< of the matrix
  std::int64_t num_columns = 0;                 ///< of the matrix
  std::int64_t nnz = 0;                         ///< entries, explicit zeros included
  std::int64_t bytes = 0;                       ///< of all arrays of the format, except the map of update_values()
  std::string format;                           ///< "ell"
  std::string shape;                            ///< "5 entries a row, with padding"
  std::string execution_space;                  ///< its name in Kokkos
  Gather gather = Gather::plain;                ///< how x is read
  bool in_fixed_order = true;                   ///< of additions; otherwise the last bits may differ from run to run
  std::string why = "the caller converted it";  ///< why the matrix is in this format
  TransposedDescription transposed = {};        ///< what runs transposed products, if they use another matrix

  /// \brief Bytes per entry; 0 if there are no entries.
  double bytes_per_entry() const { return nnz == 0 ? 0 : static_cast<double>(bytes) / static_cast<double>(nnz); }

  /// \brief A sentence or two for people.
  std::string words() const {
    return detail::concat(
        num_rows, " x ", num_columns, " with ", nnz, " entries in ", bytes, " bytes (", bytes_per_entry(),
        " an entry). Runs ", format, " (", shape, ") on ", execution_space, " with ", name(gather),
        " loads of x: ", why,
        in_fixed_order ? "." : ". It adds in any order, so that the last bits of results differ from run to run.",
        transposed.words());
  }

  /// \brief The same as one JSON object.
  std::string json() const {
    return detail::concat("{\"rows\": ", num_rows, ", \"columns\": ", num_columns, ", \"nnz\": ", nnz,
                          ", \"bytes\": ", bytes, ", \"execution_space\": \"", execution_space, "\", \"format\": \"",
                          format, "\", \"shape\": ", detail::json_text(shape), ", \"gather\": \"", name(gather),
                          "\", \"in_fixed_order\": ", in_fixed_order ? "true" : "false",
                          ", \"why\": ", detail::json_text(why), ", \"transposed\": ", transposed.json(), "}");
  }
};

/// \brief Prints words().
inline std::ostream& operator<<(std::ostream& out, const FormatDescription& description) {
  return out << description.words();
}

}  // namespace sporos
