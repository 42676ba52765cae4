// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Exhaustive search: times the decisions that ExhaustiveSearch asks for on vectors of its own, and waits for
/// each time.
#pragma once

#include <limits>

#include "core/tuning/Sporos_PreparedCrs.hpp"
#include "core/tuning/Sporos_TrialRounds.hpp"
#include "policies/tuning/Sporos_CrsSearch.hpp"
#include "policies/tuning/Sporos_ExhaustiveSearch.hpp"

namespace sporos {
namespace detail {

template <class ExecutionSpace, class Matrix, class PrimitiveSet>
class TryAll {
 public:
  TryAll(const ExecutionSpace& exec, const Machine& machine, const Matrix& matrix)
      : exec_(exec),
        matrix_(matrix),
        prepared_(machine),
        x_(trial_vector<Value>(exec, "sporos::tuning[trial x]", matrix.num_columns)),
        y_(Kokkos::view_alloc(exec, std::string("sporos::tuning[trial y]")),
           static_cast<std::size_t>(matrix.num_rows)) {}

  /// All decisions that were tried, the best first. A decision that cannot be prepared or launched has no time.
  std::vector<TriedDecision> operator()(const std::vector<CrsDecision>& decisions) {
    std::vector<TriedDecision> choices;
    for (const CrsDecision& decision : decisions) choices.push_back({decision});
    ExhaustiveSearch<TriedDecision> search(std::move(choices));
    while (!search.finished()) search.report(try_next(search));
    return search.tried();
  }

 private:
  using Value = vector_value<typename Matrix::value_type>;
  using Vector = Kokkos::View<Value*, typename ExecutionSpace::memory_space>;

  // The seconds of one product; NaN if it cannot run.
  double try_next(const ExhaustiveSearch<TriedDecision>& search) {
    try {
      if (search.is_cold()) time_products(search.next().decision, 1);  // loads the kernel
      return time_products(search.next().decision, search.products());
    } catch (const std::exception&) {
      return std::numeric_limits<double>::quiet_NaN();
    }
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
