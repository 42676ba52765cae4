// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief What a caller may ask of a plan.
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

/// \brief Whether a plan measures.
enum class Tuning {
  none,        ///< decide from rows and machine alone
  exhaustive,  ///< the constructor times every legal algorithm and shape and keeps the best
  run_time,    ///< the plan's own products are the experiments: Sporos' search over algorithms and shapes
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

/// \brief Whatever is left out is decided.
///
/// With tuning, `shape` and `rule` say where the search starts, and `algorithm` is the only one that is tried.
struct Options {
  Algorithm algorithm = Algorithm::automatic;  ///< how compressed rows are multiplied
  RowRule rule = RowRule::sporos;  ///< who chooses the row shape where `shape` is left out and lanes share rows
  std::optional<RowShape> shape =
      std::nullopt;  ///< the row shape itself; with tiles, `repeat` is entries a thread loads
  std::optional<Target> target = std::nullopt;        ///< run as on that generation of hardware
  std::optional<Reduction> reduction = std::nullopt;  ///< overrides the target's
  std::optional<Gather> gather = std::nullopt;        ///< overrides the target's
  bool validate = true;                               ///< check the columns too (row offsets are always checked)
  Tuning tuning = Tuning::none;                       ///< whether the plan measures
  /// The same y, bit for bit, run after run: forbids tuning, whose choices depend on the clock.
  bool deterministic = false;
  /// Operations that the plan is made ready for at once; any other gets ready at the first such product.
  Operations operations;
  /// Exhaustive search keeps what it found in this file, and looks there before it times anything; empty is none.
  std::string findings_file = "";
  /// For plans of an AnyMatrix: left out, the matrix stays as it is stored; a name converts it, and `automatic` does
  /// where that is repaid.
  std::optional<Format> format = std::nullopt;
  /// How many products the plan is for: `automatic` converts for no fewer than repay it.
  std::int64_t expected_products = 1000;
  /// Converted matrices may take this much; left out: four times the compressed rows and a mebibyte.
  std::optional<std::int64_t> max_bytes = std::nullopt;
  /// Whether `format = automatic` may take x to be finite always. Left out, NaN and infinity, in x and in the matrix,
  /// reach the y that they reach from compressed rows, whatever is chosen; set, blocks may be chosen that zeros fill
  /// up, which make NaN of all rows of a block whose x are not finite.
  bool x_is_finite = false;
};

}  // namespace sporos
