// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief The product of the rows that one process has, in two steps: rows that need no entry of x from elsewhere, then
/// the others.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/Sporos_Plan.hpp"
#include "formats/common/Sporos_LaunchKernel.hpp"
#include "formats/common/Sporos_RowOffsets.hpp"
#include "policies/Sporos_InteriorRows.hpp"

namespace sporos {
namespace detail {

/// \brief The longest range of rows without an entry in column `first_ghost` or a later one.
template <class ExecutionSpace, class Matrix>
InteriorRows longest_interior(const ExecutionSpace& exec, const Matrix& matrix, std::int64_t first_ghost) {
  if (first_ghost >= matrix.num_columns) return {0, matrix.num_rows};
  const Kokkos::View<char*, typename Matrix::memory_space> has_ghosts("sporos::ghosts", matrix.num_rows);
  const auto offsets = matrix.row_offsets;
  const auto columns = matrix.columns;
  launch_kernel(
      "sporos::tpetra[ghosts]", RowRange<ExecutionSpace>(exec, 0, matrix.num_rows),
      KOKKOS_LAMBDA(const std::int64_t row) {
        for (auto k = offsets(row); k < offsets(row + 1); ++k) {
          if (columns(k) >= first_ghost) has_ghosts(row) = 1;
        }
      });
  wait_for(exec, "sporos::tpetra[wait]");
  const auto flags = host_copy(has_ghosts);
  InteriorRows longest, range;
  for (std::int64_t row = 0; row < matrix.num_rows; ++row) {
    if (flags(row)) range.begin = row + 1;
    range.end = row + 1;
    if (range.size() > longest.size()) longest = range;
  }
  return longest;
}

/// \brief A matrix of some of the rows. It shares their columns and values; row offsets are copied unless they begin
/// with the first row.
template <class ExecutionSpace, class Matrix>
Matrix rows_of(const ExecutionSpace& exec, const Matrix& matrix, InteriorRows range) {
  if (range.size() == matrix.num_rows) return matrix;
  using Offset = typename Matrix::offset_type;
  const Kokkos::View<Offset*, Kokkos::LayoutRight, typename Matrix::memory_space> offsets(
      Kokkos::view_alloc(Kokkos::WithoutInitializing, "sporos::row_offsets"), range.size() + 1);
  const auto all = Kokkos::subview(matrix.row_offsets, std::make_pair(range.begin, range.end + 1));
  launch_kernel(
      "sporos::tpetra[offsets]", RowRange<ExecutionSpace>(exec, 0, range.size() + 1),
      KOKKOS_LAMBDA(const std::int64_t row) { offsets(row) = all(row) - all(0); });
  wait_for(exec, "sporos::tpetra[wait]");
  const auto ends = host_copy(all);
  const auto entries = std::make_pair(ends(0), ends(range.size()));
  return {range.size(), matrix.num_columns, offsets, Kokkos::subview(matrix.columns, entries),
          Kokkos::subview(matrix.values, entries)};
}

/// \brief The plans of the rows of one process: of the early ones and of what stands before and after them, or of all.
/// Products by a transpose take one of all rows.
template <class ExecutionSpace, class Matrix>
class TpetraLocalProduct {
 public:
  /// \param first_ghost  the first column whose entry of x comes from another process
  TpetraLocalProduct(const ExecutionSpace& exec, const Matrix& matrix, std::int64_t first_ghost, const Options& options)
      : exec_(exec), matrix_(matrix), options_(options), first_ghost_(first_ghost) {
    if (first_ghost < matrix.num_columns) {
      if (options.validate) validate(exec, matrix);  // before anyone follows row offsets to columns
      early_ = early_rows(longest_interior(exec, matrix, first_ghost), matrix.num_rows);
    }
    if (early_.size() > 0) {
      Options of_parts = options;
      of_parts.operations = {};
      of_parts.validate = false;
      for (const InteriorRows range :
           {early_, InteriorRows{0, early_.begin}, InteriorRows{early_.end, matrix.num_rows}}) {
        if (range.size() > 0) parts_.push_back({range, {exec, rows_of(exec, matrix, range), of_parts}});
      }
    }
    if (early_.size() == 0 || are_transposed(options.operations)) whole();
  }

