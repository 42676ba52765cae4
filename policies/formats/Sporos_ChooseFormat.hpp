// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The choice of a storage format: plain arithmetic on the measured properties of the matrix.
#pragma once

#include <algorithm>
#include <cmath>

#include "formats/delta_crs/Sporos_DeltaTiles.hpp"
#include "formats/profile/Sporos_LeastFormatProfile.hpp"
#include "policies/crs/Sporos_DecideCrs.hpp"
#include "policies/formats/Sporos_FormatCosts.hpp"
#include "policies/formats/Sporos_FormatDecision.hpp"

namespace sporos {

/// \brief What a conversion may cost.
struct FormatBudget {
  std::int64_t expected_products = 1000;  ///< how many products will use the matrix
  /// The most bytes of the converted matrix; left out: four times those of the compressed rows plus a mebibyte.
  std::optional<std::int64_t> max_bytes = std::nullopt;
  bool x_is_finite = false;  ///< as in Options

  /// \brief The most bytes of a converted matrix; it has `crs_bytes` in compressed rows.
  std::int64_t limit(std::int64_t crs_bytes) const {
    if (max_bytes) return *max_bytes;
    constexpr std::int64_t mebibyte = std::int64_t{1} << 20;
    const bool fits = crs_bytes <= (std::numeric_limits<std::int64_t>::max() - mebibyte) / 4;
    return fits ? 4 * crs_bytes + mebibyte : std::numeric_limits<std::int64_t>::max();
  }
};

namespace detail {

/// \brief The least predicted gain for which a matrix is converted, since predictions are inexact.
inline constexpr double min_format_gain = 0.05;

inline std::optional<std::int64_t> profiled_bytes(const FormatProfile& profile, Format format) {
  switch (format) {
    case Format::crs:
      return profile.crs_bytes();
    case Format::coo:
      return profile.coo_bytes;
    case Format::dia:
      return profile.dia_bytes;
    case Format::ell:
      return profile.ell_bytes;
    case Format::ellpack_r:
      return profile.ellpack_r_bytes;
    case Format::hyb:
      return profile.hyb_bytes;
    case Format::sell:
      return profile.sell_bytes;
    case Format::bsr:
      return profile.bsr_bytes;
    case Format::csr5:
      return profile.csr5_bytes;
    case Format::delta_crs:
      return profile.delta_crs_bytes;
    default:  // the profile does not measure them; only exhaustive search tries them
      break;
  }
  return std::nullopt;
}

/// \brief Why the profile does not know the bytes of a format.
inline const char* missing_bytes(const FormatQuestions& asked, Format format) {
  const bool is_known = format != Format::packet && format != Format::symmetric;
  if (!is_known) return "its speed is not predicted; exhaustive search tries it";
  const bool was_asked = (format == Format::dia && asked.diagonals) || (format == Format::bsr && asked.blocks) ||
                         (format == Format::hyb && asked.hyb) || (format == Format::sell && asked.slices) ||
                         (format == Format::csr5 && asked.csr5) || (format == Format::delta_crs && asked.deltas);
  return was_asked ? "the matrix does not suit it"
                   : "not measured: even columns that suit it best would not repay its conversion";
}

/// \brief Whether compressed rows are streamed, or take no longer because their lanes load in batches, which was found
/// after costs had been fitted. Teams for long rows are left out: for these delta CRS takes 0.83 to 0.87 of the time of
/// compressed rows (long:26000,shortest=200,longest=900).
inline bool rows_are_streamed(const FormatProfile& profile, const Machine& machine) {
  const RowProfile& rows = profile.rows;
  const bool narrow = profile.value_bytes <= 4;
  const bool is_large = rows.nnz >= (narrow ? small_matrix : small_matrix / 16 * 9) && rows.nnz > 12 * rows.num_rows;
  switch (choose_algorithm(machine, rows, profile.value_bytes)) {
    case Algorithm::stream:
      return true;
    case Algorithm::coop:
      return is_large && batches_beat_tiles(rows, profile.value_bytes);
    default:
      return false;
  }
}

/// \brief Whether compressed rows are multiplied by `patterns`.
inline bool rows_have_patterns(const FormatProfile& profile, const Machine& machine) {
  return patterns_pay(machine, profile.rows, profile.value_bytes);
}

/// \brief The bytes that a product of compressed rows reads of the matrix.
inline std::int64_t read_crs_bytes(const FormatProfile& profile, const Machine& machine) {
  if (!rows_have_patterns(profile, machine)) return profile.crs_bytes();
  return profile.rows.nnz * profile.value_bytes + profile.rows.num_rows * (profile.offset_bytes + 2);
}

/// \brief How many times as fast a product is where the cache of a GPU drops the matrix first: `kept` while x and y
/// take at most three tenths of the cache, 1 from 0.45 on. Some algorithms for compressed rows do without.
inline double gain_of_dropping(const FormatProfile& profile, const Machine& machine, Format format, std::int64_t bytes,
                               double kept) {
  const bool asks = profile.value_bytes <= 8 && evicts_first(machine, bytes, profile.vector_bytes());
  if (!asks) return 1;
  if (format == Format::crs && rows_have_patterns(profile, machine)) {
    return patterns_evict_first(machine, bytes, profile.vector_bytes()) ? kept : 1;
  }
  if (format == Format::crs && !rows_are_streamed(profile, machine)) return 1;
  const double vectors = static_cast<double>(profile.vector_bytes()) / static_cast<double>(machine.cache_bytes);
  return 1 + (kept - 1) * std::clamp(3 - vectors / 0.15, 0.0, 1.0);
}

/// \brief The bandwidth of a product (bytes per second) relative to compressed rows whose matrix the cache keeps.
inline double product_speed(const FormatProfile& profile, const Machine& machine, Format format, std::int64_t bytes) {
  if (format == Format::delta_crs) {
    const int stored = profile.delta_value_bytes.value_or(profile.value_bytes);
    if (stored < profile.value_bytes) return compressed_delta_speed(machine, stored);
    const bool is_wide = machine.kind == MachineKind::gpu && profile.value_bytes > 4;
    if (is_wide && has_varied_short_rows(profile.rows)) return delta_speed_of_varied_rows;
  }
  if (machine.kind == MachineKind::host) {
    const double speed = host_format_speed(machine, format, host_rows(profile.rows), profile.value_bytes,
                                           bytes + profile.vector_bytes());
    const bool is_ell = format == Format::ell || format == Format::ellpack_r;
    return is_ell && machine.host_level != HostLevel::avx512
               ? std::max(speed, host_ell_speed(machine.host_level, profile.rows.longest_row))
               : speed;
  }
  const FormatCost cost = format_cost(machine, format);
  const bool narrow = profile.value_bytes <= 4;
  const bool patterns = format == Format::crs && rows_have_patterns(profile, machine);
  return (patterns ? pattern_speed(narrow)
          : narrow ? cost.narrow_speed
                   : cost.speed) *
         gain_of_dropping(profile, machine, format, bytes, narrow ? cost.narrow_kept : cost.kept);
}

/// \brief The time of a product, as the bytes that compressed rows could move in that time.
///
/// Where one lane sums a row, the entries of the longest row are read one after the other; with few rows that takes
/// longer than to move all bytes.
inline double product_bytes(const FormatProfile& profile, const Machine& machine, Format format, std::int64_t bytes) {
  const FormatCost cost = format_cost(machine, format);
  const double moved =
      static_cast<double>(bytes + profile.vector_bytes()) / product_speed(profile, machine, format, bytes);
  const double waited =
      static_cast<double>(profile.rows.longest_row) * (profile.value_bytes <= 4 ? cost.narrow_step : cost.step);
  double time = waited > 0 ? std::sqrt(moved * moved + waited * waited) : moved;
  double far_bytes = far_entry_bytes(machine);
  if (format == Format::crs) far_bytes += far_entry_bytes_of_rows(machine);
  const bool hides_offsets = format == Format::crs && rows_are_streamed(profile, machine);
  if (!hides_offsets) time += offsets_bytes(machine, format);
  return launch_bytes(machine) + time + static_cast<double>(profile.far_entries.value_or(0)) * far_bytes;
}

/// \brief Whether the slice of the longest row is not so much work that the other threads of a host wait for it.
inline bool slices_fit_shares(const RowProfile& rows, const Machine& machine) {
  return rows.longest_row <= rows.nnz / (16 * machine.multiprocessors);
}

/// \brief Why a format is excluded regardless of its predicted time; null where it is not.
inline const char* format_fault(const FormatProfile& profile, const Machine& machine, const FormatBudget& budget,
                                Format format, const std::optional<std::int64_t>& bytes) {
  const FormatCost cost = format_cost(machine, format);
  const bool is_delta = format == Format::delta_crs;
  const bool needs_even_rows = cost.lane_a_row || format == Format::bsr || is_delta;
  // For bitmap_census-income (200 rows), BSR takes 130 times as long, and inspecting its columns row by row takes 130
  // ms.
  const bool needs_many_rows = machine.kind != MachineKind::host && (format == Format::bsr || is_delta);
  if (profile.rows.nnz == 0) return "there is nothing to multiply";
  if (format == Format::sell && machine.kind == MachineKind::host && !slices_fit_shares(profile.rows, machine)) {
    return "a slice would take one thread much longer than the others have to do";
  }
  if (needs_even_rows && !profile.rows.has_even_rows()) return "some rows are much longer than the others";
  if (needs_many_rows && !prefers_even_tiles(profile.rows)) return "it has few rows, or a very long one";
  if (is_delta && profile.far_entries.value_or(0) > profile.rows.nnz / 4 * 3) return "its columns are far apart";
  if (!bytes) return missing_bytes(profile.asked, format);
  if (*bytes > budget.limit(profile.crs_bytes())) return "it takes more bytes than allowed";
  if (format != Format::bsr) return nullptr;
  if (profile.block_size.value_or(0) < cost.min_block) return "its blocks are too small";
  const bool is_full = profile.bsr_filling.value_or(1) == 0;
  if (!is_full && !budget.x_is_finite) return "zeros fill up its blocks, and x_is_finite is not set";
  return nullptr;
}

inline FormatCandidate format_candidate(const FormatProfile& profile, const Machine& machine,
                                        const FormatBudget& budget, Format format) {
  FormatCandidate one;
  one.format = format;
  const std::optional<std::int64_t> bytes = profiled_bytes(profile, format);
  one.bytes = bytes;
  if (format == Format::crs) {
    one.product = 1;
    one.conversion = one.break_even = 0;
    one.is_in = true;
    one.why = "nothing has to be converted";
    return one;
  }
  if (const char* const fault = format_fault(profile, machine, budget, format, bytes)) {
    one.why = fault;
    return one;
  }
  const double crs = product_bytes(profile, machine, Format::crs, read_crs_bytes(profile, machine));
  one.product = product_bytes(profile, machine, format, *bytes) / crs;
  one.conversion = format_cost(machine, format).conversion + conversion_bytes(machine) / crs;
  if (one.product < 1) one.break_even = one.conversion / (1 - one.product);
  const auto expected = static_cast<double>(budget.expected_products);
  if (one.product > 1 - min_format_gain || (1 - one.product) * crs < min_saved_bytes(machine, format)) {
    one.why = one.product < 1 ? "it promises too little" : "it promises nothing";
  } else if (one.break_even >= expected) {
    one.why = "too few products are expected to repay its conversion";
  } else {
    one.is_in = true;
    one.why = "it repays its conversion";
  }
  return one;
}

/// \brief The format with the least predicted time for its conversion and all expected products.
///
/// The model: a product moves the bytes of matrix, x and y at the speed of the format
/// (policies/formats/Sporos_FormatCosts.hpp), and costs a launch. Gathering x costs extra, the same in all formats; it
/// is modelled only where it was measured for delta CRS, so where it dominates, other gains are overestimated.
/// Compressed rows stay unless a format is predicted to gain `min_format_gain` and min_saved_bytes(), repays its
/// conversion within the budget's products, and fits into its bytes.
inline FormatDecision choose_format(const FormatProfile& profile, const Machine& machine,
                                    const FormatBudget& budget = {}) {
  FormatDecision decision;
  decision.expected_products = budget.expected_products;
  decision.block_size = profile.block_size.value_or(0);
  const auto expected = static_cast<double>(budget.expected_products);
  double least = expected;
  for (const Format format : all_formats()) {
    decision.candidates.push_back(format_candidate(profile, machine, budget, format));
    const FormatCandidate& one = decision.candidates.back();
    if (!one.is_in || one.total(expected) >= least) continue;
    least = one.total(expected);
    decision.format = format;
  }
  return decision;
}

/// \brief Which formats are worth measuring: those that would be chosen over compressed rows if the columns suited them
/// as well as possible.
/// \param rows  a profile that knows nothing but the rows
inline FormatQuestions format_questions(const FormatProfile& rows, const Machine& machine, FormatBudget budget,
                                        const SellShape& sell_shape) {
  budget.expected_products /= 2;  // since measuring has a cost, too
  FormatProfile best = least_format_profile(rows);
  const FormatDecision best_case = choose_format(best, machine, budget);
  const auto asks = [&](Format format) { return best_case.candidate(format).is_in; };
  best.far_entries = rows.rows.nnz;  // which compressed rows suffer from more than SELL does
  const FormatDecision scattered = choose_format(best, machine, budget);
  FormatQuestions questions;
  questions.diagonals = asks(Format::dia);
  questions.hyb = asks(Format::hyb);
  questions.slices = asks(Format::sell) || scattered.candidate(Format::sell).is_in;
  questions.blocks = asks(Format::bsr);
  questions.csr5 = asks(Format::csr5);
  questions.deltas = asks(Format::delta_crs);
  questions.full_blocks_only = !budget.x_is_finite;
  questions.sell_shape = sell_shape;
  return questions;
}

}  // namespace detail
}  // namespace sporos
