// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The products of one sequential block of a PETSc matrix, by plans that follow the block.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>

#include "core/Sporos_Plan.hpp"
#include "core/interop/Sporos_PetscRows.hpp"
#include "formats/common/Sporos_Kokkos.hpp"

namespace sporos {
namespace detail {

/// \brief What PETSc's functions call, whatever the execution space.
class PetscProducts {
 public:
  virtual ~PetscProducts() = default;

  /// \brief Makes the plan, if it is not there.
  virtual PetscErrorCode prepare() = 0;
  /// \brief `z = op(A)*x`; where there is a y, which may be z, `z = y + op(A)*x`.
  virtual PetscErrorCode multiply(Op op, Vec x, Vec y, Vec z) = 0;
  /// \brief What runs and why.
  virtual std::string describe() const = 0;
};

/// \brief Adds the sums of some rows.
template <class Y, class Rows>
struct AddToRows {
  Y y;
  Rows rows;

  template <class Index, class Sum>
  KOKKOS_INLINE_FUNCTION void operator()(Index row, const Sum& sum) const {
    y(rows(row)) += sum;
  }
};

/// \brief The products of a block on one execution space.
///
/// Off the diagonal most rows are empty. Such a block has a plan of the other rows alone, and its transposed products
/// another one, of the whole block.
/// \tparam Planned  the matrix type of its plans: of PETSc's rows, or an AnyMatrix
template <class ExecutionSpace, class Planned = typename PetscRows<ExecutionSpace>::Matrix>
class PetscBlock final : public PetscProducts {
  using Rows = PetscRows<ExecutionSpace>;
  using BlockPlan = Plan<ExecutionSpace, Planned>;
  using Input = PetscVector<ExecutionSpace, const PetscValue>;
  using Output = PetscVector<ExecutionSpace, PetscValue>;
  using List = Kokkos::View<PetscInt*, typename ExecutionSpace::memory_space>;

 public:
  PetscBlock(Mat block, const std::shared_ptr<const PetscOwner>& owner, const Options& options)
      : exec_(petsc_instance<ExecutionSpace>()), rows_(exec_, block, owner), options_(options) {}

  PetscErrorCode prepare() override { return follow(Op::none); }

  PetscErrorCode multiply(Op op, Vec x, Vec y, Vec z) override {
    PetscCall(follow(op));
    if (y != nullptr && y != z) PetscCall(VecCopy(y, z));
    const bool adds = y != nullptr;
    typename Input::view_type from;
    typename Output::view_type to;
    Input input(exec_, x);
    Output output(exec_, z);
    PetscCall(input.take(x_copy_, false, from));
    PetscCall(output.take(z_copy_, !adds, to));
    const PetscValue one(1);
    const PetscValue beta(adds ? 1 : 0);
    if (is_transposed(op)) {
      whole().apply(op, one, from, beta, to);
    } else if (part_.empty()) {
      whole_.apply(one, from, beta, to);
    } else {
      if (!adds) Kokkos::deep_copy(exec_, to, PetscValue(0));
      part_.apply_with(from, AddToRows<typename Output::view_type, List>{to, filled_});
    }
    PetscCall(output.finish());
    PetscCall(input.finish());
    PetscCall(PetscLogFlops(2 * static_cast<PetscLogDouble>(rows_.matrix().nnz())));
    return petsc_success;
  }

  std::string describe() const override {
    if (!part_.empty()) return concat("the rows that are not empty: ", part_.describe().words());
    return whole_.empty() ? "no product yet" : whole_.describe().words();
  }

 private:
  // The plans of the pattern and the numbers that the block has now.
  PetscErrorCode follow(Op op) {
    auto news = Rows::News::none;
    PetscCall(rows_.follow(is_transposed(op) || is_converted(part_) || is_converted(whole_), news));
    if (news == Rows::News::pattern || (part_.empty() && whole_.empty())) {
      make_plans();
    } else if (news == Rows::News::numbers) {
      if (!part_.empty()) part_.update_values(rows_.matrix().values);
      if (!whole_.empty()) whole_.update_values(rows_.matrix().values);
    }
    return petsc_success;
  }

  static bool is_converted(const BlockPlan& plan) {
    if constexpr (std::is_same<Planned, typename Rows::Matrix>::value) {
      return false;
    } else {
      return !plan.empty() && plan.format() != Format::crs;
    }
  }

  void make_plans() {
    part_ = BlockPlan();
    whole_ = BlockPlan();
    const auto& matrix = rows_.matrix();
    const auto offsets = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), matrix.row_offsets);
    const auto is_filled = [&](std::int64_t row) { return offsets(row) != offsets(row + 1); };
    std::int64_t count = 0;
    for (std::int64_t row = 0; row < matrix.num_rows; ++row) count += is_filled(row) ? 1 : 0;
    if (2 * count >= matrix.num_rows) {
      whole();
      return;
    }
    filled_ = allocate<List>(exec_, "sporos::petsc filled rows", count);
    const auto part_offsets = allocate<List>(exec_, "sporos::petsc offsets of filled rows", count + 1);
    const auto filled = Kokkos::create_mirror_view(filled_);
    const auto ends = Kokkos::create_mirror_view(part_offsets);
    ends(0) = 0;
    count = 0;
    for (std::int64_t row = 0; row < matrix.num_rows; ++row) {
      if (!is_filled(row)) continue;
      filled(count) = static_cast<PetscInt>(row);
      ends(++count) = offsets(row + 1);
    }
    Kokkos::deep_copy(exec_, filled_, filled);
    Kokkos::deep_copy(exec_, part_offsets, ends);
    wait_for(exec_, "sporos::petsc[wait]");
    Options options = options_;
    options.operations = {};
    part_ = BlockPlan(exec_, crs_view(count, matrix.num_columns, part_offsets, matrix.columns, matrix.values), options);
  }

  BlockPlan& whole() {
    if (whole_.empty()) whole_ = BlockPlan(exec_, rows_.matrix(), options_);
    return whole_;
  }

  ExecutionSpace exec_;
  Rows rows_;
  Options options_;
  List filled_;
  BlockPlan part_;   // of the rows that are not empty, where they are few
  BlockPlan whole_;  // of all rows, where it is needed
  typename Input::buffer_type x_copy_;
  typename Output::buffer_type z_copy_;
};

}  // namespace detail
}  // namespace sporos
