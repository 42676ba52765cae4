// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief A description of a plan, in words and as JSON.
#pragma once

#include <ostream>
#include <string>

#include "core/Sporos_TransposedDescription.hpp"
#include "formats/crs/Sporos_RowProfile.hpp"
#include "policies/tuning/Sporos_TuningReport.hpp"

namespace sporos {

/// \brief The matrix, what runs on it, and why.
struct Description {
  RowProfile profile;                     ///< lengths of the rows
  std::string format;                     ///< "crs"
  std::string execution_space;            ///< its name in Kokkos
  CrsDecision decision;                   ///< the algorithm that runs, and its parameters
  std::string why;                        ///< why this runs, in words
  TuningReport tuning;                    ///< what tuning tried
  TransposedDescription transposed = {};  ///< what runs transposed products

  /// \brief Two or three sentences for people.
  std::string words() const {
    return detail::concat(profile.num_rows, " x ", profile.num_columns, " with ", profile.nnz,
                          " entries: ", profile.mean_row(), " a row on average (standard deviation ",
                          profile.row_deviation(), "), the longest row has ", profile.longest_row, ", ",
                          profile.empty_rows, " are empty", pattern_words(), ". Runs ", format, "/",
                          name(decision.algorithm), " on ", execution_space, " with coop ", decision.shape.coop,
                          ", repeat ", decision.shape.repeat, ", block size ", decision.shape.block_size,
                          decision.prefetches ? ", prefetches entries, " : ", ", level_words(),
                          name(decision.primitives.reduction), " reduction and ", name(decision.primitives.gather),
                          " loads of x: ", why, ".", tuning.words(decision), transposed.words());
  }

  /// \brief The same as one JSON object.
  std::string json() const {
    return detail::concat(
        "{\"rows\": ", profile.num_rows, ", \"columns\": ", profile.num_columns, ", \"nnz\": ", profile.nnz,
        ", \"mean_row\": ", profile.mean_row(), ", \"row_deviation\": ", profile.row_deviation(),
        ", \"pattern_share\": ", profile.pattern_share, ", \"longest_row\": ", profile.longest_row,
        ", \"empty_rows\": ", profile.empty_rows, ", \"execution_space\": \"", execution_space, "\", \"format\": \"",
        format, "\", \"algorithm\": \"", name(decision.algorithm), "\", \"coop\": ", decision.shape.coop,
        ", \"repeat\": ", decision.shape.repeat, ", \"block_size\": ", decision.shape.block_size, ", \"reduction\": \"",
        name(decision.primitives.reduction), "\", \"gather\": \"", name(decision.primitives.gather),
        "\", \"host_level\": \"", name(decision.level), "\", \"prefetches\": ", decision.prefetches ? "true" : "false",
        ", \"why\": \"", why, "\", \"tuning\": ", tuning.json(), ", \"transposed\": ", transposed.json(), "}");
  }

 private:
  std::string pattern_words() const {
    if (decision.algorithm != Algorithm::patterns || profile.pattern_share == 0) return "";
    return detail::concat(", ", static_cast<int>(100 * profile.pattern_share),
                          " % of a sample's entries are in rows of common patterns");
  }
  std::string level_words() const {
    return decision.level == HostLevel::portable ? "" : detail::concat(name(decision.level), " vectors, ");
  }
};

/// \brief Prints words().
inline std::ostream& operator<<(std::ostream& out, const Description& description) {
  return out << description.words();
}

namespace detail {

inline std::string why_algorithm(const Options& options) {
  if (options.algorithm != Algorithm::automatic) return concat("the caller asked for ", name(options.algorithm));
  if (options.tuning == Tuning::tuner_2012) return "coop is what the tuner of 2012 varies";
  if (options.tuning != Tuning::none) return "tuning chose the algorithm";
  if (options.shape || options.rule != RowRule::sporos)
    return "the caller gave a row shape or its rule, which is for coop";
  return "the algorithm follows from the lengths of the rows and the machine";
}

inline std::string why_shape(const Options& options) {
  const bool tunes = options.tuning != Tuning::none;
  if (options.shape) return tunes ? "tuning started at the caller's row shape" : "the caller gave the row shape";
  const bool has_lanes = options.algorithm == Algorithm::automatic || uses_coop(options.algorithm);
  if (options.rule == RowRule::reguly_giles_2012 && has_lanes) {
    return concat(tunes ? "tuning started at" : "the shape is", " the fixed rule of Reguly and Giles 2012");
  }
  return tunes ? "tuning chose the shape" : "the shape follows from rows, entries and the machine";
}

inline std::string why_crs(const Options& options) {
  std::string why = concat(why_algorithm(options), ", ", why_shape(options));
  if (options.target) why += concat(", primitives as on target ", name(*options.target));
  if (options.reduction || options.gather) why += ", the caller chose primitives";
  if (options.deterministic) {
    why += ", the same bits every time: all algorithms of a plan add the entries of a row in a fixed order";
  }
  return why;
}

}  // namespace detail
}  // namespace sporos
