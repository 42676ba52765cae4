// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Rules for the lengths of the rows of a random matrix.
///
/// Every length is a function of (seed, row), so that it can be asked for again. No row is shorter than `shortest`.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "formats/generate/Sporos_CounterRandom.hpp"

namespace sporos {
namespace detail {

/// \brief Every length from `shortest` to `longest` equally often.
struct UniformLengths {
  CounterRandom random;
  std::int64_t shortest;
  std::int64_t longest;
  std::int64_t operator()(std::int64_t row) const {
    const auto choices = static_cast<std::uint64_t>(longest - shortest) + 1;
    return shortest + static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(row), choices));
  }
};

/// \brief Length k from 1 to `longest` with a probability proportional to `(k + 1/8)^-exponent`: the Zipf-Mandelbrot
/// law.
///
/// The shift of 1/8 makes rows of one entry slightly rarer; with it the defaults have the mean, spread and longest row
/// of the power-law matrix of the benchmark set.
struct PowerLawLengths {
  CounterRandom random;
  std::vector<std::uint64_t> thresholds;  // of 53 bits: the share of the rows that have k + 1 entries at most
  static constexpr std::int64_t shortest = 1;

  PowerLawLengths(CounterRandom the_random, std::int64_t longest, std::int64_t exponent_32nds) : random(the_random) {
    std::vector<double> shares(static_cast<std::size_t>(longest));
    double total = 0;
    for (std::size_t k = 0; k < shares.size(); ++k) {
      total += 1.0 / power(static_cast<double>(k + 1) + 0.125, exponent_32nds);
      shares[k] = total;
    }
    thresholds.reserve(shares.size());
    for (const double share : shares) thresholds.push_back(static_cast<std::uint64_t>(share / total * 0x1p53));
  }

  std::int64_t operator()(std::int64_t row) const { return drawn(random.bits(static_cast<std::uint64_t>(row))); }

  /// \brief The length that a random word stands for.
  std::int64_t drawn(std::uint64_t bits) const {
    return 1 + (std::upper_bound(thresholds.begin(), thresholds.end(), bits >> 11) - thresholds.begin());
  }

 private:
  // base^(thirty_seconds / 32) of correctly rounded operations only: std::pow differs between machines.
  static double power(double base, std::int64_t thirty_seconds) {
    double result = 1;
    for (std::int64_t i = 0; i < thirty_seconds / 32; ++i) result *= base;
    double root = base;
    for (std::int64_t bit = 16; bit >= 1; bit /= 2) {
      root = std::sqrt(root);
      if ((thirty_seconds & bit) != 0) result *= root;
    }
    return result;
  }
};

/// \brief Short rows with a few heavy ones among them at equal distances.
struct HeavyLengths {
  UniformLengths short_rows;
  std::vector<std::int64_t> heavy;
  std::int64_t heavy_distance;
  std::int64_t shortest;
  std::int64_t operator()(std::int64_t row) const {
    const std::int64_t place = row / heavy_distance;
    const bool is_heavy = row % heavy_distance == 0 && place >= 1 && place <= static_cast<std::int64_t>(heavy.size());
    return is_heavy ? heavy[static_cast<std::size_t>(place - 1)] : short_rows(row);
  }
};

}  // namespace detail
}  // namespace sporos
