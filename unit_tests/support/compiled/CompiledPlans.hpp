// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// \file
/// \brief Plans of matrices in any format, compiled once for all tests (CompiledPlans.cpp).
#pragma once

#include "core/Sporos_AnyPlan.hpp"
#include "unit_tests/support/compiled/CompiledLeaves.hpp"

namespace sporos_test {

using CompiledAnyMatrix = sporos::AnyMatrix<double, int, int, Kokkos::DefaultExecutionSpace::memory_space>;

}  // namespace sporos_test

extern template class sporos::AnyPlanParts<Kokkos::DefaultExecutionSpace, sporos_test::CompiledAnyMatrix>;
extern template class sporos::AnyPlanProduct<Kokkos::DefaultExecutionSpace, sporos_test::CompiledAnyMatrix>;
extern template class sporos::AnyPlanOperation<Kokkos::DefaultExecutionSpace, sporos_test::CompiledAnyMatrix>;
