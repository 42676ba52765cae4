// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The transposed products of a plan: another plan, of the transposed matrix in compressed rows.
#pragma once

#include <memory>

#include "core/Sporos_TransposedDescription.hpp"
#include "core/device/instance/Sporos_RecordedArrays.hpp"
#include "core/kernels/Sporos_Conjugated.hpp"
#include "core/launch/Sporos_CheckOperation.hpp"
#include "formats/common/Sporos_LaunchKernel.hpp"
#include "formats/crs/Sporos_TransposedCrs.hpp"
#include "policies/Sporos_Options.hpp"

namespace sporos {
namespace detail {

/// \brief To be called before a product that would make the transposed matrix.
/// \throws std::invalid_argument where the product is recorded into a graph
template <class PrimitiveSet, class ExecutionSpace>
void require_not_recorded(const char* function, const ExecutionSpace& exec, Op op) {
  require(!is_product_recorded<PrimitiveSet>(exec), function, "op = ", name(op),
          " needs the transposed matrix, which cannot be made while a graph is recorded; name the operation in "
          "options.operations, or multiply once before");
}

/// \brief Made by the constructor of a plan if its options name such an operation, else by the first such product.
/// \tparam RowsPlan  the Plan of compressed rows; its kernels are compiled anyway
template <class RowsPlan>
class TransposedPlan {
  using ExecutionSpace = typename RowsPlan::execution_space;
  using Matrix = typename RowsPlan::matrix_type;
  using Offset = typename Matrix::offset_type;
  using Transposed =
      TransposedCrs<typename Matrix::value_type, typename Matrix::column_type, Offset, typename Matrix::memory_space>;

 public:
  bool is_there() const { return parts_ != nullptr; }

  /// \brief Makes the transposed matrix and its plan; waits.
  void make(const ExecutionSpace& exec, const Matrix& rows, const Options& options) {
    Options of_rows = options;
    of_rows.operations = {};
    of_rows.format.reset();
    of_rows.validate = false;
    const ProfilingRegion region("sporos::Plan[transposed]");
    Transposed matrix = transposed(exec, rows, "Plan");
    RowsPlan plan(exec, matrix.rows, of_rows);
    wait_for(exec, "sporos::transpose[wait]");  // before rows that are only needed here are freed
    parts_.reset(new Parts{std::move(matrix), std::move(plan)});
  }

  /// \brief The product; `op` is one that transposes.
  template <class Alpha, class X, class Beta, class Y>
  void apply(Op op, const Alpha& alpha, const X& x, const Beta& beta, const Y& y) const {
    if (is_conjugated(op)) {
      parts_->plan.apply(Op::conjugate, alpha, x, beta, y);
    } else {
      parts_->plan.apply(alpha, x, beta, y);
    }
  }

  /// \brief The sums of the product to `f`.
  template <class X, class F>
  void apply_with(Op op, const X& x, const F& f) const {
    parts_->plan.apply_with(is_conjugated(op) ? Op::conjugate : Op::none, x, f);
  }

  /// \brief Takes new numbers, in the order of the rows that it was made from; asynchronous.
  template <class Values>
  void update(const ExecutionSpace& exec, const Values& values) const {
    if (is_there()) parts_->matrix.take(exec, values.data());
  }

  /// \brief The same, with the interface of TransposedAlike; the matrix is not used.
  template <class Stored, class Values>
  void update(const ExecutionSpace& exec, const Stored&, const Values& values) const {
    update(exec, values);
  }

  /// \brief Changes the order in which new numbers come from now on: that of entry `k` of the rows is number
  /// `places(k)`.
  template <class Places>
  void compose(const ExecutionSpace& exec, const Places& places) {
    const auto own =
        fresh_array<decltype(parts_->matrix.map)>(exec, "sporos::transpose[map]", parts_->matrix.rows.nnz());
    launch_kernel("sporos::transpose[map]", IndexRange<ExecutionSpace>(exec, 0, parts_->matrix.rows.nnz()),
                  TakeTransposed<Offset, Offset, Offset>{places.data(), parts_->matrix.map.data(), own.data()});
    wait_for(exec, "sporos::transpose[wait]");
    parts_->matrix.map = own;
  }

  /// \brief A copy with numbers of its own.
  TransposedPlan clone(const ExecutionSpace& exec) const {
    TransposedPlan copy;
    if (!is_there()) return copy;
    copy.parts_.reset(new Parts{parts_->matrix.with_own_values(exec), parts_->plan.clone()});
    copy.parts_->plan.update_values(copy.parts_->matrix.rows.values);
    return copy;
  }

  /// \brief The bytes that it keeps.
  std::int64_t bytes() const { return is_there() ? parts_->matrix.bytes() + parts_->plan.memory().prepared : 0; }

  TransposedDescription describe() const {
    if (!is_there()) return {};
    return {parts_->matrix.bytes(), name(parts_->plan.describe().decision.algorithm), "crs"};
  }

 private:
  struct Parts {
    Transposed matrix;
    RowsPlan plan;
  };

  std::unique_ptr<Parts> parts_;
};

}  // namespace detail
}  // namespace sporos
