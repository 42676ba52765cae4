// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What fused operations refuse.
#include <gtest/gtest.h>

#include "core/Sporos_FormatPlan.hpp"
#include "core/Sporos_Fused.hpp"
#include "core/launch/formats/Sporos_LaunchEll.hpp"
#include "formats/Sporos_Generate.hpp"
#include "unit_tests/support/Complaint.hpp"

namespace fused_refusals_tests {

using sporos_test::complaint;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Vector = Kokkos::View<double*, Space>;
using Number = Kokkos::View<double, Space>;

struct Ignore {
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t, double) const {}
};

template <class Action>
void says(const Action& action, const std::string& words) {
  const std::string said = complaint(action);
  EXPECT_NE(said.find(words), std::string::npos) << said;
}

TEST(FusedRefusals, StepsOfAMatrixThatIsNotSquare) {
  const Exec exec;
  const auto plan = sporos::Plan(exec, sporos::copy_to<Space>(sporos::generate<double>("uniform:8x9")));
  const auto any = sporos::Plan(exec, to_ell(exec, sporos::copy_to<Space>(sporos::generate<double>("uniform:8x9"))));
  const Vector x("x", 8), y("y", 8), z("z", 8), d("d", 8);
  says([&] { sporos::jacobi_step(plan, 1.0, z, z, x, y); }, "jacobi_step: the matrix is 8 x 9, but must be square");
  says([&] { sporos::jacobi_step(any, 1.0, z, z, x, y); }, "jacobi_step: the matrix is 8 x 9, but must be square");
  says([&] { sporos::chebyshev_step(plan, 1.0, 1.0, z, z, x, d, y); },
       "chebyshev_step: the matrix is 8 x 9, but must be square");
}

TEST(FusedRefusals, WhatOverlapsOrDoesNotFit) {
  const Exec exec;
  const auto plan = sporos::Plan(exec, to_ell(exec, sporos::copy_to<Space>(sporos::generate<double>("stencil3:8"))));
  const sporos::FusedMemory<Exec> memory(exec);
  const Vector x("x", 8), y("y", 8), z("z", 8), longer("longer", 9);
  const Number yy("yy");
  const Number inside(x.data() + 3), in_y(y.data() + 3);
  says([&] { sporos::apply_dots(plan, 1.0, x, 0.0, x, memory); }, "overlaps x");
  says([&] { sporos::apply_dots(plan, yy, x, 0.0, x, memory); }, "apply_dots: y (8 elements");
  says([&] { sporos::apply_dots(plan, 1.0, x, 0.0, y, memory, sporos::squared_norm(inside)); }, "overlaps x");
  says([&] { sporos::apply_dots(plan, 1.0, x, 0.0, y, memory, sporos::squared_norm(in_y)); }, "overlaps y");
  says([&] { sporos::apply_dots(plan, 1.0, x, 0.0, y, memory, sporos::dot_with(longer, yy)); },
       "w of dot_with(w, result) has 9 elements, but y has 8");
  says([&] { sporos::apply_dots(plan, 1.0, x, 0.0, y, memory, sporos::dot_with(x, yy), sporos::squared_norm(yy)); },
       "overlaps another");
  const Vector both("both", 16);
  const Vector first(both, std::make_pair(0, 8)), behind(both, std::make_pair(1, 9));
  says([&] { sporos::apply_dots(plan, 1.0, x, 0.0, first, memory, sporos::dot_with(behind, yy)); }, "overlaps y");
  const Kokkos::View<double*, Kokkos::LayoutStride, Space> apart(both.data(), Kokkos::LayoutStride(8, 2));
  says([&] { sporos::apply_dots(plan, 1.0, x, 0.0, apart, memory, sporos::squared_norm(yy)); }, "apply_dots: y");
  says([&] { sporos::residual(plan, z, x, x, memory); }, "overlaps x");
  says([&] { sporos::residual(plan, longer, x, y, memory); }, "b has 9 elements, but r has 8");
  says([&] { sporos::residual(plan, z, x, longer, memory); }, "residual: r has 9 elements");
  says([&] { sporos::residual(plan, z, x, x, memory); }, "residual: r (8 elements");
  says([&] { sporos::residual(plan, z, x, y, memory, sporos::squared_norm(in_y)); }, "overlaps r");
  says([&] { sporos::jacobi_step(plan, 1.0, y, z, x, longer); }, "jacobi_step: next has 9 elements");
  says([&] { sporos::jacobi_step(plan, 1.0, y, z, x, x); }, "jacobi_step: next (8 elements");
  says([&] { sporos::chebyshev_step(plan, 1.0, 1.0, z, z, x, longer, y); }, "chebyshev_step: d has 9 elements");
  says([&] { sporos::chebyshev_step(plan, 1.0, 1.0, z, z, x, x, y); }, "chebyshev_step: d (8 elements");
  says([&] { sporos::chebyshev_step(plan, 1.0, 1.0, z, z, x, y, longer); }, "chebyshev_step: next has 9 elements");
  const Vector nothing(nullptr, 8);
  says([&] { sporos::residual(plan, nothing, x, y, memory); }, "b has 8 elements, but points to no memory (null)");
  says([&] { sporos::jacobi_step(plan, 1.0, nothing, z, x, y); }, "inverse_diagonal has 8 elements, but points to no");
  says([&] { sporos::apply_dots(plan, 1.0, x, 0.0, y, memory, sporos::dot_with(nothing, yy)); },
       "w of dot_with(w, result) has 8 elements, but points to no memory (null)");
  says([&] { sporos::jacobi_step(plan, 1.0, y, z, x, y); }, "next (8 elements");
  says([&] { sporos::chebyshev_step(plan, 1.0, 1.0, z, z, x, y, y); }, "overlaps d");
  says([&] { sporos::update_solution(exec, yy, x, y, z, z, memory); }, "x (8 elements");
  says([&] { sporos::update_solution(exec, yy, x, y, z, Vector("r", 8), memory, sporos::squared_norm(yy)); },
       "a result (1 elements");
  says([&] { sporos::update_solution(exec, yy, x, y, z, longer, memory, sporos::squared_norm(Number(longer.data()))); },
       "p has 8 elements, but r has 9");
  const Vector r("r", 8);
  says([&] { sporos::update_solution(exec, 1.0, x, y, z, r, memory, sporos::squared_norm(Number(r.data()))); },
       "overlaps r");
  says([&] { sporos::update_direction(exec, x, 1.0, x); }, "p (8 elements");
  says([&] { plan.apply_with(longer, Ignore()); }, "x has 9 elements");
  const sporos::FusedMemory<Exec> none;
  try {
    sporos::update_solution(exec, yy, x, y, z, Vector("r", 8), none);
    FAIL() << "ran without memory";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(
        error.what(),
        "sporos::update_solution: the FusedMemory is empty (default-constructed, or Kokkos was finalized); make it "
        "with FusedMemory(exec)");
  }
}

