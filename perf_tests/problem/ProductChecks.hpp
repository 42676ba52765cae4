// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Products of a matrix in every operation, format, algorithm, number of columns and layout, against the wide
/// reference.
#pragma once

#include "core/Sporos_AnyPlan.hpp"
#include "core/Sporos_Fused.hpp"
#include "formats/generate/Sporos_CounterRandom.hpp"
#include "perf_tests/problem/OperatedMatrix.hpp"
#include "perf_tests/problem/WideReference.hpp"
#include "perf_tests/support/CheckReport.hpp"
#include "perf_tests/support/Operands.hpp"

namespace sporos::perf {

/// \brief The numbers of columns that are tried.
inline constexpr int checked_columns[] = {1, 2, 3, 4, 7, 8, 16, 17};

/// \brief Each product is made with a dot product for each column, so that both are checked.
template <class Value, class Vector>
class ProductChecks {
  using Sum = sporos::detail::sum_type<Value, Vector, Vector>;
  using HostMatrix = CrsMatrix<Value, int, int, Kokkos::HostSpace>;
  using Given = Operands<Value, int, Vector>;
  using vector_view = typename Given::vector_view;
  using Any = decltype(any_matrix(std::declval<const typename Given::matrix_type&>()));
  using AnyPlan = Plan<Execution, Any>;

 public:
  ProductChecks(const HostMatrix& host, Vector alpha, Vector beta)
      : host_(host), operands_{Execution(), copy_to<Memory>(host), {}, {}, alpha, beta, {}} {}

  CheckReport operator()() {
    for (const Op op : {Op::none, Op::transpose, Op::conjugate, Op::conjugate_transpose}) {
      start(op);
      for (const Algorithm algorithm : all_algorithms()) {
        Options options;
        options.algorithm = algorithm;
        check_plan(std::string("crs ") + name(algorithm), options);
      }
      sporos::detail::StoredTypes<typename Any::storage_type>::find([&](auto type) {
        using Matrix = typename decltype(type)::type;
        if constexpr (sporos::detail::is_format<Matrix>) {
          for (const Format format : FormatTraits<Matrix>::formats) {
            Options options;
            options.format = format;
            check_plan(name(format), options);
          }
        }
        return false;
      });
      check("crs without a plan", [&](const auto& x, const auto& y, const auto&, const auto&) {
        spmv(operands_.exec, operands_.kind.operation, operands_.alpha, operands_.matrix, x, operands_.beta, y);
        return false;
      });
    }
    return report_;
  }

 private:
  static constexpr int most_columns = 17;

  // The vectors and the references of an operation.
  void start(Op op) {
    operands_.kind.operation = op;
    const HostMatrix matrix = operated(op, host_);
    const auto filled = [](std::int64_t rows, std::uint64_t seed) {
      const Kokkos::View<Vector*, Kokkos::HostSpace> all("all", static_cast<std::size_t>(rows * most_columns));
      sporos::detail::fill_random(all, seed);
      return all;
    };
    x_ = filled(matrix.num_columns, 1);
    y_ = filled(matrix.num_rows, 2);
    w_ = filled(matrix.num_rows, 3);
    references_.clear();
    for (int c = 0; c < most_columns; ++c) {
      references_.emplace_back(matrix, column(x_, c), column(y_, c), Sum(operands_.alpha), Sum(operands_.beta));
    }
  }

  void check_plan(const std::string& who, Options options) {
    options.operations = operands_.kind.operation;
    try {
      const AnyPlan plan(operands_.exec, any_matrix(operands_.matrix), options);
      const FusedMemory<Execution> memory(operands_.exec);
      check(who, [&](const auto& x, const auto& y, const auto& w, const auto& result) {
        apply_dots(plan, operands_.kind.operation, operands_.alpha, x, operands_.beta, y, memory, dot_with(w, result));
        return true;
      });
    } catch (const std::exception& error) {
      report_.refused[who] = error.what();
    }
  }

  // `multiply(x, y, w, result)` says whether it has made the dot products.
  template <class Multiply>
  void check(const std::string& who, const Multiply& multiply) {
    for (const int columns : checked_columns) {
      for (const Layout layout : {Layout::left, Layout::right}) {
        if (columns == 1 && layout == Layout::right) continue;
        operands_.kind.columns = columns;
        operands_.kind.layout = layout;
        operands_.x = packed(x_);
        operands_.y = packed(y_);
        operands_.further = packed(w_);
        operands_.result = vector_view("result", static_cast<std::size_t>(columns));
        if (operands_.beta == Vector(0)) {
          Kokkos::deep_copy(operands_.y, Vector(std::numeric_limits<float>::quiet_NaN()));
        }
        bool has_dots = false;
        operands_.with_all([&](const auto&... arguments) { has_dots = multiply(arguments...); });
        operands_.exec.fence();
        judge(who, has_dots);
      }
    }
  }

  void judge(const std::string& who, bool has_dots) {
    const ProductKind& kind = operands_.kind;
    const auto y = sporos::detail::host_copy(operands_.y);
    const auto w = sporos::detail::host_copy(operands_.further);
    const auto dots = sporos::detail::host_copy(operands_.result);
    double error = 0;
    for (int c = 0; c < kind.columns; ++c) {
      const auto& reference = references_[static_cast<std::size_t>(c)];
      error = std::max(error, reference.error_in_bounds(column_of(y, kind, c)));
      if (has_dots) error = std::max(error, reference.dot_error_in_bounds(column_of(w, kind, c), dots(c)));
    }
    if (error <= 1) {
      ++report_.right;
    } else {
      report_.wrong.push_back(sporos::detail::concat(who, ", ", name(kind.operation), ", ", kind.columns, " columns, ",
                                                     name(kind.layout), ": ", error, " bounds"));
    }
  }

  // Column `c` of columns one behind the other.
  template <class View>
  static ColumnOf<View> column(const View& all, int c) {
    return {all, c * (static_cast<std::int64_t>(all.extent(0)) / most_columns), 1};
  }

  // The first columns of `all` as the product wants them, on the device.
  vector_view packed(const Kokkos::View<Vector*, Kokkos::HostSpace>& all) const {
    const auto columns = static_cast<std::size_t>(operands_.kind.columns);
    const std::size_t rows = all.extent(0) / most_columns;
    const vector_view vectors(Kokkos::view_alloc(std::string("vectors"), Kokkos::WithoutInitializing), rows * columns);
    const auto host = Kokkos::create_mirror_view(vectors);
    const bool is_left = operands_.kind.layout == Layout::left;
    for (std::size_t c = 0; c < columns; ++c) {
      for (std::size_t row = 0; row < rows; ++row) {
        host(is_left ? c * rows + row : row * columns + c) = all(c * rows + row);
      }
    }
    Kokkos::deep_copy(vectors, host);
    return vectors;
  }

  HostMatrix host_;
  Given operands_;
  Kokkos::View<Vector*, Kokkos::HostSpace> x_, y_, w_;
  std::vector<WideReference<Sum>> references_;
  CheckReport report_;
};

}  // namespace sporos::perf
