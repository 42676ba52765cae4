// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief A matrix, and the right results of its products in every operation.
#pragma once

#include <gtest/gtest.h>

#include <map>

#include "core/Sporos.hpp"
#include "unit_tests/support/FormatTests.hpp"
#include "unit_tests/support/compiled/CompiledPlans.hpp"

namespace sporos_test {

using sporos::Op;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

inline constexpr Op all_operations[] = {Op::none, Op::transpose, Op::conjugate, Op::conjugate_transpose};

/// A matrix, x and y with sizes that suit both directions, and the right results of its products.
template <class Value>
class OperationCase {
 public:
  using HostMatrix = sporos::CrsMatrix<Value, int, int, Kokkos::HostSpace>;
  using Vector = Kokkos::View<Value*, Space>;

  explicit OperationCase(const Pattern& pattern) : OperationCase(make_matrix<Value>(pattern)) {}
  explicit OperationCase(const HostMatrix& host) : matrix(sporos::copy_to<Space>(host)), host_(host) {}

  /// Checks `run(op, alpha, x, beta, y)`, which computes the product. If beta == 0, y holds NaN before, which must not
  /// be read.
  template <class Run>
  void check(Op op, Value alpha, Value beta, const Run& run) const {
    SCOPED_TRACE(
        sporos::detail::concat("op ", name(op), ", alpha ", std::abs(widen(alpha)), ", beta ", std::abs(widen(beta))));
    const HostMatrix& by = operated(op);
    const auto host_x = make_vector<Value>(by.num_columns, 1);
    auto host_y = make_vector<Value>(by.num_rows, 2);
    const auto reference = reference_product(by, alpha, host_x, beta, host_y);
    if (beta == Value(0)) Kokkos::deep_copy(host_y, Value(std::numeric_limits<float>::quiet_NaN()));
    const auto x = Kokkos::create_mirror_view_and_copy(Space(), host_x);
    const auto y = Kokkos::create_mirror_view_and_copy(Space(), host_y);
    run(op, alpha, x, beta, y);
    Exec().fence();
    EXPECT_EQ(first_wrong_row(reference, sporos::detail::host_copy(y)), -1);
  }

  template <class Run>
  void check_all(const Run& run) const {
    for (const Op op : all_operations) {
      check(op, Value(0.75), Value(0), run);
      check(op, Value(-0.5), Value(1), run);
      check(op, Value(1), Value(2.5), run);
      check(op, Value(0), Value(2.5), run);
    }
  }

  sporos::CrsMatrix<Value, int, int, Space> matrix;

 private:
  const HostMatrix& operated(Op op) const {
    const auto known = operated_.find(op);
    return known != operated_.end() ? known->second : operated_.emplace(op, make_operated(op)).first->second;
  }

  // The simple way: lists of entries, one row after the other.
  HostMatrix make_operated(Op op) const {
    const auto value_of = [&](int k) {
      return op == Op::conjugate || op == Op::conjugate_transpose ? sporos::detail::conjugate_of(host_.values(k))
                                                                  : host_.values(k);
    };
    const bool turns = op == Op::transpose || op == Op::conjugate_transpose;
    const std::int64_t rows = turns ? host_.num_columns : host_.num_rows;
    std::vector<std::vector<std::pair<int, Value>>> lists(static_cast<std::size_t>(rows));
    for (int row = 0; row < host_.num_rows; ++row) {
      for (int k = host_.row_offsets(row); k < host_.row_offsets(row + 1); ++k) {
        const int column = host_.columns(k);
        lists[static_cast<std::size_t>(turns ? column : row)].emplace_back(turns ? row : column, value_of(k));
      }
    }
    auto result =
        sporos::detail::allocate_crs<HostMatrix>(rows, turns ? host_.num_rows : host_.num_columns, host_.nnz());
    int k = 0;
    for (std::size_t row = 0; row < lists.size(); ++row) {
      result.row_offsets(row) = k;
      for (const auto& [column, value] : lists[row]) {
        result.columns(k) = column;
        result.values(k++) = value;
      }
    }
    result.row_offsets(lists.size()) = k;
    return result;
  }

  HostMatrix host_;
  mutable std::map<Op, HostMatrix> operated_;
};

// For real numbers they are compiled elsewhere, in every format.
template <class Matrix>
auto plan_of(const Matrix& matrix, const sporos::Options& options = {}) {
  if constexpr (std::is_same<typename Matrix::value_type, double>::value) {
    return sporos::Plan(Exec(), sporos::any_matrix(matrix), options);
  } else {
    return sporos::Plan(Exec(), matrix, options);
  }
}

inline sporos::TransposedDescription transposed(const sporos::Description& plan) { return plan.transposed; }
inline sporos::TransposedDescription transposed(const sporos::AnyDescription& any) {
  return std::visit([](const auto& plan) { return plan.transposed; }, any.plan);
}

template <class Plan>
void check_plan(const OperationCase<double>& one, const Plan& plan) {
  one.check_all([&](auto... arguments) { plan.apply(arguments...); });
}

}  // namespace sporos_test
