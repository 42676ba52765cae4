// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Sporos' own run-time search over a list of choices: time of one product in, choice for the next one out.
///
/// A pure state machine and a copyable value. The candidates come in order, the most promising first; the first of all
/// is what would run without a search. A product of a choice slower than the best known has a regret of
/// `time / best - 1` products.
///
/// 1. The first choice is timed until two times agree within 10 % (cold caches), at most four times.
/// 2. The others are timed once each, in order, as long as one that takes twice the best time would still fit into the
///    budget: 4 % of 50 products, and 4 % of all products once there are more than 50.
/// 3. When the budget is used up, the best three are timed again, up to eight times each, while they are close to the
///    best: within 10 % / (times + 1). So the more often a choice was timed, the closer it must be to stay in the race.
/// 4. Then the best choice runs until the budget has grown enough for the next candidate.
///
/// It ends when there is nothing left to time, at the latest after `horizon` products. If no candidate takes more than
/// twice the best time, the products of step 2 cost no more than the budget. If one takes more, the next candidate
/// waits until the budget has grown by the difference.
///
/// A choice's time is the mean of those of its times that agree within 10 % with the fast ones, so that neither a cold
/// nor a disturbed product counts. If one of the first choice's opening times is undisturbed, and undisturbed times are
/// off by at most a fraction e, the search ends with at most (1 + e) / (1 - e) of the first choice's time.
///
/// With noise, the cost of 50 products relative to 50 products of the best candidate is a matter of chance. The table
/// shows it for 200,000 random lists in which the first choice is within 5 % of the best and none takes twice as long.
/// Times are off by up to 3 % either way, one in a hundred is threefold. These are not the lists with which the numbers
/// of this file were chosen:
///
/// | judged by          | times in step 3 | dearest list | lists above 1.10 |
/// |--------------------|-----------------|--------------|------------------|
/// | least of the times | 4               | 1.123        | 110              |
/// | least of the times | 8               | 1.106        | 9                |
/// | mean               | 4               | 1.117        | 25               |
/// | mean               | 6               | 1.102        | 4                |
/// | mean               | 8               | 1.102        | 1                |
/// | mean               | 12              | 1.103        | 1                |
///
/// In the one list that remains above 1.10, all opening products of the first choice were disturbed. The mean cost is
/// 1.037.
///
/// Reporting a time takes time linear in the number of candidates; so does the memory.
#pragma once

#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include "formats/common/Sporos_Require.hpp"

namespace sporos {
namespace detail {

/// \brief The search described above.
/// \tparam Choice  any copyable value; the search never looks into it
template <class Choice>
class CandidateSearch {
 public:
  /// \brief The measurements of one candidate.
  struct Trial {
    Choice choice;
    int attempts = 0;                                          ///< products run, failed ones included
    int count = 0;                                             ///< valid times among them
    int agreeing = 0;                                          ///< times that enter `mean`
    double minimum = std::numeric_limits<double>::infinity();  ///< seconds; infinite where there is no time
    double mean = std::numeric_limits<double>::infinity();     ///< what the choice is judged by
  };

  /// \brief The candidates, the most promising first; the search ends after `horizon` products at the latest.
  /// \throws std::invalid_argument where there is no candidate
  explicit CandidateSearch(const std::vector<Choice>& candidates, int horizon = 200) : horizon_(horizon) {
    require(!candidates.empty(), "CandidateSearch", "there must be a candidate, got none");
    trials_.reserve(candidates.size());
    for (const Choice& choice : candidates) {
      Trial trial{choice};
      trials_.push_back(std::move(trial));
    }
    finished_ = trials_.size() == 1 || horizon_ < 1;
  }

  /// \brief The choice for the coming product; the same until a time is reported.
  Choice next() const { return trials_[current_].choice; }

  /// \brief The time of a product of `next()`, in seconds; a value that is not positive and finite counts as a failure.
  void report(double seconds) {
    if (finished_) return;
    ++products_;
    // The best choice goes on running while the budget grows; if all its times counted, they would favour it.
    if (trials_[current_].attempts < max_attempts) record(seconds);
    choose();
  }

