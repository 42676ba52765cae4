// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Every algorithm for every generation of hardware, and with every primitive, over the gallery.
///
/// Each scalar has a source file of its own, because these plans contain many kernels.
#pragma once

#include "core/Sporos.hpp"
#include "unit_tests/support/ProductCase.hpp"
#include "unit_tests/support/Recording.hpp"
#include "unit_tests/support/Shapes.hpp"

namespace sporos_test {

inline sporos::RowShape largest_team(sporos::Algorithm algorithm) {
  constexpr bool is_host = sporos::detail::is_host_execution<Kokkos::DefaultExecutionSpace>;
  const int coop = algorithm == sporos::Algorithm::vector ? sporos::detail::max_coop : 1;
  return {coop, 1, is_host ? coop : sporos::detail::largest_block};
}

template <class Value>
void check_all_algorithms(const char* how, sporos::Options options) {
  for (const Pattern& pattern : gallery()) {
    ProductCase<Value> matrix_case(pattern);
    for (const auto algorithm : sporos::all_algorithms()) {
      SCOPED_TRACE(sporos::detail::concat(pattern.name, ", ", name(algorithm), ", ", how));
      options.algorithm = algorithm;
      if (options.shape) options.shape = largest_team(algorithm);
      const auto plan =
          sporos::Plan(Kokkos::DefaultExecutionSpace(), matrix_case.matrix, options, sporos::EveryPrimitive());
      check_repeated_products(matrix_case, plan);
    }
  }
}

template <class Value>
void check_every_target() {
  const auto targets = all_targets<Kokkos::DefaultExecutionSpace>();
  ASSERT_FALSE(targets.empty());
  for (const auto target : targets) {
    sporos::Options options;
    options.target = target;
    check_all_algorithms<Value>(name(target), options);
  }
}

template <class Value>
void check_every_primitive() {
  for (const auto& primitives : all_primitives<Kokkos::DefaultExecutionSpace>()) {
    sporos::Options options;
    options.reduction = primitives.reduction;
    options.gather = primitives.gather;
    check_all_algorithms<Value>(
        sporos::detail::concat(name(primitives.reduction), " and ", name(primitives.gather)).c_str(), options);
  }
}

// Not even for the texture of a vector that the plan has already read.
template <class Value>
void check_that_no_primitive_allocates_or_waits() {
  const auto pattern = random_pattern("one long row", 300, 200, [](auto row) { return row == 7 ? 20000 : 5; });
  const ProductCase<Value> matrix_case(pattern);
  for (const auto& primitives : all_primitives<Kokkos::DefaultExecutionSpace>()) {
    for (const auto algorithm : sporos::all_algorithms()) {
      SCOPED_TRACE(
          sporos::detail::concat(name(algorithm), ", ", name(primitives.reduction), ", ", name(primitives.gather)));
      sporos::Options options;
      options.algorithm = algorithm;
      options.reduction = primitives.reduction;
      options.gather = primitives.gather;
      const auto plan =
          sporos::Plan(Kokkos::DefaultExecutionSpace(), matrix_case.matrix, options, sporos::EveryPrimitive());
      plan.apply(1, matrix_case.x, 0, matrix_case.y);
      const Recording recording;
      plan.apply(1, matrix_case.x, 0, matrix_case.y);
      EXPECT_EQ(recording.log().allocations, std::vector<std::string>());
      EXPECT_EQ(recording.log().fences, std::vector<std::string>());
    }
  }
}

// The largest team needs the most scratch.
template <class Value>
void check_every_target_with_the_largest_teams() {
  sporos::Options options;
  options.shape = largest_team(sporos::Algorithm::automatic);
  for (const auto target : all_targets<Kokkos::DefaultExecutionSpace>()) {
    options.target = target;
    check_all_algorithms<Value>(name(target), options);
  }
}

}  // namespace sporos_test
