// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "policies/crs/Sporos_DecideCrs.hpp"
#include "unit_tests/policies/DecisionTables.hpp"
#include "unit_tests/support/DecisionProfiles.hpp"
#include "unit_tests/support/Machines.hpp"

namespace sporos_test {
namespace {

using sporos::Algorithm;
using sporos::CrsDecision;
using sporos::Options;
using sporos::RowProfile;
using sporos::RowShape;

const std::string decision_titles =
    "algorithm     coop  repeat      block  tile  stream_rows  warp_row  long_row  segment  reduction  gather     "
    "prefetch  evict  batches";

template <class... Questions>
void add_decision(DecisionTable& table, const CrsDecision& decision, const Questions&... questions) {
  table.add(questions..., name(decision.algorithm), decision.shape.coop, decision.shape.repeat,
            decision.shape.block_size, decision.tile, decision.stream_rows, decision.limits.warp_row,
            decision.limits.long_row, decision.limits.segment, name(decision.primitives.reduction),
            name(decision.primitives.gather), decision.prefetches, decision.evicts_first, decision.in_batches);
}

// For other GPUs and other numbers of threads, only the rows whose decisions depend on these.
std::vector<NamedRows> rows_that_matter(const NamedMachine& machine) {
  if (is_one_of(machine.name, {"h100", "host_1", "host_16"})) return rows_for(machine.machine);
  std::vector<NamedRows> list = rows_at_limits_of(machine.machine);
  for (const NamedRows& one : measured_rows()) {
    if (is_one_of(one.name, {"stencil7-160", "fem3-68", "powerlaw3", "wave", "boyd1"})) list.push_back(one);
  }
  return list;
}

// The h200 has the same values as the h100, as the table of machines shows, but for its cache (eviction).
bool has_own_lines(const NamedMachine& machine) { return machine.name != "h200"; }

DecisionTable planned() {
  DecisionTable table("crs_planned",
                      "machine    profile             rows        nnz         longest   bytes  " + decision_titles);
  for (const NamedMachine& machine : named_machines()) {
    if (!has_own_lines(machine)) continue;
    for (const NamedRows& one : rows_that_matter(machine)) {
      for (const int bytes : {4, 8, 16}) {
        // On a host the size of values decides what is prefetched; on a GPU only whether they are narrow counts.
        const bool is_about_prefetching = one.name.rfind("prefetch", 0) == 0;
        const bool is_gpu = machine.machine.kind == sporos::MachineKind::gpu;
        if (bytes != 8 && !is_about_prefetching && (bytes == 16 || !is_gpu)) continue;
        const RowProfile& rows = one.rows;
        add_decision(table, sporos::detail::decide_crs(machine.machine, rows, Options(), bytes), machine.name, one.name,
                     rows.num_rows, rows.nnz, rows.longest_row, bytes);
      }
    }
  }
  return table;
}

// Only the sizes are known, so profiles with the same sizes count as one.
DecisionTable unplanned() {
  DecisionTable table("crs_unplanned", "machine    rows        nnz         bytes  " + decision_titles);
  for (const NamedMachine& machine : named_machines()) {
    if (!has_own_lines(machine)) continue;
    std::vector<NamedRows> list = rows_that_matter(machine);
    if (machine.name == "h100" || machine.name == "host_1") {
      // The longest row that is expected has eight times the mean and eight, but at least 1024 entries, if there are
      // that many in total.
      for (const std::int64_t mean : {126, 127, 128, 1000}) {
        list.push_back({"", row_profile(2000, 2000 * mean, mean)});
      }
      for (const std::int64_t nnz : {1024, 1025}) list.push_back({"", row_profile(100, nnz, nnz)});
    }
    for (const NamedRows& one : list) {
      for (const int bytes : {4, 8}) {
        if (bytes == 4 && machine.name != "h100" && machine.name != "host_1") continue;
        add_decision(table, sporos::detail::decide_crs(machine.machine, one.rows.num_rows, one.rows.nnz, bytes),
                     machine.name, one.rows.num_rows, one.rows.nnz, bytes);
      }
    }
  }
  return table;
}

// What even rows have at most, and how a GPU shares uneven ones among teams.
DecisionTable equal_work() {
  DecisionTable table("crs_equal_work", "rows        nnz         bytes  even      shares    " + decision_titles);
  const sporos::Machine machine = sporos::h100();
  std::vector<NamedRows> list = measured_rows();
  for (const std::int64_t nnz : {512 * 1024 - 1, 512 * 1024, 4 * 1024 * 1024}) {
    for (const std::int64_t mean : {11, 12, 13, 512, 513, 2000})
      list.push_back({"", row_profile(nnz / mean, nnz, 100000)});
  }
  for (const NamedRows& one : list) {
    for (const int bytes : {4, 8}) {
      const CrsDecision decision = sporos::detail::decide_uneven(machine, one.rows.num_rows, one.rows.nnz, bytes);
      add_decision(table, decision, one.rows.num_rows, one.rows.nnz, bytes,
                   sporos::detail::longest_even_row(one.rows.num_rows, one.rows.nnz),
                   sporos::detail::work_shares(decision, one.rows.num_rows, one.rows.nnz));
    }
  }
  return table;
}

// Hosts with leaves for their vector instructions.
DecisionTable leaves() {
  DecisionTable table(
      "crs_leaves",
      "machine        profile             rows        nnz         longest   level   bands  cuts  columns  " +
          decision_titles);
  const std::vector<NamedMachine> machines{{"host_1_avx2", sporos::host_machine(1, sporos::HostLevel::avx2)},
                                           {"host_16_avx512", sporos::host_machine(16, sporos::HostLevel::avx512)}};
  for (const NamedMachine& machine : machines) {
    std::vector<NamedRows> list = rows_for(machine.machine);
    for (const std::int64_t longest : {8191, 8192}) {
      list.push_back({sporos::detail::concat("longest_", longest), row_profile(100000, 1000000, longest)});
    }
    for (const NamedRows& one : list) {
      const RowProfile& rows = one.rows;
      const CrsDecision decision = sporos::detail::decide_crs(machine.machine, rows, Options(), 8);
      add_decision(table, decision, machine.name, one.name, rows.num_rows, rows.nnz, rows.longest_row,
                   name(decision.level), decision.seeks_bands, decision.cuts_rows, decision.cuts_columns);
    }
  }
  return table;
}

// What each algorithm gets if the caller names it.
DecisionTable named() {
  DecisionTable table("crs_named", "machine    profile        bytes  " + decision_titles);
  for (const NamedMachine& machine : typical_machines()) {
    for (const NamedRows& one : measured_rows()) {
      const std::string& profile = one.name;
      if (!is_one_of(profile, {"stencil7-160", "fem3-68", "nd-long400", "powerlaw3", "no_entries"})) continue;
      for (const Algorithm algorithm : sporos::all_algorithms()) {
        for (const int bytes : {4, 8, 16}) {
          if (bytes != 8 && (profile != "fem3-68" || algorithm != Algorithm::ipcsr)) continue;
          Options options;
          options.algorithm = algorithm;
          add_decision(table, sporos::detail::decide_crs(machine.machine, one.rows, options, bytes), machine.name,
                       profile, bytes);
        }
      }
    }
  }
  return table;
}

struct NamedOptions {
  std::string name;
  Options options;
};

template <class Change>
NamedOptions changed(const std::string& name, const Change& change) {
  NamedOptions one{name, Options()};
  change(one.options);
  return one;
}

std::vector<NamedOptions> option_list() {
  std::vector<NamedOptions> list{{"none", Options()}};
  list.push_back(changed("deterministic", [](Options& o) { o.deterministic = true; }));
  list.push_back(changed("no_validation", [](Options& o) { o.validate = false; }));
  list.push_back(changed("many_products", [](Options& o) { o.expected_products = 1000000; }));
  for (const auto tuning : {sporos::Tuning::exhaustive, sporos::Tuning::run_time, sporos::Tuning::tuner_2012}) {
    list.push_back(changed(sporos::detail::concat("tuning_", name(tuning)), [&](Options& o) { o.tuning = tuning; }));
  }
  for (const Algorithm algorithm : {Algorithm::automatic, Algorithm::scalar, Algorithm::vector, Algorithm::coop,
                                    Algorithm::stream, Algorithm::light_vector, Algorithm::adaptive}) {
    const auto with = [&](const char* what) { return sporos::detail::concat(what, '_', name(algorithm)); };
    list.push_back(changed(with("paper"), [&](Options& o) {
      o.rule = sporos::RowRule::reguly_giles_2012;
      o.algorithm = algorithm;
    }));
    list.push_back(changed(with("shape"), [&](Options& o) {
      o.shape = RowShape{8, 3, 256};
      o.algorithm = algorithm;
    }));
  }
  for (const auto target :
       {sporos::Target::fermi, sporos::Target::kepler, sporos::Target::current, sporos::Target::host}) {
    list.push_back(changed(sporos::detail::concat("target_", name(target)), [&](Options& o) { o.target = target; }));
  }
  for (const auto reduction : {sporos::Reduction::shuffle, sporos::Reduction::scratch, sporos::Reduction::thread}) {
    list.push_back(
        changed(sporos::detail::concat("sum_", name(reduction)), [&](Options& o) { o.reduction = reduction; }));
  }
  for (const auto gather : {sporos::Gather::plain, sporos::Gather::read_only, sporos::Gather::texture}) {
    list.push_back(changed(sporos::detail::concat("gather_", name(gather)), [&](Options& o) { o.gather = gather; }));
  }
  list.push_back(changed("fermi_but_shuffle", [](Options& o) {
    o.target = sporos::Target::fermi;
    o.reduction = sporos::Reduction::shuffle;
  }));
  return list;
}

DecisionTable options() {
  DecisionTable table("crs_options", "machine    profile        options             " + decision_titles);
  for (const NamedMachine& machine : typical_machines()) {
    if (!is_one_of(machine.name, {"h100", "host_1"})) continue;
    for (const NamedRows& one : measured_rows()) {
      if (!is_one_of(one.name, {"stencil7-160", "powerlaw3"})) continue;
      for (const NamedOptions& asked : option_list()) {
        add_decision(table, sporos::detail::decide_crs(machine.machine, one.rows, asked.options, 8), machine.name,
                     one.name, asked.name);
      }
    }
  }
  return table;
}

// What is decided by guessing, before the rows have been inspected.
DecisionTable guessed() {
  DecisionTable table("crs_guessed",
                      "machine    guess            rows        nnz         longest   " + decision_titles);
  for (const NamedMachine& machine : typical_machines()) {
    if (!is_one_of(machine.name, {"h100", "host_16"})) continue;
    std::vector<NamedRows> list = measured_rows();
    add_by_entries(list, "mean_512", 1000, 512000, 0);
    for (const NamedRows& one : list) {
      const RowProfile& rows = one.rows;
      for (const std::int64_t longest : {std::int64_t{2048}, rows.nnz}) {
        const RowProfile guess = sporos::detail::uneven_rows(rows.num_rows, rows.num_columns, rows.nnz, longest);
        add_decision(table, sporos::detail::decide_crs(machine.machine, guess, Options(), 8), machine.name, one.name,
                     guess.num_rows, guess.nnz, guess.longest_row);
      }
    }
  }
  return table;
}

}  // namespace

std::vector<DecisionTable> crs_tables() {
  return {planned(), unplanned(), equal_work(), leaves(), named(), options(), guessed()};
}

}  // namespace sporos_test
