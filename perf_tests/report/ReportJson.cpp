// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "formats/common/Sporos_Require.hpp"
#include "perf_tests/report/Json.hpp"
#include "perf_tests/report/Report.hpp"

namespace sporos::perf {
namespace {

std::string ordering(const Renumbering& renumbering) {
  if (!renumbering.is_done()) return "";
  return sporos::detail::concat(", \"ordering\": ", json_text(renumbering.ordering),
                                ", \"ordering_s\": ", json_number(renumbering.ordering_s));
}

std::string json_of_matrix(const MatrixReport& report) {
  const RowProfile& profile = report.profile;
  return sporos::detail::concat(
      "{\"name\": ", json_text(report.name), ", \"rows\": ", profile.num_rows, ", \"columns\": ", profile.num_columns,
      ", \"nnz\": ", profile.nnz, ", \"mean_row\": ", json_number(profile.mean_row()),
      ", \"row_deviation\": ", json_number(profile.row_deviation()), ", \"longest_row\": ", profile.longest_row,
      ", \"empty_rows\": ", profile.empty_rows, ", \"profile\": ", report.bandwidth.profile,
      ", \"bandwidth\": ", report.bandwidth.bandwidth(), ", \"values\": ", json_text(report.values),
      ", \"renumbered\": ", report.renumbering.is_done() ? "true" : "false", ordering(report.renumbering), "}");
}

std::string json(const Environment& environment) {
  std::string text = "{";
  for (const auto& [name, value] : environment.facts)
    text += sporos::detail::concat(json_text(name), ": ", json_text(value), ", ");
  return sporos::detail::concat(text, "\"copy_gbs\": ", json_number(environment.copy_gbs), "}");
}

std::string json(const std::optional<RowShape>& shape) {
  if (!shape) return "null";
  return sporos::detail::concat("{\"coop\": ", shape->coop, ", \"repeat\": ", shape->repeat,
                                ", \"block_size\": ", shape->block_size, "}");
}

// The three bandwidths of the paper, with their bytes; the caching estimate only if it was asked for.
std::string model(const Result& result) {
  if (!result.caching_bytes) return "";
  const std::string caching_gbs = result.timing ? json_number(result.caching_gbs()) : "null";
  const auto whole = [](double number) { return static_cast<std::int64_t>(number); };
  return sporos::detail::concat(", \"caching_gbs\": ", caching_gbs, ", \"min_bytes\": ", whole(result.bytes.minimum()),
                                ", \"effective_bytes\": ", whole(result.bytes.effective()),
                                ", \"caching_bytes\": ", whole(*result.caching_bytes));
}

// The layout is left out for a single column.
std::string json(const ProductKind& kind) {
  return sporos::detail::concat(", \"operation\": ", json_text(name(kind.operation)), ", \"columns\": ", kind.columns,
                                ", \"layout\": ", kind.columns == 1 ? "null" : json_text(name(kind.layout)),
                                ", \"epilogue\": ", json_text(name(kind.epilogue)));
}

std::string json(const Result& result) {
  const auto when_timed = [&](auto number) { return result.timing ? json_number(number()) : std::string("null"); };
  return sporos::detail::concat(
      "{\"library\": ", json_text(result.library), ", \"format\": ", json_text(result.format),
      ", \"algorithm\": ", json_text(result.algorithm),
      ", \"runs\": ", result.runs.empty() ? "null" : json_text(result.runs), ", \"shape\": ", json(result.shape),
      ", \"scalar\": ", json_text(result.scalar), ", \"offset\": ", json_text(result.offset), json(result.kind),
      ", \"cache\": ", json_text(result.cache), ", \"setup_s\": ", when_timed([&] { return result.setup_s; }),
      ", \"setup_products\": ", when_timed([&] { return result.setup_products(); }),
      ", \"update_s\": ", result.update_s ? json_number(*result.update_s) : "null",
      ", \"median_s\": ", result.timing ? json_number(result.timing->median_s) : json_text(result.fault),
      ", \"spread_s\": ", when_timed([&] { return result.timing->spread_s; }),
      ", \"least_s\": ", when_timed([&] { return result.timing->least_s; }),
      ", \"samples\": ", result.timing ? result.timing->samples : 0,
      ", \"gflops\": ", when_timed([&] { return result.gflops(); }),
      ", \"min_gbs\": ", when_timed([&] { return result.min_gbs(); }),
      ", \"effective_gbs\": ", when_timed([&] { return result.effective_gbs(); }), model(result),
      ", \"copy_share\": ", when_timed([&] { return result.copy_share(); }),
      ", \"error_in_bounds\": ", result.checked ? json_number(result.error_in_bounds) : "null",
      ", \"checked\": ", result.checked ? "true" : "false",
      ", \"speed_up\": ", result.speed_up ? json_number(*result.speed_up) : "null",
      ", \"tuning\": ", result.tuning ? result.tuning->json() : "null", ", \"why\": ", json_text(result.why), "}");
}

std::string json(const Environment& environment, const MatrixReport& report) {
  std::string text = sporos::detail::concat("{\"matrix\": ", json_of_matrix(report),
                                            ",\n \"environment\": ", json(environment), ",\n \"results\": [");
  const char* separator = "\n  ";
  for (const Result& result : report.results) {
    text += separator + json(result);
    separator = ",\n  ";
  }
  return text + "\n ]}";
}

}  // namespace

std::string json(const Environment& environment, const std::vector<MatrixReport>& reports, bool as_array) {
  std::string text = as_array ? "[" : "";
  const char* separator = "";
  for (const MatrixReport& report : reports) {
    text += separator + json(environment, report);
    separator = ",\n";
  }
  return text + (as_array ? "]\n" : "\n");
}

}  // namespace sporos::perf
