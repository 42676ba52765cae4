// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Exhaustive search over a list of choices: time of a product in, choice for the next ones out.
///
/// A pure state machine and a copyable value. First, all choices are timed twice, in two passes, and the lesser time
/// counts, so that a single disturbance does not drop a choice. Then the first choice and the best third, without those
/// that are absurdly slow, run in TrialRounds. A choice that fails once is dropped.
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

/// \brief The search described above.
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
  /// \brief Whether next() has not run yet and should run once without being timed.
  bool is_cold() const { return pass_ == 0; }
  /// \brief How many products of next() are timed together.
  int products() const { return in_rounds() ? TrialRounds::products(next().seconds) : 1; }

  /// \brief The seconds of one of these products; a value that is negative or not finite means that it cannot run.
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

  // The first choice, which would run without a search, is always a finalist.
  void choose_finalists() {
    std::stable_sort(tried_.begin() + 1, tried_.end(), is_faster);
    const double best = std::min_element(tried_.begin(), tried_.end(), is_faster)->seconds;
    last_ = std::min(tried_.size(), 1 + (tried_.size() + 1) / 3);
    while (last_ > 1 && !(tried_[last_ - 1].seconds <= TrialRounds::absurd * best)) --last_;
  }

  std::vector<Tried> tried_;
  std::size_t last_;  // one past the choices of this pass
  std::size_t current_ = 0;
  int pass_ = 0;
};

}  // namespace detail
}  // namespace sporos
