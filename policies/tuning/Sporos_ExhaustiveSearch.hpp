// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Exhaustive search over a list of choices: time of a product in, choice for the next ones out.
///
/// A pure state machine and a copyable value. All choices are timed once, and once more after that, so that no single
/// disturbance drops one; the lesser time counts. The first choice and the best third, but for what is absurdly slow,
/// then run in TrialRounds. A choice that could not run once is out.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include "formats/common/Sporos_Require.hpp"
#include "policies/tuning/Sporos_TrialRounds.hpp"

namespace sporos {
namespace detail {

/// \tparam Tried  a copyable value with `int products` and `double seconds`, as TriedDecision
template <class Tried>
class ExhaustiveSearch {
 public:
  /// \throws std::invalid_argument where there is no choice
  explicit ExhaustiveSearch(std::vector<Tried> choices) : tried_(std::move(choices)), last_(tried_.size()) {
    require(!tried_.empty(), "ExhaustiveSearch", "there must be a choice, got none");
  }

  bool finished() const { return pass_ == passes; }

  /// \brief The choice whose time is wanted.
  const Tried& next() const { return tried_[current_]; }
  /// \brief Whether it has not run before, and should once, untimed.
  bool is_cold() const { return pass_ == 0; }
  /// \brief How many products of it are timed together.
  int products() const { return in_rounds() ? TrialRounds::products(next().seconds) : 1; }

  /// \brief Seconds of one of these products; what is negative or not finite means that it cannot run.
  void report(double seconds) {
    const int ran = products();
    Tried& one = tried_[current_];
    const bool is_first = pass_ == 0 || pass_ == TrialRounds::first_looks;
    const bool failed = !std::isfinite(seconds) || seconds < 0;
    one.products = (is_first ? 0 : one.products) + (failed ? 0 : ran);
    one.seconds = failed     ? std::numeric_limits<double>::infinity()
                  : is_first ? seconds
                             : std::min(one.seconds, seconds);
    go_on();
  }

  /// \brief All choices, the best first.
  const std::vector<Tried>& tried() const { return tried_; }

 private:
  static constexpr int passes = TrialRounds::first_looks + TrialRounds::rounds;

  bool in_rounds() const { return pass_ >= TrialRounds::first_looks; }
  static bool is_faster(const Tried& a, const Tried& b) { return a.seconds < b.seconds; }

  void go_on() {
    ++current_;
    while (!finished()) {
      while (current_ < last_ && pass_ > 0 && !std::isfinite(next().seconds)) ++current_;
      if (current_ < last_) return;
      current_ = 0;
      if (++pass_ == TrialRounds::first_looks) choose_finalists();
    }
    std::stable_sort(tried_.begin(), tried_.begin() + static_cast<std::ptrdiff_t>(last_), is_faster);
  }

  // The first one, which would run without a search, is always among them.
  void choose_finalists() {
    std::stable_sort(tried_.begin() + 1, tried_.end(), is_faster);
    const double best = std::min_element(tried_.begin(), tried_.end(), is_faster)->seconds;
    last_ = std::min(tried_.size(), 1 + (tried_.size() + 1) / 3);
    while (last_ > 1 && !(tried_[last_ - 1].seconds <= TrialRounds::absurd * best)) --last_;
  }

  std::vector<Tried> tried_;
  std::size_t last_;  // behind those that are timed in this pass
  std::size_t current_ = 0;
  int pass_ = 0;
};

}  // namespace detail
}  // namespace sporos
