// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief How often exhaustive search times a choice.
#pragma once

namespace sporos {
namespace detail {

/// \brief A few single products and then, unless the fastest of them was absurdly slow, rounds of several products. The
/// least time of either kind counts, so that one disturbance spoils neither.
struct TrialRounds {
  static constexpr int first_looks = 2;
  static constexpr double absurd = 5;  // times the best
  static constexpr int rounds = 5;
  static constexpr double round_seconds = 2e-4;
  static constexpr int max_products = 50;  // of a round

  /// \brief The products of a round if one takes `seconds`.
  static int products(double seconds) {
    const double wanted = seconds > 0 ? round_seconds / seconds : max_products;
    return wanted < 1 ? 1 : wanted < max_products ? static_cast<int>(wanted) : max_products;
  }
};

}  // namespace detail
}  // namespace sporos
