// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// any_plan.hpp: what the program includes instead of <Sporos_AnyPlan.hpp>
#pragma once

#include <Sporos_AnyPlan.hpp>

using Exec = Kokkos::DefaultExecutionSpace;
using Any = sporos::AnyMatrix<double, int, int>;  // of values, columns and row offsets

extern template class sporos::AnyPlanParts<Exec, Any>;
extern template class sporos::AnyPlanProduct<Exec, Any>;  // x and y of double too
