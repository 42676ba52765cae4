// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cmath>
#include <cstdio>

#include "perf_tests/fem/Case.hpp"
#include "perf_tests/report/Json.hpp"

namespace sporos_fem {
namespace {

using sporos::detail::concat;
using sporos::perf::json_number;
using sporos::perf::json_text;

std::string json_of(const Result& result) {
  return concat("{\"operator\": ", json_text(result.operator_name), ", \"library\": ", json_text(result.library),
                ", \"memory_bytes\": ", result.memory_bytes, ", \"assembly_s\": ", json_number(result.assembly_s),
                ", \"conversion_s\": ", json_number(result.conversion_s), ", \"iterations\": ", result.iterations,
                ", \"seconds\": ", json_number(result.seconds),
                ", \"iterations_per_s\": ", json_number(result.iterations_per_s()),
                ", \"gbs\": ", json_number(result.gbs),
                ", \"error_l2\": ", std::isnan(result.error_l2) ? "null" : json_number(result.error_l2),
                ", \"converged\": ", result.converged ? "true" : "false", "}");
}

std::string json_of(const Case& one) {
  std::string results;
  for (const Result& result : one.results) results += (results.empty() ? "\n  " : ",\n  ") + json_of(result);
  return concat("{\"degree\": ", one.degree, ", \"unknowns\": ", one.unknowns, ", \"scalar\": ", json_text(one.scalar),
                ", \"mesh\": ", json_text(one.mesh), ", \"results\": [", results, "]}");
}

}  // namespace

std::string json(const std::vector<Case>& cases) {
  if (cases.size() == 1) return json_of(cases.front()) + "\n";
  std::string all;
  for (const Case& one : cases) all += (all.empty() ? "[\n " : ",\n ") + json_of(one);
  return all + "]\n";
}

std::string table(const Case& one) {
  std::string text = concat("\nDegree ", one.degree, ", ", one.scalar, ", ", one.mesh, ": ", one.elements,
                            " elements, ", one.unknowns, " unknowns\n");
  char line[256];
  std::snprintf(line, sizeof(line), "%-10s %-14s %10s %11s %13s %10s %9s %12s %7s %10s\n", "operator", "library", "MB",
                "assembly s", "conversion s", "iterations", "seconds", "iterations/s", "GB/s", "error");
  text += line;
  for (const Result& result : one.results) {
    char error[32] = "-";
    if (!std::isnan(result.error_l2)) std::snprintf(error, sizeof(error), "%.3e", result.error_l2);
    std::snprintf(line, sizeof(line), "%-10s %-14s %10.1f %11.3f %13.3f %10lld %9.3f %12.1f %7.1f %10s%s\n",
                  result.operator_name.c_str(), result.library.c_str(), static_cast<double>(result.memory_bytes) * 1e-6,
                  result.assembly_s, result.conversion_s, static_cast<long long>(result.iterations), result.seconds,
                  result.iterations_per_s(), result.gbs, error,
                  result.converged || std::isnan(result.error_l2) ? "" : (" " + result.status).c_str());
    text += line;
  }
  return text;
}

std::string vtk(const Picture& picture) {
  const std::int64_t cells = picture.cells;
  const int corners = picture.dimensions == 2 ? 4 : 8;
  const std::int64_t count = picture.dimensions == 2 ? cells * cells : cells * cells * cells;
  std::string text = concat("# vtk DataFile Version 3.0\nsporos_fem\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS ",
                            picture.values.size(), " double\n");
  char line[128];
  for (std::size_t i = 0; i < picture.values.size(); ++i) {
    std::snprintf(line, sizeof(line), "%.9g %.9g %.9g\n", picture.coordinates[3 * i], picture.coordinates[3 * i + 1],
                  picture.coordinates[3 * i + 2]);
    text += line;
  }
  text += concat("CELLS ", count, ' ', count * (corners + 1), '\n');
  const std::int64_t row = cells + 1;
  for (std::int64_t c = 0; c < count; ++c) {
    const std::int64_t first = c % cells + c / cells % cells * row + c / cells / cells * row * row;
    text += concat(corners);
    for (int layer = 0; layer < corners / 4; ++layer) {
      for (const std::int64_t corner : {std::int64_t{0}, std::int64_t{1}, row + 1, row}) {
        text += concat(' ', first + corner + layer * row * row);
      }
    }
    text += '\n';
  }
  text += concat("CELL_TYPES ", count, '\n');
  for (std::int64_t c = 0; c < count; ++c) text += corners == 4 ? "9\n" : "12\n";
  text += concat("POINT_DATA ", picture.values.size(), "\nSCALARS u double 1\nLOOKUP_TABLE default\n");
  for (const double value : picture.values) {
    std::snprintf(line, sizeof(line), "%.9g\n", value);
    text += line;
  }
  return text;
}

}  // namespace sporos_fem
