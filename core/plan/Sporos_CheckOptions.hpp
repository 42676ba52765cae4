// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief What every plan refuses in its options, whatever the matrix: numbers that mean nothing, and contradictions.
#pragma once

#include <string_view>

#include "formats/common/Sporos_Require.hpp"
#include "policies/Sporos_Options.hpp"

namespace sporos {
namespace detail {

/// \brief Refuses numbers that are no enumerators.
inline void require_known_options(const char* function, const Options& options) {
  require_known(function, "algorithm", options.algorithm);
  require_known(function, "rule", options.rule);
  require_known(function, "target", options.target);
  require_known(function, "reduction", options.reduction);
  require_known(function, "gather", options.gather);
  require_known(function, "tuning", options.tuning);
  require_known(function, "format", options.format);
}

/// \brief Refuses a row shape that is not that of the algorithm asked for.
inline void require_shape_of_algorithm(const char* function, const Options& options) {
  if (!options.shape) return;
  const char* const fault = shape_fault(*options.shape, options.algorithm);
  require(fault == nullptr, function, "algorithm = ", name(options.algorithm), " contradicts shape = {coop ",
          options.shape->coop, ", repeat ", options.shape->repeat, ", block_size ", options.shape->block_size,
          "}: ", fault != nullptr ? fault : "");
}

/// \brief Checks options by themselves, before any matrix is looked at; constant time.
/// \throws std::invalid_argument where a number means nothing, or two options contradict each other
inline void check_options(const char* function, const Options& options) {
  require_known_options(function, options);
  require_not_negative(function, "expected_products", options.expected_products);
  require_not_negative(function, "max_bytes", options.max_bytes.value_or(0));
  require_shape_of_algorithm(function, options);
  const bool has_rule = options.rule != RowRule::sporos;
  require(!(has_rule && options.shape), function, "rule = ", name(options.rule),
          " chooses the row shape, but shape is given, too; leave one of them out");
  require(!has_rule || options.algorithm == Algorithm::automatic || uses_coop(options.algorithm), function,
          "rule = ", name(options.rule),
          " is for algorithms whose lanes share rows, but algorithm = ", name(options.algorithm), " has none");
  const bool tunes = options.tuning != Tuning::none;
  require(!(tunes && options.deterministic), function, "deterministic = true forbids tuning = ", name(options.tuning),
          ": what it chooses depends on the clock, and choices differ in the last bits of y");
  require(options.findings_file.empty() || options.tuning == Tuning::exhaustive, function,
          "findings_file = ", options.findings_file, " is for exhaustive tuning, but tuning = ", name(options.tuning));
  require(options.tuning != Tuning::tuner_2012 || options.algorithm == Algorithm::automatic ||
              options.algorithm == Algorithm::coop,
          function,
          "tuning = tuner_2012 varies the shape of coop, so it cannot tune algorithm = ", name(options.algorithm));
}

/// \brief Refuses another format than that for which a plan is compiled.
inline void require_stored_format(const char* function, const char* stored, const Options& options) {
  if (!options.format) return;
  const bool is_element = std::string_view(stored) == "element";  // which no AnyMatrix holds
  require(std::string_view(name(*options.format)) == stored, function, "format = ", name(*options.format),
          ", but this plan is compiled for ", stored, " alone; ",
          is_element ? "leave format out, or add the elements up: Plan(exec, any_matrix(to_crs(exec, A)), options)"
                     : "wrap the matrix: Plan(exec, any_matrix(A), options)",
          ", of Sporos_AnyPlan.hpp");
}

}  // namespace detail
}  // namespace sporos
