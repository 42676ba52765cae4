// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief From the options of a plan to the storage format that it runs in.
#pragma once

#include "core/Sporos_AutomaticFormat.hpp"
#include "core/any_format/Sporos_TryFormats.hpp"
#include "core/plan/Sporos_CheckOptions.hpp"
#include "core/plan/Sporos_FormatPlanParts.hpp"

namespace sporos {
namespace detail {

template <class Matrix>
bool has_blocks_of(const Matrix&, int) {
  return true;
}
template <class V, class C, class O, class M>
bool has_blocks_of(const BsrMatrix<V, C, O, M>& blocks, int size) {
  return blocks.block_size == size;
}
/// \brief Whether the matrix is in BSR with blocks of this size.
template <class V, class C, class O, class M, class... Own>
bool has_blocks_of(const AnyMatrix<V, C, O, M, Own...>& matrix, int size) {
  return matrix.visit([&](const auto& stored) { return has_blocks_of(stored, size); });
}

template <class ExecutionSpace, class Any, class PrimitiveSet>
class MakeAnyPlan {
 public:
  using Planned = AnyPlanned<ExecutionSpace, Any, PrimitiveSet>;

  MakeAnyPlan(const ExecutionSpace& exec, const Any& matrix, const Options& options)
      : exec_(exec), matrix_(matrix), options_(options) {}

  Planned operator()() const {
    check_options("Plan", options_);
    const Format asked = options_.format.value_or(matrix_.format());
    if (asked == Format::automatic) return options_.tuning == Tuning::exhaustive ? find_best() : choose();
    // Before the conversion, and with the name of the option that contradicts others.
    if (options_.format && asked != Format::crs) require_format_options(name(asked), options_);
    if (asked == matrix_.format()) return plan(matrix_, options_, came_in_format);
    ConversionOptions conversion;
    conversion.max_bytes = options_.max_bytes;
    const Any stored = converted("Plan", exec_, matrix_, asked, conversion);
    require(
        stored.nnz() == 0 || asked != Format::bsr || !has_blocks_of(stored, 1), "Plan",
        "format = bsr, but no blocks of 2 to 8 rows are filled up well enough (BsrOptions::min_fill), and in blocks of "
        "one entry products take longer than in compressed rows; convert the matrix with a block_size of your own "
        "before, or leave the format to automatic");
    return plan(stored, options_, "the caller asked for it");
  }

 private:
  Planned plan(const Any& stored, const Options& options, const std::string& why) const {
    return {stored, options, plan_stored<ExecutionSpace, PrimitiveSet>(exec_, stored, options), why, {}, {}};
  }

  Any compressed_rows() const { return converted("Plan", exec_, matrix_, Format::crs); }

  Planned find_best() const {
    return TryFormats<ExecutionSpace, Any, PrimitiveSet>(exec_, plan(compressed_rows(), options_, ""), options_)();
  }

  // If a format refuses the matrix, compressed rows remain; if these are malformed, their plan throws.
  Planned choose() const {
    const Any rows = compressed_rows();
    FormatDecision decision;
    std::string refusal;
    Options of_rows = options_;
    try {
      decision = sporos::choose_format(exec_, to_crs(exec_, rows),
                                       {options_.expected_products, options_.max_bytes, options_.x_is_finite});
      if (is_host_execution<ExecutionSpace>) of_rows.validate = false;  // the choice has checked the columns
      if (decision.format != Format::crs) return plan_chosen(rows, decision);
    } catch (const std::exception& error) {
      refusal = error.what();
    }
    Planned planned = plan(rows, of_rows, "they were chosen");
    if (!refusal.empty()) planned.why = concat("the format chosen was refused (", refusal, ")");
    decision.format = Format::crs;
    planned.decision = decision;
    return planned;
  }

  Planned plan_chosen(const Any& rows, const FormatDecision& decision) const {
    ConversionOptions conversion;
    conversion.max_bytes = options_.max_bytes;
    if (decision.block_size > 0) conversion.block_size = decision.block_size;
    const bool is_there = matrix_.format() == decision.format && has_blocks_of(matrix_, decision.block_size);
    Planned planned = plan(is_there ? matrix_ : converted("Plan", exec_, rows, decision.format, conversion),
                           chosen_options(options_), "it was chosen");
    planned.decision = decision;
    return planned;
  }

  const ExecutionSpace& exec_;
  const Any& matrix_;
  const Options& options_;
};

}  // namespace detail
}  // namespace sporos
