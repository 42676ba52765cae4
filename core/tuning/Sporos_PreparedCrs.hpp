// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief A decision with everything that was prepared to run it.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <vector>

#include "core/kernels/Sporos_SumType.hpp"
#include "core/launch/Sporos_RunProduct.hpp"
#include "core/launch/crs/Sporos_LaunchCrs.hpp"
#include "core/setup/Sporos_CrsSetup.hpp"

namespace sporos {
namespace detail {

/// \brief Whether prepare_crs() prepares the same for both.
inline bool same_setup(const CrsDecision& a, const CrsDecision& b) {
  if (a.algorithm != b.algorithm || a.cuts_rows != b.cuts_rows || a.cuts_columns != b.cuts_columns ||
      a.seeks_bands != b.seeks_bands || (a.seeks_bands && a.prefetches != b.prefetches) ||
      (a.algorithm == Algorithm::merge_path && a.tile != b.tile))
    return false;
  const ListLimits lists = lists_of(a);
  return lists.same_blocks(lists_of(b)) && lists.same_long_rows(lists_of(b));
}

template <class ExecutionSpace, class Matrix, class PrimitiveSet>
class PreparedCrs {
 public:
  PreparedCrs(const ExecutionSpace& exec, const Machine& machine, const Matrix& matrix, const CrsDecision& decision,
              const AtHand<ExecutionSpace>& at_hand = {})
      : machine_(machine),
        decision_(decision),
        setup_(prepare_crs(exec, matrix, decision, sizeof(sum_type<typename Matrix::value_type, double, double>),
                           at_hand)),
        labels_(crs_labels(decision.algorithm)) {}

  /// A decision that shares what was prepared for another one; same_setup() must hold.
  PreparedCrs(const PreparedCrs& other, const CrsDecision& decision)
      : machine_(other.machine_), decision_(decision), setup_(other.setup_), labels_(other.labels_) {}

  template <class Scalar, class X, class Y>
  void run(const ExecutionSpace& exec, const Matrix& matrix, Scalar alpha, const X& x, Scalar beta, const Y& y,
           VectorBinder<ExecutionSpace>& binder) const {
    run_product<PrimitiveSet>(
        exec, machine_, labels_, decision_.primitives, matrix, alpha, x, beta, y, binder,
        [&](auto reduction, const auto& product) {
          launch_prepared<decltype(reduction)::value>(crs_product(product, matrix), decision_, setup_);
        },
        columns_in_lanes(decision_));
  }

  template <class X, class Epilogue>
  void run_with(const ExecutionSpace& exec, const Matrix& matrix, const X& x, const Epilogue& epilogue,
                VectorBinder<ExecutionSpace>& binder) const {
    run_with_epilogue<PrimitiveSet>(
        exec, machine_, labels_, decision_.primitives, matrix, x, epilogue, binder,
        [&](auto reduction, const auto& product) {
          launch_prepared<decltype(reduction)::value>(crs_product(product, matrix), decision_, setup_);
        },
        columns_in_lanes(decision_));
  }

  const CrsDecision& decision() const { return decision_; }
  const CrsSetup<ExecutionSpace>& setup() const { return setup_; }

 private:
  Machine machine_;
  CrsDecision decision_;
  CrsSetup<ExecutionSpace> setup_;
  const Labels& labels_;
};

/// \brief Decisions that are prepared when they are first asked for and then kept; those with the same setup share it.
template <class ExecutionSpace, class Matrix, class PrimitiveSet>
class PreparedList {
 public:
  using Prepared = PreparedCrs<ExecutionSpace, Matrix, PrimitiveSet>;

  explicit PreparedList(const Machine& machine) : machine_(machine) {}

  const Machine& machine() const { return machine_; }

  bool has(const CrsDecision& decision) const {
    return std::any_of(list_.begin(), list_.end(),
                       [&](const auto& prepared) { return prepared->decision() == decision; });
  }

  /// \param at_hand  what is known of `matrix`
  const Prepared& get(const ExecutionSpace& exec, const Matrix& matrix, const CrsDecision& decision,
                      const AtHand<ExecutionSpace>& at_hand = {}) {
    const Prepared* same = nullptr;
    for (const auto& prepared : list_) {
      if (prepared->decision() == decision) return *prepared;
      if (same_setup(prepared->decision(), decision)) same = prepared.get();
    }
    list_.push_back(same != nullptr ? std::make_unique<const Prepared>(*same, decision)
                                    : std::make_unique<const Prepared>(exec, machine_, matrix, decision, at_hand));
    return *list_.back();
  }

  /// The bytes that all decisions keep.
  std::int64_t bytes() const {
    std::map<const void*, std::int64_t> arrays;
    for (const auto& prepared : list_) {
      prepared->setup().each_array([&](const void* address, std::int64_t bytes) { arrays[address] = bytes; });
    }
    std::int64_t sum = 0;
    for (const auto& [address, bytes] : arrays) sum += bytes;
    return sum;
  }

 private:
  Machine machine_;
  std::vector<std::unique_ptr<const Prepared>> list_;
};

}  // namespace detail
}  // namespace sporos
