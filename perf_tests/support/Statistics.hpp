// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Medians, quartiles and geometric means.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

namespace sporos::perf {

/// \brief The quantile `part` (0 to 1) of the samples, interpolated linearly; 0 for no samples.
inline double quantile(const std::vector<double>& samples, double part) {
  if (samples.empty()) return 0;
  std::vector<double> sorted = samples;
  std::sort(sorted.begin(), sorted.end());
  const double position = part * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(position);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  const double weight = position - static_cast<double>(below);
  return sorted[below] + weight * (sorted[above] - sorted[below]);
}

inline double median(const std::vector<double>& samples) { return quantile(samples, 0.5); }

/// \brief The geometric mean of positive numbers; 0 for none.
inline double geometric_mean(const std::vector<double>& numbers) {
  if (numbers.empty()) return 0;
  double sum = 0;
  for (const double number : numbers) sum += std::log(number);
  return std::exp(sum / static_cast<double>(numbers.size()));
}

/// \brief A summary of one contender's samples, in seconds per product.
struct Timing {
  double median_s = 0;
  double spread_s = 0;  ///< from the first to the third quartile
  double least_s = 0;
  int samples = 0;
};

inline Timing summarise(const std::vector<double>& samples) {
  return {median(samples), quantile(samples, 0.75) - quantile(samples, 0.25), quantile(samples, 0),
          static_cast<int>(samples.size())};
}

}  // namespace sporos::perf
