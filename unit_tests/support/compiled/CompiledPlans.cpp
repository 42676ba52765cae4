// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "unit_tests/support/compiled/CompiledPlans.hpp"

template class sporos::AnyPlanParts<Kokkos::DefaultExecutionSpace, sporos_test::CompiledAnyMatrix>;
template class sporos::AnyPlanProduct<Kokkos::DefaultExecutionSpace, sporos_test::CompiledAnyMatrix>;
template class sporos::AnyPlanOperation<Kokkos::DefaultExecutionSpace, sporos_test::CompiledAnyMatrix>;