TEST(FusedRefusals, FactorsWithoutMemoryAndFactorsInWhatIsWritten) {
  const Exec exec;
  const auto plan = sporos::Plan(exec, sporos::copy_to<Space>(sporos::generate<double>("stencil3:8")));
  const sporos::FusedMemory<Exec> memory(exec);
  const Vector x("x", 8), y("y", 8), b("b", 8), d("d", 8);
  const Number none, one("one"), in_x(x.data() + 3), in_y(y.data() + 3), in_d(d.data() + 3);
  says([&] { sporos::update_direction(exec, x, none, y); }, "update_direction: beta has no memory");
  says([&] { sporos::update_direction(exec, x, sporos::quotient(none, one), y); },
       "the numerator of beta has no memory");
  says([&] { sporos::update_direction(exec, x, sporos::quotient(one, none), y); }, "the divisor of beta has no memory");
  says([&] { sporos::update_direction(exec, x, in_y, y); }, "p (8 elements");
  says([&] { sporos::update_direction(exec, x, sporos::quotient(one, in_y), y); }, "overlaps beta (1 elements");
  says([&] { sporos::update_direction(exec, x, sporos::quotient(in_y, one), y); }, "overlaps beta (1 elements");
  says([&] { sporos::update_solution(exec, none, b, d, x, y, memory); }, "update_solution: alpha has no memory");
  says([&] { sporos::update_solution(exec, in_x, b, d, x, y, memory); }, "x (8 elements");
  says([&] { sporos::update_solution(exec, in_y, b, d, x, y, memory); }, "r (8 elements");
  says([&] { sporos::update_solution(exec, one, b, d, x, y, memory, sporos::squared_norm(one)); }, "overlaps alpha");
  says([&] { sporos::update_solution(exec, one, b, d, x, y, memory, sporos::squared_norm(none)); },
       "the result of squared_norm(result) has no memory");
  says([&] { sporos::jacobi_step(plan, none, d, b, x, y); }, "jacobi_step: omega has no memory");
  says([&] { sporos::jacobi_step(plan, in_y, d, b, x, y); }, "next (8 elements");
  says([&] { sporos::chebyshev_step(plan, none, 1.0, b, b, x, d, y); }, "chebyshev_step: keep has no memory");
  says([&] { sporos::chebyshev_step(plan, 1.0, none, b, b, x, d, y); }, "chebyshev_step: gain has no memory");
  says([&] { sporos::chebyshev_step(plan, in_y, 1.0, b, b, x, d, y); }, "next (8 elements");
  says([&] { sporos::chebyshev_step(plan, 1.0, in_y, b, b, x, d, y); }, "overlaps gain");
  says([&] { sporos::chebyshev_step(plan, in_d, 1.0, b, b, x, d, y); }, "overlaps keep");
  says([&] { sporos::chebyshev_step(plan, 1.0, in_d, b, b, x, d, y); }, "d (8 elements");
  says([&] { sporos::apply_dots(plan, none, x, 0.0, y, memory); }, "apply_dots: alpha has no memory");
  says([&] { sporos::apply_dots(plan, 1.0, x, none, y, memory); }, "apply_dots: beta has no memory");
  says([&] { sporos::apply_dots(plan, in_y, x, 0.0, y, memory); }, "overlaps alpha");
  says([&] { sporos::apply_dots(plan, 1.0, x, in_y, y, memory); }, "overlaps beta");
  EXPECT_EQ(complaint([&] { sporos::update_direction(exec, x, in_x, y); }), "no complaint");
  exec.fence();
}

}  // namespace fused_refusals_tests
