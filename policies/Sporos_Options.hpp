// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The options of a plan.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "policies/Sporos_Algorithm.hpp"
#include "policies/Sporos_Format.hpp"
#include "policies/Sporos_Operation.hpp"
#include "policies/Sporos_RowShape.hpp"
#include "policies/Sporos_Target.hpp"

namespace sporos {

/// \brief Whether and how a plan times alternatives.
enum class Tuning {
  none,        ///< decide from rows and machine alone
  exhaustive,  ///< the constructor times every legal algorithm and shape and keeps the best
  run_time,    ///< the plan's own products are timed: Sporos' search over algorithms and shapes
  tuner_2012   ///< the same with the search of Reguly & Giles 2012, over the shape of `coop`
};

namespace detail {

template <>
struct Enumerators<Tuning> {
  static constexpr const char* type = "Tuning";
  static constexpr Enumerator<Tuning> all[] = {{Tuning::none, "none"},
                                               {Tuning::exhaustive, "exhaustive"},
                                               {Tuning::run_time, "run_time"},
                                               {Tuning::tuner_2012, "tuner_2012"}};
};

}  // namespace detail

/// \brief The name of the enumerator.
constexpr const char* name(Tuning tuning) { return detail::enumerator_name(tuning); }

namespace detail {

/// \brief Why a row shape is not one of the algorithm; nullptr if it is. `repeat` and `block_size` of tiles mean
/// something for most algorithms that have them, so these are taken as they are.
constexpr const char* shape_fault(const RowShape& shape, Algorithm algorithm) {
  if (algorithm == Algorithm::scalar && shape.coop != 1) return "one lane sums a row, so coop must be 1";
  if (algorithm == Algorithm::vector && shape.coop != max_coop) return "a warp sums a row, so coop must be 32";
  if (uses_tile(algorithm) && shape.coop != 1) return "no lanes share a row in tiles, so coop must be 1";
  const bool takes_rows = algorithm == Algorithm::light_vector || algorithm == Algorithm::light_warp;
  if (takes_rows && shape.repeat != 1) return "rows are taken from a counter, so repeat must be 1";
  if (algorithm == Algorithm::patterns && shape.coop > most_pattern_lanes) {
    return "at most 8 lanes share a row with a pattern";
  }
  return nullptr;
}

}  // namespace detail

/// \brief Options of a plan; the plan decides whatever is left out.
///
/// With tuning, `shape` and `rule` say where the search starts; an `algorithm` other than `automatic` is the only one
/// tried.
struct Options {
  Algorithm algorithm = Algorithm::automatic;  ///< how compressed rows are multiplied; of a text `algorithm_of("coop")`
  RowRule rule = RowRule::sporos;  ///< the rule for the row shape where `shape` is left out and lanes share rows
  std::optional<RowShape> shape =
      std::nullopt;  ///< the row shape itself; with tiles, `repeat` is the entries of a tile per thread
  std::optional<Target> target = std::nullopt;        ///< run as on that generation of hardware
  std::optional<Reduction> reduction = std::nullopt;  ///< overrides the target's
  std::optional<Gather> gather = std::nullopt;        ///< overrides the target's
  bool validate = true;                               ///< check the columns too (row offsets are always checked)
  Tuning tuning = Tuning::none;                       ///< whether the plan measures
  /// The same y, bit for bit, run after run: forbids tuning, whose choices depend on the clock.
  bool deterministic = false;
  /// Operations that the constructor prepares; any other is prepared by its first product.
  Operations operations;
  /// The file in which exhaustive search keeps its findings and looks before it times anything; empty: no file.
  std::string findings_file = "";
  /// For plans of an AnyMatrix. Left out: the matrix stays as it is stored; a format: the matrix is converted to it;
  /// `automatic`: it is converted where that is predicted to repay itself. `Format::ell`, or of a text
  /// `format_of("ell")`.
  std::optional<Format> format = std::nullopt;
  /// How many products the plan will run: `automatic` converts only where fewer products repay the conversion.
  std::int64_t expected_products = 1000;
  /// The most bytes of a converted matrix; left out: four times those of the compressed rows plus a mebibyte.
  std::optional<std::int64_t> max_bytes = std::nullopt;
  /// Whether `format = automatic` may assume that x is always finite. If false, NaN and infinity, in x and in the
  /// matrix, reach the same elements of y as with compressed rows, whichever format is chosen. If true, blocks padded
  /// with zeros may be chosen; an x that is not finite then makes NaN in all rows of the blocks that read it.
  bool x_is_finite = false;
};

}  // namespace sporos
