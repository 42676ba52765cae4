// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Exhaustive search: times decisions on vectors of its own, and waits for each time.
///
/// Every decision is timed once. The best third, and the first decision, then run in TrialRounds.
#pragma once

#include <algorithm>
#include <cmath>

#include "core/tuning/Sporos_PreparedCrs.hpp"
#include "core/tuning/Sporos_TrialRounds.hpp"
#include "policies/tuning/Sporos_CrsSearch.hpp"

namespace sporos {
namespace detail {

template <class ExecutionSpace, class Matrix, class PrimitiveSet>
class TryAll {
 public:
  TryAll(const ExecutionSpace& exec, const Machine& machine, const Matrix& matrix)
      : exec_(exec),
        matrix_(matrix),
        prepared_(machine),
        x_(Kokkos::view_alloc(exec, std::string("sporos::tuning[trial x]")),
           static_cast<std::size_t>(matrix.num_columns)),
        y_(Kokkos::view_alloc(exec, std::string("sporos::tuning[trial y]")),
           static_cast<std::size_t>(matrix.num_rows)) {}

  /// All that was tried, the best first. One that cannot be prepared or launched has no time.
  std::vector<TriedDecision> operator()(const std::vector<CrsDecision>& decisions) {
    std::vector<TriedDecision> tried;
    for (const CrsDecision& decision : decisions) {
      tried.push_back({decision});
      try_once(tried.back());
    }
    const auto faster = [](const TriedDecision& a, const TriedDecision& b) { return a.seconds < b.seconds; };
    std::stable_sort(tried.begin() + 1, tried.end(), faster);
    const double best = std::min_element(tried.begin(), tried.end(), faster)->seconds;
    std::size_t finalists = 1 + (tried.size() + 1) / 3;
    finalists = std::min(finalists, tried.size());
    while (finalists > 1 && !(tried[finalists - 1].seconds <= TrialRounds::absurd * best)) --finalists;
    const auto first_loser = tried.begin() + static_cast<std::ptrdiff_t>(finalists);
    std::for_each(tried.begin(), first_loser, [](TriedDecision& finalist) { finalist.products = 0; });
    for (int round = 0; round < TrialRounds::rounds; ++round) {
      std::for_each(tried.begin(), first_loser, [&](TriedDecision& finalist) { run_round(finalist, round == 0); });
    }
    std::stable_sort(tried.begin(), first_loser, faster);
    return tried;
  }

 private:
  using Value = typename Matrix::value_type;
  using Vector = Kokkos::View<Value*, typename ExecutionSpace::memory_space>;

  void try_once(TriedDecision& tried) {
    try {
      time_products(tried.decision, 1);  // loads the kernel
      tried.seconds = time_products(tried.decision, 1);
      tried.products = 1;
    } catch (const std::exception&) {
      tried.seconds = std::numeric_limits<double>::infinity();
    }
  }

  void run_round(TriedDecision& tried, bool first) {
    if (!std::isfinite(tried.seconds)) return;
    const int products = TrialRounds::products(tried.seconds);
    const double seconds = time_products(tried.decision, products);
    tried.seconds = first ? seconds : std::min(tried.seconds, seconds);
    tried.products += products;
  }

  double time_products(const CrsDecision& decision, int products) {
    const auto& prepared = prepared_.get(exec_, matrix_, decision);
    const auto run = [&] {
      for (int product = 0; product < products; ++product) {
        prepared.run(exec_, matrix_, Value(1), x_, Value(0), y_, binder_);
      }
    };
    return seconds_of(exec_, run) / products;
  }

  ExecutionSpace exec_;
  Matrix matrix_;
  PreparedList<ExecutionSpace, Matrix, PrimitiveSet> prepared_;
  VectorBinder<ExecutionSpace> binder_;
  Vector x_;
  Vector y_;
};

}  // namespace detail
}  // namespace sporos
