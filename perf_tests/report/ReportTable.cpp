// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstdio>
#include <map>

#include "formats/common/Sporos_Require.hpp"
#include "perf_tests/report/Report.hpp"

namespace sporos::perf {
namespace {

using Row = std::vector<std::string>;

template <class... Numbers>
std::string format(const char* pattern, Numbers... numbers) {
  char text[64];
  std::snprintf(text, sizeof(text), pattern, numbers...);
  return text;
}

std::string shape_words(const Result& result) {
  if (!result.shape) return "";
  return sporos::detail::concat(result.shape->coop, "x", result.shape->repeat, "x", result.shape->block_size);
}

Row headings() {
  return {"library",   "format", "algorithm", "shape", "offset",    "cache", "set-up us", "products",
          "median us", "spread", "GFLOP/s",   "GB/s",  "eff. GB/s", "copy",  "error",     "speed-up"};
}

Row first_cells(const Result& result) {
  const std::string runs = result.runs.empty() ? "" : sporos::detail::concat(" (", result.runs, ')');
  return {result.library, result.format, result.algorithm + runs, shape_words(result), result.offset, result.cache};
}

Row cells(const Result& result) {
  Row row = first_cells(result);
  if (!result.timing) {
    row.push_back(result.fault);
    return row;
  }
  const Timing& timing = *result.timing;
  row.push_back(format("%.1f", 1e6 * result.setup_s));
  row.push_back(format("%.1f", result.setup_products()));
  row.push_back(format("%.2f", 1e6 * timing.median_s));
  row.push_back(format("%.1f %%", 100 * timing.spread_s / timing.median_s));
  row.push_back(format("%.2f", result.gflops()));
  row.push_back(format("%.1f", result.min_gbs()));
  row.push_back(format("%.1f", result.effective_gbs()));
  row.push_back(format("%.0f %%", 100 * result.copy_share()));
  row.push_back(format("%.2g", result.error_in_bounds));
  row.push_back(result.speed_up ? format("%.2f", *result.speed_up) : "-");
  return row;
}

Row model_headings() {
  return {"library",    "format",        "algorithm", "shape",    "offset",    "cache",       "min bytes",
          "eff. bytes", "caching bytes", "median us", "min GB/s", "eff. GB/s", "caching GB/s"};
}

Row model_cells(const Result& result) {
  Row row = first_cells(result);
  for (const double bytes : {result.bytes.minimum(), result.bytes.effective()}) row.push_back(format("%.0f", bytes));
  row.push_back(result.caching_bytes ? format("%.0f", *result.caching_bytes) : "-");
  row.push_back(format("%.2f", 1e6 * result.timing->median_s));
  for (const double gbs : {result.min_gbs(), result.effective_gbs()}) row.push_back(format("%.1f", gbs));
  row.push_back(result.caching_bytes ? format("%.1f", result.caching_gbs()) : "-");
  return row;
}

// The first columns are words, aligned left; the others are numbers, aligned right. A row with fewer columns ends with
// a sentence, which does not widen its column.
std::string align(const std::vector<Row>& rows) {
  constexpr std::size_t words = 6;
  std::vector<std::size_t> widths(rows.front().size(), 0);
  for (const Row& row : rows) {
    const std::size_t last = row.size() == widths.size() ? row.size() : words;
    for (std::size_t i = 0; i < last; ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string text;
  for (const Row& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string padding(row[i].size() < widths[i] ? widths[i] - row[i].size() : 0, ' ');
      const bool at_left = i < words || row.size() < widths.size();
      line += at_left ? row[i] + padding : padding + row[i];
      line += "  ";
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + '\n';
  }
  return text;
}

// Large matrices and flushed caches have the same heading: everything comes from memory.
const char* where(const Result& result) { return result.cache == "warm" ? "warm" : "from memory"; }

}  // namespace

std::string table(const std::vector<Result>& results) {
  std::vector<Row> rows = {headings()};
  for (const Result& result : results) rows.push_back(cells(result));
  const std::string kind = results.empty() ? "" : results.front().kind.words();
  return (kind.empty() ? "" : "Product: " + kind + '\n') + align(rows);
}

std::string model_table(const std::vector<Result>& results) {
  std::vector<Row> rows = {model_headings()};
  for (const Result& result : results) {
    if (result.timing) rows.push_back(model_cells(result));
  }
  return rows.size() == 1 ? "" : align(rows);
}

std::string tuning_tables(const std::vector<Result>& results) {
  std::string text;
  std::vector<std::string> seen;  // the same plan is timed in each state of the caches
  for (const Result& result : results) {
    if (!result.tuning || std::find(seen.begin(), seen.end(), result.full_name()) != seen.end()) continue;
    seen.push_back(result.full_name());
    text += sporos::detail::concat('\n', result.full_name(), ", tuning ", name(result.tuning->tuning), ":\n",
                                   result.tuning->table());
  }
  return text;
}

std::string renumbering(const MatrixReport& before, const MatrixReport& after) {
  const double ordering_s = after.renumbering.ordering_s;
  std::string text =
      sporos::detail::concat('\n', after.renumbering.words(), " in ", format("%.1f", 1e3 * ordering_s), " ms: profile ",
                             before.bandwidth.profile, " before, ", after.bandwidth.profile, " after, bandwidth ",
                             before.bandwidth.bandwidth(), " before, ", after.bandwidth.bandwidth(), " after\n");
  for (const Result& one : before.results) {
    for (const Result& other : after.results) {
      const bool same = one.full_name() == other.full_name() && one.cache == other.cache;
      if (!same || !one.timing || !other.timing) continue;
      text += sporos::detail::concat(
          "  ", one.full_name(), " (", one.cache, "): ", format("%.2f", 1e6 * one.timing->median_s), " us before, ",
          format("%.2f", 1e6 * other.timing->median_s), " us after, ",
          format("%.2f", one.timing->median_s / other.timing->median_s), " times as fast, ordered in ",
          format("%.0f", ordering_s / one.timing->median_s), " products\n");
    }
  }
  return text;
}

std::string summary(const std::vector<MatrixReport>& reports) {
  std::map<std::string, std::vector<double>> ratios;
  std::string slower;
  for (const MatrixReport& report : reports) {
    for (const Result& result : report.results) {
      if (!result.speed_up || result.library == "Sporos") continue;
      ratios[sporos::detail::concat(result.full_name(), " (", where(result), ')')].push_back(*result.speed_up);
      if (*result.speed_up < 1) {
        slower += sporos::detail::concat("  ", report.name, report.renumbering.is_done() ? " (renumbered): " : ": ",
                                         result.full_name(), " (", where(result), ") ",
                                         format("%.2f", *result.speed_up), '\n');
      }
    }
  }
  std::string text = "Speed-up of the Sporos plan, geometric means:\n";
  for (const auto& [name, numbers] : ratios) {
    text += sporos::detail::concat("  over ", name, ": ", format("%.2f", geometric_mean(numbers)), " (", numbers.size(),
                                   numbers.size() == 1 ? " matrix)\n" : " matrices)\n");
  }
  if (ratios.empty()) return "";
  return text + (slower.empty() ? "No ratio is under 1.\n" : "Ratios under 1:\n" + slower);
}

}  // namespace sporos::perf
