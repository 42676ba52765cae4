// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Times the products of a plan as the experiments of a search, without waiting for them.
///
/// The next product asks the running experiment for its time. Until that is known, and whenever a product is not
/// suitable for an experiment, the best decision known runs untimed. A kernel that has not run before first runs
/// untimed once, since loading a kernel takes longer than running it.
#pragma once

#include <algorithm>
#include <limits>
#include <optional>
#include <typeindex>
#include <utility>
#include <vector>

#include "core/device/instance/Sporos_EventTimer.hpp"
#include "policies/tuning/Sporos_CrsSearch.hpp"

namespace sporos {
namespace detail {

template <class ExecutionSpace>
class Experiments {
 public:
  explicit Experiments(CrsSearch search) : search_(std::move(search)) {}

  /// Continues with the state of the other, without its running experiment.
  Experiments(const Experiments& other)
      : search_(other.search_), kind_(other.kind_), products_(other.products_), warm_(other.warm_) {}
  Experiments& operator=(const Experiments&) = delete;

  /// Calls `run(decision)` once, with the decision for this product.
  /// \param kind     the types of the product; only products of the same types as the first one are timed
  /// \param whole    whether A is multiplied at all
  /// \param prepare  called before an experiment; if it throws, the decision counts as one that cannot run
  template <class Prepare, class Run>
  void product(const ExecutionSpace& exec, std::type_index kind, bool whole, const Prepare& prepare, const Run& run) {
    if (!whole || search_.finished() || !EventTimer<ExecutionSpace>::can_time(exec)) return run(search_.best());
    ask();
    if (products_ == 0) kind_ = kind;
    if (search_.finished() || pending_ || kind != kind_) return run(search_.best());
    ++products_;
    const CrsDecision decision = search_.next();
    try {
      prepare(decision);
    } catch (const std::exception&) {
      search_.report(std::numeric_limits<double>::quiet_NaN());
      return run(search_.best());
    }
    if (is_cold(decision)) return run(decision);
    timer_.start(exec);
    run(decision);
    timer_.stop(exec);
    pending_ = true;
    ask();
  }

  const CrsSearch& search() const { return search_; }

 private:
  void ask() {
    if (!pending_) return;
    const std::optional<double> seconds = timer_.seconds();
    if (!seconds) return;
    pending_ = false;
    search_.report(*seconds);
  }

  bool is_cold(const CrsDecision& decision) {
    if (is_host_execution<ExecutionSpace>) return false;
    // Only the algorithm and `coop` select a kernel; all other numbers are arguments at run time.
    const std::pair<Algorithm, int> kernel(decision.algorithm, decision.shape.coop);
    const bool cold = std::find(warm_.begin(), warm_.end(), kernel) == warm_.end();
    if (cold) warm_.push_back(kernel);
    return cold;
  }

  CrsSearch search_;
  EventTimer<ExecutionSpace> timer_;
  std::type_index kind_ = typeid(void);
  long products_ = 0;
  bool pending_ = false;
  std::vector<std::pair<Algorithm, int>> warm_;
};

}  // namespace detail
}  // namespace sporos
