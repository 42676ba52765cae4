// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief A run-time search over decisions, Sporos' own or that of 2012: time of one product in, next decision out.
#pragma once

#include <limits>
#include <optional>
#include <vector>

#include "policies/tuning/Sporos_CandidateSearch.hpp"
#include "policies/tuning/Sporos_CrsCandidates.hpp"
#include "policies/tuning/Sporos_Tuner2012.hpp"

namespace sporos {

/// \brief A decision with the time of one product, if it is known.
struct TriedDecision {
  CrsDecision decision;                                      ///< the decision
  int products = 0;                                          ///< products that were timed
  double seconds = std::numeric_limits<double>::infinity();  ///< of one product; infinite where no time was taken
};

namespace detail {

/// \brief CandidateSearch over a list, or Tuner2012 over the shapes of `coop`.
class CrsSearch {
 public:
  /// \brief Sporos' own search.
  /// \throws std::invalid_argument where there is no candidate
  explicit CrsSearch(const std::vector<CrsDecision>& candidates) : candidates_(std::in_place, candidates) {}

  /// \brief The search of the paper; starts at the shape of decide_crs() for `coop`.
  /// \throws std::invalid_argument where the options ask for another algorithm, or that shape cannot run
  CrsSearch(const Machine& machine, const RowProfile& rows, const Options& options, int value_bytes)
      : machine_(machine), rows_(rows), options_(options), value_bytes_(value_bytes) {
    require(options.algorithm == Algorithm::automatic || options.algorithm == Algorithm::coop, "Plan",
            "tuning = tuner_2012 varies the shape of coop, so it cannot tune algorithm = ", name(options.algorithm));
    options_.algorithm = Algorithm::coop;
    options_.tuning = Tuning::tuner_2012;
    const RowShape start = decide_crs(machine, rows, options_, value_bytes).shape;
    shapes_.emplace(start, value_bytes, machine);
  }

  /// \brief What the coming product runs; the same until a time is reported.
  CrsDecision next() const { return candidates_ ? candidates_->next() : decision_of(shapes_->next()); }

  /// \brief The best decision known so far.
  CrsDecision best() const { return candidates_ ? candidates_->best() : decision_of(shapes_->best()); }

  /// \brief The time of a product of `next()` in seconds; NaN if it could not run or be timed.
  void report(double seconds) {
    if (shapes_) note(shapes_->next(), seconds);
    candidates_ ? candidates_->report(seconds) : shapes_->report(seconds);
  }

  bool finished() const { return candidates_ ? candidates_->finished() : shapes_->finished(); }
  int products() const { return candidates_ ? candidates_->products() : shapes_->products(); }

  /// \brief All decisions timed so far, in the order in which they were first timed.
  std::vector<TriedDecision> tried() const {
    std::vector<TriedDecision> tried;
    if (candidates_) {
      for (const auto& trial : candidates_->trials()) {
        if (trial.attempts > 0) tried.push_back({trial.choice, trial.count, trial.mean});
      }
    } else {
      for (const ShapeTime& shape : times_) tried.push_back({decision_of(shape.shape), shape.count, shape.least});
    }
    return tried;
  }

 private:
  struct ShapeTime {
    RowShape shape;
    int count;
    double least;
  };

  CrsDecision decision_of(const RowShape& shape) const {
    return decide_crs(machine_, rows_, options_, value_bytes_, Algorithm::coop, shape);
  }

  void note(const RowShape& shape, double seconds) {
    auto found = std::find_if(times_.begin(), times_.end(), [&](const ShapeTime& time) { return time.shape == shape; });
    if (found == times_.end()) {
      times_.push_back({shape, 0, std::numeric_limits<double>::infinity()});
      found = times_.end() - 1;
    }
    if (!std::isfinite(seconds) || seconds <= 0) return;
    ++found->count;
    found->least = std::min(found->least, seconds);
  }

  std::optional<CandidateSearch<CrsDecision>> candidates_;
  std::optional<Tuner2012> shapes_;
  std::vector<ShapeTime> times_;  // of shapes_
  Machine machine_;
  RowProfile rows_;
  Options options_;
  int value_bytes_ = 0;
};

}  // namespace detail
}  // namespace sporos
