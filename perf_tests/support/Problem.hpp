// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief One matrix in one set of types, with all its contenders.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "formats/crs/Sporos_Bandwidth.hpp"
#include "formats/crs/Sporos_RowProfile.hpp"
#include "perf_tests/support/ByteModel.hpp"
#include "perf_tests/support/Contender.hpp"
#include "perf_tests/support/DeviceTurn.hpp"
#include "perf_tests/support/ProductKind.hpp"
#include "perf_tests/support/Renumber.hpp"
#include "perf_tests/support/Settings.hpp"

namespace sporos::perf {

using Contenders = std::vector<std::unique_ptr<Contender>>;

/// \brief The operands on the device, the reference on the host, and the contenders, of which the first is a Sporos
/// plan.
class Problem {
 public:
  std::unique_ptr<DeviceTurn> turn;  ///< from its first byte on the device until all of them are freed
  std::string name;
  std::string scalar;
  std::string offset;
  RowProfile profile;
  Bandwidth bandwidth;
  Renumbering renumbering;
  ProductKind kind;
  ByteModel bytes;
  Contenders contenders;

  virtual ~Problem() = default;

  /// \brief Runs one product of a prepared contender and compares it with the reference: the largest error of a row
  /// relative to its bound. If beta is zero, y holds NaN before the product.
  virtual double error_in_bounds(Contender& contender) = 0;

  /// \brief Bytes that a product moves by the caching estimate (CachingModel.hpp), with a team as a block of
  /// `rows_per_team` rows. Copies the pattern to the host: linear in its size.
  virtual double caching_bytes(std::int64_t rows_per_team) const = 0;

  /// \brief Another plan on the same operands.
  /// \param products  that it gets for tuning at run time, when it is prepared
  virtual std::unique_ptr<Contender> plan_with(const Options& options, int products) const = 0;
};

/// \brief Reads or generates `input`; throws what readers and generators throw.
using ProblemLoader = std::unique_ptr<Problem> (*)(const Settings& settings, const std::string& input);

/// \brief The loaders that are compiled into this program, by (scalar, offset).
inline std::map<std::pair<std::string, std::string>, ProblemLoader>& problem_loaders() {
  static std::map<std::pair<std::string, std::string>, ProblemLoader> loaders;
  return loaders;
}

struct ProblemRegistration {
  ProblemRegistration(const char* scalar, const char* offset, ProblemLoader loader) {
    problem_loaders()[{scalar, offset}] = loader;
  }
};

inline std::unique_ptr<Problem> load_problem(const Settings& settings, const std::string& input) {
  return problem_loaders().at({settings.scalar, settings.offset})(settings, input);
}

}  // namespace sporos::perf
