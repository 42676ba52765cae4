// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The algorithms that a plan can be asked for, by name.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "formats/common/Sporos_Enumerators.hpp"

namespace sporos {

/// \brief How the entries of a compressed row matrix are shared among threads.
enum class Algorithm {
  automatic,     ///< whatever is fastest for the matrix and the machine
  scalar,        ///< one lane a row, Bell & Garland 2008
  vector,        ///< one warp a row, Bell & Garland 2008
  coop,          ///< cooperating lanes, Reguly & Giles 2012, with long rows apart; on the host equal shares of work
  stream,        ///< rows streamed through team scratch; no preparation
  light_vector,  ///< LightSpMV, rows taken from a counter by groups of lanes, Liu & Schmidt 2015
  light_warp,    ///< LightSpMV, rows taken by whole warps
  pcsr,          ///< products into memory, then sums, the baseline of He & Gao 2016
  ipcsr,         ///< row blocks through team scratch, He & Gao 2016
  adaptive,      ///< CSR-Adaptive: row blocks, long rows split over teams, Greathouse & Daga 2014
  merge_path,    ///< equal shares of nonzeros and row ends, Merrill & Garland 2016
  patterns,      ///< columns from patterns that many rows share, as on a grid; on the host as `coop`
  split [[deprecated("write merge_path")]] = merge_path  ///< until 0.2
};

/// \brief Every algorithm but `automatic`.
constexpr std::array<Algorithm, 11> all_algorithms() {
  return {Algorithm::scalar,       Algorithm::vector,     Algorithm::coop,    Algorithm::stream,
          Algorithm::light_vector, Algorithm::light_warp, Algorithm::pcsr,    Algorithm::ipcsr,
          Algorithm::adaptive,     Algorithm::merge_path, Algorithm::patterns};
}

namespace detail {

template <>
struct Enumerators<Algorithm> {
  static constexpr const char* type = "Algorithm";
  static constexpr Enumerator<Algorithm> all[] = {
      {Algorithm::automatic, "automatic"},   {Algorithm::scalar, "scalar"},
      {Algorithm::vector, "vector"},         {Algorithm::coop, "coop"},
      {Algorithm::stream, "stream"},         {Algorithm::light_vector, "light_vector"},
      {Algorithm::light_warp, "light_warp"}, {Algorithm::pcsr, "pcsr"},
      {Algorithm::ipcsr, "ipcsr"},           {Algorithm::adaptive, "adaptive"},
      {Algorithm::merge_path, "merge_path"}, {Algorithm::patterns, "patterns"}};
};

}  // namespace detail

/// \brief The name of the enumerator.
constexpr const char* name(Algorithm algorithm) { return detail::enumerator_name(algorithm); }

namespace detail {

/// \brief The current name of an algorithm: an old name, read until 0.2, becomes the new one; others stay as they are.
constexpr std::string_view current_algorithm_name(std::string_view written) {
  return written == "split" ? std::string_view("merge_path") : written;
}

/// \brief The algorithm of that name, new or old, if there is one.
constexpr std::optional<Algorithm> find_algorithm(std::string_view written) {
  return find_enumerator<Algorithm>(current_algorithm_name(written));
}

}  // namespace detail

/// \brief The algorithm of that name.
/// \throws std::invalid_argument where there is none
inline Algorithm algorithm_of(std::string_view written) {
  const std::optional<Algorithm> found = detail::find_algorithm(written);
  detail::require(found.has_value(), "algorithm_of", "there is no algorithm \"", written, "\"; there are ",
                  found ? "" : detail::listed_names<Algorithm>());
  return *found;
}

namespace detail {

/// \brief Whether the row shape says how many lanes share a row.
constexpr bool uses_coop(Algorithm algorithm) {
  return algorithm == Algorithm::coop || algorithm == Algorithm::scalar || algorithm == Algorithm::vector ||
         algorithm == Algorithm::light_vector || algorithm == Algorithm::light_warp || algorithm == Algorithm::patterns;
}

/// \brief Whether a team stores its products in scratch, a tile at a time.
constexpr bool uses_tile(Algorithm algorithm) {
  return algorithm == Algorithm::stream || algorithm == Algorithm::pcsr || algorithm == Algorithm::ipcsr ||
         algorithm == Algorithm::adaptive || algorithm == Algorithm::merge_path;
}

}  // namespace detail

/// \brief Which rule chooses the row shape.
enum class RowRule {
  sporos,            ///< the rule of this library, for the machine at hand
  reguly_giles_2012  ///< the rule of the paper, as the paper states it
};

namespace detail {

template <>
struct Enumerators<RowRule> {
  static constexpr const char* type = "RowRule";
  static constexpr Enumerator<RowRule> all[] = {{RowRule::sporos, "sporos"},
                                                {RowRule::reguly_giles_2012, "reguly_giles_2012"}};
};

}  // namespace detail

/// \brief The name of the enumerator.
constexpr const char* name(RowRule rule) { return detail::enumerator_name(rule); }

}  // namespace sporos
