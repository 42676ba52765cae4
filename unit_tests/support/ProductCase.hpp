// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief A matrix with its vectors, on the host and on the device, and the right result of the product.
#pragma once

#include <gtest/gtest.h>

#include <deque>
#include <limits>

#include "core/Sporos_Spmv.hpp"
#include "unit_tests/support/Gallery.hpp"
#include "unit_tests/support/Reference.hpp"
#include "unit_tests/support/compiled/CompiledLeaves.hpp"

namespace sporos_test {

template <class Value, class Vector = Value, class Column = int, class Offset = int>
class ProductCase {
 public:
  using Exec = Kokkos::DefaultExecutionSpace;
  using Space = Exec::memory_space;
  using HostMatrix = sporos::CrsMatrix<Value, Column, Offset, Kokkos::HostSpace>;

  explicit ProductCase(const Pattern& pattern) : ProductCase(make_matrix<Value, Column, Offset>(pattern)) {}
  explicit ProductCase(const HostMatrix& host)
      : matrix(sporos::copy_to<Space>(host)),
        x(Kokkos::view_alloc(std::string("x"), Kokkos::WithoutInitializing),
          static_cast<std::size_t>(host.num_columns)),
        y(Kokkos::view_alloc(std::string("y"), Kokkos::WithoutInitializing), static_cast<std::size_t>(host.num_rows)),
        host_matrix_(host),
        host_x_(make_vector<Vector>(host.num_columns, 1)),
        host_y_(make_vector<Vector>(host.num_rows, 2)) {
    Kokkos::deep_copy(x, host_x_);
  }

  /// Checks `run(alpha, x, beta, y)`, which computes the product. If beta == 0, y holds NaN before, which must not be
  /// read.
  template <class Run>
  void check(Vector alpha, Vector beta, const Run& run) {
    start_from(beta);
    run(alpha, x, beta, y);
    EXPECT_EQ(first_wrong_row(reference(alpha, beta), sporos::detail::host_copy(y)), -1) << "beta " << beta;
  }

  /// Sets y to its content before a product.
  void start_from(Vector beta) {
    if (beta == Vector(0)) {
      Kokkos::deep_copy(y, Vector(std::numeric_limits<float>::quiet_NaN()));
    } else {
      Kokkos::deep_copy(y, host_y_);
    }
  }

  sporos::CrsMatrix<Value, Column, Offset, Space> matrix;
  Kokkos::View<Vector*, Space> x;
  Kokkos::View<Vector*, Space> y;

 private:
  struct Known {
    Vector alpha;
    Vector beta;
    Reference reference;
  };

  const Reference& reference(Vector alpha, Vector beta) {
    for (const Known& known : known_) {
      if (known.alpha == alpha && known.beta == beta) return known.reference;
    }
    if (known_.empty()) sums_ = reference_sums(host_matrix_, host_x_);
    known_.push_back({alpha, beta, reference_of_sums<Value, decltype(host_x_)>(sums_, alpha, beta, host_y_)});
    return known_.back().reference;
  }

  HostMatrix host_matrix_;
  Kokkos::View<Vector*, Kokkos::HostSpace> host_x_;
  Kokkos::View<Vector*, Kokkos::HostSpace> host_y_;
  ReferenceSums sums_;
  std::deque<Known> known_;
};

/// \brief Checks several products of one plan, one after the other: no product may disturb the next.
template <class Case, class Plan>
void check_repeated_products(Case& matrix_case, const Plan& plan) {
  for (const double beta : {0.0, -1.25, 0.0}) {
    matrix_case.check(0.75, beta, [&](auto... arguments) { plan.apply(arguments...); });
  }
}

}  // namespace sporos_test
