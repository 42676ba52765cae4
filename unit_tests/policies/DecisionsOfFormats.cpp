// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cmath>

#include "policies/formats/Sporos_ChooseFormat.hpp"
#include "policies/formats/Sporos_PacketRule.hpp"
#include "policies/formats/Sporos_SellRule.hpp"
#include "unit_tests/policies/DecisionTables.hpp"
#include "unit_tests/support/FormatProfiles.hpp"
#include "unit_tests/support/Machines.hpp"

namespace sporos_test {
namespace {

using sporos::Format;
using sporos::FormatBudget;

struct NamedFormatProfile {
  std::string name;
  FormatProfile profile;
};

// BSR of 2 by 2, which is too small, and of 3 by 3; with columns that are just near enough, or just too far away.
FormatProfile blocks(int size) {
  FormatProfile profile = even_rows(943296, 74088000, 81);
  add_blocks(profile, size, 1);
  return profile;
}
FormatProfile far_columns(std::int64_t far_entries) {
  return compressed(even_rows(400000, 8000000, 30), 30000000, 1, far_entries);
}
// So few rows that half of an H100 is idle if each lane has a row.
FormatProfile few_rows(std::int64_t num_rows) {
  FormatProfile profile = even_rows(num_rows, 27 * num_rows, 27);
  add_diagonals(profile, 27);
  return profile;
}
FormatProfile delta_rows(std::int64_t num_rows, std::int64_t longest_row) {
  return add_deltas(even_rows(num_rows, 3000 * num_rows, longest_row));
}

FormatProfile with_patterns(FormatProfile profile) {
  profile.rows.pattern_share = 1;
  return profile;
}

std::vector<NamedFormatProfile> profiles() {
  std::vector<NamedFormatProfile> list{{"nothing", FormatProfile()},
                                       {"small", even_rows(100, 500, 5)},
                                       {"few_long_rows", add_deltas(few_long_rows())},
                                       {"census", census()},
                                       {"landmark", landmark()},
                                       {"blocks_of_2", blocks(2)},
                                       {"blocks_of_3", blocks(3)},
                                       {"far_columns", far_columns(6000000)},
                                       {"far_columns+", far_columns(6000001)},
                                       {"few_rows_40000", few_rows(40000)},
                                       {"few_rows_135168", few_rows(135168)},
                                       {"few_rows_400000", few_rows(400000)},
                                       {"delta_rows_4095", delta_rows(4095, 8192)},
                                       {"delta_rows_4096", delta_rows(4096, 8192)},
                                       {"delta_rows_4096+", delta_rows(4096, 8193)}};
  for (const int bytes : {4, 8, 16}) {
    const auto named = [&](const char* name) { return sporos::detail::concat(name, '_', bytes); };
    list.push_back({named("stencil7"), stencil7(bytes)});
    list.push_back({named("stencil27"), stencil27(bytes)});
    list.push_back({named("fem3"), fem3(bytes)});
    list.push_back({named("stencil7_patterns"), with_patterns(stencil7(bytes))});
    list.push_back({named("stencil27_patterns"), with_patterns(stencil27(bytes))});
    list.push_back({named("fem3_patterns"), with_patterns(fem3(bytes))});
    list.push_back({named("scattered"), scattered(bytes)});
    list.push_back({named("long400"), long400(bytes)});
    list.push_back({named("short4"), rows_of_4(bytes)});
    list.push_back({named("g3_circuit"), g3_circuit(bytes)});
    list.push_back({named("wave"), wave(bytes)});
    list.push_back({named("cont300"), cont300(bytes)});
    list.push_back({named("wing"), wing(bytes)});
    list.push_back({named("ibm14"), ibm14(bytes)});
  }
  return list;
}

std::string with_underscores(std::string text) {
  std::replace(text.begin(), text.end(), ' ', '_');
  return text;
}

// Numbers of products are rounded, so that the last bit of a compiler does not matter.
std::int64_t rounded(double number) { return std::isfinite(number) ? std::llround(number) : INT64_MAX; }

// In thousandths of the cost of compressed rows, and bytes.
DecisionTable costs() {
  DecisionTable table("format_costs",
                      "machine  format     speed  narrow  conversion  lane_a_row  min_block  saved_bytes  kept  "
                      "narrow_kept  step  narrow_step");
  for (const NamedMachine& machine :
       {NamedMachine{"gpu", sporos::h100()}, NamedMachine{"host", sporos::host_machine(4)},
        NamedMachine{"avx2", sporos::host_machine(4, sporos::HostLevel::avx2)},
        NamedMachine{"avx512", sporos::host_machine(4, sporos::HostLevel::avx512)}}) {
    for (const Format format : sporos::all_formats()) {
      const auto cost = sporos::detail::format_cost(machine.machine, format);
      table.add(machine.name, name(format), rounded(1000 * cost.speed), rounded(1000 * cost.narrow_speed),
                rounded(cost.conversion), cost.lane_a_row, cost.min_block,
                rounded(sporos::detail::min_saved_bytes(machine.machine, format)), rounded(1000 * cost.kept),
                rounded(1000 * cost.narrow_kept), rounded(cost.step), rounded(cost.narrow_step));
    }
    for (const int bytes : {1, 2, 4}) {
      const std::int64_t speed = rounded(1000 * sporos::detail::compressed_delta_speed(machine.machine, bytes));
      table.add(machine.name, sporos::detail::concat("in_", bytes), speed, "-", "-", "-", "-", "-", "-", "-", "-", "-");
    }
    const auto add = [&](const char* what, double bytes) {
      table.add(machine.name, what, "-", "-", "-", "-", "-", rounded(bytes), "-", "-", "-", "-");
    };
    add("launch", sporos::detail::launch_bytes(machine.machine));
    add("far_entry", sporos::detail::far_entry_bytes(machine.machine));
    add("far_crs", sporos::detail::far_entry_bytes_of_rows(machine.machine));
    add("offsets", sporos::detail::offsets_bytes(machine.machine, Format::crs));
    add("delta", sporos::detail::offsets_bytes(machine.machine, Format::delta_crs));
    add("convert", sporos::detail::conversion_bytes(machine.machine));
  }
  const auto part = [&](const char* what, double number) {
    table.add("any", what, rounded(1000 * number), "-", "-", "-", "-", "-", "-", "-", "-", "-");
  };
  part("varied_delta", sporos::detail::delta_speed_of_varied_rows);
  part("sell_in_level_2", sporos::detail::sell_speed_in_second_level_caches);
  part("many_threads", sporos::detail::speed_with_many_threads(false));
  part("many_narrow", sporos::detail::speed_with_many_threads(true));
  part("min_gain", sporos::detail::min_format_gain);
  part("even_rows", sporos::detail::even_rows_deviation);
  part("metis_us", 1e6 * sporos::detail::packet_partition_seconds(1));
  table.add("any", "products", FormatBudget().expected_products, "-", "-", "-", "-", "-", "-", "-", "-", "-");
  return table;
}

// In thousandths of the speed of compressed rows; the first two for matrices that stay in a cache.
DecisionTable host_speeds() {
  using sporos::detail::HostRows;
  DecisionTable table("host_format_speeds", "level     format     rows    cached  narrow_cached  large  narrow_large");
  for (const auto level : {sporos::HostLevel::portable, sporos::HostLevel::avx2, sporos::HostLevel::avx512_masks,
                           sporos::HostLevel::avx512}) {
    for (const Format format : sporos::all_formats()) {
      const auto cost = sporos::detail::host_format_cost(level, format);
      for (const auto& [name_of_rows, rows] : {std::pair("even", HostRows::even), std::pair("varied", HostRows::varied),
                                               std::pair("many", HostRows::many)}) {
        const auto& speeds = cost.speeds(rows);
        table.add(name(level), name(format), name_of_rows, rounded(1000 * speeds.cached),
                  rounded(1000 * speeds.narrow_cached), rounded(1000 * speeds.large),
                  rounded(1000 * speeds.narrow_large));
      }
    }
  }
  return table;
}

// Hosts choose by their vectors, too.
std::vector<NamedMachine> machines_that_choose() {
  std::vector<NamedMachine> machines = named_machines();
  machines.push_back({"avx2", sporos::host_machine(1, sporos::HostLevel::avx2)});
  machines.push_back({"masks", sporos::host_machine(1, sporos::HostLevel::avx512_masks)});
  machines.push_back({"avx512", sporos::host_machine(1, sporos::HostLevel::avx512)});
  machines.push_back({"avx512_16", sporos::host_machine(16, sporos::HostLevel::avx512)});
  return machines;
}

DecisionTable choices() {
  DecisionTable table("formats", "machine    profile           products  format     block  candidates");
  for (const NamedMachine& machine : machines_that_choose()) {
    const bool is_typical = is_one_of(machine.name, {"h100", "host_1", "avx2", "avx512"});
    for (const NamedFormatProfile& one : profiles()) {
      const bool is_about_lanes = one.name.rfind("few_rows", 0) == 0;
      const bool has_many_threads = machine.name == "avx512_16";
      for (const std::int64_t products : {0, 10, 100, 1000, 1000000}) {
        if (!is_typical && (products != 1000 || !(is_about_lanes || has_many_threads))) continue;
        if (products == 0 && one.name != "fem3_8") continue;
        FormatBudget budget;
        budget.expected_products = products;
        const auto decision = sporos::detail::choose_format(one.profile, machine.machine, budget);
        std::string candidates;
        for (const auto& candidate : decision.candidates) {
          if (candidate.is_in)
            candidates += sporos::detail::concat(candidates.empty() ? "" : ",", name(candidate.format));
        }
        table.add(machine.name, one.name, products, name(decision.format), decision.block_size, candidates);
      }
    }
  }
  return table;
}

// Times in thousandths of a product of compressed rows; the conversion in tenths.
DecisionTable predictions() {
  DecisionTable table("format_predictions",
                      "machine    profile           format     bytes        product  conversion  break_even  why");
  for (const NamedMachine& machine : machines_that_choose()) {
    if (!is_one_of(machine.name, {"h100", "host_1", "avx2", "avx512"})) continue;
    for (const NamedFormatProfile& one : profiles()) {
      for (const auto& candidate : sporos::detail::choose_format(one.profile, machine.machine).candidates) {
        if (!candidate.bytes) continue;
        table.add(machine.name, one.name, name(candidate.format), *candidate.bytes, rounded(1000 * candidate.product),
                  rounded(10 * candidate.conversion), rounded(candidate.break_even), with_underscores(candidate.why));
      }
    }
  }
  return table;
}

DecisionTable questions() {
  DecisionTable table("format_questions", "machine    profile           products  slices  asks");
  for (const NamedMachine& machine : machines_that_choose()) {
    if (!is_one_of(machine.name, {"h100", "host_1", "avx2", "avx512"})) continue;
    for (const NamedFormatProfile& one : profiles()) {
      for (const std::int64_t products : {60, 1000}) {
        FormatProfile rows;
        rows.rows = one.profile.rows;
        rows.value_bytes = one.profile.value_bytes;
        const auto asked = sporos::detail::format_questions(rows, machine.machine, {products, {}},
                                                            sell_rule(machine.machine, rows.rows));
        std::string text;
        const auto add = [&](bool is_asked, const char* what) {
          if (is_asked) text += sporos::detail::concat(text.empty() ? "" : ",", what);
        };
        add(asked.diagonals, "diagonals");
        add(asked.hyb, "hyb");
        add(asked.slices, "slices");
        add(asked.blocks, "blocks");
        add(asked.csr5, "csr5");
        add(asked.deltas, "deltas");
        table.add(machine.name, one.name, products,
                  sporos::detail::concat(asked.sell_shape.slice_height, ',', asked.sell_shape.sorting_window),
                  text.empty() ? "nothing" : text);
      }
    }
  }
  return table;
}

// A format is allowed if there are exactly as many bytes as it takes, and not with one byte less.
DecisionTable budgets() {
  DecisionTable table("format_budgets", "max_bytes            crs_bytes            limit                dia");
  const FormatProfile profile = stencil7();
  for (const std::int64_t bytes : {std::int64_t{0}, *profile.dia_bytes - 1, *profile.dia_bytes}) {
    const FormatBudget budget{1000, bytes};
    table.add(bytes, profile.crs_bytes(), budget.limit(profile.crs_bytes()),
              sporos::detail::choose_format(profile, sporos::h100(), budget).candidate(Format::dia).is_in);
  }
  for (const std::int64_t bytes : {std::int64_t{0}, std::int64_t{1000}, std::int64_t{2305843009213431808}}) {
    for (const std::int64_t more : {0, 1}) table.add("usual", bytes + more, FormatBudget().limit(bytes + more), "-");
  }
  return table;
}

}  // namespace

std::vector<DecisionTable> format_choice_tables() {
  return {costs(), host_speeds(), choices(), predictions(), questions(), budgets()};
}

}  // namespace sporos_test
