// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Products with decisions that no policy makes: tiny tiles and limits, so that small matrices reach every
/// branch of the kernels.
#pragma once

#include <algorithm>

#include "core/launch/crs/Sporos_LaunchUnprepared.hpp"
#include "core/tuning/Sporos_PreparedCrs.hpp"
#include "unit_tests/support/ProductCase.hpp"

namespace sporos_test {

using Exec = Kokkos::DefaultExecutionSpace;

/// \brief `algorithm` in teams of `block_size`, without asking a policy.
inline sporos::CrsDecision invented(sporos::Algorithm algorithm, int block_size, int tile) {
  sporos::CrsDecision decision;
  decision.algorithm = algorithm;
  decision.shape = {1, 1, block_size};
  decision.tile = tile;
  decision.stream_rows = 1 + tile / 7;
  decision.evicts_first = tile % 2 == 0;
  decision.primitives = {sporos::detail::Reductions<Exec>::preferred, sporos::detail::VectorBinder<Exec>::preferred};
  return decision;
}

inline std::string words(const sporos::CrsDecision& decision) {
  return sporos::detail::concat(name(decision.algorithm), ", block ", decision.shape.block_size, ", tile ",
                                decision.tile, ", long row ", decision.limits.long_row);
}

/// \brief Checks three products, one after the other, with a set-up made for `decision`.
template <class Case>
void check_invented(Case& matrix_case, const sporos::CrsDecision& decision) {
  SCOPED_TRACE(words(decision));
  const Exec exec;
  const auto matrix = sporos::crs_view(matrix_case.matrix);
  const sporos::detail::PreparedCrs<Exec, std::decay_t<decltype(matrix)>, sporos::DefaultPrimitives> prepared(
      exec, sporos::detect_machine(exec), matrix, decision);
  sporos::detail::VectorBinder<Exec> binder;
  for (const double beta : {0.0, -1.25, 0.0}) {
    matrix_case.check(0.75, beta,
                      [&](auto a, auto x, auto b, auto y) { prepared.run(exec, matrix, a, x, b, y, binder); });
  }
}

/// \brief The same numbers for uneven rows without a plan: shares are powers of two and fit into a tile.
inline sporos::CrsDecision for_uneven_rows(sporos::CrsDecision decision) {
  decision.limits.segment = std::int64_t{1} << sporos::detail::floor_log2(decision.limits.segment);
  decision.tile = std::max(decision.tile, static_cast<int>(decision.limits.segment));
  return decision;
}

/// \brief `y = alpha*A*x + beta*y`, launched as a product without a plan, with one decision for even and uneven rows.
template <class Matrix, class Scalar, class X, class Y>
void run_without_setup(const sporos::CrsDecision& decision, const Matrix& matrix, Scalar alpha, const X& x, Scalar beta,
                       const Y& y) {
  const Exec exec;
  const sporos::Machine machine = sporos::detect_machine(exec);
  const sporos::CrsDecision uneven = for_uneven_rows(decision);
  sporos::detail::VectorBinder<Exec> binder;
  sporos::detail::run_product<sporos::DefaultPrimitives>(
      exec, machine, sporos::detail::crs_labels(decision.algorithm), decision.primitives, sporos::crs_view(matrix),
      alpha, x, beta, y, binder, [&](auto reduction, const auto& product) {
        sporos::detail::launch_unprepared<decltype(reduction)::value>(crs_product(product, sporos::crs_view(matrix)),
                                                                      decision, uneven);
      });
}

/// \brief check_invented() for products without a plan.
template <class Case>
void check_invented_without_setup(Case& matrix_case, const sporos::CrsDecision& decision) {
  SCOPED_TRACE(words(decision));
  for (const double beta : {0.0, -1.25}) {
    matrix_case.check(0.75, beta, [&](auto a, auto x, auto b, auto y) {
      run_without_setup(decision, matrix_case.matrix, a, x, b, y);
    });
  }
}

}  // namespace sporos_test