  /// \brief Whether the plans are of a matrix of this pattern.
  bool is_of(const Matrix& matrix) const {
    return matrix.row_offsets.data() == matrix_.row_offsets.data() && matrix.columns.data() == matrix_.columns.data() &&
           matrix.num_rows == matrix_.num_rows && matrix.num_columns == matrix_.num_columns &&
           matrix.nnz() == matrix_.nnz();
  }

  /// \brief Goes over to another array of values.
  void take_values(const Matrix& matrix) {
    if (matrix.values.data() == matrix_.values.data()) return;
    matrix_ = matrix;
    if (whole_) whole_->update_values(matrix.values);
    for (Part& part : parts_) part.plan.update_values(rows_of(exec_, matrix, part.range).values);
  }

  /// \brief The product of the early rows, if there are any.
  template <class Value, class X, class Y>
  void apply_early(Value alpha, const X& x, Value beta, const Y& y) const {
    if (!parts_.empty()) apply_part(parts_.front(), alpha, x, beta, y);
  }

  /// \brief The product of all other rows.
  template <class Value, class X, class Y>
  void apply_late(Value alpha, const X& x, Value beta, const Y& y) const {
    if (parts_.empty()) apply_plan(*whole_, Op::none, alpha, x, beta, y);
    for (std::size_t i = 1; i < parts_.size(); ++i) apply_part(parts_[i], alpha, x, beta, y);
  }

  /// \brief The product by the transposed matrix.
  /// \param has_new_values  whether somebody may have written into the array of values
  template <class Value, class X, class Y>
  void apply_transposed(Op op, Value alpha, const X& x, Value beta, const Y& y, bool has_new_values) {
    if (has_new_values) whole().update_values(matrix_.values);
    apply_plan(whole(), op, alpha, x, beta, y);
  }

  std::string words() const {
    std::string text = concat(matrix_.num_rows, " rows, ", matrix_.nnz(), " entries, ",
                              matrix_.num_columns - first_ghost_, " ghosts. ");
    if (early_.size() > 0) text += concat("Rows ", early_.begin, " to ", early_.end - 1, " do not wait for ghosts. ");
    return text + (parts_.empty() ? *whole_ : parts_.front().plan).describe().words();
  }

 private:
  using ThePlan = PlanOf<ExecutionSpace, Matrix>;

  struct Part {
    InteriorRows range;
    ThePlan plan;
  };

  ThePlan& whole() {
    if (!whole_) whole_ = std::make_unique<ThePlan>(exec_, matrix_, options_);
    return *whole_;
  }

  // One vector is multiplied as one, which takes fewer registers than a list of columns.
  template <class Value, class X, class Y>
  static void apply_plan(const ThePlan& plan, Op op, Value alpha, const X& x, Value beta, const Y& y) {
    if (y.extent(1) == 1) {
      plan.apply(op, alpha, Kokkos::subview(x, Kokkos::ALL, 0), beta, Kokkos::subview(y, Kokkos::ALL, 0));
    } else {
      plan.apply(op, alpha, x, beta, y);
    }
  }

  template <class Value, class X, class Y>
  static void apply_part(const Part& part, Value alpha, const X& x, Value beta, const Y& y) {
    const auto rows = std::make_pair(part.range.begin, part.range.end);
    apply_plan(part.plan, Op::none, alpha, x, beta, Kokkos::subview(y, rows, Kokkos::ALL));
  }

  ExecutionSpace exec_;
  Matrix matrix_;
  Options options_;
  std::int64_t first_ghost_;
  InteriorRows early_;
  std::vector<Part> parts_;         // the early rows come first; none where no rows are early
  std::unique_ptr<ThePlan> whole_;  // where there are no parts, and for products by a transpose
};

}  // namespace detail
}  // namespace sporos
