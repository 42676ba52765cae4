// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The run-time tuner of Reguly & Giles 2012, section 6: time of one product in, shape of the next one out.
///
/// A pure state machine and a copyable value. The paper's steps: (1) halve `repeat`; (2) if that changed the time by
/// 5 % or less, double `coop` with 192 threads, go on doubling while it helps, else halve it while that helps; (3) if
/// it changed more, go on halving `repeat` where halving helped, else double it while that helps; (4) move the threads
/// in steps of 32.
///
/// Where the paper is ambiguous, or noise requires more than it says:
/// - Steps 2 and 3 are alternatives; both lead to step 4. A step that has no legal shape to try counts as no change.
/// - Every move starts from the best shape so far, so that a failed one takes its 192 threads with it.
/// - Step 4 goes up first, and down only where the first step up did not help.
/// - On the host `block_size` always equals `coop`, the partial sums of a row, so there is no step 4.
/// - The first product runs with cold caches, so the start is timed until two times agree within 10 %, at most four
///   times.
/// - A shape that looks faster by 5 % or less is timed again and kept only if both times beat the best one.
/// - A time that is not a positive finite number is ignored and the product repeated, twice at most; after that the
///   shape counts as one that did not help.
///
/// Once the start is timed, the best time can only fall, so the search ends. If one of the start's times is undisturbed
/// and undisturbed times are off by at most a fraction e, the final shape takes at most `(1 + e) / (1 - e)` of the
/// start's time. Constant time and memory.
#pragma once

#include <cmath>

#include "formats/common/Sporos_Require.hpp"
#include "policies/Sporos_RowShape.hpp"

namespace sporos {
namespace detail {

class Tuner2012 {
 public:
  /// \brief Starts at a legal shape.
  /// \param value_bytes  size of a matrix value: up to 4 is single precision, more is double
  /// \throws std::invalid_argument where `start` cannot run on the machine
  Tuner2012(RowShape start, int value_bytes, const Machine& machine)
      : machine_(machine), min_block_size_(value_bytes <= 4 ? 96 : 64), best_(start), trial_(start) {
    const char* const fault = shape_fault(start, machine);
    require(fault == nullptr, "Tuner2012", "start {coop ", start.coop, ", repeat ", start.repeat, ", block_size ",
            start.block_size, "} cannot run: ", fault != nullptr ? fault : "");
  }

  /// \brief The shape of the coming product; the same until a time is reported.
  RowShape next() const { return trial_; }

  /// \brief The time of a product of shape `next()`, in seconds (any unit, as long as it is one).
  void report(double seconds) {
    if (finished()) return;
    ++products_;
    if (!std::isfinite(seconds) || seconds <= 0) {
      report_failure();
    } else if (step_ == Step::time_start) {
      report_start(seconds);
    } else {
      report_trial(seconds);
    }
  }

  bool finished() const { return step_ == Step::done; }
  RowShape best() const { return best_; }
  int products() const { return products_; }  ///< reported while tuning, failed ones included

 private:
  enum class Step {
    time_start,
    first_halving,  // 1
    double_coop,    // 2
    halve_coop,
    halve_repeat,  // 3
    double_repeat,
    more_threads,  // 4
    fewer_threads,
    done
  };

  static constexpr double no_change = 0.05;
  static constexpr double agreement = 0.10;
  static constexpr int start_products = 4;
  static constexpr int failures_in_a_row = 3;
  static constexpr int block_size_of_step_2 = 192;
  static constexpr int block_size_step = 32;
  static constexpr int largest_block_size = 512;

  void report_failure() {
    if (++failures_ < failures_in_a_row) return;
    if (step_ == Step::time_start && times_ == 0) {
      step_ = Step::done;
    } else {
      go_on(false, false);
    }
  }

  void report_start(double seconds) {
    failures_ = 0;
    ++times_;
    const double smaller = times_ == 1 || seconds < best_seconds_ ? seconds : best_seconds_;
    const double larger = times_ == 1 || seconds > best_seconds_ ? seconds : best_seconds_;
    best_seconds_ = smaller;
    const bool agree = times_ > 1 && larger <= (1 + agreement) * smaller;
    if (agree || times_ == start_products) go_on(false, false);
  }

  void report_trial(double seconds) {
    failures_ = 0;
    ++times_;
    const bool looks_faster = seconds < best_seconds_;
    const double change = std::abs(seconds / best_seconds_ - 1);
    if (times_ == 1) {
      trial_seconds_ = seconds;
      if (looks_faster && change <= no_change) return;  // again, to be sure
      if (looks_faster) keep(seconds);
      go_on(looks_faster, change > no_change);
    } else {
      if (looks_faster) keep(seconds < trial_seconds_ ? seconds : trial_seconds_);
      go_on(looks_faster, false);
    }
  }

  void keep(double seconds) {
    best_ = trial_;
    best_seconds_ = seconds;
  }

  /// Moves on to the next shape worth a product.
  /// \param kept     whether the last shape became the best
  /// \param changed  whether it changed the time by more than `no_change`
  void go_on(bool kept, bool changed) {
    step_ = following(kept, changed);
    while (step_ != Step::done && !proposes_legal_shape()) step_ = following(false, false);
    if (step_ == Step::done) trial_ = best_;
    times_ = 0;
    failures_ = 0;
  }

  Step following(bool kept, bool changed) {
    const bool helped = helped_;
    helped_ = kept && step_ != Step::first_halving;
    switch (step_) {
      case Step::time_start:
        return Step::first_halving;
      case Step::first_halving:
        if (!changed) return Step::double_coop;
        return kept ? Step::halve_repeat : Step::double_repeat;
      case Step::double_coop:
        if (kept) return step_;
        return helped ? Step::more_threads : Step::halve_coop;
      case Step::halve_coop:
      case Step::halve_repeat:
      case Step::double_repeat:
        return kept ? step_ : Step::more_threads;
      case Step::more_threads:
        if (kept) return step_;
        return helped ? Step::done : Step::fewer_threads;
      case Step::fewer_threads:
        return kept ? step_ : Step::done;
      case Step::done:
        break;
    }
    return Step::done;
  }

  bool proposes_legal_shape() {
    const bool host = machine_.kind == MachineKind::host;
    RowShape shape = best_;
    switch (step_) {
      case Step::first_halving:
      case Step::halve_repeat:
        shape.repeat /= 2;
        break;
      case Step::double_repeat:
        if (shape.repeat > INT32_MAX / 2) return false;
        shape.repeat *= 2;
        break;
      case Step::double_coop:
        shape.coop *= 2;
        if (shape.block_size < block_size_of_step_2) shape.block_size = block_size_of_step_2;
        break;
      case Step::halve_coop:
        shape.coop /= 2;
        break;
      default:
        shape.block_size += step_ == Step::more_threads ? block_size_step : -block_size_step;
        if (host || shape.block_size > largest_block_size || shape.block_size < min_block_size_) return false;
    }
    if (host) shape.block_size = shape.coop;
    if (shape_fault(shape, machine_) != nullptr) return false;
    trial_ = shape;
    return true;
  }

  Machine machine_;
  int min_block_size_;
  RowShape best_;
  RowShape trial_;
  double best_seconds_ = 0;
  double trial_seconds_ = 0;
  Step step_ = Step::time_start;
  bool helped_ = false;  // some shape of this step was kept
  int times_ = 0;        // of the trial
  int failures_ = 0;     // of the trial, in a row
  int products_ = 0;
};

}  // namespace detail
}  // namespace sporos
