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

/// \brief The name of the enumerator.
constexpr const char* name(Tuning tuning) {
  switch (tuning) {
    case Tuning::exhaustive:
      return "exhaustive";
    case Tuning::run_time:
      return "run_time";
    case Tuning::tuner_2012:
      return "tuner_2012";
    case Tuning::none:
      break;
  }
  return "none";
}

/// \brief Options of a plan; the plan decides whatever is left out.
///
/// With tuning, `shape` and `rule` say where the search starts; an `algorithm` other than `automatic` is the only one
/// tried.
struct Options {
  Algorithm algorithm = Algorithm::automatic;  ///< how compressed rows are multiplied
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
  /// `automatic`: it is converted where that is predicted to repay itself.
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
