// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Compressed rows from the input. All checks must agree on them, every algorithm must multiply by valid ones,
/// and refuse the others. One source file for each combination of types.
#pragma once

#include <optional>

#include "core/Sporos.hpp"
#include "unit_tests/fuzz/Structures.hpp"

namespace sporos_fuzz {

void check_double(Bytes& bytes);
void check_mixed(Bytes& bytes);
void check_complex(Bytes& bytes);

/// \brief A shape that can run, or one that perhaps cannot, or none.
inline std::optional<sporos::RowShape> shape_of(Bytes& bytes) {
  const int kind = bytes.below(4);
  if (kind == 1) {
    const int coop = 1 << bytes.below(6);
    const int repeat = 1 + bytes.below(9);
    return sporos::RowShape{coop, repeat, coop * (1 + bytes.below(40))};
  }
  if (kind == 2) {
    const int coop = bytes.next() - 2;
    const int repeat = bytes.next() - 2;
    return sporos::RowShape{coop, repeat, 3 * bytes.next() - 2};
  }
  return std::nullopt;
}

template <class Matrix>
using PlanOf = sporos::Plan<Kokkos::DefaultHostExecutionSpace, decltype(std::declval<Matrix>().view())>;

/// \brief The plan, if matrix and shape allow one. A wrong refusal, or a missing one, is a demand that fails.
template <class Matrix>
std::optional<PlanOf<Matrix>> plan_or_refuse(const Matrix& matrix, const sporos::Options& options) {
  const Kokkos::DefaultHostExecutionSpace exec;
  const char* const who = name(options.algorithm);
  std::optional<PlanOf<Matrix>> plan;
  std::string why;
  const bool refused = is_refused([&] { plan.emplace(exec, matrix.view(), options); }, &why);
  const bool runs =
      !options.shape || (sporos::detail::shape_fault(*options.shape, sporos::detect_machine(exec)) == nullptr &&
                         sporos::detail::shape_fault(*options.shape, options.algorithm) == nullptr);
  if (!matrix.is_good()) demand(refused, who, " takes a matrix that is wrong");
  if (matrix.is_good() && runs) demand(!refused, who, " refuses a good matrix: ", why);
  // Without a check of the columns, wrong rows must still be found; wrong columns are the caller's responsibility then.
  if (!matrix.has_good_rows()) {
    sporos::Options rows_only = options;
    rows_only.validate = false;
    demand(is_refused([&] { plan.emplace(exec, matrix.view(), rows_only); }), who, " takes wrong rows");
  }
  return plan;
}

template <class Value, class Column, class Offset, class Vector>
void check_compressed_rows(Bytes& bytes) {
  const Kokkos::DefaultHostExecutionSpace exec;
  sporos::Options options;
  options.shape = shape_of(bytes);
  const auto matrix = Structure<Value, Column, Offset>::of(bytes);
  demand(is_refused([&] { sporos::validate(exec, matrix.view()); }) == !matrix.is_good(),
         "validate() is wrong about a ", matrix.is_good() ? "good" : "bad", " matrix");
  std::optional<Products<Vector, decltype(matrix)>> products;
  if (matrix.is_good()) products.emplace(matrix);
  const auto try_algorithm = [&](sporos::Algorithm algorithm) {
    options.algorithm = algorithm;
    if (const auto plan = plan_or_refuse(matrix, options)) {
      products->demand_right(name(algorithm), [&](auto... arguments) { plan->apply(arguments...); });
    }
  };
  try_algorithm(sporos::Algorithm::automatic);
  for (const sporos::Algorithm algorithm : sporos::all_algorithms()) try_algorithm(algorithm);
  if (!products) return;
  products->demand_right("spmv",
                         [&](auto a, auto x, auto b, auto y) { sporos::spmv(exec, a, matrix.view(), x, b, y); });
}

}  // namespace sporos_fuzz