  bool finished() const { return finished_; }
  Choice best() const { return trials_[best_].choice; }
  int products() const { return products_; }  ///< reported while searching, failed ones included
  double regret() const { return regret_; }   ///< what the search has cost so far, in products of the best choice
  const std::vector<Trial>& trials() const { return trials_; }

 private:
  static constexpr double budget_share = 0.04;
  static constexpr int min_products = 50;
  static constexpr double assumed_regret = 1;  // of a candidate not yet timed
  static constexpr double agreement = 0.10;
  static constexpr double contest_margin = 0.10;
  static constexpr int contest_size = 3;
  static constexpr int max_attempts = 8;
  static constexpr int start_attempts = 4;
  static constexpr int max_failures = 2;  // of a candidate without any time

  void record(double seconds) {
    Trial& trial = trials_[current_];
    ++trial.attempts;
    if (!std::isfinite(seconds) || seconds <= 0) return;
    const double best_seconds = trials_[best_].mean;
    if (current_ != best_ && seconds > best_seconds) regret_ += seconds / best_seconds - 1;
    if (current_ == 0) agreed_ = agreed_ || agree(seconds, trial.minimum);
    add(seconds, trial);
    for (std::size_t i = 0; i < trials_.size(); ++i) {
      if (trials_[i].mean < trials_[best_].mean) best_ = i;
    }
  }

  static void add(double seconds, Trial& trial) {
    ++trial.count;
    if (seconds < trial.minimum) trial.minimum = seconds;
    if (trial.agreeing == 0 || (1 + agreement) * seconds < trial.mean) {
      trial.agreeing = 1;
      trial.mean = seconds;
    } else if (agree(seconds, trial.mean)) {
      ++trial.agreeing;
      trial.mean += (seconds - trial.mean) / trial.agreeing;
    }
  }

  static bool agree(double a, double b) { return a <= (1 + agreement) * b && b <= (1 + agreement) * a; }

  void choose() {
    const bool started = agreed_ || trials_[0].attempts >= start_attempts;
    if (!started) return;
    const std::size_t none = trials_.size();
    const std::size_t candidate = first_without_time();
    const std::size_t contender = contender_with_fewest_times();
    const double budget = budget_share * (products_ > min_products ? products_ : min_products);
    const bool times_fail = trials_[0].count == 0;
    current_ = best_;
    if (times_fail || products_ >= horizon_ || (candidate == none && contender == none)) {
      finished_ = true;
    } else if (candidate != none && regret_ + assumed_regret <= budget) {
      current_ = candidate;
    } else if (contender != none) {
      current_ = contender;
    }
  }

  std::size_t first_without_time() const {
    std::size_t i = 0;
    while (i < trials_.size() && (trials_[i].count > 0 || trials_[i].attempts >= max_failures)) ++i;
    return i;
  }

  bool is_contender(const Trial& trial) const {
    if (trial.mean > (1 + contest_margin / (trial.agreeing + 1)) * trials_[best_].mean) return false;
    int faster = 0;
    for (const Trial& other : trials_) faster += other.mean < trial.mean ? 1 : 0;
    return faster < contest_size;
  }

  /// A contender that should be timed again; the number of trials if there are fewer than two contenders, or if all of
  /// them have been timed often enough.
  std::size_t contender_with_fewest_times() const {
    std::size_t found = trials_.size();
    int contenders = 0;
    for (std::size_t i = 0; i < trials_.size(); ++i) {
      if (trials_[i].count == 0 || !is_contender(trials_[i])) continue;
      ++contenders;
      if (trials_[i].attempts >= max_attempts) continue;
      if (found == trials_.size() || trials_[i].attempts < trials_[found].attempts) found = i;
    }
    return contenders > 1 ? found : trials_.size();
  }

  std::vector<Trial> trials_;
  int horizon_;
  std::size_t current_ = 0;
  std::size_t best_ = 0;
  double regret_ = 0;
  int products_ = 0;
  bool agreed_ = false;  // two times of the first choice
  bool finished_ = false;
};

}  // namespace detail
}  // namespace sporos
