// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The result of one contender on one problem.
#pragma once

#include <limits>
#include <optional>
#include <string>

#include "perf_tests/support/ByteModel.hpp"
#include "perf_tests/support/Contender.hpp"
#include "perf_tests/support/ProductKind.hpp"
#include "perf_tests/support/Statistics.hpp"

namespace sporos::perf {

struct Result {
  std::string library;
  std::string format;
  std::string algorithm;
  std::string runs;  ///< the algorithm that was chosen, if the library had a choice
  std::string scalar;
  std::string offset;
  std::string cache;  ///< "warm", "flushed", or "as left" if the matrix fits into no cache
  std::optional<RowShape> shape;
  std::optional<std::int64_t> rows_per_team;
  std::string why;
  std::optional<TuningReport> tuning;
  std::string fault;               ///< empty, "wrong", or "cannot: " and the reason
  bool checked = false;            ///< whether the answer was compared with the reference
  double error_in_bounds = 0;      ///< if checked
  double setup_s = 0;              ///< where there is no fault
  std::optional<double> update_s;  ///< of new numbers, if they must be copied
  std::optional<Timing> timing;    ///< where there is no fault
  ProductKind kind;
  ByteModel bytes;
  double copy_gbs = 0;
  std::optional<double>
      caching_bytes;  ///< by the caching estimate, if requested and if all teams cover the same number of rows
  std::optional<double> speed_up;  ///< this median divided by that of the Sporos plan in the same state of the caches

  double min_gbs() const { return 1e-9 * bytes.minimum() / timing->median_s; }
  double effective_gbs() const { return 1e-9 * bytes.effective() / timing->median_s; }
  double caching_gbs() const { return 1e-9 * *caching_bytes / timing->median_s; }
  double gflops() const { return 1e-9 * bytes.flops() / timing->median_s; }
  double copy_share() const { return copy_gbs > 0 ? min_gbs() / copy_gbs : 0; }
  double setup_products() const { return setup_s / timing->median_s; }
  std::string full_name() const { return library + "/" + format + "/" + algorithm + "/" + offset; }
};

}  // namespace sporos::perf
